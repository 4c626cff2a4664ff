import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, mkdir, open, rename, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isPart } from '#studio/lake/asset-files.ts'
import { StartError } from '#studio/lake/errors.ts'
import { DATABASE, LAKE_VERSION, LOCK, takeLock } from '#studio/lake/store-file.ts'
import { BEFORE_RESTORE, isNewer, makeFolder } from '../../app/platform/database-file.server.ts'
import { belongToOwner, tarsComplaint, withStaging } from '../../app/platform/staging.server.ts'

// The token is no content, and pictures in other sizes are made again when asked for.
const ASSETS = 'assets'

/**
 * Writes all content of a data folder to a tar file: documents with their history, settings, and the assets. The
 * lake may be in use: SQLite copies the state of one moment, and whatever that refers to is on disk already, never
 * to be changed. The file is there whole, checked and on disk, or not at all.
 * @throws StartError with a line for a person
 */
export async function backupLake(
  dataDir: string,
  file: string,
): Promise<{ documents: number; assets: number }> {
  const database = join(dataDir, DATABASE)
  if (!existsSync(database)) throw new StartError(`There is no lake in ${dataDir}`)
  const target = resolve(file)
  if (existsSync(target)) throw new StartError(`${file} exists already`)
  if (!existsSync(dirname(target))) throw new StartError(`There is no folder ${dirname(target)}`)
  return withStaging(`${target}.part-`, async (staging) => {
    const copy = join(staging, DATABASE)
    try {
      opened(database, (db) => {
        db.exec('PRAGMA busy_timeout = 10000')
        db.prepare('VACUUM INTO ?').run(copy)
      })
    } catch (error) {
      throw new StartError(`${database} can’t be copied to ${staging}: ${(error as Error).message}`)
    }
    const documents = opened(copy, checked)
    const assets = existsSync(join(dataDir, ASSETS)) ? filesIn(dataDir, ASSETS) : []
    const part = join(staging, 'tar')
    const names = [...assets, ''].join('\0')
    await tar(['-cf', part, '-C', staging, DATABASE, '-C', resolve(dataDir), '--null', '-T', '-'], names)
    await chmod(part, 0o600)
    const written = await open(part, 'r+')
    await written.sync()
    await written.close()
    await rename(part, target)
    return { documents, assets: assets.length }
  })
}

/**
 * Says what would keep restoreLake from restoring such a file, and changes nothing.
 * @throws StartError with a line for a person
 */
export const checkLakeBackup = (dataDir: string, file: string) =>
  withUnpacked(dataDir, file, [DATABASE], async () => {})

/**
 * Puts the content of such a file in place of a data folder's. What was there is moved to a folder beside it, whose
 * name is given back. The lake must not run.
 * @throws StartError with a line for a person; the content is then as it was
 */
export const restoreLake = (dataDir: string, file: string) =>
  withUnpacked(dataDir, file, [], async (staging, documents) => {
    const content = [DATABASE, `${DATABASE}-wal`, `${DATABASE}-shm`, ASSETS]
    const present = content.filter((name) => existsSync(join(dataDir, name)))
    const before =
      present.length > 0
        ? join(dataDir, `${BEFORE_RESTORE}${new Date().toISOString().replace(/\D/g, '')}`)
        : undefined
    if (before) {
      await mkdir(before)
      await belongToOwner(dataDir, [before])
      for (const name of present) await rename(join(dataDir, name), join(before, name))
    }
    for (const name of [ASSETS, DATABASE])
      if (existsSync(join(staging, name))) await rename(join(staging, name), join(dataDir, name))
    // Or the next start would put the starting content in place of it (app/server/process/start.ts).
    for (const name of opened(join(dataDir, DATABASE), datasetsOf)) {
      const mark = join(dataDir, `seeded-${name}`)
      await writeFile(mark, `restored ${new Date().toISOString()}\n`)
      await belongToOwner(dataDir, [mark])
    }
    return { documents, before }
  })

/** Unpacks such a file, or the named parts of it, into a folder in `dataDir` while no lake may run there, and checks it. */
async function withUnpacked<Result>(
  dataDir: string,
  file: string,
  parts: string[],
  use: (staging: string, documents: number) => Promise<Result>,
): Promise<Result> {
  if (!existsSync(file)) throw new StartError(`There is no file ${file}`)
  makeFolder(dataDir)
  const lock = takeLock(dataDir)
  await belongToOwner(dataDir, [join(dataDir, LOCK)])
  return withStaging(join(dataDir, 'restoring-'), async (staging) => {
    await tar(['-xf', resolve(file), '-C', staging, ...parts]).catch((error) => {
      throw new StartError(`${file} can't be read: ${error.message}`)
    })
    await belongToOwner(dataDir, [staging])
    const database = join(staging, DATABASE)
    if (!existsSync(database)) throw new StartError(`${file} is no backup of a lake`)
    const documents = opened(database, checked)
    opened(database, refuseNewer)
    await chmod(database, 0o600) // as it was: drafts and sessions stand in it
    return use(staging, documents)
  }).finally(() => lock.close())
}

/** SQLite's whole check, for which a start has no time. Gives the number of documents. */
function checked(db: DatabaseSync): number {
  const [check] = db.prepare('PRAGMA integrity_check(1)').all() as { integrity_check: string }[]
  if (check?.integrity_check !== 'ok')
    throw new StartError(`The database is damaged: ${check?.integrity_check.replaceAll('\n', ' ')}`)
  return (db.prepare('SELECT count(*) AS count FROM documents').get() as { count: number }).count
}

/** The next start would not take it. */
function refuseNewer(db: DatabaseSync): void {
  if (isNewer(db, LAKE_VERSION))
    throw new StartError(
      'Its content was made by a newer version of the product: restore it with that version',
    )
}

const datasetsOf = (db: DatabaseSync) =>
  (db.prepare('SELECT name FROM datasets').all() as { name: string }[]).map(({ name }) => name)

/** What is read of a database, which is closed again. */
function opened<T>(file: string, read: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(file)
  try {
    return read(db)
  } finally {
    db.close()
  }
}

/** Paths of the files under a folder, without those that are just being written. */
function filesIn(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !isPart(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
}

async function tar(args: string[], input = '') {
  const child = spawn('tar', args, { stdio: ['pipe', 'ignore', 'pipe'] })
  let complaint = ''
  child.stderr.on('data', (chunk) => {
    complaint += chunk
  })
  child.stdin.on('error', () => {}) // tar that fails reads no more
  child.stdin.end(input)
  const [code] = await once(child, 'close')
  if (code !== 0) throw new StartError(tarsComplaint(complaint) || `tar ended with ${code}`)
}
