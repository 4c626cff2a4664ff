import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ask, clientOf, collect, temporaryFolder, testLake } from './lake.test-support.ts'
import type { Lake } from './lake.ts'

const NOON = Date.parse('2030-01-01T12:00:00Z')
/** A clock that moves by a second with each call, and ids that count. */
function fixedSources() {
  let [seconds, ids] = [0, 0]
  return { now: () => new Date(NOON + 1000 * seconds++), randomId: () => `id-${ids++}` }
}
const bodyOf = async (lake: Lake, path: string) =>
  (await ask(lake, 'GET', `/v2025-02-19${path}`, { authorization: `Bearer ${lake.token}` })).body

/** Makes the lake generate every kind of id and time. Resolves to what a client reads. */
async function work(lake: Lake): Promise<string[]> {
  const client = clientOf(lake)
  await client.create({ _type: 't', list: [{ a: 1 }, { _key: 'x' }] }, { autoGenerateArrayKeys: true })
  await client.create({ _id: 'drafts.', _type: 't' })
  await client
    .patch({
      query: '*[_type == "t" && dateTime(now()) > dateTime($past)]',
      params: { past: '2030-01-01T00:00:00Z' },
    })
    .set({ a: 1 })
    .commit()
  await client.assets.upload('file', Buffer.from('text'), { filename: 'a.txt' })
  await client.releases.create({ releaseId: 'r' })
  await client.action({
    actionType: 'sanity.action.document.publish',
    draftId: 'drafts.seeded',
    publishedId: 'seeded',
  })
  await client.releases.publish({ releaseId: 'r' })
  await client.datasets.create('other')
  return Promise.all([
    bodyOf(lake, '/data/export/production'),
    bodyOf(lake, '/data/history/production/transactions?excludeContent=false'),
    bodyOf(lake, '/projects/local/datasets/other'),
  ])
}

test('two runs with the same clock and ids have identical exports and histories', async () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  const seed = join(temporaryFolder(), 'seed.ndjson')
  writeFileSync(seed, JSON.stringify({ _id: 'drafts.seeded', _type: 't' }))
  const runs = []
  for (let i = 0; i < 2; i++) {
    vi.stubEnv('XDG_CACHE_HOME', temporaryFolder())
    runs.push(await work(await testLake({ ...fixedSources(), seed, assetBase: 'http://lake' })))
  }
  expect(runs[0]).toEqual(runs[1])
  const [documents, transactions, dataset] = runs[0]!
  for (const text of [documents, transactions, dataset]) expect(text).not.toMatch(/"20(?!30-01-01T12:)\d\d-/)
  expect(documents).toMatch(/"_key":"id-\d+"/)
})

const LONG = '/* a long query runs in a worker */'.padEnd(61_000)
test.each([
  ['on the main thread', ''],
  ['in a worker', LONG],
])('now() is the time of the test %s', async (_, comment) => {
  const client = clientOf(await testLake({ now: () => new Date(NOON) }))
  expect(await client.fetch(`// ${comment}\nnow()`)).toBe('2030-01-01T12:00:00.000Z')
  expect(await client.fetch(`// ${comment}\ndateTime(now())`)).toBe('2030-01-01T12:00:00Z')
})

test('a release is published when the clock of the test reaches its time', async () => {
  let time = NOON
  const client = clientOf(await testLake({ now: () => new Date(time) }))
  await client.releases.create({ releaseId: 'r', metadata: { releaseType: 'scheduled' } })
  await client.create({ _id: 'versions.r.a', _type: 't' })
  await client.releases.schedule({ releaseId: 'r', publishAt: '2031-01-01T00:00:00.000Z' })
  const events = collect(client.listen('*[_id == "a"]', {}, { events: ['welcome', 'mutation'] }))
  await events.until(([welcome]) => welcome !== undefined)
  time = Date.parse('2031-01-01T00:00:01Z')
  await events.until((found) => found.length === 2)
  expect(await client.fetch('*[_id == "_.releases.r"][0].publishedAt', {}, { perspective: 'raw' })).toBe(
    '2031-01-01T00:00:01.000Z',
  )
})
