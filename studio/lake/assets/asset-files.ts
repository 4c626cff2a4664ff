import { constants, existsSync, readdirSync, rmSync } from 'node:fs'
import { cp, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { randomId } from '../documents/document-ids.ts'

export type AssetKind = 'images' | 'files'
export type AssetFiles = ReturnType<typeof openAssetFiles>

/** Whether a file is an unfinished upload: its name has two dots and ends in `.part`. */
const isPart = (file: string): boolean => /\..+\.part$/.test(basename(file))

/** A file that exists has the same content, because its name is its hash. */
async function copyFinished(source: string, target: string) {
  if (!existsSync(source)) return
  const filter = (file: string) => !isPart(file)
  await cp(source, target, { recursive: true, force: false, mode: constants.COPYFILE_FICLONE, filter })
}

/** The uploaded files: `DATA_DIR/assets/<dataset>/<kind>/<name>`. Deletes unfinished uploads of a killed lake. */
export function openAssetFiles(dataDir: string, durable: boolean) {
  const root = join(dataDir, 'assets')
  for (const file of existsSync(root) ? readdirSync(root, { recursive: true, encoding: 'utf8' }) : [])
    if (isPart(file)) rmSync(join(root, file), { force: true })
  const folder = (dataset: string, kind: AssetKind) => join(root, dataset, kind)
  return {
    path: (dataset: string, kind: AssetKind, name: string) => join(folder(dataset, kind), name),

    /** Writes a file atomically and, if durable, syncs it to disk. */
    async save(dataset: string, kind: AssetKind, name: string, body: Buffer) {
      const file = join(folder(dataset, kind), name)
      const isSaved = await readFile(file).then(
        (saved) => saved.equals(body),
        () => false,
      )
      if (isSaved) return
      await mkdir(folder(dataset, kind), { recursive: true, mode: 0o700 })
      const partFile = `${file}.${randomId()}.part`
      try {
        const handle = await open(partFile, 'w')
        try {
          await handle.writeFile(body)
          if (durable) await handle.sync()
        } finally {
          await handle.close()
        }
        await rename(partFile, file)
      } catch (error) {
        await rm(partFile, { force: true }) // a full disk needs the space
        throw error
      }
    },
    /** Copies the finished files of a dataset. */
    copy: (from: string, to: string) => copyFinished(join(root, from), join(root, to)),
    /** Copies the finished files of all datasets. */
    copyTo: (folder: string) => copyFinished(root, folder),
    copyFrom: (folder: string) => copyFinished(folder, root),
    /** Deletes the files of a dataset. Retries, because an upload may add a file meanwhile. */
    remove: (dataset: string) => rm(join(root, dataset), { recursive: true, force: true, maxRetries: 5 }),
  }
}
