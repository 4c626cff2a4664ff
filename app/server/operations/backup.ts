import { existsSync, readdirSync } from 'node:fs'
import { copyFile, mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { DatabaseSync, backup as sqliteBackup } from 'node:sqlite'
import { assertHostKeeps, HOST_FILE, NoHostError } from '#app/backend/database.ts'
import { StartError } from '#app/backend/env.ts'
import { dumpPostgres, migrationsInDump } from '#app/backend/postgres-tools.ts'
import { STAFF_TOKEN_FILE } from '#app/backend/staff/access.ts'
import { assertNoUnfinishedRestore, reason } from '#app/platform/database-file.server.ts'
import { storeLastBackup } from '#app/platform/last-backup.server.ts'
import type { Log } from '#app/platform/log.ts'
import { tar } from '#app/platform/tar.server.ts'
import { withTemporaryFolder } from '#app/platform/temporary-folder.server.ts'
import {
  CONTENT,
  checkIntegrity,
  FILES,
  HOST_DUMP,
  isDatabase,
  MANIFEST,
  manifestText,
  sync,
} from '#app/server/operations/archive.ts'

/** In one step: SQLite begins again whenever another process writes between two steps. */
const ALL_PAGES = 2 ** 31 - 1
const BUSY_TIMEOUT_MS = 10_000
/** Files that are being written. An asset itself may be called `.part`. */
const INCOMPLETE = /\..+\.(part|draft)$/

export type Data = { dataDir: string; databaseUrl: string | undefined; log: Log; contentOnly?: boolean }

/**
 * Writes all data that can't be created again (FILES) to one tar file, without secrets. The product may run; each database is copied as
 * it is at one moment. The file is complete, checked and on disk, or not written at all. Returns the names of the parts.
 * Throws an Error of one line.
 */
export async function backup(data: Data, file: string): Promise<string[]> {
  const { dataDir, log, contentOnly = false } = data
  const target = resolve(file)
  if (existsSync(target)) throw new StartError(`${file} exists already`)
  if (!existsSync(dirname(target))) throw new StartError(`There is no folder ${dirname(target)}`)
  assertNoUnfinishedRestore(dataDir)
  return withTemporaryFolder(`${target}.part-`, async (folder) => {
    const parts: string[] = []
    for (const name of contentOnly ? CONTENT : FILES) {
      const part = await copyPart(data, name, folder)
      if (part) parts.push(part)
    }
    if (parts.length === 0) throw new StartError(`There is nothing to back up in ${dataDir}`)
    const at = new Date().toISOString()
    await writeFile(join(folder, MANIFEST), manifestText(parts, at))
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

/** Returns the name of the part; undefined if there is none. */
async function copyPart(
  { dataDir, databaseUrl }: Data,
  name: string,
  folder: string,
): Promise<string | undefined> {
  if (name === HOST_FILE && databaseUrl) {
    await dumpPostgres(databaseUrl, join(folder, HOST_DUMP))
    if ((await migrationsInDump(join(folder, HOST_DUMP))).length === 0)
      throw new NoHostError('No host has run on the database of DATABASE_URL: set it, as the start has it')
    return HOST_DUMP
  }
  const [from, to] = [join(dataDir, name), join(folder, name)]
  if (!existsSync(from)) {
    // The backend has run here, so its data is in PostgreSQL.
    if (name === HOST_FILE && existsSync(join(dataDir, STAFF_TOKEN_FILE))) assertHostKeeps(dataDir)
    return undefined
  }
  await (isDatabase(name) ? copyDatabase(from, to) : copyFolder(from, to))
  return name
}

async function copyDatabase(from: string, to: string): Promise<void> {
  try {
    using db = new DatabaseSync(from, { timeout: BUSY_TIMEOUT_MS })
    await sqliteBackup(db, to, { rate: ALL_PAGES })
  } catch (error) {
    throw new StartError(`${from} can’t be copied to ${dirname(to)}: ${reason(error)}`)
  }
  checkIntegrity(to, from)
}

/** Copies a folder whose files may be deleted meanwhile. */
async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to)
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory() || INCOMPLETE.test(entry.name)) continue
    const source = join(entry.parentPath, entry.name)
    const copy = join(to, relative(from, source))
    await mkdir(dirname(copy), { recursive: true })
    await copyFile(source, copy).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
  }
}
