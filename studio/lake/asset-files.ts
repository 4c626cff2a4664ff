import { existsSync, readdirSync, rmSync } from 'node:fs'
import { cp, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { randomId } from '#studio/lake/document-ids.ts'

export type AssetKind = 'images' | 'files'
export type AssetFiles = ReturnType<typeof openAssetFiles>

/** Whether a file is just being written. An asset can be called .part, too, as a browser calls half a download: with one dot. */
const isPart = (file: string): boolean => /\..+\.part$/.test(basename(file))

/**
 * The uploaded files of all datasets: `DATA_DIR/assets/<dataset>/<kind>/<name>`, where the name begins with the content's SHA-1.
 * What an upload has left in whose middle the lake was killed goes.
 */
export function openAssetFiles(dataDir: string) {
  const root = join(dataDir, 'assets')
  for (const file of existsSync(root) ? readdirSync(root, { recursive: true, encoding: 'utf8' }) : [])
    if (isPart(file)) rmSync(join(root, file), { force: true })
  const folder = (dataset: string, kind: AssetKind) => join(root, dataset, kind)
  return {
    path: (dataset: string, kind: AssetKind, name: string) => join(folder(dataset, kind), name),

    /** Writes a file so that it is there whole or not at all, and on disk before anyone is told of it. */
    async keep(dataset: string, kind: AssetKind, name: string, body: Buffer) {
      const file = join(folder(dataset, kind), name)
      const there = await readFile(file).then(
        (kept) => kept.equals(body),
        () => false,
      )
      if (there) return
      await mkdir(folder(dataset, kind), { recursive: true })
      const part = `${file}.${randomId()}.part`
      try {
        const handle = await open(part, 'w')
        try {
          await handle.writeFile(body)
          await handle.sync()
        } finally {
          await handle.close()
        }
        await rename(part, file)
      } catch (error) {
        await rm(part, { force: true }) // on a full disk it would take the room that is left
        throw error
      }
    },
    /** The files of a dataset for another one, but for those that are just being written. */
    async copy(from: string, to: string) {
      const source = join(root, from)
      if (!existsSync(source)) return // a dataset without assets
      await cp(source, join(root, to), { recursive: true, filter: (file) => !isPart(file) })
    },
    /** Again where an upload on its way has put another file there meanwhile. */
    remove: (dataset: string) => rm(join(root, dataset), { recursive: true, force: true, maxRetries: 5 }),
  }
}
