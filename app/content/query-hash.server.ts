import { hash } from 'node:crypto'

const hashes = new Map<string, string>()

/** The SHA-256 of a query. Cached, because the site's few dozen queries are long and run often. */
export function queryHash(query: string): string {
  const known = hashes.get(query) ?? hash('sha256', query, 'base64url')
  hashes.set(query, known)
  return known
}
