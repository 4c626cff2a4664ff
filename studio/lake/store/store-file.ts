import { once } from 'node:events'
import { accessSync, chmodSync, constants, mkdirSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { DamageError, isDiskFull, StartError } from '../errors.ts'

export const DATABASE = 'lake.db'
const LOCK = 'lake.lock'

/** The version of the tables. Raise it when earlier releases can't use the new ones, and migrate older files. */
const TABLES_VERSION = 0
const TABLES = `
  CREATE TABLE IF NOT EXISTS datasets (name TEXT PRIMARY KEY, acl_mode TEXT NOT NULL, created_at TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS aliases (name TEXT PRIMARY KEY, dataset TEXT) STRICT;
  CREATE TABLE IF NOT EXISTS documents (dataset TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (dataset, id)) STRICT;
  CREATE TABLE IF NOT EXISTS transactions (seq INTEGER PRIMARY KEY, dataset TEXT NOT NULL, id TEXT NOT NULL, timestamp TEXT NOT NULL, author TEXT NOT NULL, UNIQUE (dataset, id)) STRICT;
  CREATE TABLE IF NOT EXISTS changes (dataset TEXT NOT NULL, document_id TEXT NOT NULL, seq INTEGER NOT NULL REFERENCES transactions(seq), after TEXT, mutations TEXT NOT NULL, PRIMARY KEY (dataset, document_id, seq)) STRICT;
  CREATE INDEX IF NOT EXISTS changes_by_transaction ON changes (seq);
  CREATE INDEX IF NOT EXISTS transactions_by_dataset ON transactions (dataset, seq);
  CREATE TABLE IF NOT EXISTS keyvalue (key TEXT PRIMARY KEY, value TEXT NOT NULL, updated_at TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS sessions (hash TEXT PRIMARY KEY, created_at TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS used_keys (hash TEXT PRIMARY KEY) STRICT;
  CREATE TABLE IF NOT EXISTS records (kind TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (kind, id)) STRICT;
  CREATE TABLE IF NOT EXISTS webhooks (id TEXT PRIMARY KEY, body TEXT NOT NULL, seq INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS webhook_messages (n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, hook_id TEXT NOT NULL REFERENCES webhooks(id) ON DELETE CASCADE, document TEXT NOT NULL, body TEXT NOT NULL, created_at INTEGER NOT NULL, due INTEGER) STRICT;
  CREATE INDEX IF NOT EXISTS webhook_messages_by_hook ON webhook_messages (hook_id, n);
  CREATE INDEX IF NOT EXISTS webhook_messages_by_time ON webhook_messages (created_at);
  CREATE INDEX IF NOT EXISTS webhook_queue ON webhook_messages (hook_id, due, n) WHERE due IS NOT NULL;
  CREATE INDEX IF NOT EXISTS webhook_queue_by_document ON webhook_messages (hook_id, document, n) WHERE due IS NOT NULL;`
/** Small tables, checked at the start. `checkIntegrity` checks the history later. */
const CHECKED_AT_START = [
  'documents',
  'datasets',
  'aliases',
  'keyvalue',
  'sessions',
  'used_keys',
  'records',
  'webhooks',
]

/** SQLite's error codes. */
const BUSY = 5
const DAMAGE = [11, 26] // CORRUPT, NOTADB

/** Opens `lake.db`. Throws StartError if it is locked, damaged or from a newer release. */
export function openFile(dataDir: string, durable: boolean) {
  const file = join(dataDir, DATABASE)
  try {
    makePrivateFolder(dataDir)
  } catch (error) {
    throw new StartError(
      `The data folder ${dataDir} can’t be written (${(error as NodeJS.ErrnoException).code})`,
    )
  }
  const lock = takeLock(dataDir)
  let opened: DatabaseSync | undefined
  try {
    const db = new DatabaseSync(file)
    opened = db
    makePrivate(file, 0o600) // before SQLite gives its mode to the WAL
    // A small write waits for the worker that writes a large transaction.
    db.exec(
      `PRAGMA busy_timeout = 30000; PRAGMA journal_mode = WAL; PRAGMA synchronous = ${durable ? 'FULL' : 'OFF'}; PRAGMA foreign_keys = ON;`,
    )
    createTables(db, file)
    for (const table of CHECKED_AT_START) assertIntact(db, table)
  } catch (error) {
    opened?.close()
    lock.close()
    if (error instanceof StartError) throw error
    const reason = `${file} can’t be opened: ${isDiskFull(error) ? 'the disk is full' : (error as Error).message}`
    throw DAMAGE.includes(errorCode(error) & 0xff) ? new DamageError(reason) : new StartError(reason)
  }
  const db = opened
  return {
    file,
    db,
    close() {
      db.close()
      lock.close()
    },
  }
}

/** Checks the whole file in a thread. Resolves to its fault, if any. */
export async function checkIntegrity(file: string): Promise<string | undefined> {
  const script = new URL(`./integrity-worker${extname(import.meta.url)}`, import.meta.url)
  const worker = new Worker(script, { workerData: { file } })
  worker.unref()
  const [fault] = await once(worker, 'message')
  return fault
}

/** Locks the folder for this process, because two lakes would overwrite each other. */
function takeLock(dataDir: string): DatabaseSync {
  const lock = new DatabaseSync(join(dataDir, LOCK), { timeout: 0 })
  try {
    makePrivate(join(dataDir, LOCK), 0o600) // another account could lock it
    // With its journal in memory, the lock works on a full disk.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock.close()
    throw new StartError(
      errorCode(error) === BUSY
        ? `The data folder ${dataDir} is in use by another lake; lake run uses that one with its --port`
        : `The data folder ${dataDir} can’t be locked: ${(error as Error).message}`,
    )
  }
}

/** Creates a folder, or makes an existing one private. */
function makePrivateFolder(path: string) {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  accessSync(path, constants.W_OK | constants.R_OK)
  const { mode } = statSync(path)
  const isShared = (mode & 0o1000) !== 0 // a folder like /tmp stays open
  if ((mode & 0o077) !== 0 && !isShared) makePrivate(path, 0o700)
}

function makePrivate(path: string, mode: number) {
  try {
    chmodSync(path, mode)
  } catch {
    // It belongs to another account.
  }
}

function createTables(db: DatabaseSync, file: string) {
  const { user_version: found } = db.prepare('PRAGMA user_version').get() as { user_version: number }
  if (found > TABLES_VERSION)
    throw new StartError(
      `${file} was made by a newer version of the lake (tables of version ${found}, known here: ${TABLES_VERSION}). It was not changed. Start that version, or restore a backup from before it`,
    )
  db.exec(TABLES)
  if (found < TABLES_VERSION) db.exec(`PRAGMA user_version = ${TABLES_VERSION}`)
}

function assertIntact(db: DatabaseSync, table: string) {
  const [found] = Object.values(db.prepare(`PRAGMA quick_check(${table})`).get() ?? {})
  if (found !== 'ok')
    throw new DamageError(`${db.location()} can’t be opened: damaged: ${String(found).replaceAll('\n', ' ')}`)
}

const errorCode = (error: unknown): number => (error as { errcode?: number }).errcode ?? 0
