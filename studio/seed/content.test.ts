import { execFile } from 'node:child_process'
import { copyFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { clientOf, temporaryFolder, testLake } from '#studio/lake/test-lake.ts'
import { exportContent, importContent, resetDataset } from '#studio/seed/content.ts'

const picture = (name: string) => ({ _type: 'image', _sanityAsset: `image@file://./${name}` })
const documents = [
  { _id: 'one', _type: 'article', picture: picture('good.png') },
  { _id: 'two', _type: 'article', picture: picture('broken.png'), next: { _type: 'reference', _ref: 'one' } },
  { _id: 'three', _type: 'article', picture: picture('absent.png') },
]

test('an import without some of its pictures brings in all the rest and names them; the same again completes it', async () => {
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
    leftOut: [],
  })
  const [one, two] = await client.getDocuments(['one', 'two'])
  expect(one?.picture.asset._ref).toMatch(/^image-/)
  // Bound at the end of an import: a broken picture must not leave all references loose.
  expect(two?.next).toEqual({ _type: 'reference', _ref: 'one' })

  for (const name of ['broken.png', 'absent.png']) copyFileSync(join(folder, 'good.png'), join(folder, name))
  expect(await importContent(client, file)).toEqual({ numDocs: 3, missing: [], leftOut: [] })
  const all = await client.getDocuments(['one', 'two', 'three'])
  expect(all.map((doc) => doc?.picture.asset._ref)).toEqual(Array(3).fill(one?.picture.asset._ref))
})

test('a file with the mark that Windows’ programs put before a text comes in', async () => {
  const client = clientOf(await testLake()),
    file = join(temporaryFolder(), 'content.ndjson')
  writeFileSync(file, `\ufeff${JSON.stringify({ _id: 'one', _type: 'article', title: '\ufeffOne' })}`)
  expect(await importContent(client, file)).toEqual({ numDocs: 1, missing: [], leftOut: [] })
  expect(await client.getDocument('one')).toMatchObject({ title: '\ufeffOne' })
})

test('an export that fails leaves the earlier one, and nothing beside it; an import that fails leaves nothing either', async () => {
  const folder = temporaryFolder()
  const client = clientOf(await testLake())
  const file = join(folder, 'content.tar.gz')
  await client.create({ _id: 'one', _type: 'article' })
  writeFileSync(file, '', { mode: 0o600 })
  await exportContent(client, file)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const earlier = readFileSync(file)
  const refused = Object.assign(client.withConfig({ token: 'wrong' }), { fetch: client.fetch.bind(client) })
  await expect(exportContent(refused, file)).rejects.toThrow('401')
  expect(readFileSync(file).equals(earlier)).toBe(true)
  expect(readdirSync(folder)).toEqual(['content.tar.gz'])
  await expect(exportContent(client, '/dev/null')).rejects.toThrow('is no file')

  writeFileSync(file, earlier.subarray(0, earlier.length - 40))
  const { TMPDIR } = process.env
  process.env.TMPDIR = temporaryFolder()
  try {
    await expect(importContent(client, file)).rejects.toThrow('unexpected end of file')
    expect(readdirSync(process.env.TMPDIR)).toEqual([])
  } finally {
    process.env.TMPDIR = TMPDIR
    if (TMPDIR === undefined) delete process.env.TMPDIR
  }
})

const complaintOf = (args: string[], env: Record<string, string>): Promise<string> =>
  promisify(execFile)(process.execPath, ['studio/seed/main.ts', ...args], {
    env: { ...process.env, ...env },
  }).then(
    ({ stdout }) => stdout,
    ({ stderr }: { stderr: string }) => stderr,
  )

const write = (documents: object[]) => {
  const file = join(temporaryFolder(), 'content.ndjson')
  writeFileSync(file, documents.map((document) => JSON.stringify(document)).join('\n'))
  return file
}

