import { timingSafeEqual } from 'node:crypto'

/** Compares in constant time. */
export function isSameSecret(actual: string | Buffer, expected: string | Buffer): boolean {
  const [a, b] = [Buffer.from(actual as string), Buffer.from(expected as string)]
  return a.length === b.length && timingSafeEqual(a, b)
}
