import { type Kysely, sql } from 'kysely'

export type DialectName = 'sqlite' | 'postgres'
/** A database while its tables are made. */
export type Schema = Kysely<unknown>

/** Makes the database itself refuse to change or delete a row. */
export async function appendOnly(db: Schema, dialect: DialectName, table: string): Promise<void> {
  const message = sql.lit(`${table} is append-only`)
  if (dialect === 'postgres') {
    await sql`create or replace function refuse_change() returns trigger language plpgsql as
      'begin raise exception ''% is append-only'', tg_table_name; end'`.execute(db)
    await sql`create or replace trigger ${sql.ref(`${table}_append_only`)} before update or delete or truncate on ${sql.ref(table)}
      for each statement execute function refuse_change()`.execute(db)
    return
  }
  for (const change of ['update', 'delete'])
    await sql`create trigger if not exists ${sql.ref(`${table}_no_${change}`)} before ${sql.raw(change)} on ${sql.ref(table)}
      begin select raise(abort, ${message}); end`.execute(db)
}
