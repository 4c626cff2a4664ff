import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#app/backend/schema.ts'
import {
  type Budget,
  Budgets,
  HOUR_MS,
  MINUTE_MS,
  networks,
  type Spender,
  type Windows,
} from '#app/platform/rate-limit.ts'

/** A visitor waits no longer for the database to count: an answer of the assistant has 10 s in all, and both site and host count. */
const PATIENCE_MS = 3_000
/** After it hung, for all that is counted in it; the next one asks it again. */
const ALONE_MS = 10_000
const aloneUntil = new WeakMap<Database, number>()

/**
 * Budgets that several hosts on one PostgreSQL share: a visitor has one, whichever copy answers. Windows are measured by
 * the database's clock. While the database does not answer each host counts for itself.
 */
export class SharedBudgets implements Spender {
  readonly #db: Database
  readonly #name: string
  readonly #budget: Budget
  readonly #alone: Budgets
  #cleanedUntil = 0

  constructor(db: Database, name: string, budget: Budget) {
    this.#db = db
    this.#name = name
    this.#budget = budget
    this.#alone = new Budgets(budget)
  }

  async spend(call: string, address: string): Promise<number> {
    if (performance.now() < (aloneUntil.get(this.#db) ?? 0)) return this.#alone.spend(call, address)
    const shared = this.#spendAll(call, address).catch(() => undefined)
    const wait = await Promise.race([shared, pause(PATIENCE_MS, 'hangs' as const, { ref: false })])
    if (wait === 'hangs') aloneUntil.set(this.#db, performance.now() + ALONE_MS)
    return typeof wait === 'number' ? wait : this.#alone.spend(call, address)
  }

  /** The wider network first: what it refuses costs the narrower one nothing. */
  async #spendAll(call: string, address: string): Promise<number> {
    for (const { name, share } of networks(address).reverse()) {
      const wait = await this.#spend(`${this.#name} ${call} ${name}`, share)
      if (wait > 0) return wait
    }
    return 0
  }

  async #spend(key: string, share: number): Promise<number> {
    const perMinute = share * this.#budget.perMinute
    const perHour = share * this.#budget.perHour
    const now = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    // An address is somebody's: it stays no longer than it counts, however few come by.
    if (performance.now() >= this.#cleanedUntil) {
      this.#cleanedUntil = performance.now() + HOUR_MS
      await sql`delete from budgets where hour_start < ${now} - ${HOUR_MS}`.execute(this.#db)
    }
    // One that begins further ahead than it is long is from before the clock was set back.
    const minuteOver = sql`abs(excluded.minute_start - b.minute_start) >= ${MINUTE_MS}`
    const hourOver = sql`abs(excluded.hour_start - b.hour_start) >= ${HOUR_MS}`
    // One statement, which holds the row: two hosts can't both take the last one.
    const { rows } = await sql`
      insert into budgets as b (key, minute_start, minute_count, hour_start, hour_count) values (${key}, ${now}, 1, ${now}, 1)
      on conflict (key) do update set
        minute_start = case when ${minuteOver} then excluded.minute_start else b.minute_start end,
        minute_count = case when ${minuteOver} then 1 else b.minute_count + 1 end,
        hour_start = case when ${hourOver} then excluded.hour_start else b.hour_start end,
        hour_count = case when ${hourOver} then 1 else b.hour_count + 1 end
      where (${minuteOver} or b.minute_count < ${perMinute}) and (${hourOver} or b.hour_count < ${perHour})
      returning b.key`.execute(this.#db)
    if (rows.length > 0) return 0
    const { rows: waits } = await sql<Windows & { at: number }>`
      select minute_start, minute_count, hour_start, hour_count, ${now} as at from budgets where key = ${key}`.execute(
      this.#db,
    )
    const [row] = waits
    if (!row) return 1
    const minute = row.minuteCount >= perMinute ? row.minuteStart + MINUTE_MS - row.at : 0
    const hour = row.hourCount >= perHour ? row.hourStart + HOUR_MS - row.at : 0
    return Math.max(1, Math.ceil(Math.max(minute, hour) / 1_000))
  }
}
