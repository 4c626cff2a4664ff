import { execFile } from 'node:child_process'
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { clientOf, temporaryFolder, testLake } from '#studio/lake/lake.test-support.ts'
import { exportContent, importContent, resetDataset } from '#studio/seed/content.ts'

const picture = (name: string) => ({ _type: 'image', _sanityAsset: `image@file://./${name}` })
const documents = [
  { _id: 'one', _type: 'article', picture: picture('good.png') },
  { _id: 'two', _type: 'article', picture: picture('broken.png'), next: { _type: 'reference', _ref: 'one' } },
  { _id: 'three', _type: 'article', picture: picture('absent.png') },
]

test('an import names its missing images; a repeated import completes them', async () => {
  const folder = temporaryFolder(),
    client = clientOf(await testLake()),
    file = join(folder, 'content.ndjson')
  writeFileSync(file, documents.map((doc) => JSON.stringify(doc)).join('\n'))
  const good = await sharp({ create: { width: 6, height: 4, channels: 3, background: '#c02040' } })
    .png()
    .toBuffer()
  writeFileSync(join(folder, 'good.png'), good)
  writeFileSync(join(folder, 'broken.png'), 'no picture')
  expect(await importContent(client, file)).toEqual({
    numDocs: 3,
    missing: ['broken.png', 'absent.png'],
    skipped: [],
  })
  const [one, two] = await client.getDocuments(['one', 'two'])
  expect(one?.picture.asset._ref).toMatch(/^image-/)
  // A broken image must not leave references weak.
  expect(two?.next).toEqual({ _type: 'reference', _ref: 'one' })

  for (const name of ['broken.png', 'absent.png']) copyFileSync(join(folder, 'good.png'), join(folder, name))
  expect(await importContent(client, file)).toEqual({ numDocs: 3, missing: [], skipped: [] })
  const all = await client.getDocuments(['one', 'two', 'three'])
  expect(all.map((doc) => doc?.picture.asset._ref)).toEqual(Array(3).fill(one?.picture.asset._ref))
})

test('a failed export does not change the earlier file', async () => {
  const folder = temporaryFolder()
  const client = clientOf(await testLake())
  const file = join(folder, 'content.tar.gz')
  await client.create({ _id: 'one', _type: 'article' })
  await exportContent(client, file)
  const earlier = readFileSync(file)
  const refused = Object.assign(client.withConfig({ token: 'wrong' }), { fetch: client.fetch.bind(client) })
  await expect(exportContent(refused, file)).rejects.toThrow('401')
  expect(readFileSync(file).equals(earlier)).toBe(true)
  expect(readdirSync(folder)).toEqual(['content.tar.gz'])
})

const write = (documents: object[]) => {
  const file = join(temporaryFolder(), 'content.ndjson')
  writeFileSync(file, documents.map((document) => JSON.stringify(document)).join('\n'))
  return file
}

test('an import skips documents that would change a type or take a fixed id, except with replaceTypes', async () => {
  const client = clientOf(await testLake())
  await client.create({ _id: 'one', _type: 'page', title: 'Ours' })
  const file = write([
    { _id: 'siteSettings', _type: 'settings', title: 'Another project' },
    { _id: 'drafts.assistant', _type: 'bot' },
    { _id: 'one', _type: 'homePage' },
    { _id: 'drafts.one', _type: 'homePage' },
    { _id: 'two', _type: 'homePage' },
  ])
  const skipped = [
    { id: 'siteSettings', type: 'settings', existingType: 'siteSettings' },
    { id: 'drafts.assistant', type: 'bot', existingType: 'assistant' },
    { id: 'one', type: 'homePage', existingType: 'page' },
    { id: 'drafts.one', type: 'homePage', existingType: 'page' },
  ]
  expect(await importContent(client, file)).toEqual({ numDocs: 1, missing: [], skipped })
  expect(await client.getDocuments(['siteSettings', 'one', 'two'])).toMatchObject([
    null,
    { title: 'Ours' },
    {},
  ])

  expect(await importContent(client, file, { replaceTypes: true })).toMatchObject({ numDocs: 5, skipped: [] })
  expect(await client.getDocument('siteSettings')).toMatchObject({ _type: 'settings' })
  // A document of the right type replaces one of a wrong type.
  const right = write([{ _id: 'siteSettings', _type: 'siteSettings', brand: 'Keyturn' }])
  expect(await importContent(client, right)).toMatchObject({ numDocs: 1, skipped: [] })
})

test('the command names the skipped documents, says how to import them, and fails', async () => {
  const file = write([{ _id: 'siteSettings', _type: 'settings' }])
  const env = { ...process.env, STUDIO_PORT: '1', DATA_DIR: temporaryFolder() }
  const command = promisify(execFile)(process.execPath, ['studio/seed/main.ts', 'import', file], { env })
  const { stderr } = await command.then(
    () => ({ stderr: 'none' }),
    (error: { stderr: string }) => error,
  )
  expect(stderr).toContain('siteSettings: the file has the type settings, here it is siteSettings')
  expect(stderr).toContain('add --replace-types')
})

test('a reset removes everything, also the versions in a scheduled release', async () => {
  const client = clientOf(await testLake())
  await client.releases.create({ releaseId: 'r', metadata: { releaseType: 'scheduled' } })
  for (const _id of ['one', 'drafts.one', 'versions.r.one']) await client.create({ _id, _type: 'article' })
  await client.releases.schedule({ releaseId: 'r', publishAt: '2999-01-01T00:00:00Z' })
  // More than a delete by query may select. Each refers to the next, so only one transaction can delete them.
  const many = Array.from({ length: 10_001 }, (_, i) => ({
    ...{ _id: `many-${i}`, _type: 'article' },
    ...(i < 10_000 && { next: { _type: 'reference', _ref: `many-${i + 1}` } }),
  }))
  await client.mutate(many.map((create) => ({ create })))
  const seeded = await resetDataset(client)
  const left = '*[!(_type in ["sanity.imageAsset", "sanity.fileAsset"])]._id'
  const ids = await client.fetch<string[]>(left, {}, { perspective: 'raw' })
  expect(ids).toHaveLength(seeded)
  expect(ids).not.toContain('one')
})
