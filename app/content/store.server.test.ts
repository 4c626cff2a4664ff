import type { LiveEvent } from '@sanity/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PAGE_QUERIES, PAGE_QUERY } from '#app/blocks/query.ts'
import { createContent } from '#app/content/content.server.ts'
import type { Lake } from '#app/content/lake.server.ts'
import { fakeLake } from '#app/content/lake.test-support.ts'
import { openLastGood } from '#app/content/last-good.server.ts'
import { ASSISTANT_QUERY, SETTINGS_QUERY } from '#app/content/queries.ts'
import { SCHEDULE_QUERY } from '#app/content/schedule.ts'
import { ContentStore, LakeUnavailable } from '#app/content/store.server.ts'
import { VISIBLE_QUERY } from '#app/content/visible-documents.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

let dataDir: string
const stores: ContentStore[] = []
beforeEach(() => {
  vi.useFakeTimers()
  dataDir = newFolder()
})
afterEach(() => {
  for (const store of stores.splice(0)) store.stop()
  vi.useRealTimers()
})

async function startedStore(lake: Lake, lastGood = openLastGood(dataDir)) {
  const log = vi.fn()
  const store = new ContentStore({ lake, lastGood, log })
  stores.push(store)
  const starting = store.start()
  await vi.advanceTimersByTimeAsync(1_000)
  await starting
  return { store, log }
}

test('an answer is cached until an event names it', async () => {
  const fake = fakeLake()
  const { store } = await startedStore(fake.lake)
  expect([await store.get('a'), await store.get('a')]).toEqual(['a 1', 'a 1'])
  expect(fake.fetched).toEqual(['a'])
  fake.publish('b')
  expect(await store.get('a')).toBe('a 1')
  fake.publish('a')
  expect(await store.get('a')).toBe('a 3')
})

test('an unchanged answer and its converted value stay the same objects', async () => {
  const fake = fakeLake()
  const stored = [{ _id: 'about', _type: 'page', _updatedAt: '2026-11-01T00:00:00Z', slug: 'about' }]
  let fetched = 0
  const fetch = async (query: string) => {
    if (query === VISIBLE_QUERY) fetched++
    return { result: structuredClone(stored), tags: [`fetch ${fetched}`] }
  }
  const { store } = await startedStore({ ...fake.lake, fetch })
  const content = createContent(store, PAGE_QUERIES)
  const shown = await content.visibleDocuments()
  expect(shown).toMatchObject([{ slug: 'about' }])
  fake.event('restart')
  expect(await content.visibleDocuments()).toBe(shown)
  expect(fetched).toBe(2)
  stored[0]!._updatedAt = '2026-11-02T00:00:00Z'
  fake.event('restart')
  expect(await content.visibleDocuments()).toMatchObject([{ changedAt: '2026-11-02T00:00:00Z' }])
})

test('many simultaneous reads cause one fetch', async () => {
  const fake = fakeLake()
  const { store } = await startedStore(fake.lake)
  await Promise.all(Array.from({ length: 100 }, () => store.get('a')))
  expect(fake.fetched).toEqual(['a'])
})

test('a fetch is repeated if an event arrives meanwhile', async () => {
  const fake = fakeLake()
  const { store } = await startedStore(fake.lake)
  const release = fake.hold()
  const read = store.get('a')
  await vi.advanceTimersByTimeAsync(0)
  fake.publish('a')
  release()
  expect(await read).toBe('a 2')
  expect(await store.get('a')).toBe('a 2')
})

test('one visitor waits less than a second for a lake that hangs, the next ones not at all', async () => {
  const fake = fakeLake()
  const { store, log } = await startedStore(fake.lake)
  await store.get('a')
  await store.get('b', { id: 1 })
  fake.publish('a', 'b')
  fake.mode('hung')
  const first = store.get('a')
  await vi.advanceTimersByTimeAsync(999)
  expect(await first).toBe('a 1')
  expect(await store.get('a')).toBe('a 1')
  expect(await store.get('b', { id: 1 })).toBe('b 1')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(store.connected).toBe(false)
  expect(log).toHaveBeenCalledWith('warn', expect.stringContaining('cannot be reached'), expect.anything())
})

