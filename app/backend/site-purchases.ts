import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ownedBy, type Whose } from '#app/backend/consents.ts'
import type { Purchase } from '#app/host/client.server.ts'

/** `became`: what has become of it, as the site knows. */
type SitePurchase = Purchase & { begunAt: string; became: string }
type Row = { begunAt: string; became: string; purchase: string }

/** What the site itself keeps of one person's purchases (app/checkout/purchases.server.ts), oldest first. */
export function findSitePurchases(dataDir: string, whose: Whose): SitePurchase[] {
  const file = join(dataDir, 'purchases.sqlite')
  if (!existsSync(file)) return []
  const isTheirs = ownedBy(whose)
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    const rows = db
      .prepare('SELECT begun_at AS begunAt, state AS became, purchase FROM purchase ORDER BY begun_at')
      .all() as Row[]
    return rows
      .map(({ purchase, ...kept }) => ({ ...(JSON.parse(purchase) as Purchase), ...kept }))
      .filter(({ userEmail: email, phone }) => isTheirs({ email, phone }))
  } finally {
    db.close()
  }
}
