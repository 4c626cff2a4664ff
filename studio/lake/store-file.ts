import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { StartError } from '#studio/lake/errors.ts'
import {
  assertIntact,
  createTables,
  takeLock as lockFile,
  makeDataDir,
  openDatabaseFile,
  openFailureMessage,
} from '../../app/platform/database-file.server.ts'

export const DATABASE = 'lake.db'

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS datasets (name TEXT PRIMARY KEY, acl_mode TEXT NOT NULL, created_at TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS aliases (name TEXT PRIMARY KEY, dataset TEXT) STRICT;
  CREATE TABLE IF NOT EXISTS documents (dataset TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (dataset, id)) STRICT;
  CREATE TABLE IF NOT EXISTS transactions (seq INTEGER PRIMARY KEY, dataset TEXT NOT NULL, id TEXT NOT NULL, timestamp TEXT NOT NULL, author TEXT NOT NULL, UNIQUE (dataset, id)) STRICT;
  CREATE TABLE IF NOT EXISTS changes (dataset TEXT NOT NULL, document_id TEXT NOT NULL, seq INTEGER NOT NULL REFERENCES transactions(seq), after TEXT, mutations TEXT NOT NULL, PRIMARY KEY (dataset, document_id, seq)) STRICT;
  CREATE INDEX IF NOT EXISTS changes_by_transaction ON changes (seq);
  CREATE INDEX IF NOT EXISTS transactions_by_dataset ON transactions (dataset, seq);
  CREATE TABLE IF NOT EXISTS keyvalue (key TEXT PRIMARY KEY, value TEXT NOT NULL, updated_at TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS sessions (hash TEXT PRIMARY KEY, created_at TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS used_keys (hash TEXT PRIMARY KEY) STRICT;`

/** Opens `lake.db`. Throws StartError if it is locked, damaged or from a newer release. */
export function openFile(dataDir: string) {
  const file = join(dataDir, DATABASE)
  try {
    makeDataDir(dataDir)
    accessSync(dataDir, constants.W_OK | constants.R_OK)
  } catch (error) {
    throw new StartError(`DATA_DIR=${dataDir} can't be written (${(error as NodeJS.ErrnoException).code})`)
  }
  const lock = takeLock(dataDir)
  let opened: DatabaseSync | undefined
  try {
    const db = openDatabaseFile(file)
    opened = db
    db.exec(
      'PRAGMA busy_timeout = 2000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;',
    )
    createTables(db, SCHEMA)
    // checkIntegrity checks the history later.
    for (const table of ['documents', 'datasets', 'aliases', 'keyvalue', 'sessions', 'used_keys'])
      assertIntact(db, `quick_check(${table})`)
  } catch (error) {
    opened?.close()
    lock.close()
    throw new StartError(openFailureMessage(file, error, dataDir))
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
  const worker = new Worker(new URL('./integrity-worker.ts', import.meta.url), { workerData: { file } })
  worker.unref()
  const [fault] = await once(worker, 'message')
  return fault
}

const LOCK = 'lake.lock'

/** Locks the folder for this process, because two lakes would overwrite each other. */
export function takeLock(dataDir: string): DatabaseSync {
  let lock: DatabaseSync | undefined
  try {
    lock = lockFile(join(dataDir, LOCK), 0)
  } catch (error) {
    throw new StartError(`DATA_DIR=${dataDir} can’t be locked: ${(error as Error).message}`)
  }
  if (!lock) throw new StartError(`DATA_DIR=${dataDir} is in use by another lake`)
  return lock
}
