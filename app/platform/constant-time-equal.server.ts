import { timingSafeEqual } from 'node:crypto'

/** Whether a token or signature is the wanted one, in a time that does not tell how much of it is right. */
export function isSameSecret(given: string | Buffer, wanted: string | Buffer): boolean {
  const [a, b] = [Buffer.from(given as string), Buffer.from(wanted as string)]
  return a.length === b.length && timingSafeEqual(a, b)
}