test('an import leaves out documents that would change a type, or take a fixed id, until it is told otherwise', async () => {
  const client = clientOf(await testLake())
  await client.create({ _id: 'one', _type: 'page', title: 'Ours' })
  const file = write([
    { _id: 'siteSettings', _type: 'settings', title: 'Another project' },
    { _id: 'drafts.assistant', _type: 'bot' },
    { _id: 'one', _type: 'homePage' },
    { _id: 'drafts.one', _type: 'homePage' },
    { _id: 'two', _type: 'homePage' },
  ])
  const leftOut = [
    { id: 'siteSettings', type: 'settings', instead: 'siteSettings' },
    { id: 'drafts.assistant', type: 'bot', instead: 'assistant' },
    { id: 'one', type: 'homePage', instead: 'page' },
    { id: 'drafts.one', type: 'homePage', instead: 'page' },
  ]
  expect(await importContent(client, file)).toEqual({ numDocs: 1, missing: [], leftOut })
  expect(await client.getDocuments(['siteSettings', 'one', 'two'])).toMatchObject([
    null,
    { title: 'Ours' },
    {},
  ])

  expect(await importContent(client, file, { replaceTypes: true })).toMatchObject({ numDocs: 5, leftOut: [] })
  expect(await client.getDocument('siteSettings')).toMatchObject({ _type: 'settings' })
  // A document of the right type comes back, even if the wrong one is there.
  const right = write([{ _id: 'siteSettings', _type: 'siteSettings', brand: 'Keyturn' }])
  expect(await importContent(client, right)).toMatchObject({ numDocs: 1, leftOut: [] })
})

test('… from a packed export too', async () => {
  const [theirs, ours] = [clientOf(await testLake()), clientOf(await testLake())]
  const file = join(temporaryFolder(), 'theirs.tar.gz')
  await theirs.create({ _id: 'siteSettings', _type: 'settings' })
  await theirs.create({ _id: 'two', _type: 'page' })
  await exportContent(theirs, file)
  expect(await importContent(ours, file)).toMatchObject({ numDocs: 1, leftOut: [{ id: 'siteSettings' }] })
  expect(await ours.getDocument('siteSettings')).toBeUndefined()
})

test('the command names what it left out, says how to import it, and fails', async () => {
  const DATA_DIR = temporaryFolder()
  const file = write([{ _id: 'siteSettings', _type: 'settings' }])
  expect(await complaintOf(['import', file], { STUDIO_PORT: '1', DATA_DIR })).toBe(
    `Imported 0 documents from ${file}.
Left out, because they would change the type of a document that the site needs or already has:
  siteSettings: the file has the type settings, here it is siteSettings
To import them anyway, and lose the documents that are here, add --replace-types.
`,
  )
  expect(await complaintOf(['import', file, '--replace-types'], { STUDIO_PORT: '1', DATA_DIR })).toBe(
    `Imported 1 document from ${file}.\n`,
  )
})

test('a lake that another product has on the port is not asked for this one’s content', async () => {
  const STUDIO_PORT = new URL((await testLake()).url).port
  const said = await complaintOf(['seed', '--reset', '--yes'], { STUDIO_PORT, DATA_DIR: temporaryFolder() })
  expect(said).toMatch(/^The lake at http:\/\/localhost:\d+ is not that of DATA_DIR=[^\n]+\n$/)
})

test('where there is no content, an export says so and leaves no lake that a backup would take for one', async () => {
  const DATA_DIR = temporaryFolder()
  const env = { STUDIO_PORT: '1', DATA_DIR } // nothing is ever asked on that port
  expect(await complaintOf(['export', join(temporaryFolder(), 'content.tar.gz')], env)).toBe(
    `There is no content in DATA_DIR=${DATA_DIR}.\n`,
  )
  expect(readdirSync(DATA_DIR)).toEqual([])
})

test('an export with a release comes in a second time', async () => {
  const client = clientOf(await testLake()),
    file = join(temporaryFolder(), 'content.tar.gz')
  await client.releases.create({ releaseId: 'r', metadata: { title: 'Spring', releaseType: 'asap' } })
  await client.create({ _id: 'versions.r.one', _type: 'article' })
  await exportContent(client, file)
  for (const _time of ['first', 'second'])
    expect(await importContent(client, file)).toMatchObject({ missing: [] })
})

test('starting over takes everything with it, also what a scheduled release holds', async () => {
  const client = clientOf(await testLake())
  await client.releases.create({ releaseId: 'r', metadata: { releaseType: 'scheduled' } })
  for (const _id of ['one', 'drafts.one', 'versions.r.one']) await client.create({ _id, _type: 'article' })
  await client.releases.schedule({ releaseId: 'r', publishAt: '2999-01-01T00:00:00Z' })
  // More than a mutation's query may select, and each refers to the next: in parts none could go.
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

test('the starting content types no title twice: a page that is renamed is so in search results and on shared links, too', () => {
  const typed = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.ndjson'))
    .flatMap((name) =>
      readFileSync(join(import.meta.dirname, name), 'utf8')
        .split('\n')
        .filter(Boolean),
    )
    .map((text) => JSON.parse(text) as { _id: string; title?: string; seo?: { title?: string } })
  expect(typed.filter(({ title, seo }) => title && seo?.title === title).map(({ _id }) => _id)).toEqual([])
})
