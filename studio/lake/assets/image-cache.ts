import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

// The block size of a disk. Tiny images take at least this.
const BLOCK_BYTES = 4096
const diskBytes = (bytes: number) => Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES

/** An LRU cache of transformed images on disk, at most `limitBytes`. A full disk fails no request. */
export function openImageCache(folder: string, limitBytes: number) {
  /** Sizes by name, the least recently used first. */
  let sizes: Promise<Map<string, number>> | undefined
  let total = 0
  const fileOf = (name: string) => join(folder, name.slice(0, 2), name)

  function loadSizes() {
    sizes ??= scan()
    return sizes
  }

  async function scan(): Promise<Map<string, number>> {
    const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
    const entries = await Promise.all(
      files
        .filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
        .map(({ name }) =>
          stat(fileOf(name)).then(
            ({ mtimeMs, size }) => [{ name, mtimeMs, size: diskBytes(size) }],
            () => [], // a missing file or `.DS_Store`
          ),
        ),
    )
    const existing = entries.flat().sort((a, b) => a.mtimeMs - b.mtimeMs)
    total = existing.reduce((sum, { size }) => sum + size, 0)
    return new Map(existing.map(({ name, size }) => [name, size]))
  }

  async function save(name: string, body: Buffer) {
    const file = fileOf(name)
    await mkdir(join(folder, name.slice(0, 2)), { recursive: true, mode: 0o700 })
    const part = `${file}.${process.pid}.part`
    try {
      await writeFile(part, body)
      await rename(part, file)
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
    const files = await loadSizes()
    const bytes = diskBytes(body.length)
    total += bytes - (files.get(name) ?? 0)
    files.delete(name)
    files.set(name, bytes)
    for (const [oldest, size] of files) {
      if (total <= limitBytes || oldest === name) break
      files.delete(oldest)
      total -= size
      await rm(fileOf(oldest), { force: true })
    }
  }

  return {
    async get(name: string, create: () => Promise<Buffer>): Promise<Buffer> {
      const body = await readFile(fileOf(name)).catch(() => undefined)
      if (!body) {
        const created = await create()
        await save(name, created).catch(() => {})
        return created
      }
      const files = await loadSizes()
      const size = files.get(name)
      if (size !== undefined) {
        files.delete(name)
        files.set(name, size)
      }
      return body
    },
  }
}
