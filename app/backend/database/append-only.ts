import { type Kysely, sql } from 'kysely'

export type DialectName = 'sqlite' | 'postgres'
/** A database during a migration. */
export type Schema = Kysely<unknown>

export async function run(db: Schema, ...statements: string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Triggers that refuse to change or delete rows. */
export function appendOnly(dialect: DialectName, table: string): string[] {
  if (dialect === 'sqlite')
    return ['update', 'delete'].map(
      (change) => `create trigger if not exists ${table}_no_${change} before ${change} on ${table}
        begin select raise(abort, '${table} is append-only'); end`,
    )
  return [
    `create or replace function refuse_change() returns trigger language plpgsql as
      'begin raise exception ''% is append-only'', tg_table_name; end'`,
    `create or replace trigger ${table}_append_only before update or delete or truncate on ${table}
      for each statement execute function refuse_change()`,
  ]
}
