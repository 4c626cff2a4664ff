import { existsSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { CamelCasePlugin, Kysely, PostgresDialect, SqliteAdapter, SqliteDialect, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Pool } from 'pg'
import { migrations } from '#app/backend/database/migrations.ts'
import { NO_BACKEND_DATA } from '#app/backend/database/postgres-tools.ts'
import type { Database, Tables } from '#app/backend/database/schema.ts'
import { openSqlite } from '#app/backend/database/sqlite.ts'
import { StartError } from '#app/backend/start-error.ts'
import {
  assertNoUnfinishedRestore,
  errorReason,
  newerReleaseMessage,
} from '#app/platform/database-file.server.ts'
import { adviceOnDamage } from '#app/platform/last-backup.server.ts'
import type { Log } from '#app/platform/log.ts'
import { openPool } from '#app/platform/postgres.server.ts'
import { STAFF_TOKEN_FILE } from '#app/platform/secret.server.ts'

/** In DATA_DIR, and in backups. */
export const HOST_FILE = 'host.sqlite'
/** Connections of a command. A running backend has MAX_DATABASE_CONNECTIONS. */
const POOL_SIZE = 8
const CONNECT_TIMEOUT_MS = 4_000
const STATEMENT_TIMEOUT_MS = 5_000
/** Longer than any statement or idle transaction, so a silent connection is broken. */
const SILENCE_TIMEOUT_MS = 12_000
const INT8_OID = 20
const UNKNOWN_MIGRATION = /previously executed migration (\S+) is missing/
/** SQLite's messages about a damaged file. */
const DAMAGED =
  /malformed|not a database|corrupt|Tree \d|Page \d|row \d+ missing|wrong # of entries|disk image/i

/** No backend has used this data folder. */
export class NoHostError extends StartError {}

type DatabaseOptions = {
  dataDir: string
  databaseUrl?: string
  /** To PostgreSQL. Further queries wait. */
  maxConnections?: number
  log: Log
  /** For a running backend, of which a data folder allows only one. */
  exclusive?: boolean
  /** For commands, which must not create an empty database. */
  mustExist?: boolean
}

/** Opens PostgreSQL or `host.sqlite` and migrates it. Throws StartError; NoHostError if it is missing and `mustExist`. */
export async function openDatabase({
  dataDir,
  databaseUrl,
  maxConnections = POOL_SIZE,
  log,
  exclusive = false,
  mustExist = false,
}: DatabaseOptions): Promise<Database> {
  assertNoUnfinishedRestore(dataDir)
  if (mustExist && !databaseUrl) assertSqliteExists(dataDir)
  const place = databaseUrl ? 'the database of DATABASE_URL' : join(dataDir, HOST_FILE)
  let db: Database | undefined
  try {
    const dialect = databaseUrl
      ? new PostgresDialect({ pool: await openPostgres(databaseUrl, maxConnections, log) })
      : new TransactionalSqliteDialect({ database: openSqlite(place, exclusive) })
    db = new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] })
    if (!databaseUrl) sqliteDatabases.add(db)
    if (mustExist && databaseUrl) await assertMigrated(db)
    const all = migrations(databaseUrl ? 'postgres' : 'sqlite')
    const { error } = await new Migrator({
      db,
      provider: { getMigrations: async () => all },
    }).migrateToLatest()
    if (error) throw error
    if (exclusive && databaseUrl) await assertUtf8(db)
    return db
  } catch (error) {
    await db?.destroy().catch(() => {})
    if (error instanceof StartError) throw error
    const { message, code } = error as NodeJS.ErrnoException
    const cause = (errorReason(error) || code || String(error)).split('\n')[0]
    const [, migration] = UNKNOWN_MIGRATION.exec(message) ?? []
    if (migration) throw new StartError(newerReleaseMessage(place, `“${migration}”`))
    const advice = DAMAGED.test(cause ?? '') ? `. ${adviceOnDamage(dataDir)}` : ''
    throw new StartError(`${place} can’t be opened: ${cause}${advice}`)
  }
}

const sqliteDatabases = new WeakSet<Database>()

/** Removes deleted rows from SQLite's write-ahead log. */
export async function truncateWal(db: Database): Promise<void> {
  if (sqliteDatabases.has(db)) await sql`pragma wal_checkpoint(truncate)`.execute(db)
}

/** Throws NoHostError if no backend has used the folder, StartError if its database is PostgreSQL. */
export function assertSqliteExists(dataDir: string): void {
  const file = join(dataDir, HOST_FILE)
  if (existsSync(file)) return
  if (!existsSync(join(dataDir, STAFF_TOKEN_FILE)))
    throw new NoHostError(
      `No backend data in DATA_DIR=${dataDir}. Set DATA_DIR, DATABASE_URL and HOST_URL to the values that npm start uses.`,
    )
  throw new StartError(
    `The backend of DATA_DIR=${dataDir} stores its data in PostgreSQL. Set DATABASE_URL to the value that npm start uses.`,
  )
}

async function assertMigrated(db: Database): Promise<void> {
  const { rows } = await sql<{ found: unknown }>`select to_regclass('kysely_migration') as found`.execute(db)
  if (!rows[0]?.found) throw new NoHostError(NO_BACKEND_DATA)
}

/** Other encodings can't store all characters. */
async function assertUtf8(db: Database): Promise<void> {
  const { rows } = await sql<{ serverEncoding: string }>`show server_encoding`.execute(db)
  const encoding = rows[0]?.serverEncoding
  if (encoding !== 'UTF8')
    throw new Error(
      `its encoding is ${encoding}, not UTF8: make one with “encoding 'UTF8' template template0”, and move there by backup and restore`,
    )
}

/** Migrates in a transaction, so that two commands can start at once on an empty database. */
class TransactionalSqliteDialect extends SqliteDialect {
  override createAdapter() {
    return new TransactionalSqliteAdapter()
  }
}
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

async function openPostgres(databaseUrl: string, max: number, log: Log): Promise<Pool> {
  const { default: pg } = await import('pg')
  pg.types.setTypeParser(INT8_OID, Number) // milliseconds and counts are far below 2^53
  return openPool(databaseUrl, log, {
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: 2 * STATEMENT_TIMEOUT_MS,
    application_name: 'host',
    // Otherwise a query waits 15 minutes for a disconnected server.
    stream: () => {
      const socket = new Socket()
      return socket.setTimeout(SILENCE_TIMEOUT_MS, () =>
        socket.destroy(new Error(`PostgreSQL sent nothing for ${SILENCE_TIMEOUT_MS / 1_000} s`)),
      )
    },
  })
}
