import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Product } from '#tests/support/product.ts'

type Stored = Pick<Product, 'dataDir'>
type Row = Record<string, unknown>

export function querySqlite({ dataDir }: Stored, file: string, query: string, ...values: string[]): Row[] {
  const db = new DatabaseSync(join(dataDir, file), { readOnly: true, timeout: 10_000 })
  try {
    return db.prepare(query).all(...values)
  } finally {
    db.close()
  }
}

export const queryBackend = (product: Stored, query: string, ...values: string[]): Row[] =>
  querySqlite(product, 'host.sqlite', query, ...values)
