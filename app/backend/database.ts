import { existsSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { CamelCasePlugin, Kysely, PostgresDialect, SqliteAdapter, SqliteDialect, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { CustomTypesConfig, Pool } from 'pg'
import type { DialectName } from '#app/backend/append-only.ts'
import { StartError } from '#app/backend/env.ts'
import { migrations } from '#app/backend/migrations.ts'
import type { Database, Tables } from '#app/backend/schema.ts'
import { openSqlite } from '#app/backend/sqlite.ts'
import { STAFF_TOKEN_FILE } from '#app/backend/staff/access.ts'
import { assertNoUnfinishedRestore, madeByNewer, reason } from '#app/platform/database-file.server.ts'
import { adviceOnDamage } from '#app/platform/last-backup.server.ts'
import type { Log } from '#app/platform/log.ts'
import { openPool } from '#app/platform/postgres.server.ts'

/** In DATA_DIR, and in backups. */
export const HOST_FILE = 'host.sqlite'
const POOL_SIZE = 8
const CONNECT_TIMEOUT_MS = 4_000
const STATEMENT_TIMEOUT_MS = 5_000
/** The database ends statements and idle transactions before, and the pool what is idle: such a connection leads nowhere. */
const SILENT_MS = 12_000
const INT8_OID = 20
/** Kysely's words where the tables have a step that this version doesn't know. */
const NEWER = /previously executed migration (\S+) is missing/
/** SQLite's words for a file that is not what it was. */
const DAMAGED =
  /malformed|not a database|corrupt|Tree \d|Page \d|row \d+ missing|wrong # of entries|disk image/i

/** The tables have a step that this version doesn't know. */
export class NewerError extends StartError {}
export class NoHostError extends StartError {}

type DatabaseOptions = {
  dataDir: string
  databaseUrl?: string
  log: Log
  /** For a host that answers calls and sends mails: one alone to a folder. Who only asks or mends may come beside it. */
  working?: boolean
  /**
   * For who asks or copies what a host keeps: where there is nothing, that is refused. Made anew it would say that nothing is
   * open, and later pass for the host's own.
   */
  kept?: boolean
}

/**
 * Opens PostgreSQL where `databaseUrl` names it, else the file `host.sqlite` in the data folder, and brings the tables up to date.
 * Throws StartError when it can't, NewerError where a newer version was there, NoHostError where `kept` and none was.
 */
export async function openDatabase({
  dataDir,
  databaseUrl,
  log,
  working = false,
  kept = false,
}: DatabaseOptions): Promise<Database> {
  assertNoUnfinishedRestore(dataDir)
  if (kept && !databaseUrl) assertHostKeeps(dataDir)
  const name: DialectName = databaseUrl ? 'postgres' : 'sqlite'
  const place = databaseUrl ? 'the database of DATABASE_URL' : join(dataDir, HOST_FILE)
  let db: Database | undefined
  try {
    const dialect = databaseUrl
      ? new PostgresDialect({ pool: await openPostgres(databaseUrl, log) })
      : new WholeStepsDialect({ database: openSqlite(place, working) })
    db = new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] })
    if (kept && databaseUrl) await assertTables(db)
    const { error } = await new Migrator({
      db,
      provider: { getMigrations: async () => migrations(name) },
    }).migrateToLatest()
    if (error) throw error
    if (databaseUrl && working) await assertUtf8(db)
    return db
  } catch (error) {
    await db?.destroy().catch(() => {})
    if (error instanceof NoHostError) throw error
    const { message, code } = error as NodeJS.ErrnoException
    const cause = (reason(error) || code || String(error)).split('\n')[0]
    const [, step] = NEWER.exec(message) ?? []
    if (step) throw new NewerError(madeByNewer(place, `“${step}”`))
    const advice = DAMAGED.test(cause ?? '') ? `. ${adviceOnDamage(dataDir)}` : ''
    throw new StartError(`${place} can’t be opened: ${cause}${advice}`)
  }
}

const isSqlite = (db: Database) => db.getExecutor().adapter instanceof SqliteAdapter

/** What was deleted stands in SQLite’s log until that is begun anew, which a quiet host does after weeks. PostgreSQL sees to it itself. */
export async function emptyLog(db: Database): Promise<void> {
  if (isSqlite(db)) await sql`pragma wal_checkpoint(truncate)`.execute(db)
}

/** The same of what releases before `secure_delete` deleted: that stands in the file, which is written anew. */
export async function overwriteDeleted(db: Database): Promise<void> {
  if (isSqlite(db)) await sql`vacuum`.execute(db)
  await emptyLog(db)
}

/** Throws StartError where no host keeps its database in that folder, NoHostError where none has run. */
export function assertHostKeeps(dataDir: string): void {
  const file = join(dataDir, HOST_FILE)
  if (existsSync(file)) return
  if (!existsSync(join(dataDir, STAFF_TOKEN_FILE)))
    throw new NoHostError(
      `No host has run on DATA_DIR=${dataDir}: set it, and DATABASE_URL and HOST_URL, as the start has them`,
    )
  throw new StartError(
    `The host of ${dataDir} keeps its database elsewhere: set DATABASE_URL, as the start has it`,
  )
}

async function assertTables(db: Database): Promise<void> {
  const { rows } = await sql<{ found: unknown }>`select to_regclass('kysely_migration') as found`.execute(db)
  if (!rows[0]?.found)
    throw new NoHostError('No host has run on the database of DATABASE_URL: set it, as the start has it')
}

/** Any other encoding refuses letters that visitors type, or (SQL_ASCII) doesn't know them as letters. */
async function assertUtf8(db: Database): Promise<void> {
  const { rows } = await sql<{ serverEncoding: string }>`show server_encoding`.execute(db)
  const encoding = rows[0]?.serverEncoding
  if (encoding !== 'UTF8')
    throw new Error(
      `its encoding is ${encoding}, not UTF8: make one with “encoding 'UTF8' template template0”, and move there by backup and restore`,
    )
}

/** Brings tables up to date in a transaction, as SQLite can, too: of two commands that come at once the second finds them so. */
class WholeStepsDialect extends SqliteDialect {
  override createAdapter() {
    return new WholeStepsAdapter()
  }
}
class WholeStepsAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

async function openPostgres(databaseUrl: string, log: Log): Promise<Pool> {
  const { default: pg } = await import('pg')
  return openPool(databaseUrl, log, {
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: 2 * STATEMENT_TIMEOUT_MS,
    application_name: 'host',
    // Otherwise a query waits a quarter of an hour for a server that was cut off, and keeps its place in the pool.
    stream: () => {
      const socket = new Socket()
      return socket.setTimeout(SILENT_MS, () => socket.destroy(new Error('the database says nothing')))
    },
    // Milliseconds and counts are far below 2^53.
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === INT8_OID ? Number : pg.types.getTypeParser(oid, format as 'text'),
    } as CustomTypesConfig,
  })
}
