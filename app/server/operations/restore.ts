import { execFile } from 'node:child_process'
import {
  accessSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { HOST_FILE } from '#app/backend/database/database.ts'
import { migrations } from '#app/backend/database/migrations.ts'
import { moveToPostgres } from '#app/backend/database/move-to-postgres.ts'
import { checkDump, restorePostgres } from '#app/backend/database/postgres-tools.ts'
import { StartError } from '#app/backend/start-error.ts'
import {
  DATA_VERSION,
  makeDataDir,
  takeLock,
  UNFINISHED_RESTORE,
} from '#app/platform/database-file.server.ts'
import { parseJson } from '#app/platform/parse-json.ts'
import { tar } from '#app/platform/tar.server.ts'
import { withTemporaryFolder } from '#app/platform/temporary-folder.server.ts'
import {
  CONTENT,
  checkDatabase,
  type Data,
  FILES,
  FORMAT,
  HOST_DUMP,
  isDatabase,
  LAKE_FILE,
  MANIFEST,
  sync,
} from '#app/server/operations/backup.ts'

/** Archives of format 1 contain the content as an archive of its own. */
const LAKE_ARCHIVE = 'lake.tar'
const manifestSchema = z.object({
  format: z.literal([1, FORMAT]),
  at: z.iso.datetime(),
  parts: z.array(z.enum([...FILES, HOST_DUMP, LAKE_ARCHIVE])),
  migration: z.string().optional(),
  dataVersion: z.number().default(0),
})
type Manifest = { at: string; parts: string[] }

/** Each process of the product holds one of them. */
const LOCKS = ['lake.lock', `${HOST_FILE}.lock`, 'site.lock']
const STAGING = 'restoring-'
/** The restored files in the folder of an unfinished restore, which itself holds the replaced ones. */
const NEW = 'new'

/** Replaces the data with a backup, or changes nothing and throws an Error of one line. `before`: the replaced files. */
export async function restore(data: Data, file: string): Promise<Manifest & { before: string | undefined }> {
  const { dataDir } = data
  if (!existsSync(file)) throw new StartError(`There is no file ${file}`)
  makeDataDir(dataDir)
  using locks = new DisposableStack()
  for (const name of LOCKS) {
    const lock = takeLock(join(dataDir, name), 0)
    if (!lock) throw new StartError(`DATA_DIR=${dataDir} is in use (${name}): stop the product first`)
    locks.use(lock)
  }
  for (const left of globSync(`${STAGING}*`, { cwd: dataDir }))
    rmSync(join(dataDir, left), { recursive: true })
  return await withTemporaryFolder(join(dataDir, STAGING), async (staging) => {
    const { at, parts } = await unpack(data, file, join(staging, NEW))
    await giveToOwner(dataDir, [staging, ...LOCKS.map((name) => join(dataDir, name))])
    for (const name of readdirSync(staging, { recursive: true, encoding: 'utf8' })) sync(join(staging, name))
    sync(staging)
    undoUnfinished(dataDir)
    const unfinished = join(dataDir, UNFINISHED_RESTORE)
    const before = join(dataDir, `before-restore-${at.replace(/\D/g, '')}-${Date.now()}`)
    renameSync(staging, unfinished) // after a kill from here on, the next restore undoes the exchange
    sync(dataDir)
    try {
      await exchange(data, parts, unfinished)
      sync(unfinished)
      sync(dataDir)
      renameSync(unfinished, before)
    } catch (error) {
      undoUnfinished(dataDir)
      throw error
    }
    sync(dataDir)
    rmSync(join(before, NEW), { recursive: true })
    if (readdirSync(before).length > 0) return { parts, at, before }
    rmdirSync(before)
    return { parts, at, before: undefined }
  })
}

/** Unpacks a backup, checks each part, and converts format 1 to the current one. */
async function unpack({ databaseUrl, contentOnly }: Data, file: string, folder: string): Promise<Manifest> {
  const extract = (archive: string) =>
    tar(['-xf', archive, '-C', folder, '--no-same-owner', '--no-same-permissions'])
  mkdirSync(folder)
  await extract(resolve(file))
  let { at, parts } = readManifest(folder, file)
  if (parts.includes(LAKE_ARCHIVE)) {
    await extract(join(folder, LAKE_ARCHIVE))
    parts = [...parts.filter((name) => name !== LAKE_ARCHIVE), ...CONTENT]
    mkdirSync(join(folder, 'assets'), { recursive: true }) // a lake without assets
  }
  if (contentOnly) parts = parts.filter((name) => CONTENT.includes(name))
  if (parts.length === 0) throw new StartError(`${file} contains no content`)
  if (parts.includes(HOST_DUMP) && !databaseUrl)
    throw new StartError(`${file} contains a dump of PostgreSQL: set DATABASE_URL to an empty database`)
  for (const name of parts) {
    if (isDatabase(name)) checkDatabase(join(folder, name), name)
    else if (name === HOST_DUMP) await checkDump(join(folder, name))
    else accessSync(join(folder, name))
  }
  writeFileSync(join(folder, MANIFEST), JSON.stringify({ at, parts })) // for undoUnfinished
  return { at, parts }
}

function readManifest(folder: string, file: string): Manifest {
  const path = join(folder, MANIFEST)
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const { success, data } = manifestSchema.safeParse(parseJson(text))
  if (!success) throw new StartError(`${file} is no backup that this version can read`)
  const { migration, dataVersion } = data
  if ((migration && !(migration in migrations('sqlite'))) || dataVersion > DATA_VERSION)
    throw new StartError(`${file} was made by a newer version of the product: restore it with that version`)
  return data
}

/** Moves the old files of all parts to `unfinished` and the new ones from there into place. PostgreSQL comes last. */
async function exchange({ dataDir, databaseUrl, log }: Data, parts: string[], unfinished: string) {
  const incoming = join(unfinished, NEW)
  const replaced = new Set(
    parts
      .map((name) => (name === HOST_DUMP ? HOST_FILE : name))
      .flatMap((name) => [name, `${name}-wal`, `${name}-shm`]),
  )
  // The mark of an interrupted first start: the next start would replace all content.
  const isMark = (name: string) => parts.includes(LAKE_FILE) && name.startsWith('seeding-')
  for (const name of readdirSync(dataDir))
    if (replaced.has(name) || isMark(name)) renameSync(join(dataDir, name), join(unfinished, name))
  const host = databaseUrl ? parts.find((name) => name === HOST_DUMP || name === HOST_FILE) : undefined
  for (const name of parts) if (name !== host) renameSync(join(incoming, name), join(dataDir, name))
  if (databaseUrl && host === HOST_DUMP) await restorePostgres(databaseUrl, join(incoming, host))
  else if (databaseUrl && host) await moveToPostgres(incoming, databaseUrl, log)
}

/** Puts everything back that an unfinished restore has moved. May itself be interrupted and repeated at any point. */
function undoUnfinished(dataDir: string): void {
  const unfinished = join(dataDir, UNFINISHED_RESTORE)
  if (!existsSync(unfinished)) return
  const incoming = join(unfinished, NEW)
  const { parts } = JSON.parse(readFileSync(join(incoming, MANIFEST), 'utf8')) as Manifest
  for (const name of parts)
    if (!existsSync(join(incoming, name))) renameSync(join(dataDir, name), join(incoming, name))
  for (const name of readdirSync(unfinished))
    if (name !== NEW) renameSync(join(unfinished, name), join(dataDir, name))
  sync(dataDir)
  const discarded = join(dataDir, `${STAGING}discarded`)
  renameSync(unfinished, discarded) // at once: without its new files, it could not be undone again
  rmSync(discarded, { recursive: true })
}

/** Files that root creates belong to the owner of DATA_DIR, or the product could not open them. */
async function giveToOwner(dataDir: string, paths: string[]): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(dataDir)
  await promisify(execFile)('chown', ['-hR', `${uid}:${gid}`, ...paths])
}
