import { execFileSync } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdirSync, readdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { StartError } from './errors.ts'
import { clientOf, temporaryFolder, testLake } from './lake.test-support.ts'
import { startLake } from './lake.ts'

const ALL = { perspective: 'raw' } as const
const DOCUMENTS = [
  {
    _id: 'post',
    _type: 'post',
    _createdAt: '2020-02-02T02:02:02.000Z',
    _updatedAt: '2021-02-02T02:02:02.000Z',
    author: { _type: 'reference', _ref: 'author' },
    cover: { _type: 'image', _sanityAsset: 'image@file://./images/a.png' },
    sheet: { _type: 'file', _sanityAsset: 'file@file://./files/a.csv' },
  },
  { _id: 'author', _type: 'author', _updatedAt: '2021-03-03T03:03:03.000Z', name: 'Zoë' },
  { _id: 'drafts.post', _type: 'post', title: 'draft' },
  { _id: '_.releases.r', _type: 'system.release', name: 'r', state: 'active', metadata: { title: 'R' } },
  { _id: 'versions.r.post', _type: 'post', title: 'in a release' },
]
const linesOf = (documents: object[]) => documents.map((doc) => JSON.stringify(doc)).join('\n')

/** Writes an archive like that of `sanity dataset export`. */
async function archive(): Promise<string> {
  const folder = temporaryFolder()
  for (const name of ['images', 'files']) mkdirSync(join(folder, 'export', name), { recursive: true })
  const image = sharp({ create: { width: 6, height: 4, channels: 3, background: '#c02040' } })
  writeFileSync(join(folder, 'export/images/a.png'), await image.png().toBuffer())
  writeFileSync(join(folder, 'export/files/a.csv'), 'a,b\n')
  writeFileSync(join(folder, 'export/data.ndjson'), linesOf(DOCUMENTS))
  const file = join(folder, 'export.tar.gz')
  execFileSync('tar', ['-czf', file, '-C', folder, 'export'])
  return file
}

function ndjson(documents: object[]): string {
  const file = join(temporaryFolder(), 'seed.ndjson')
  writeFileSync(file, linesOf(documents))
  return file
}

let cache: string
beforeEach(() => {
  cache = temporaryFolder()
  vi.stubEnv('XDG_CACHE_HOME', cache)
  return () => vi.unstubAllEnvs()
})

test('a lake starts with the documents, releases and files of an archive', async () => {
  const client = clientOf(await testLake({ seed: await archive() }))
  expect(await client.fetch('*[!(_type match "sanity.*")] | order(_id)._id', {}, ALL)).toEqual(
    DOCUMENTS.map(({ _id }) => _id).toSorted(),
  )
  const post = await client.fetch(
    '*[_id == "post"][0]{_createdAt, "author": author->name, "image": cover.asset->url, "file": sheet.asset->url}',
  )
  expect(post).toMatchObject({ _createdAt: '2020-02-02T02:02:02.000Z', author: 'Zoë' })
  expect((await fetch(`${post.image}?w=3`)).headers.get('content-type')).toBe('image/png')
  expect(await (await fetch(post.file)).text()).toBe('a,b\n')
  await expect(client.delete('author')).rejects.toThrow('references')
})

test('documents without times get the time of the start', async () => {
  const seed = ndjson([{ _id: 'a', _type: 't' }, DOCUMENTS[1]!])
  const lake = await testLake({ seed, now: () => new Date('2030-01-01T00:00:00Z') })
  expect(await clientOf(lake).fetch('*[] | order(_id){_createdAt, _updatedAt, _rev}')).toMatchObject([
    { _createdAt: '2030-01-01T00:00:00.000Z', _updatedAt: '2030-01-01T00:00:00.000Z' },
    { _createdAt: '2030-01-01T00:00:00.000Z', _updatedAt: '2021-03-03T03:03:03.000Z' },
  ])
})

test('a data folder is seeded once', async () => {
  const options = { dataDir: temporaryFolder(), seed: ndjson([{ _id: 'a', _type: 't' }]) }
  const first = await testLake(options)
  await clientOf(first).delete('a')
  await first.close()
  expect(await clientOf(await testLake(options)).fetch('*._id')).toEqual([])
})

describe('the cache', () => {
  test('a second start makes no requests', async () => {
    const options = { seed: await archive() }
    const requests: unknown[] = []
    const count = (message: unknown) => requests.push(message)
    subscribe('undici:request:create', count)
    onTestFinished(() => void unsubscribe('undici:request:create', count))
    await testLake(options)
    expect(requests).not.toEqual([])
    requests.length = 0
    const lake = await testLake(options)
    expect(requests).toEqual([])
    expect(await clientOf(lake).fetch('count(*[_type == "sanity.imageAsset"])')).toBe(1)
  })

  test('several lakes can start with a new seed at the same time', async () => {
    const seed = await archive()
    for (const lake of await Promise.all([1, 2].map(() => testLake({ seed }))))
      expect(await clientOf(lake).fetch('count(*[_type == "sanity.fileAsset"])')).toBe(1)
    expect(readdirSync(join(cache, 'content-lake'))).toHaveLength(1)
  })

  test('with a damaged database is rebuilt', async () => {
    const seed = await archive()
    await testLake({ seed })
    const [key] = readdirSync(join(cache, 'content-lake'))
    truncateSync(join(cache, 'content-lake', key!, 'lake.db'), 5000)
    const client = clientOf(await testLake({ seed }))
    const url = await client.fetch('*[_type == "sanity.fileAsset"][0].url')
    expect(await (await fetch(url)).text()).toBe('a,b\n')
  })

  test('of a changed seed is not used', async () => {
    const seed = ndjson([{ _id: 'a', _type: 't' }])
    await testLake({ seed })
    writeFileSync(seed, linesOf([{ _id: 'b', _type: 't' }]))
    expect(await clientOf(await testLake({ seed })).fetch('*._id')).toEqual(['b'])
  })
})

test.each([
  ['a missing file', undefined],
  ['an archive that is not one', Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3])],
  ['a line that is not JSON', '{"_id": "a", "_type": "t"}\n{"_id": '],
  ['a document without a type', '{"_id": "a"}'],
  ['an image that is missing', linesOf(DOCUMENTS)],
])('a lake does not start with %s, and says why in one line', async (_, content) => {
  const seed = join(temporaryFolder(), 'seed')
  if (content !== undefined) writeFileSync(seed, content)
  const error = await startLake({ port: 0, streamPorts: 0, seed }).catch((error) => error)
  expect(error).toBeInstanceOf(StartError)
  expect(error.message).toMatch(/^The seed .+ can’t be (read|imported) ?[:(].+$/)
})
