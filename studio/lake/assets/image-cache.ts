import { rmSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'

// The block size of a disk. Tiny images take at least this.
const BLOCK_BYTES = 4096
const diskBytes = (bytes: number) => Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES

/** An LRU cache of transformed images on disk, at most `limitBytes`. A full disk fails no request. */
export function openImageCache(folder: string, limitBytes: number) {
  const fileOf = (name: string) => join(folder, name.slice(0, 2), name)
  const sizes = new LRUCache<string, number>({
    maxSize: limitBytes,
    sizeCalculation: (bytes) => bytes,
    dispose: (_, name, reason) => reason === 'evict' && rmSync(fileOf(name), { force: true }),
  })
  let scanned: Promise<void> | undefined

  async function scan() {
    const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
    const found = await Promise.all(
      files
        .filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
        .map(({ name }) =>
          stat(fileOf(name)).then(
            ({ mtimeMs, size }) => [{ name, mtimeMs, size }],
            () => [], // a missing file or `.DS_Store`
          ),
        ),
    )
    for (const { name, size } of found.flat().sort((a, b) => a.mtimeMs - b.mtimeMs))
      sizes.set(name, diskBytes(size))
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
    sizes.set(name, diskBytes(body.length))
  }

  return {
    async get(name: string, create: () => Promise<Buffer>): Promise<Buffer> {
      scanned ??= scan()
      await scanned
      sizes.get(name) // now the most recently used
      const cached = await readFile(fileOf(name)).catch(() => undefined)
      if (cached) return cached
      const created = await create()
      await save(name, created).catch(() => {})
      return created
    },
  }
}
