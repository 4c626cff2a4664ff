import { sql } from 'kysely'
import { openDatabase } from '#app/backend/database.ts'
import { StartError } from '#app/backend/env.ts'
import type { Database, Tables, Writes } from '#app/backend/schema.ts'
import type { Log } from '#app/platform/log.ts'

/** Rows of this table are valid for minutes only. */
type Moved = Omit<Tables, 'submissions'>

/** Every table that is moved, with its primary key, in an order in which rows can be inserted. */
export const TABLES: { [Table in keyof Moved]: keyof Moved[Table] & string } = {
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
const names = Object.keys(TABLES) as (keyof Moved)[]
const BATCH = 500

/**
 * Copies all rows of `host.sqlite` in `folder` into a PostgreSQL database in which no visitor has left anything. Throws
 * StartError; the database then has no rows of it.
 */
export async function moveToPostgres(folder: string, databaseUrl: string, log: Log): Promise<void> {
  await using source = await openDatabase({ dataDir: folder, log })
  await using target = await openDatabase({ dataDir: folder, databaseUrl, log })
  await target.transaction().execute(async (tx) => {
    // A backend that has started once has put these in place.
    await tx.deleteFrom('reviews').where('sample', '=', 1).execute()
    for (const table of ['consentChain', 'hostState'] as const) await tx.deleteFrom(table).execute()
    for (const table of names) {
      if (await tx.selectFrom(table).select(sql`1`.as('one')).limit(1).executeTakeFirst())
        throw new StartError(
          'The database of DATABASE_URL is in use: create an empty one, and set DATABASE_URL to it',
        )
      await copyTable(source, tx, table)
    }
    // PostgreSQL numbers events itself: the next number follows the last one that was inserted.
    await sql`select setval(pg_get_serial_sequence('payment_events', 'sequence'), (select coalesce(max(sequence), 0) + 1 from payment_events), false)`.execute(
      tx,
    )
  })
}

async function copyTable(source: Database, target: Writes, table: keyof Moved): Promise<void> {
  const key = TABLES[table]
  for (let last: unknown; ; ) {
    const query = source
      .selectFrom(table)
      .selectAll()
      .orderBy(key as never)
      .limit(BATCH)
    const rows = await (last === undefined ? query : query.where(key as never, '>', last as never)).execute()
    for (const row of rows)
      await target
        .insertInto(table)
        .values(row as never)
        .execute()
    if (rows.length < BATCH) return
    last = (rows.at(-1) as Record<string, unknown>)[key]
  }
}
