import { sql } from 'kysely'
import type { Database, Tables, Writes } from '#app/backend/schema.ts'

/** Of all but what holds for minutes only. */
type Kept = Omit<Tables, 'submissions'>

/** Every kept table with its primary key, in an order in which rows may be put in. */
export const TABLES: { [Table in keyof Kept]: keyof Kept[Table] & string } = {
  wordings: 'hash',
  enquiries: 'id',
  consents: 'sequence',
  consentChain: 'id',
  reviews: 'id',
  outbox: 'id',
  hostState: 'key',
  paymentOrders: 'id',
  paymentCaptures: 'id',
  paymentRefunds: 'id',
  purchases: 'orderId',
  paymentEvents: 'sequence',
  paymentWebhooks: 'eventId',
}
const names = Object.keys(TABLES) as (keyof Kept)[]
const ROWS_AT_ONCE = 500
/** What stands in a database that nobody has used: the beginning of the chain, and that samples were put in place. */
const FROM_THE_START: (keyof Kept)[] = ['consentChain', 'hostState']

/** True where no visitor has left anything yet. */
export async function isUnused(db: Database): Promise<boolean> {
  for (const table of names.filter((name) => !FROM_THE_START.includes(name))) {
    const query = db
      .selectFrom(table)
      .select(TABLES[table] as never)
      .limit(1)
    const row = table === 'reviews' ? query.where('sample' as never, '=', 0 as never) : query
    if (await row.executeTakeFirst()) return false
  }
  return true
}

/**
 * Copies all rows, as they are at one moment, into a database of the same tables that `isUnused`; all of them or none, also
 * where `last`, in the same transaction, fails. The databases may be of different kinds.
 */
export async function copyRows(
  from: Database,
  to: Database,
  { fromPostgres = false, last }: { fromPostgres?: boolean; last?: (target: Writes) => Promise<void> } = {},
): Promise<void> {
  const reading = from.transaction()
  await (fromPostgres ? reading.setIsolationLevel('repeatable read') : reading).execute((source) =>
    to.transaction().execute(async (target) => {
      for (const table of [...FROM_THE_START, 'reviews' as const]) await target.deleteFrom(table).execute()
      for (const table of names) await copyTable(source, target, table)
      await last?.(target)
    }),
  )
}

async function copyTable(source: Writes, target: Writes, table: keyof Kept): Promise<void> {
  const key = TABLES[table]
  for (let last: unknown; ; ) {
    const query = source
      .selectFrom(table)
      .selectAll()
      .orderBy(key as never)
      .limit(ROWS_AT_ONCE)
    const rows = await (last === undefined ? query : query.where(key as never, '>', last as never)).execute()
    // One at a time: SQLite takes a limited number of values in a statement.
    for (const row of rows)
      await target
        .insertInto(table)
        .values(row as never)
        .execute()
    if (rows.length < ROWS_AT_ONCE) return
    last = (rows.at(-1) as Record<string, unknown>)[key]
  }
}

/** PostgreSQL numbers events itself: the next number follows the last one that was put in. */
export async function continueNumbers(db: Writes): Promise<void> {
  await sql`select setval(pg_get_serial_sequence('payment_events', 'sequence'), (select coalesce(max(sequence), 0) + 1 from payment_events), false)`.execute(
    db,
  )
}
