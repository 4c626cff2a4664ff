import { readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { openDiskCache } from '#app/server/media/disk-cache.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

const BLOCK = 4_096
const NAMES = ['a', 'b', 'c', 'd', 'e'].map((letter) => `${letter.repeat(40)}-20x10.jpg,w=20-fit=max`)
const [A, B, C, D, E] = NAMES as [string, string, string, string, string]
let folder: string
beforeEach(() => {
  folder = newFolder()
})

test('the least recently used image is deleted when there are too many bytes', async () => {
  const cache = openDiskCache(folder, 3 * BLOCK)
  for (const name of [A, B, C]) await cache.add(name, 'avif', Buffer.alloc(BLOCK))
  await cache.get(A)
  await cache.add(D, 'avif', Buffer.alloc(10)) // also uses a whole block
  expect(await cache.get(B)).toBeUndefined()
  await expect.poll(() => readdirSync(folder).toSorted()).toEqual([A, C, D].map((name) => `${name}.avif`))
  expect(await cache.get(A)).toEqual({ root: folder, file: `${A}.avif`, type: 'image/avif' })
})

test('images survive a restart, the oldest are deleted first, and the limit holds', async () => {
  const before = openDiskCache(folder, 9 * BLOCK)
  for (const [index, name] of [C, A, B, D].entries()) {
    const { file } = await before.add(name, 'svg+xml', Buffer.alloc(BLOCK))
    utimesSync(join(folder, file), 1_000 + index, 1_000 + index)
  }
  const after = openDiskCache(folder, 3 * BLOCK)
  expect(await after.get(C)).toBeUndefined()
  expect(await after.get(B)).toMatchObject({ type: 'image/svg+xml' })
  await after.add(E, 'png', Buffer.alloc(BLOCK))
  expect(await after.get(A)).toBeUndefined()
})

test('incomplete files and files of earlier versions are deleted at start', async () => {
  const strange = [`${A}.avif.0b1c2d3e-aaaa-4bbb-8ccc-0123456789ab`, 'x'.repeat(43), `${'x'.repeat(43)}.type`]
  for (const name of strange) writeFileSync(join(folder, name), 'half')
  writeFileSync(join(folder, `${B}.avif`), '') // after a power failure
  const cache = openDiskCache(folder, BLOCK)
  expect(readdirSync(folder)).toEqual([])
  expect(await cache.get(A)).toBeUndefined()
  expect(await cache.get(B)).toBeUndefined()
})
