import { execFile } from 'node:child_process'
import { existsSync, lstatSync } from 'node:fs'
import { chmod, copyFile, mkdir, open, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { backupHost, backupSqlite, checkSqlite, restoreIntoPostgres } from '#app/backend/backup.ts'
import { assertSqliteExists, HOST_FILE, NewerError, openDatabase } from '#app/backend/database.ts'
import { StartError } from '#app/backend/env.ts'
import { STAFF_TOKEN_FILE, staffToken } from '#app/backend/staff/access.ts'
import { BEFORE_RESTORE, isNewer, KEPT_VERSION, makeFolder } from '#app/platform/database-file.server.ts'
import { noteBackup } from '#app/platform/last-backup.server.ts'
import type { Log } from '#app/platform/log.ts'
import { belongToOwner, tarsComplaint, withStaging } from '#app/platform/staging.server.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../..')
/** Databases of the site and of the test payments in DATA_DIR. Cached content and images are not backed up. */
const SITE_FILES = ['purchases.sqlite', 'consents.sqlite', 'paypal-standin.sqlite']
const LAKE = 'lake.tar'
const MAIL = 'mail'
const PARTS = [LAKE, HOST_FILE, ...SITE_FILES, MAIL]
const MANIFEST = 'manifest.json'
const FORMAT = 1

type BackupPlace = { dataDir: string; databaseUrl: string | undefined; log: Log }
type Manifest = { format: number; at: string; parts: string[] }

/**
 * Writes all data that can't be recreated to one tar file that only its owner may read: content with history and assets,
 * enquiries, consents, reviews, orders, purchases, stored mail. The product may run; each part is a consistent snapshot. The file
 * is complete, checked and synced to disk, or not written at all. Secrets and tokens are not included.
 * Returns the names of the parts. Throws StartError with a one-line message.
 */
export async function backup({ dataDir, databaseUrl, log }: BackupPlace, file: string): Promise<string[]> {
  const target = resolve(file)
  if (existsSync(target)) throw new StartError(`${file} exists already`)
  if (!existsSync(dirname(target))) throw new StartError(`There is no folder ${dirname(target)}`)
  return withStaging(`${target}.part-`, async (staging) => {
    const parts: string[] = []
    if (existsSync(join(dataDir, 'lake.db'))) {
      await lakeCommand('backup', join(staging, LAKE), dataDir)
      parts.push(LAKE)
    }
    if (await backupHost({ dataDir, databaseUrl, log }, staging)) parts.push(HOST_FILE)
    else if (existsSync(join(dataDir, STAFF_TOKEN_FILE))) assertSqliteExists(dataDir)
    for (const name of SITE_FILES)
      if (backupSqlite(join(dataDir, name), join(staging, name))) parts.push(name)
    if (existsSync(join(dataDir, MAIL))) {
      await copyMail(join(dataDir, MAIL), join(staging, MAIL))
      parts.push(MAIL)
    }
    if (parts.length === 0) throw new StartError(`There is nothing to back up in ${dataDir}`)
    const manifest: Manifest = { format: FORMAT, at: new Date().toISOString(), parts }
    await writeFile(join(staging, MANIFEST), JSON.stringify(manifest, null, 2))
    const whole = join(staging, 'whole')
    await tar(['-cf', whole, '-C', staging, MANIFEST, ...parts])
    await chmod(whole, 0o600)
    const written = await open(whole, 'r+')
    await written.sync()
    await written.close()
    await rename(whole, target)
    try {
      noteBackup(dataDir, target, manifest.at)
    } catch (error) {
      // The disk may be full. The backup itself is complete.
      log('warn', 'a backup could not be noted where it was taken', { file: target, error: String(error) })
    }
    return parts
  })
}

/** Copies stored mails. Incomplete files have another extension, and a mail may be deleted while copying. */
async function copyMail(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 })
  for (const name of await readdir(from))
    if (name.endsWith('.eml'))
      await copyFile(join(from, name), join(to, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
      })
}

/**
 * Replaces the data with that of a backup file and moves the old data to a folder beside it, whose name is returned as `before`.
 * Nothing may run on this folder, and a PostgreSQL database must be unused.
 * Throws StartError with a one-line message; nothing is changed then.
 */
