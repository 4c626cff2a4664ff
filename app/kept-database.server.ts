import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { adviceOnDamage } from '#app/last-backup.server.ts'

/** Opens a database that its own user alone may read: names and addresses stand in it. What SQLite puts beside it is the same. */
export function openPrivate(file: string): DatabaseSync {
  closeSync(openSync(file, 'a', 0o600))
  return new DatabaseSync(file)
}

/**
 * A database of the site in DATA_DIR that can't be made anew: what a call wrote that returned is on disk. Throws an
 * Error of one line where it can't be opened or is damaged: writing on might lose what is still whole.
 */
export function openKept(dataDir: string, name: string): DatabaseSync {
  const file = join(dataDir, name)
  let db: DatabaseSync | undefined
  try {
    mkdirSync(dataDir, { recursive: true })
    db = openPrivate(file)
    db.exec('PRAGMA busy_timeout = 2000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
    assertWhole(db)
    return db
  } catch (error) {
    db?.close()
    const advice = isAroundIt(error) ? '' : `. ${adviceOnDamage(dataDir)}`
    throw new Error(`${file} can’t be opened: ${(error as Error).message}${advice}`)
  }
}

/** SQLite’s READONLY, FULL and CANTOPEN. */
const AROUND_IT = [8, 13, 14]

/** What is wrong is no fault of the file: there is no room, or it may not be written. A backup would not help. */
function isAroundIt(error: unknown): boolean {
  const { errcode, errno } = error as { errcode?: number; errno?: number }
  return errno !== undefined || AROUND_IT.includes((errcode ?? 0) & 0xff)
}

/** SQLite's quick_check. Throws an Error of one line that names the first fault it finds. */
export function assertWhole(db: DatabaseSync): void {
  const { quick_check: found } = db.prepare('PRAGMA quick_check(1)').get() as { quick_check: string }
  if (found !== 'ok') throw new Error(`damaged: ${found.replaceAll('\n', ' ')}`)
}

const SQLITE_BUSY = 5

/**
 * Holds a file that is nothing but a lock, until `lock` is closed or its process has ended, however it did. False while
 * somebody else has it. Throws SQLite's error where the file can't be locked at all.
 */
export function tryLock(lock: DatabaseSync): boolean {
  try {
    // It needs no room on the disk.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return false
    throw error
  }
}

/**
 * Locks a file for as long as this process lives, or until it is closed. One that is leaving is waited for: `waitMs`, in
 * which nothing else is done. Undefined where somebody else keeps it. Throws SQLite's error where it can't be locked at all.
 */
export function takeLock(file: string, waitMs: number): DatabaseSync | undefined {
  const lock = new DatabaseSync(file, { timeout: waitMs })
  let taken = false
  try {
    taken = tryLock(lock)
  } finally {
    if (!taken) lock.close()
  }
  return taken ? lock : undefined
}