test('only the first visitor waits for a slow lake, whose answer is used when it arrives', async () => {
  const fake = fakeLake()
  let slowMs = 0
  const fetch: Lake['fetch'] = async (query, ...rest) => {
    const answer = await fake.lake.fetch(query, ...rest)
    if (query === 'a' && slowMs > 0) await new Promise((resolve) => setTimeout(resolve, slowMs))
    return answer
  }
  const { store, log } = await startedStore({ ...fake.lake, fetch })
  await store.get('a')
  await store.get('b')
  slowMs = 2_000
  fake.publish('a')
  const first = store.get('a')
  await vi.advanceTimersByTimeAsync(450)
  expect(await first).toBe('a 1')
  const page = await store.read('a')
  expect([page.result, page.isCurrent()]).toEqual(['a 1', true])
  await vi.advanceTimersByTimeAsync(1_000)
  fake.publish('b')
  expect([await store.get('a'), await store.get('b')]).toEqual(['a 1', 'b 3'])
  expect(store.connected).toBe(true)
  const changed = vi.fn()
  store.subscribe(changed)
  await vi.advanceTimersByTimeAsync(550)
  expect(changed).toHaveBeenCalled()
  expect(page.isCurrent()).toBe(false)
  expect(await store.get('a')).toBe('a 2')
  expect(log).not.toHaveBeenCalledWith('warn', expect.anything(), expect.anything())
})

test('the last good content survives a restart without the lake', async () => {
  const fake = fakeLake()
  const { store } = await startedStore(fake.lake)
  await store.get('a', { slug: 'x' })
  stores.splice(0)
  store.stop()
  const down = fakeLake()
  down.mode('down')
  const again = await startedStore(down.lake)
  expect(await again.store.get('a', { slug: 'x' })).toBe('a 1')
  await expect(again.store.get('never read')).rejects.toThrow(LakeUnavailable)
})

test('a recording contains its own reads only, not those of a parallel one', async () => {
  const fake = fakeLake()
  const { store } = await startedStore(fake.lake)
  const service = async () => [await store.get('b')]
  const [first, second] = await Promise.all([
    store.record(async () => [await store.get('a'), ...(await service())]),
    store.record(() => store.get('c')),
  ])
  expect(first.value).toEqual(['a 1', 'b 1'])
  expect(first.readings.map(({ result }) => result)).toEqual(['a 1', 'b 1'])
  expect(second.readings.map(({ result }) => result)).toEqual(['c 1'])
  fake.publish('b')
  expect(first.readings.map((reading) => reading.isCurrent())).toEqual([true, false])
})

test('an answer that depends on dates is read again at the next date, without an event', async () => {
  const from = '2026-11-23T09:00:00.000Z'
  vi.setSystemTime(new Date(from).getTime() - 60_000)
  const requested: unknown[] = []
  const lake: Lake = {
    async fetch(query, params) {
      if (query === SCHEDULE_QUERY) return { result: [{ showFrom: from }], tags: ['tag:schedule'] }
      requested.push(params.now)
      return { result: String(params.now) >= from ? 'shown' : 'not yet', tags: ['tag:article'] }
    },
    listen({ event }) {
      queueMicrotask(() => event({ type: 'welcome', id: 'w' } as LiveEvent))
      return () => {}
    },
  }
  const { store } = await startedStore(lake)
  const query = '*[showFrom <= $now]'
  expect(await store.get(query)).toBe('not yet')
  expect(await store.get(query)).toBe('not yet')
  expect(requested).toHaveLength(1)
  expect((await store.read(query)).validUntil).toBe(Date.parse(from))

  const changed = vi.fn()
  store.subscribe(changed)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(changed).toHaveBeenCalledTimes(1)
  expect(await store.get(query)).toBe('shown')
  expect((await store.read(query)).validUntil).toBeUndefined()
})

