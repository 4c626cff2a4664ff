import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { adviceOnDamage } from '#app/platform/last-backup.server.ts'

const STICKY = 0o1000

/** Creates DATA_DIR, or makes an existing one private. Throws mkdir's error. */
export function makeDataDir(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const { mode } = statSync(path)
  if ((mode & 0o077) === 0 || mode & STICKY) return // a folder like /tmp stays open
  try {
    chmodSync(path, 0o700)
  } catch {
    // The folder belongs to another account. The files in it are private anyway (umask).
  }
}

/** The folder of DATA_DIR that holds old and new data during a restore. */
export const UNFINISHED_RESTORE = 'unfinished-restore'

/** An intact database that may not be opened. The message says what to do. */
class RefusedError extends Error {}

/** Throws if a restore was interrupted: some files are the old ones, others the restored ones. */
export function assertNoUnfinishedRestore(dataDir: string): void {
  if (existsSync(join(dataDir, UNFINISHED_RESTORE)))
    throw new RefusedError(
      `A restore into DATA_DIR=${dataDir} was interrupted: run npm run restore FILE again`,
    )
}

/** Opens or creates a database of DATA_DIR. Throws if a restore was interrupted there. */
export function openDatabaseFile(file: string): DatabaseSync {
  assertNoUnfinishedRestore(dirname(file))
  return new DatabaseSync(file)
}

/** The version of all SQLite files. Raise it when earlier releases can't use the new tables, and migrate older files. */
export const DATA_VERSION = 0

/** Opens a durable database of the site and creates its tables. Throws an Error of one line. */
export function openSiteDatabase(dataDir: string, name: string, tables: string): DatabaseSync {
  const file = join(dataDir, name)
  let db: DatabaseSync | undefined
  try {
    makeDataDir(dataDir)
    db = openDatabaseFile(file)
    db.exec('PRAGMA busy_timeout = 2000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
    assertIntact(db)
    createTables(db, tables)
    return db
  } catch (error) {
    db?.close()
    throw new Error(openFailureMessage(file, error, dataDir))
  }
}

/** The message about a database that a newer release has written. */
export const newerReleaseMessage = (place: string, detail: string): string =>
  `${place} was made by a newer version of the product (${detail}). It was not changed. Start that version, or restore a backup from before it`

/** Creates missing tables and stores their version. Throws if a newer release has written the database. */
export function createTables(db: DatabaseSync, tables: string, version = DATA_VERSION): void {
  const { user_version: found } = db.prepare('PRAGMA user_version').get() as { user_version: number }
  if (found > version)
    throw new RefusedError(
      newerReleaseMessage(String(db.location()), `tables of version ${found}, known here: ${version}`),
    )
  db.exec(tables)
  if (found < version) db.exec(`PRAGMA user_version = ${version}`)
}

/** Explains in one line why a database can't be opened, and what to do. */
function openFailureMessage(file: string, error: unknown, dataDir: string): string {
  if (error instanceof RefusedError) return error.message
  return `${file} can’t be opened: ${errorReason(error)}${isDamage(error) ? `. ${adviceOnDamage(dataDir)}` : ''}`
}

class DamageError extends Error {}

/** SQLite's CORRUPT and NOTADB. */
const DAMAGE_CODES = [11, 26]

function isDamage(error: unknown): boolean {
  const { errcode = 0 } = error as { errcode?: number }
  return error instanceof DamageError || DAMAGE_CODES.includes(errcode & 0xff)
}

/** SQLite's FULL, and IOERR_SHMSIZE: no space for its shared memory file. */
const DISK_FULL_CODES = [13, 4874]

/** Whether a disk, or SQLite on it, is full. */
export function isDiskFull(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: string; errcode?: number }
  return (
    code === 'ENOSPC' || code === 'EDQUOT' || (errcode !== undefined && DISK_FULL_CODES.includes(errcode))
  )
}

/** The message of an error; a full disk is named as such. */
export const errorReason = (error: unknown): string =>
  isDiskFull(error) ? 'the disk is full' : (error as Error).message

/** Runs one of SQLite's checks. Throws an Error of one line that names the first fault. */
export function assertIntact(db: DatabaseSync, check = 'quick_check(1)'): void {
  const [found] = Object.values(db.prepare(`PRAGMA ${check}`).get() ?? {})
  if (found !== 'ok') throw new DamageError(`damaged: ${String(found).replaceAll('\n', ' ')}`)
}

const SQLITE_BUSY = 5

/** Locks a file until `close` or the end of this process. Returns undefined if it is locked after `waitMs`. */
export function takeLock(file: string, waitMs: number): DatabaseSync | undefined {
  const lock = new DatabaseSync(file, { timeout: waitMs })
  try {
    // With its journal in memory, the lock works on a full disk.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined
    throw error
  }
}
