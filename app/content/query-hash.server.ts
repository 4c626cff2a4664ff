import { hash } from 'node:crypto'

const hashes = new Map<string, string>()

/** The SHA-256 of a query. Cached, because the few queries are long and run often. */
export function queryHash(query: string): string {
  const digest = hashes.get(query) ?? hash('sha256', query, 'base64url')
  hashes.set(query, digest)
  return digest
}
