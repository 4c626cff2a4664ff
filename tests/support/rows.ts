import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Product } from '#tests/support/product.ts'

type Kept = Pick<Product, 'dataDir'>
type Row = Record<string, unknown>

/** Rows of a SQLite file of a product. Its process goes on writing to it, and is waited for. */
export function rowsOf({ dataDir }: Kept, file: string, query: string, ...values: string[]): Row[] {
  const db = new DatabaseSync(join(dataDir, file), { readOnly: true, timeout: 10_000 })
  try {
    return db.prepare(query).all(...values)
  } finally {
    db.close()
  }
}

/** Rows of the embedded host's database. */
export const rows = (product: Kept, query: string, ...values: string[]): Row[] =>
  rowsOf(product, 'host.sqlite', query, ...values)
