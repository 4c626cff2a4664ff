import { sql } from 'kysely'
import { openDatabase } from '#app/backend/database/database.ts'
import type { Tables } from '#app/backend/database/schema.ts'
import { StartError } from '#app/backend/start-error.ts'
import type { Log } from '#app/platform/log.ts'

/** Copies all rows of `host.sqlite` into an unused PostgreSQL database, or none. Throws StartError. */
export async function moveToPostgres(folder: string, databaseUrl: string, log: Log): Promise<void> {
  await using source = await openDatabase({ dataDir: folder, log })
  await using target = await openDatabase({ dataDir: folder, databaseUrl, log })
  await target.transaction().execute(async (tx) => {
    // The first start of a backend inserts these rows.
    await tx.deleteFrom('reviews').where('sample', '=', 1).execute()
    for (const table of ['consentChain', 'hostState', 'submissions'] as const)
      await tx.deleteFrom(table).execute()
    for (const { name } of await source.introspection.getTables()) {
      const table = name as keyof Tables
      if (await tx.selectFrom(table).select(sql`1`.as('one')).limit(1).executeTakeFirst())
        throw new StartError(
          'The database of DATABASE_URL is in use: create an empty one, and set DATABASE_URL to it',
        )
      for await (const row of source.selectFrom(table).selectAll().stream())
        await tx
          .insertInto(table)
          .values(row as never)
          .execute()
    }
    // New events continue the copied numbers.
    await sql`select setval(pg_get_serial_sequence('payment_events', 'sequence'), (select coalesce(max(sequence), 0) + 1 from payment_events), false)`.execute(
      tx,
    )
  })
}
