import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { exportDataset } from '@sanity/export'
import { sanityImport } from '@sanity/import'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { clientOf, temporaryFolder, testLake } from '#studio/lake/test-lake.ts'

const picture = (width = 60, height = 40, background = '#c02040') =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()

test('a picture is kept once, described, and served in the size that its address asks for', async () => {
  const lake = await testLake(),
    client = clientOf(lake)
  const body = await picture()
  const asset = await client.assets.upload('image', body, { filename: 'red.png', title: 'Red' })
  expect(asset).toMatchObject({
    _id: expect.stringMatching(/^image-[0-9a-f]{40}-60x40-png$/),
    _type: 'sanity.imageAsset',
    originalFilename: 'red.png',
    title: 'Red',
    extension: 'png',
    mimeType: 'image/png',
    size: body.length,
    metadata: {
      dimensions: { width: 60, height: 40, aspectRatio: 1.5 },
      isOpaque: true,
      hasAlpha: false,
      lqip: expect.stringMatching(/^data:image/),
      blurHash: expect.any(String),
      palette: { dominant: { background: '#c02040' } },
    },
  })
  expect((await client.assets.upload('image', body))._id).toBe(asset._id)
  expect(await client.fetch('count(*[_type == "sanity.imageAsset"])')).toBe(1)

  const original = await fetch(asset.url)
  expect(Buffer.from(await original.arrayBuffer()).equals(body)).toBe(true)
  const sizeOf = async (query: string, accept = '*/*') => {
    const response = await fetch(`${asset.url}?${query}`, { headers: { accept } })
    expect(response.status, query).toBe(200)
    const { width, height, format } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
    return [width, height, format, response.headers.get('content-type')]
  }
  expect(await sizeOf('w=30')).toEqual([30, 20, 'png', 'image/png'])
  expect(await sizeOf('w=20&h=20&fit=crop&fm=jpg&q=40')).toEqual([20, 20, 'jpeg', 'image/jpeg'])
  expect(await sizeOf('w=20&h=20&fit=crop&crop=focalpoint&fp-x=0.9&fp-y=0.1')).toEqual([
    20,
    20,
    'png',
    'image/png',
  ])
  expect(await sizeOf('w=500&fit=max&auto=format', 'image/webp')).toEqual([60, 40, 'webp', 'image/webp'])
  expect(await sizeOf('rect=10,10,20,10&w=10&dpr=2')).toEqual([20, 10, 'png', 'image/png'])
  expect((await fetch(`${asset.url}?w=banana`)).status).toBe(400)
  await client.delete(asset._id)
  expect((await fetch(asset.url)).status).toBe(404)
})

test('what is no picture is refused, and files can not run script', async () => {
  const client = clientOf(await testLake())
  await expect(client.assets.upload('image', Buffer.from('not a picture'))).rejects.toMatchObject({
    statusCode: 400,
  })
  const file = await client.assets.upload('file', Buffer.from('<script>alert(1)</script>'), {
    filename: 'page.html',
    contentType: 'text/html',
  })
  const response = await fetch(file.url)
  expect(response.headers.get('content-disposition')).toContain('attachment')
  expect(response.headers.get('content-security-policy')).toContain('sandbox')
  const svg = await client.assets.upload(
    'image',
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><script>alert(1)</script></svg>',
    ),
    { filename: 'a.svg' },
  )
  expect((await fetch(svg.url)).headers.get('content-security-policy')).toContain('sandbox')
  expect(svg.metadata.dimensions).toMatchObject({ width: 20, height: 10 })
})

test('an import and an export give the same documents back', async () => {
  const folder = temporaryFolder(),
    lake = await testLake(),
    client = clientOf(lake)
  mkdirSync(join(folder, 'images'))
  writeFileSync(join(folder, 'images/a.png'), await picture())
  const documents = [
    {
      _id: 'post',
      _type: 'post',
      title: 'Hello',
      author: { _type: 'reference', _ref: 'author' },
      cover: { _type: 'image', _sanityAsset: 'image@file://./images/a.png' },
    },
    {
      _id: 'author',
      _type: 'author',
      best: { _type: 'reference', _ref: 'post' },
      tags: [{ _key: 'a', _type: 'tag', name: 'x' }],
    },
    { _id: 'drafts.post', _type: 'post', title: 'Hello, edited' },
  ]
  writeFileSync(join(folder, 'data.ndjson'), documents.map((doc) => JSON.stringify(doc)).join('\n'))
  await sanityImport(folder, { client, operation: 'createOrReplace', replaceAssets: true } as never)
  const post = (await client.getDocument('post'))!
  expect(post.cover.asset._ref).toMatch(/^image-/)
  expect(post.author).toEqual({ _type: 'reference', _ref: 'author' })

  const outputPath = join(folder, 'export.tar.gz')
  await exportDataset({ client, dataset: 'production', outputPath, assets: true } as never)
  expect(gunzipSync(readFileSync(outputPath)).includes('data.ndjson')).toBe(true)

  const other = clientOf(await testLake())
  const { createReadStream } = await import('node:fs')
  await sanityImport(createReadStream(outputPath), {
    client: other,
    operation: 'create',
    replaceAssets: true,
  } as never)
  const all = async (from: typeof client) =>
    (await from.fetch('*[!(_type match "sanity.*")] | order(_id)', {}, { perspective: 'raw' })).map(
      ({ _rev, _updatedAt, ...doc }: Record<string, unknown>) => doc,
    )
  expect(await all(other)).toEqual(await all(client))
  expect(await other.fetch('count(*[_type == "sanity.imageAsset"])')).toBe(1)
}, 20_000)

test('an asset is found after the lake has moved to another port', async () => {
  const dataDir = temporaryFolder()
  const first = await testLake({ dataDir })
  const asset = await clientOf(first).assets.upload('image', await picture())
  await first.close()
  const moved = await testLake({ dataDir })
  const { url } = (await clientOf(moved).getDocument(asset._id))!
  expect(url).toBe(`${moved.url}/${asset.path}`)
  expect((await fetch(url)).status).toBe(200)
})