/** A lake of articles. Each has its own tag. */
function articlesLake() {
  const fake = fakeLake()
  const articles: Record<string, string | null> = { a: 'a 1', b: 'b 1', missing: null }
  const requested: string[] = []
  const fetch: Lake['fetch'] = async (query, params, ...rest) => {
    await fake.lake.fetch(query, params, ...rest)
    const slug = String(params.slug)
    requested.push(slug)
    return { result: articles[slug] && { text: articles[slug] }, tags: [`tag:${slug}`] }
  }
  return { ...fake, lake: { ...fake.lake, fetch }, articles, requested }
}

test('a list is read once, then only the items that an event names', async () => {
  const fake = articlesLake()
  const { store } = await startedStore(fake.lake)
  const slugs = ['a', 'b', 'missing']
  const all = () => store.getAll('article', 'slug', slugs)
  const first = await all()
  expect(first).toEqual([{ text: 'a 1' }, { text: 'b 1' }])
  expect(await all()).toBe(first)
  expect(fake.requested.sort()).toEqual(['a', 'b', 'missing'])
  fake.articles.b = 'b 2'
  fake.publish('b')
  const second = await all()
  expect(second).toEqual([{ text: 'a 1' }, { text: 'b 2' }])
  expect(second[0]).toBe(first[0])
  expect(fake.requested).toHaveLength(4)
})

test('a list contains the last good results until late ones arrive', async () => {
  const fake = articlesLake()
  const { store } = await startedStore(fake.lake)
  const slugs = ['a', 'b']
  const first = await store.getAll('article', 'slug', slugs)
  fake.articles.b = 'b 2'
  fake.publish('b')
  fake.mode('hung')
  const recording = store.record(() => store.getAll('article', 'slug', slugs))
  await vi.advanceTimersByTimeAsync(500)
  const { value, readings } = await recording
  expect(value).toEqual(first)
  expect(readings.map((reading) => reading.isCurrent())).toEqual([true])
  expect(await store.getAll('article', 'slug', slugs)).toEqual(first)
  fake.mode('up')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(readings.map((reading) => reading.isCurrent())).toEqual([false])
  expect(await store.getAll('article', 'slug', slugs)).toEqual([{ text: 'a 1' }, { text: 'b 2' }])
})

test('a full disk does not prevent serving published content', async () => {
  const fake = articlesLake()
  const lastGood = openLastGood(dataDir)
  const full = () => {
    throw new Error('database or disk is full')
  }
  const { store, log } = await startedStore(fake.lake, { ...lastGood, save: full, delete: full })
  await store.getAll('article', 'slug', ['a', 'b'])
  expect(await store.getAll('article', 'slug', ['b'])).toEqual([{ text: 'b 1' }])
  store.prune([])
  expect(log).toHaveBeenCalledWith('warn', expect.stringContaining('deleted'), expect.anything())
})

test.each([
  ['missing', SETTINGS_QUERY, {}, { brand: 'Keyturn' }, null, 'missing, or of another type'],
  ['without a brand', SETTINGS_QUERY, {}, { brand: 'Keyturn' }, { brand: { en: 'K' } }, 'no usable brand'],
  [
    'without blocks',
    PAGE_QUERY,
    { slug: 'home' },
    { blocks: [{ _type: 'faq', _key: 'f' }] },
    { blocks: [] },
    'no usable blocks',
  ],
  ['missing', ASSISTANT_QUERY, {}, { greeting: 'Hello' }, null, 'missing, or of another type'],
])(
  'a required document that is %s is replaced by its last good version',
  async (_title, query, params, good, unusable, reason) => {
    const fake = fakeLake()
    let stored: unknown = good
    const fetch = async () => ({ result: structuredClone(stored), tags: ['a'] })
    const { store, log } = await startedStore({ ...fake.lake, fetch })
    expect(await store.get(query, params)).toMatchObject(good)
    stored = unusable
    fake.event('restart')
    expect(await store.get(query, params)).toMatchObject(good)
    expect(log).toHaveBeenCalledWith('error', expect.any(String), {
      document: expect.any(String),
      reason,
      serving: 'the last good version',
    })
    stores.pop()?.stop()
    const restarted = (await startedStore({ ...fake.lake, fetch })).store
    expect(await restarted.get(query, params)).toMatchObject(good)
  },
)
