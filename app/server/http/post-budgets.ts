import type { Env } from '#app/env.server.ts'
import { type Budget, Budgets, type Spender } from '#app/host/embedded/budgets.ts'
import type { Database } from '#app/host/embedded/schema.ts'
import { log } from '#app/server/log.ts'

/** After a database that could not be opened. */
const TRY_AGAIN_MS = 10_000

/**
 * Makes budgets by name. With the embedded host on PostgreSQL they are those of all copies of the site; each copy counts
 * for itself without one, and while the database does not answer.
 */
export function postBudgets(env: Env): (name: string, budget: Budget) => Spender {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, embeddedHost } = env
  if (!databaseUrl || !embeddedHost) return (_name, budget) => new Budgets(budget)
  const waiting: ((shared: typeof import('#app/host/embedded/shared-budgets.ts'), db: Database) => void)[] =
    []

  async function open(): Promise<void> {
    try {
      // What most sites do without is not loaded there.
      const { openDatabase } = await import('#app/host/embedded/database.ts')
      const shared = await import('#app/host/embedded/shared-budgets.ts')
      const db = await openDatabase({ dataDir, databaseUrl, log })
      for (const take of waiting) take(shared, db)
    } catch (error) {
      log('warn', 'budgets are this copy’s alone for now', { error: String(error) })
      setTimeout(open, TRY_AGAIN_MS).unref()
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