export async function restore(
  { dataDir, databaseUrl, log }: BackupPlace,
  file: string,
): Promise<{ parts: string[]; at: string; before: string | undefined }> {
  if (!existsSync(file)) throw new StartError(`There is no file ${file}`)
  makeFolder(dataDir)
  const seized: DatabaseSync[] = []
  return withStaging(join(dataDir, 'restoring-'), async (staging) => {
    await tar(['-xf', resolve(file), '-C', staging])
    await belongToOwner(dataDir, [staging])
    const { parts, at } = await manifestOf(staging, file)
    const files = parts.filter((name) => name.endsWith('.sqlite'))
    for (const name of files) {
      checkSqlite(join(staging, name))
      if (await isNewerPart(staging, name, log))
        throw new StartError(
          `${name} in ${file} was made by a newer version of the product: restore it with that version`,
        )
      // Readable only by the owner, like the original: it contains names and addresses.
      await chmod(join(staging, name), 0o600)
    }
    for (const name of [HOST_FILE, ...SITE_FILES]) seized.push(...seize(join(dataDir, name)))
    if (parts.includes(LAKE)) await lakeCommand('check', join(staging, LAKE), dataDir)

    const moving = parts.filter((name) => name !== LAKE)
    let before: string | undefined
    const putInPlace = async (names: string[]) => {
      if (parts.includes(LAKE)) await lakeCommand('restore', join(staging, LAKE), dataDir)
      // Includes the file of data that goes into PostgreSQL: without DATABASE_URL, a command would use the old file.
      const present = moving
        .flatMap((name) => [name, `${name}-wal`, `${name}-shm`])
        .filter((name) => existsSync(join(dataDir, name)))
      if (present.length > 0) {
        before = join(dataDir, `${BEFORE_RESTORE}${at.replace(/\D/g, '')}-${Date.now()}`)
        await mkdir(before, { mode: 0o700 })
        await belongToOwner(dataDir, [before])
        for (const name of present) await rename(join(dataDir, name), join(before, name))
      }
      for (const name of names) await rename(join(staging, name), join(dataDir, name))
    }
    if (databaseUrl && parts.includes(HOST_FILE)) {
      const place = { dataDir, databaseUrl, log }
      await restoreIntoPostgres(place, staging, async () => {
        // Marks that the backend's data is stored elsewhere: a backup without DATABASE_URL would silently miss it.
        staffToken(dataDir)
        await belongToOwner(dataDir, [join(dataDir, STAFF_TOKEN_FILE)])
        await putInPlace(moving.filter((name) => name !== HOST_FILE))
      })
    } else await putInPlace(moving)
    return { parts, at, before }
  }).finally(() => {
    for (const db of seized) db.close()
  })
}

/** Whether a database of a backup was written by a newer version. */
async function isNewerPart(folder: string, name: string, log: Log): Promise<boolean> {
  if (name === HOST_FILE)
    return openDatabase({ dataDir: folder, log }).then(
      (db) => db.destroy().then(() => false),
      (error) => {
        if (error instanceof NewerError) return true
        throw error
      },
    )
  const db = new DatabaseSync(join(folder, name), { readOnly: true })
  try {
    return isNewer(db, KEPT_VERSION)
  } finally {
    db.close()
  }
}

/** Reads the manifest of an unpacked backup. Throws StartError if it is invalid or a part is missing. */
async function manifestOf(staging: string, file: string): Promise<Manifest> {
  const manifest: Manifest | undefined = await readFile(join(staging, MANIFEST), 'utf8').then(
    JSON.parse,
    () => undefined,
  )
  const { format, at, parts } = manifest ?? {}
  if (format !== FORMAT || typeof at !== 'string' || !parts?.every?.((name) => PARTS.includes(name)))
    throw new StartError(`${file} is no backup that this version wrote`)
  for (const name of parts) {
    const found = lstatSync(join(staging, name), { throwIfNoEntry: false })
    if (!(name === MAIL ? found?.isDirectory() : found?.isFile()))
      throw new StartError(`${file} is not whole: it lacks ${name}`)
  }
  return { format, at, parts }
}

/**
 * Locks a database, so that no process opens it during the restore. Throws StartError if a process has it open. A damaged
 * database is not locked: the restore replaces it.
 */
function seize(file: string): DatabaseSync[] {
  if (!existsSync(file)) return []
  const db = new DatabaseSync(file)
  try {
    db.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE')
    return [db]
  } catch (error) {
    db.close()
    if (/locked|busy/.test((error as Error).message))
      throw new StartError(`${file} is in use: stop what runs on this folder first`)
    return []
  }
}

/** Runs the lake's own backup script in a separate process. */
async function lakeCommand(
  command: 'backup' | 'check' | 'restore',
  file: string,
  dataDir: string,
): Promise<void> {
  const script = join(root, 'studio/lake/backup-main.ts')
  await run(process.execPath, [script, command, file], { env: { ...process.env, DATA_DIR: dataDir } }).catch(
    ({ stderr, message }: Error & { stderr?: string }) => {
      throw new StartError((stderr?.trim() || message).split('\n')[0] as string)
    },
  )
}

async function tar(args: string[]): Promise<void> {
  await run('tar', args).catch(({ stderr, message }: Error & { stderr?: string }) => {
    throw new StartError(tarsComplaint(stderr || message))
  })
}
