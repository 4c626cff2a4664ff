import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { checkChain } from '#app/backend/consents.ts'
import { continueNumbers, copyRows, isUnused } from '#app/backend/copy.ts'
import { HOST_FILE, openDatabase } from '#app/backend/database.ts'
import { StartError } from '#app/backend/env.ts'
import type { Writes } from '#app/backend/schema.ts'
import type { Log } from '#app/platform/log.ts'

const STILL_THERE_MS = 1_000

type Place = { dataDir: string; databaseUrl?: string; log: Log }

/**
 * Writes what the host keeps, as it is at one moment, to `host.sqlite` in `folder`, from PostgreSQL too. The host may be in
 * use. False where there is nothing yet. Throws StartError.
 */
export async function backupHost({ dataDir, databaseUrl, log }: Place, folder: string): Promise<boolean> {
  if (!databaseUrl) return backupSqlite(join(dataDir, HOST_FILE), join(folder, HOST_FILE))
  await using source = await openDatabase({ dataDir, databaseUrl, log, mustExist: true })
  await using target = await openDatabase({ dataDir: folder, log })
  await copyRows(source, target, { fromPostgres: true })
  await verifyChain(target)
  return true
}

/**
 * Puts the rows of `host.sqlite` in `folder` into an unused PostgreSQL database, once `rest` is done as well: where that fails,
 * none of them stays. Into SQLite the file itself is moved. Throws StartError, and then has changed nothing.
 */
export async function restoreIntoPostgres(
  place: Place & { databaseUrl: string },
  folder: string,
  rest: () => Promise<void>,
): Promise<void> {
  await using source = await openDatabase({ dataDir: folder, log: place.log })
  await using target = await openDatabase(place)
  await verifyChain(source)
  if (!(await isUnused(target)))
    throw new StartError(
      'The database of DATABASE_URL is in use: restore into an empty one, and point DATABASE_URL there',
    )
  await copyRows(source, target, {
    last: async (tx) => {
      await continueNumbers(tx)
      await meanwhile(tx, rest)
    },
  })
}

/** Work that takes longer than PostgreSQL lets a transaction be idle, and the pool a connection be silent. */
async function meanwhile(tx: Writes, work: () => Promise<void>): Promise<void> {
  const asking = setInterval(() => void sql`select 1`.execute(tx).catch(() => {}), STILL_THERE_MS)
  try {
    await work()
  } finally {
    clearInterval(asking)
  }
}

async function verifyChain(db: Parameters<typeof checkChain>[0]): Promise<void> {
  const { brokenAt } = await checkChain(db)
  if (brokenAt !== null) throw new StartError(`The chain of consents is broken at record ${brokenAt}`)
}

/** Copies a database that may be in use: SQLite gives the state of one moment. False where there is none. Throws StartError. */
export function backupSqlite(file: string, copy: string): boolean {
  if (!existsSync(file)) return false
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(file)
    db.exec('PRAGMA busy_timeout = 10000')
    db.prepare('VACUUM INTO ?').run(copy)
  } catch (error) {
    throw new StartError(`${file} can’t be copied to ${dirname(copy)}: ${(error as Error).message}`)
  } finally {
    db?.close()
  }
  checkSqlite(copy)
  return true
}

/** SQLite's whole check. Throws StartError. */
export function checkSqlite(file: string): void {
  let fault: string | undefined
  try {
    const db = new DatabaseSync(file, { readOnly: true })
    const [row] = db.prepare('PRAGMA integrity_check(1)').all() as { integrity_check: string }[]
    if (row?.integrity_check !== 'ok') fault = row?.integrity_check
    db.close()
  } catch (error) {
    fault = (error as Error).message
  }
  if (fault) throw new StartError(`${file} is damaged: ${fault.split('\n')[0]}`)
}
