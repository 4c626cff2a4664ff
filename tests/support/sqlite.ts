import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Product } from '#tests/support/product.ts'

type Stored = Pick<Product, 'dataDir'>
type Row = Record<string, unknown>

/** Reads rows from a SQLite file of a running product. */
export function querySqlite({ dataDir }: Stored, file: string, query: string, ...values: string[]): Row[] {
  const db = new DatabaseSync(join(dataDir, file), { readOnly: true, timeout: 10_000 })
  try {
    return db.prepare(query).all(...values)
  } finally {
    db.close()
  }
}

/** Reads rows from the database of the embedded backend. */
export const queryBackend = (product: Stored, query: string, ...values: string[]): Row[] =>
  querySqlite(product, 'host.sqlite', query, ...values)
