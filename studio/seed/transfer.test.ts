import { spawnSync } from 'node:child_process'
import { createReadStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { SanityClient } from '@sanity/client'
import { exportDataset } from '@sanity/export'
import { sanityImport } from '@sanity/import'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { clientOf, temporaryFolder, testLake } from '#studio/lake/lake.test-support.ts'
import { exportContent, importContent } from '#studio/seed/content.ts'

const TEXT = 'Zoë’s "5 < 6" \\ — 漢字 👩‍👩‍👧 \u2028 line\nnext\ttab'
const documents = [
  {
    _id: 'post',
    _type: 'post',
    _createdAt: '2020-02-02T02:02:02.000Z',
    title: TEXT,
    author: { _type: 'reference', _ref: 'author' },
    missing: { _type: 'reference', _ref: 'nobody', _weak: true },
    cover: { _type: 'image', _sanityAsset: 'image@file://./images/a.png', hotspot: { x: 0.1, y: 0.9 } },
    sheet: { _type: 'file', _sanityAsset: 'file@file://./files/prices.csv' },
    again: { _type: 'file', _sanityAsset: 'file@file://./files/copy.csv' },
    odd: { 'a-b': null, zero: 0, empty: [], nothing: {}, text: '', deep: [[1, [2]]], far: 1e21, small: 5e-7 },
  },
  {
    _id: 'author',
    _type: 'author',
    best: { _type: 'reference', _ref: 'post' },
    tags: [{ _key: 'a', _type: 'tag', name: 'x' }],
  },
  { _id: 'drafts.post', _type: 'post', title: 'edited' },
  { _id: 'versions.r.post', _type: 'post', title: 'in a release' },
]

const all = async (client: SanityClient, filter: string) =>
  (
    await client.fetch<Record<string, unknown>[]>(`*[${filter}] | order(_id)`, {}, { perspective: 'raw' })
  ).map(
    // These fields differ after an import.
    ({ _rev, _updatedAt, url, uploadId, ...doc }) => doc,
  )

test('@sanity/import and @sanity/export move a dataset between lakes unchanged', async () => {
  const folder = temporaryFolder(),
    client = clientOf(await testLake())
  for (const name of ['images', 'files']) mkdirSync(join(folder, name))
  const picture = sharp({ create: { width: 60, height: 40, channels: 3, background: '#c02040' } })
  writeFileSync(join(folder, 'images/a.png'), await picture.png().toBuffer())
  for (const name of ['prices', 'copy']) writeFileSync(join(folder, `files/${name}.csv`), 'a,b\n1,2\n')
  writeFileSync(join(folder, 'data.ndjson'), documents.map((doc) => JSON.stringify(doc)).join('\n'))
  await client.releases.create({ releaseId: 'r', metadata: { title: TEXT, releaseType: 'asap' } })
  await sanityImport(folder, { client, operation: 'createOrReplace', replaceAssets: true } as never)
  const post = (await client.getDocument('post'))!
  expect(post).toMatchObject({
    ...documents[0],
    cover: { asset: { _ref: expect.stringMatching(/^image-/) } },
    sheet: {},
    again: {},
  })
  expect(post.sheet.asset).toEqual(post.again.asset)
  await client.patch(post.cover.asset._ref).set({ altText: TEXT, title: 'Cover' }).commit()

  await client.releases.schedule({ releaseId: 'r', publishAt: '2999-01-01T00:00:00Z' })

  const outputPath = join(folder, 'export.tar.gz')
  await exportDataset({ client, dataset: 'production', outputPath, assets: true } as never)
  expect(gunzipSync(readFileSync(outputPath)).includes('data.ndjson')).toBe(true)

  const other = clientOf(await testLake())
  await sanityImport(createReadStream(outputPath), {
    client: other,
    operation: 'create',
    replaceAssets: true,
    releasesOperation: 'fail',
  } as never)
  const content = '!(_type match "sanity.*")'
  expect(await all(other, content)).toEqual(await all(client, content))
  expect(await all(other, content)).toHaveLength(5)
  const assets = '_type in ["sanity.imageAsset", "sanity.fileAsset"]'
  const [file, image] = (await all(other, assets)) as [Record<string, unknown>, Record<string, unknown>]
  expect(image).toMatchObject({ altText: TEXT, title: 'Cover', originalFilename: 'a.png' })
  const ofContent = ({ _createdAt, ...asset }: Record<string, unknown>) => asset
  expect([file, image].map(ofContent)).toEqual((await all(client, assets)).map(ofContent))
  const { url } = (await other.getDocument(String(file._id)))!
  expect(await fetch(url).then((response) => response.text())).toBe('a,b\n1,2\n')
})

test('content:import restores a content:export, with releases', async () => {
  const client = clientOf(await testLake()),
    file = join(temporaryFolder(), 'content.tar.gz')
  await client.createOrReplace({ _id: 'post', _type: 'post', title: 'before' })
  await client.releases.create({ releaseId: 'r', metadata: { title: 'Spring', releaseType: 'asap' } })
  await client.create({ _id: 'versions.r.post', _type: 'post', title: 'in spring' })
  const before = await all(client, 'true')
  await exportContent(client, file)

  await client.releases.publish({ releaseId: 'r' })
  expect(await client.getDocument('post')).toMatchObject({ title: 'in spring' })
  await importContent(client, file)
  expect(await all(client, 'true')).toEqual(before)
})

test('an operator with a Sanity project reads that the seed went to the local lake', () => {
  const env = { DATA_DIR: temporaryFolder(), STUDIO_PORT: '1', SANITY_PROJECT_ID: 'abc123' }
  const run = (command: string) =>
    spawnSync(
      process.execPath,
      [join(import.meta.dirname, 'main.ts'), command, join(env.DATA_DIR, 'x.tar.gz')],
      {
        env: env as unknown as NodeJS.ProcessEnv,
        encoding: 'utf8',
      },
    )
  expect(run('export').stderr).toMatch(/^There is no content in DATA_DIR=.+ npm run seed there first\.\n$/)
  expect(run('seed').stdout).toMatch(/^Seeded \d+ documents\.\nThis was the local lake\. .+npm run sanity/)
})
