import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { access, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { replaceFile } from '#app/platform/replace-file.server.ts'

/** Count whole disk blocks, or many tiny files would exceed the limit. */
const BLOCK_BYTES = 4_096
/** `<rendition>.<subtype of image/*>`. Other files are deleted at start. */
const FILE = /^([0-9a-f]{40}-\d+x\d+\.[a-z]{3,4}[\w=,-]*)\.([a-z0-9+-]+)$/

export type StoredImage = { root: string; file: string; type: string }

/** An LRU cache of images in `folder`, at most `maxBytes`. Keeps its images across restarts. */
export function openDiskCache(folder: string, maxBytes: number) {
  const images = new LRUCache<string, StoredImage>({
    maxSize: maxBytes,
    dispose({ file }, _name, reason) {
      if (reason === 'evict') rm(join(folder, file), { force: true }).catch(() => {})
    },
  })
  function note(name: string, subtype: string, bytes: number): StoredImage {
    const image = { root: folder, file: `${name}.${subtype}`, type: `image/${subtype}` }
    images.set(name, image, { size: Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES })
    return image
  }

  mkdirSync(folder, { recursive: true })
  const found = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => ({ file: name, ...statSync(join(folder, name)) }))
  for (const { file, size } of found.sort((a, b) => a.mtimeMs - b.mtimeMs)) {
    const [, name, subtype] = FILE.exec(file) ?? []
    if (name && subtype && size > 0) note(name, subtype, size)
    else rmSync(join(folder, file), { force: true })
  }

  return {
    async get(name: string): Promise<StoredImage | undefined> {
      const image = images.get(name)
      const isThere =
        image &&
        (await access(join(folder, image.file)).then(
          () => true,
          () => false,
        ))
      if (!isThere) images.delete(name)
      return isThere ? image : undefined
    },

    /** Stores an image. On a file system error it rejects and leaves no file behind. */
    async add(name: string, subtype: string, body: Buffer): Promise<StoredImage> {
      await mkdir(folder, { recursive: true })
      await replaceFile(join(folder, `${name}.${subtype}`), body)
      return note(name, subtype, body.length)
    },
  }
}
