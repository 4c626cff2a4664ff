import { closeSync, existsSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { adviceOnDamage } from '#app/platform/last-backup.server.ts'

/**
 * Makes a folder and those around it, as mkdir's `recursive`, which never ends where one can't be made and the reason is
 * ENOENT (below /proc). Throws mkdir's error.
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    if (!isFolder(path)) throw error // else another process was quicker
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** A restore moves what was there into a folder beside it, whose name begins so. */
export const BEFORE_RESTORE = 'before-restore-'

export class HalfRestored extends Error {}

/** Throws where a restore has moved a file away and brought none: made anew, it would be as if there had never been anything. */
export function assertNotHalfRestored(file: string): void {
  if (existsSync(file)) return
  const folders = readdirSync(dirname(file)).filter((name) => name.startsWith(BEFORE_RESTORE))
  const [before] = folders
    .map((name) => join(dirname(file), name, basename(file)))
    .filter(existsSync)
    // Names tell the time of the backup, folders of when it was moved there.
    .sort((a, b) => statSync(dirname(b)).mtimeMs - statSync(dirname(a)).mtimeMs)
  if (before)
    throw new HalfRestored(
      `a restore was cut short, what was there is ${before}: restore again, or move it back`,
    )
}

/**
 * Opens a database that its own user alone may read: names and addresses stand in it. What SQLite puts beside it is the same.
 * Throws where a restore was cut short that would have brought it.
 */
export function openPrivate(file: string): DatabaseSync {
  assertNotHalfRestored(file)
  closeSync(openSync(file, 'a', 0o600))
  return new DatabaseSync(file)
}

/**
 * Goes up by one with a change of tables that the releases before could not work with; whoever changes them brings older
 * files there. A file that says nothing is of version 0.
 */
export const KEPT_VERSION = 0

/**
 * A database of the site in DATA_DIR that can't be made anew, with its `tables`: what a call wrote that returned is on
 * disk. Throws an Error of one line where it can't be opened, is damaged, or is a newer release's: writing on might lose
 * what is still whole.
 */
export function openKept(dataDir: string, name: string, tables: string): DatabaseSync {
  const file = join(dataDir, name)
  let db: DatabaseSync | undefined
  try {
    makeFolder(dataDir)
    db = openPrivate(file)
    db.exec('PRAGMA busy_timeout = 2000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
    assertWhole(db)
    makeTables(db, KEPT_VERSION, tables)
    return db
  } catch (error) {
    db?.close()
    throw new Error(whyNotOpened(file, error, dataDir))
  }
}

const versionOf = (db: DatabaseSync): number =>
  (db.prepare('PRAGMA user_version').get() as { user_version: number }).user_version

/** Whether a newer release has made a database: its tables may say what those of version `known` don't. */
export const isNewer = (db: DatabaseSync, known: number): boolean => versionOf(db) > known

/** What is said of such a database; `sign`: how that shows. */
export const madeByNewer = (place: string, sign: string): string =>
  `${place} was made by a newer version of the product (${sign}), and is as it was: start that version, or restore a backup from before it`

class NewerError extends Error {}

/**
 * Makes the tables that are missing, and notes in the database which version of them it has (SQLite’s user_version). Throws
 * where a newer release has made it; nothing is then written.
 */
export function makeTables(db: DatabaseSync, version: number, tables: string): void {
  const found = versionOf(db)
  if (found > version)
    throw new NewerError(
      madeByNewer(String(db.location()), `tables of version ${found}, known here: ${version}`),
    )
  db.exec(tables)
  if (found < version) db.exec(`PRAGMA user_version = ${version}`) // else nothing: a full disk takes nothing
}

/** Why a database can't be opened and what to do about it, in one line. */
export function whyNotOpened(file: string, error: unknown, dataDir: string): string {
  if (error instanceof NewerError) return error.message
  return `${file} can’t be opened: ${reason(error)}${isAroundIt(error) ? '' : `. ${adviceOnDamage(dataDir)}`}`
}

/** What a disk or SQLite refused, both of which give a code (no room, no right), in one line; undefined for any other fault. */
export function refusal(doing: string, error: unknown): string | undefined {
  const { code, message } = error as NodeJS.ErrnoException
  return code && `${doing}: ${message}`
}

/** SQLite’s READONLY and CANTOPEN. */
const AROUND_IT = [8, 14]

/** What is wrong is no fault of the file: there is no room, or it may not be written. A backup would not help. */
function isAroundIt(error: unknown): boolean {
  const { errcode, errno } = error as { errcode?: number; errno?: number }
  return errno !== undefined || hasNoRoom(error) || AROUND_IT.includes((errcode ?? 0) & 0xff)
}

/**
 * SQLite’s FULL; and its IOERR_SHMSIZE: it found no room for what it puts beside a file, which it calls a disk I/O error.
 */
const NO_ROOM = [13, 4874]

/** Whether a disk, or SQLite on it, refused for want of room. */
export function hasNoRoom(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: string; errcode?: number }
  return code === 'ENOSPC' || code === 'EDQUOT' || (errcode !== undefined && NO_ROOM.includes(errcode))
}

/** What an error says, in words that tell what to mend. */
export const reason = (error: unknown): string =>
  hasNoRoom(error) ? 'there is no room on its disk' : (error as Error).message

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
