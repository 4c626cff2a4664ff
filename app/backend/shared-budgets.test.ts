import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#app/backend/database.ts'
import { startPostgres } from '#app/backend/postgres.test-support.ts'
import { SharedBudgets } from '#app/backend/shared-budgets.ts'
import { faultProxy } from '#tests/support/fault-proxy.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

const postgres = await startPostgres()
const folder = newFolder()
afterAll(() => postgres.stop())
const open = () => openDatabase({ dataDir: folder, databaseUrl: postgres.url, log: () => {} })
const why = postgres.reason ? ` (skipped: ${postgres.reason})` : ''

test.skipIf(postgres.url === undefined)(
  `three hosts share one budget of a visitor, to the last one${why}`,
  async () => {
    const databases = await Promise.all([open(), open(), open()])
    const budget = { perMinute: 1_000, perHour: 40 }
    const hosts = databases.map((db) => new SharedBudgets(db, 'calls', budget))
    const waits = await Promise.all(
      Array.from({ length: 120 }, (_, n) => hosts[n % 3]?.spend('contact', '203.0.113.7')),
    )
    expect(waits.filter((wait) => wait === 0)).toHaveLength(40)
    for (const wait of waits) expect(wait).toBeLessThanOrEqual(3_600)
    // Another visitor, another call, another budget are not affected; a visitor of one household is the same.
    expect(await hosts[0]?.spend('contact', '203.0.113.8')).toBe(0)
    expect(await hosts[0]?.spend('reviews', '203.0.113.7')).toBe(0)
    expect(await new SharedBudgets(databases[0]!, 'chat', budget).spend('contact', '203.0.113.7')).toBe(0)
    // An hour later there is one again.
    await sql`update budgets set hour_start = hour_start - 3600000`.execute(databases[0]!)
    expect(await hosts[1]?.spend('contact', '203.0.113.7')).toBe(0)
    await Promise.all(databases.map((db) => db.destroy()))
  },
)

test.skipIf(postgres.url === undefined)(`addresses are not kept once they count no more${why}`, async () => {
  const db = await open()
  const budget = { perMinute: 2, perHour: 2 }
  await new SharedBudgets(db, 'quiet', budget).spend('a', '203.0.113.7')
  await sql`update budgets set hour_start = hour_start - 3600001 where key like 'quiet %'`.execute(db)
  // A host that is started again, and few visitors.
  await new SharedBudgets(db, 'quiet', budget).spend('a', '203.0.113.8')
  const { rows } = await sql`select key from budgets where key like 'quiet %'`.execute(db)
  expect(rows).toEqual([{ key: 'quiet a 203.0.113.8' }])
  await db.destroy()
})

test.skipIf(postgres.url === undefined)(`a minute’s budget comes back after the minute${why}`, async () => {
  const db = await open()
  const budgets = new SharedBudgets(db, 'minute', { perMinute: 2, perHour: 100 })
  await budgets.spend('a', '1.2.3.4')
  // Between two looks at the clock of a busy machine a minute may pass: the window is set, not waited for.
  const shift = (ms: number) =>
    sql`update budgets set minute_start = minute_start + ${ms} where key like 'minute %'`.execute(db)
  await shift(50_000)
  expect(await budgets.spend('a', '1.2.3.4')).toBe(0)
  expect(await budgets.spend('a', '1.2.3.4')).toBeGreaterThan(60)
  await shift(-2 * 3_600_000)
  expect(await budgets.spend('a', '1.2.3.4')).toBe(0)
  await budgets.spend('a', '1.2.3.4')
  await shift(86_400_000)
  expect(await budgets.spend('a', '1.2.3.4'), 'the clock was set back by a day').toBe(0)
  await db.destroy()
})

test.skipIf(postgres.url === undefined)(
  `without the database each host counts for itself${why}`,
  async () => {
    const db = await open()
    const budgets = new SharedBudgets(db, 'alone', { perMinute: 2, perHour: 2 })
    await db.destroy()
    expect([await budgets.spend('a', 'x'), await budgets.spend('a', 'x')]).toEqual([0, 0])
    expect(await budgets.spend('a', 'x')).toBeGreaterThan(0)
  },
)

test.skipIf(postgres.url === undefined)(
  `where the database says nothing any more, each host counts for itself, and a query ends${why}`,
  async () => {
    const url = new URL(String(postgres.url))
    const way = await faultProxy(Number(url.port))
    url.port = String(way.port)
    const db = await openDatabase({ dataDir: folder, databaseUrl: url.href, log: () => {} })
    const budgets = new SharedBudgets(db, 'cut off', { perMinute: 2, perHour: 2 })
    await way.fault('hang')
    let ended = ''
    const asked = sql`select 1`.execute(db).catch((error) => {
      ended = error.message
    })
    expect([await budgets.spend('a', 'x'), await budgets.spend('a', 'x')]).toEqual([0, 0])
    expect(await budgets.spend('a', 'x')).toBeGreaterThan(0)
    expect(ended, 'nobody waited for that long').toBe('')
    await asked
    expect(ended).toBe('the database says nothing')
    await way.fault('pass')
    await sql`select 1`.execute(db)
    await db.destroy()
    await way.close()
  },
)
