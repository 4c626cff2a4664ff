import { closeSync, existsSync, fsyncSync, lstatSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { HOST_FILE } from '#app/backend/database.ts'
import { StartError } from '#app/backend/env.ts'
import { migrations } from '#app/backend/migrations.ts'
import { migrationsInDump } from '#app/backend/postgres-tools.ts'
import { isNewer } from '#app/platform/database-file.server.ts'
import { parseJson } from '#app/platform/parse-json.ts'

export const LAKE_FILE = 'lake.db'
/** The backend's database, if it is in PostgreSQL. */
export const HOST_DUMP = 'host.dump'
export const CONTENT = [LAKE_FILE, 'assets']
const SITE_FILES = ['purchases.sqlite', 'consents.sqlite']
/**
 * The files and folders of DATA_DIR that can't be created again, in the order of their copies. A purchase that is copied as
 * unrecorded is recorded again after a restore, which changes nothing if the backend has it already.
 */
export const FILES = [...SITE_FILES, HOST_FILE, 'paypal-standin.sqlite', 'mail', ...CONTENT]
const FOLDERS = ['mail', 'assets']

export const isDatabase = (name: string): boolean => /\.(sqlite|db)$/.test(name)

export const MANIFEST = 'manifest.json'
const FORMAT = 2
/** Releases before format 2 put the content into an archive of its own. */
export const LAKE_ARCHIVE = 'lake.tar'

const manifestSchema = z.object({
  format: z.literal([1, FORMAT]),
  at: z.iso.datetime(),
  parts: z.array(z.enum([...FILES, HOST_DUMP, LAKE_ARCHIVE])),
})
export type Manifest = { at: string; parts: string[] }

export const manifestText = (parts: string[], at: string): string =>
  JSON.stringify({ format: FORMAT, at, parts }, null, 2)

/** Reads the manifest of an unpacked backup. Throws StartError if it is invalid or a part is missing. */
export function readManifest(folder: string, file: string): Manifest {
  const path = join(folder, MANIFEST)
  const lake = lstatSync(join(folder, LAKE_FILE), { throwIfNoEntry: false })
  // lake:backup of releases before format 2 wrote no manifest.
  if (lake?.isFile() && !existsSync(path)) return { at: lake.mtime.toISOString(), parts: [LAKE_FILE] }
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const { success, data } = manifestSchema.safeParse(parseJson(text))
  if (!success) throw new StartError(`${file} is no backup that this version can read`)
  for (const name of data.parts) {
    const found = lstatSync(join(folder, name), { throwIfNoEntry: false })
    if (!(FOLDERS.includes(name) ? found?.isDirectory() : found?.isFile()))
      throw new StartError(`${file} is incomplete: it lacks ${name}`)
  }
  return data
}

/** Checks a database of a backup completely. Throws StartError if it is damaged, or was written by a newer release. */
export async function checkPart(folder: string, name: string): Promise<void> {
  const file = join(folder, name)
  const newer = isDatabase(name)
    ? isNewerDatabase(file, name)
    : name === HOST_DUMP && hasUnknownMigration(await migrationsInDump(file))
  if (newer)
    throw new StartError(`${name} was made by a newer version of the product: restore it with that version`)
}

function isNewerDatabase(file: string, name: string): boolean {
  checkIntegrity(file, name)
  using db = new DatabaseSync(file)
  if (name !== HOST_FILE) return isNewer(db)
  const rows = db.prepare('SELECT name FROM kysely_migration').all() as { name: string }[]
  return hasUnknownMigration(rows.map((row) => row.name))
}

/** SQLite's complete check. Throws StartError. */
export function checkIntegrity(file: string, name: string): void {
  let fault: string | undefined
  try {
    using db = new DatabaseSync(file)
    const { integrity_check: found } = db.prepare('PRAGMA integrity_check(1)').get() as {
      integrity_check: string
    }
    if (found !== 'ok') fault = found
  } catch (error) {
    fault = (error as Error).message
  }
  if (fault) throw new StartError(`${name} is damaged: ${fault.split('\n')[0]}`)
}

function hasUnknownMigration(names: string[]): boolean {
  const known = Object.keys(migrations('sqlite'))
  return names.some((name) => !known.includes(name))
}

/** Writes a file or folder to the disk itself. */
export function sync(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** The same for a folder with everything in it. */
export function syncAll(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile() || entry.isDirectory()) sync(join(entry.parentPath, entry.name))
  sync(folder)
}
