import { closeSync, existsSync, fsyncSync, openSync, writeFileSync } from 'node:fs'
import { cp, rename } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync, backup as sqliteBackup } from 'node:sqlite'
import { assertSqliteExists, HOST_FILE } from '#app/backend/database/database.ts'
import { migrations } from '#app/backend/database/migrations.ts'
import { checkDump, dumpPostgres } from '#app/backend/database/postgres-tools.ts'
import { StartError } from '#app/backend/start-error.ts'
import {
  assertIntact,
  assertNoUnfinishedRestore,
  DATA_VERSION,
  errorReason,
} from '#app/platform/database-file.server.ts'
import { storeLastBackup } from '#app/platform/last-backup.server.ts'
import type { Log } from '#app/platform/log.ts'
import { STAFF_TOKEN_FILE } from '#app/platform/secret.server.ts'
import { tar } from '#app/platform/tar.server.ts'
import { withTemporaryFolder } from '#app/platform/temporary-folder.server.ts'

export const LAKE_FILE = 'lake.db'
export const CONTENT = [LAKE_FILE, 'assets']
/** The data that can't be created again, in copying order. Purchases come first: recording one twice is harmless. */
export const FILES = [
  'purchases.sqlite',
  'consents.sqlite',
  HOST_FILE,
  'paypal-standin.sqlite',
  'mail',
  ...CONTENT,
]
/** The backend's database, if it is in PostgreSQL. */
export const HOST_DUMP = 'host.dump'
export const MANIFEST = 'manifest.json'
export const FORMAT = 2

/** One step, because SQLite starts over when another process writes between two steps. */
const ALL_PAGES = 2 ** 31 - 1
const BUSY_TIMEOUT_MS = 10_000
/** Files that are being written. An asset itself may be called `.part`. */
const INCOMPLETE = /\.[^/]+\.(part|draft)$/

export type Data = { dataDir: string; databaseUrl: string | undefined; log: Log; contentOnly?: boolean }

/** Writes all data to one tar file, complete or not at all. Returns the names of the parts. Throws an Error of one line. */
export async function backup(data: Data, file: string): Promise<string[]> {
  const { dataDir, log, contentOnly = false } = data
  const target = resolve(file)
  if (existsSync(target)) throw new StartError(`${file} exists already`)
  if (!existsSync(dirname(target))) throw new StartError(`There is no folder ${dirname(target)}`)
  assertNoUnfinishedRestore(dataDir)
  return withTemporaryFolder(`${target}.part-`, async (folder) => {
    const parts: string[] = []
    for (const name of contentOnly ? CONTENT : FILES) parts.push(...(await copyPart(data, name, folder)))
    if (parts.length === 0) throw new StartError(`There is nothing to back up in ${dataDir}`)
    const at = new Date().toISOString()
    // A release that doesn't know the newest migration or the version refuses the backup.
    const migration = Object.keys(migrations('sqlite')).at(-1)
    const manifest = { format: FORMAT, at, parts, migration, dataVersion: DATA_VERSION }
    writeFileSync(join(folder, MANIFEST), JSON.stringify(manifest))
    const archive = join(folder, 'archive')
    await tar(['-cf', archive, '-C', folder, MANIFEST, ...parts])
    sync(archive)
    await rename(archive, target)
    sync(dirname(target))
    if (!contentOnly)
      await storeLastBackup(dataDir, target, at).catch((error) =>
        log('warn', 'cannot store where the newest backup is', { file: target, error: String(error) }),
      )
    return parts
  })
}

/** Copies a file or folder of DATA_DIR and returns the name of the copy, none if there is nothing to copy. */
async function copyPart({ dataDir, databaseUrl }: Data, name: string, folder: string): Promise<string[]> {
  const [from, to] = [join(dataDir, name), join(folder, name)]
  if (name === HOST_FILE && databaseUrl) {
    await dumpPostgres(databaseUrl, join(folder, HOST_DUMP))
    await checkDump(join(folder, HOST_DUMP))
    return [HOST_DUMP]
  }
  if (!existsSync(from)) {
    // If the backend has run here, its data is in PostgreSQL.
    if (name === HOST_FILE && existsSync(join(dataDir, STAFF_TOKEN_FILE))) assertSqliteExists(dataDir)
    return []
  }
  if (isDatabase(name)) await copyDatabase(from, to)
  else {
    const filter = (path: string) => !INCOMPLETE.test(path) && existsSync(path) // a mail may be deleted meanwhile
    await cp(from, to, { recursive: true, dereference: true, filter })
  }
  return [name]
}

async function copyDatabase(from: string, to: string): Promise<void> {
  try {
    using db = new DatabaseSync(from, { timeout: BUSY_TIMEOUT_MS })
    await sqliteBackup(db, to, { rate: ALL_PAGES })
  } catch (error) {
    throw new StartError(`${from} can’t be copied to ${dirname(to)}: ${errorReason(error)}`)
  }
  checkDatabase(to, from)
}

export const isDatabase = (name: string): boolean => /\.(sqlite|db)$/.test(name)

/** SQLite's complete check. Throws StartError. */
export function checkDatabase(file: string, name: string): void {
  try {
    using db = new DatabaseSync(file, { readOnly: true })
    assertIntact(db, 'integrity_check(1)')
  } catch (error) {
    throw new StartError(`${name} can’t be used: ${(error as Error).message}`)
  }
}

/** Writes a file or folder to the disk itself. */
export function sync(path: string): void {
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
