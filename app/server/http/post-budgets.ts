import type { Database } from '#app/backend/schema.ts'
import type { Env } from '#app/platform/environment.server.ts'
import { type Budget, Budgets, type Spender } from '#app/platform/rate-limit.ts'
import { log } from '#app/server/log.ts'

/** Delay before the database is opened again. */
const RETRY_MS = 10_000

/**
 * Creates rate limiters by name. With PostgreSQL all copies of the site share them. Without it, or while it is down, each copy
 * counts alone.
 */
export function postBudgets(env: Env): (name: string, budget: Budget) => Spender {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, embeddedHost } = env
  if (!databaseUrl || !embeddedHost) return (_name, budget) => new Budgets(budget)
  const waiting: ((shared: typeof import('#app/backend/shared-budgets.ts'), db: Database) => void)[] = []

  async function open(): Promise<void> {
    try {
      // Loaded only with PostgreSQL.
      const { openDatabase } = await import('#app/backend/database.ts')
      const shared = await import('#app/backend/shared-budgets.ts')
      const db = await openDatabase({ dataDir, databaseUrl, log })
      for (const take of waiting) take(shared, db)
    } catch (error) {
      log('warn', 'rate limits are not shared: cannot open the database; retrying', { error: String(error) })
      setTimeout(open, RETRY_MS).unref()
    }
  }
  queueMicrotask(open)
  return (name, budget) => {
    let spender: Spender = new Budgets(budget)
    waiting.push(({ SharedBudgets }, db) => {
      spender = new SharedBudgets(db, `site ${name}`, budget)
    })
    return { spend: (call, address) => spender.spend(call, address) }
  }
}
