import type { LiveEvent } from '@sanity/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { contentOf } from '#app/content/content.server.ts'
import type { Lake } from '#app/content/lake.server.ts'
import { fakeLake } from '#app/content/lake.test-support.ts'
import { openLastGood } from '#app/content/last-good.server.ts'
import { ASSISTANT_QUERY, PAGE_QUERY, SETTINGS_QUERY } from '#app/content/queries.ts'
import { SCHEDULE_QUERY } from '#app/content/schedule.ts'
import { ContentStore, LakeUnavailable } from '#app/content/store.server.ts'
import { SHOWN_QUERY } from '#app/content/visible-documents.ts'
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

test('an answer is fetched once and served until an event names it', async () => {
  const fake = fakeLake()
  const { store } = await startedStore(fake.lake)
  expect([await store.get('a'), await store.get('a')]).toEqual(['a 1', 'a 1'])
  expect(fake.fetched).toEqual(['a'])
  fake.publish('a')
  expect(await store.get('a')).toBe('a 2')
})

test('an answer that says the same when it is read again stays the same object, and what is made of it too', async () => {
  const fake = fakeLake()
  const stored = [{ _id: 'about', _type: 'page', _updatedAt: '2026-11-01T00:00:00Z', slug: 'about' }]
  let fetched = 0
  const fetch = async (query: string) => {
    if (query === SHOWN_QUERY) fetched++
    return { result: structuredClone(stored), tags: [`fetch ${fetched}`] }
  }
  const { store } = await startedStore({ ...fake.lake, fetch })
  const content = contentOf(store)
  const shown = await content.shown()
  expect(shown).toMatchObject([{ slug: 'about' }])
  fake.event('restart')
  expect(await content.shown()).toBe(shown)
  expect(fetched).toBe(2)
  stored[0]!._updatedAt = '2026-11-02T00:00:00Z'
  fake.event('restart')
  expect(await content.shown()).toMatchObject([{ changedAt: '2026-11-02T00:00:00Z' }])
})

test('a start waits for the lake', async () => {
  const fake = fakeLake()
  let welcome: () => void = () => {}
  const listen: Lake['listen'] = ({ event }) => {
    welcome = () => event({ type: 'welcome', id: 'w' } as LiveEvent)
    return () => {}
  }
  const store = new ContentStore({
    lake: { ...fake.lake, listen },
    lastGood: openLastGood(dataDir),
    log: () => {},
  })
  stores.push(store)
  const started = vi.fn()
  void store.start().then(started)
  await vi.advanceTimersByTimeAsync(400)
  expect(started).not.toHaveBeenCalled()
  welcome()
  await vi.advanceTimersByTimeAsync(0)
  expect([started.mock.calls.length, store.connected]).toEqual([1, true])
})

test('what the schema does not know is left out, and the log says where', async () => {
  const fake = fakeLake()
  const fetch = async () => ({ result: { brand: { en: 'Keyturn' }, email: 'a@b.example' }, tags: [] })
  const { store, log } = await startedStore({ ...fake.lake, fetch })
  expect(await store.get(SETTINGS_QUERY)).toEqual({ brand: null, email: 'a@b.example' })
  expect(log).toHaveBeenCalledWith('warn', expect.stringContaining('left out'), {
    document: 'siteSettings',
    path: 'brand',
    expected: 'string',
    found: 'object',
  })
})

test('an event drops only the answers that it names', async () => {
  const fake = fakeLake()
  const { store } = await startedStore(fake.lake)
  await store.get('a')
  await store.get('b')
  fake.publish('b')
  expect([await store.get('a'), await store.get('b')]).toEqual(['a 1', 'b 2'])
  expect(fake.fetched).toEqual(['a', 'b', 'b'])
})

test('many visitors who ask at once cost one fetch', async () => {
  const fake = fakeLake()
  const { store } = await startedStore(fake.lake)
  await Promise.all(Array.from({ length: 100 }, () => store.get('a')))
  expect(fake.fetched).toEqual(['a'])
})

test('an answer that a publish overtook is fetched again: the old value never comes back', async () => {
  const fake = fakeLake()
  const { store } = await startedStore(fake.lake)
  const release = fake.hold()
  const asked = store.get('a')
  await vi.advanceTimersByTimeAsync(0)
  fake.publish('a')
  release()
  expect(await asked).toBe('a 2')
  expect(await store.get('a')).toBe('a 2')
})

test('a hung lake costs one visitor less than a second, the next ones nothing', async () => {
  const fake = fakeLake()
  const { store, log } = await startedStore(fake.lake)
  await store.get('a')
  await store.get('b', { kept: true })
  fake.publish('a', 'b')
  fake.mode('hung')
  const first = store.get('a')
  await vi.advanceTimersByTimeAsync(999)
  expect(await first).toBe('a 1')
  expect(await store.get('a')).toBe('a 1')
  expect(await store.get('b', { kept: true })).toBe('b 1')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(store.connected).toBe(false)
  expect(log).toHaveBeenCalledWith('warn', expect.stringContaining('cannot be reached'), expect.anything())
})

test('a slow lake is no dead one: its answer counts when it comes, and meanwhile nobody waits twice', async () => {
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
  expect([page.result, page.isCurrent()], 'what is made of it may be kept so long').toEqual(['a 1', true])
  await vi.advanceTimersByTimeAsync(1_000)
  fake.publish('b')
  expect([await store.get('a'), await store.get('b')]).toEqual(['a 1', 'b 3'])
  expect(store.connected).toBe(true)
  const changed = vi.fn()
  store.subscribe(changed)
  await vi.advanceTimersByTimeAsync(550)
  expect(changed, 'it has come').toHaveBeenCalled()
  expect(page.isCurrent()).toBe(false)
  expect(await store.get('a')).toBe('a 2')
  expect(log).not.toHaveBeenCalledWith('warn', expect.anything(), expect.anything())
})

test('an answer that comes after the stop is not written any more, and nothing complains', async () => {
  const fake = fakeLake()
  const { store, log } = await startedStore(fake.lake)
  await store.get('a')
  fake.publish('a')
  const release = fake.hold()
  const asked = store.get('a')
  await vi.advanceTimersByTimeAsync(0)
  store.stop()
  stores.splice(0)
  release()
  expect(await asked).toBe('a 2')
  store.prune([])
  expect(log).not.toHaveBeenCalledWith('warn', expect.anything(), expect.anything())
})

test('the site recovers by itself and reads everything anew', async () => {
  const fake = fakeLake()
  const { store, log } = await startedStore(fake.lake)
  await store.get('a')
  fake.mode('down')
  fake.publish('a')
  expect([await store.get('a'), store.connected]).toEqual(['a 1', false])
  fake.mode('up')
  await vi.advanceTimersByTimeAsync(4_000)
  expect(store.connected).toBe(true)
  expect(log).toHaveBeenLastCalledWith('info', expect.stringContaining('following'))
  expect(await store.get('a')).toBe('a 2')
})

test('a broken event stream means that nothing is known to be fresh until it is back', async () => {
  const fake = fakeLake()
  const { store } = await startedStore(fake.lake)
  await store.get('a')
  fake.event('reconnect')
  expect(store.connected).toBe(false)
  expect(await store.get('a')).toBe('a 1')
  fake.publish('b')
  fake.event('welcome')
  expect(await store.get('a')).toBe('a 2')
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

test('a query that the lake refused and never answered fails by what it said', async () => {
  const fake = fakeLake()
  const details = { description: 'expected }', start: 3 }
  const fetch = async (query: string) => {
    if (query !== '*{ a') return { result: null, tags: [] }
    throw Object.assign(new Error('parse error'), { statusCode: 400, details })
  }
  const { store } = await startedStore({ ...fake.lake, fetch })
  const failing = store.get('*{ a')
  await expect(failing).rejects.toThrow(LakeUnavailable)
  await expect(failing).rejects.toThrow('The content lake refused a query: expected }')
})

test('an answer that ends at a time is read anew after it, and not before', async () => {
  const fake = fakeLake()
  const { store } = await startedStore(fake.lake)
  fake.validFor(60_000)
  const reading = await store.read('a')
  expect(reading.validUntil).toBe(Date.now() + 60_000)
  fake.validFor(undefined)
  fake.changeSilently()
  await vi.advanceTimersByTimeAsync(59_000)
  expect([reading.isCurrent(), await store.get('a')]).toEqual([true, 'a 1'])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(reading.isCurrent()).toBe(false)
  expect(await store.get('a')).toBe('a 2')
})

test('a reading holds as long as its result is the one that a reader would get', async () => {
  const fake = fakeLake()
  const { store } = await startedStore(fake.lake)
  const reading = await store.read('a')
  fake.event('welcome') // perhaps something was missed
  expect(reading.isCurrent()).toBe(false)
  await reading.renew()
  expect(reading.isCurrent()).toBe(true)
  fake.publish('a')
  await reading.renew()
  expect(reading.isCurrent()).toBe(false)
  fake.mode('down')
  fake.event('reconnect')
  expect(reading.isCurrent(), 'the lake is gone, but newer content was read before').toBe(false)
  const last = await store.read('a')
  expect([last.result, last.isCurrent()]).toEqual(['a 2', true])
})

test('what is made of content knows each answer that went into it, and none of what was made beside it', async () => {
  const fake = fakeLake()
  const { store } = await startedStore(fake.lake)
  const service = async () => [await store.get('b')] // asks in somebody's name
  const [first, second] = await Promise.all([
    store.recorded(async () => [await store.get('a'), ...(await service())]),
    store.recorded(() => store.get('c')),
  ])
  expect(first.made).toEqual(['a 1', 'b 1'])
  expect(first.readings.map(({ result }) => result)).toEqual(['a 1', 'b 1'])
  expect(second.readings.map(({ result }) => result)).toEqual(['c 1'])
  fake.publish('b')
  expect(first.readings.map((reading) => reading.isCurrent())).toEqual([true, false])
})

test('an answer that depends on dates is asked for anew when the next one comes, without an event', async () => {
  const from = '2026-11-23T09:00:00.000Z'
  vi.setSystemTime(new Date(from).getTime() - 60_000)
  const asked: unknown[] = []
  const lake: Lake = {
    async fetch(query, params) {
      if (query === SCHEDULE_QUERY) return { result: [{ showFrom: from }], tags: ['tag:schedule'] }
      asked.push(params.now)
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
  expect(asked).toHaveLength(1)
  expect((await store.read(query)).validUntil).toBe(Date.parse(from))

  const changed = vi.fn()
  store.subscribe(changed)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(changed).toHaveBeenCalledTimes(1)
  expect(await store.get(query)).toBe('shown')
  expect((await store.read(query)).validUntil).toBeUndefined()
})

test('a new date counts from the first, also where the lake is slow to tell it', async () => {
  const fake = fakeLake()
  const from = new Date(Date.now() + 60_000).toISOString()
  let schedule: { showFrom: string }[] = []
  let slowMs = 0
  const fetch: Lake['fetch'] = async (query, params) => {
    if (query !== SCHEDULE_QUERY)
      return { result: String(params.now) >= from ? 'shown' : 'not yet', tags: ['tag:article'] }
    await new Promise((resolve) => setTimeout(resolve, slowMs))
    return { result: schedule, tags: ['tag:schedule'] }
  }
  const { store } = await startedStore({ ...fake.lake, fetch })
  const query = '*[showFrom <= $now]'
  const opening = store.get(query)
  await vi.advanceTimersByTimeAsync(1)
  expect(await opening).toBe('not yet')
  schedule = [{ showFrom: from }]
  slowMs = 600
  fake.event('restart')
  const asked = store.get(query)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await asked).toBe('not yet')
  slowMs = 0
  await vi.advanceTimersByTimeAsync(60_000)
  const later = store.get(query)
  await vi.advanceTimersByTimeAsync(1)
  expect(await later).toBe('shown')
})

test('a date that lies further ahead than a timer can wait keeps nobody busy until then', async () => {
  const showUntil = new Date(Date.now() + 60 * 86_400_000).toISOString()
  const fetch: Lake['fetch'] = async (query) => ({
    result: query === SCHEDULE_QUERY ? [{ showUntil }] : 'shown',
    tags: ['tag:page'],
  })
  const { store } = await startedStore({ ...fakeLake().lake, fetch })
  const waits = vi.fn(setTimeout)
  vi.stubGlobal('setTimeout', waits)
  expect((await store.read('*[showUntil > $now]')).validUntil).toBe(Date.parse(showUntil))
  expect(Math.max(...waits.mock.calls.map(([, ms]) => ms ?? 0))).toBe(2 ** 31 - 1)
  vi.unstubAllGlobals() // before the clock is the real one again, or the fake one would stay
})

test('what was warmed meanwhile, or read by a visitor, is not read once more', async () => {
  const fake = fakeLake()
  const { store } = await startedStore(fake.lake)
  const wanted = Array.from({ length: 20 }, (_, n) => ({ query: `q${n}`, params: {} }))
  await Promise.all([store.warm(wanted), store.warm(wanted), store.get('q0')])
  expect(fake.fetched.toSorted()).toEqual(wanted.map(({ query }) => query).sort())
  fake.publish('q7')
  await Promise.all([store.warm(wanted), store.warm(wanted)])
  expect(fake.fetched.slice(wanted.length)).toEqual(['q7'])
})

/** Each article by itself, with a tag of its own. */
function articlesLake() {
  const fake = fakeLake()
  const articles: Record<string, string | null> = { a: 'a 1', b: 'b 1', gone: null }
  const asked: string[] = []
  const fetch: Lake['fetch'] = async (query, params, ...rest) => {
    await fake.lake.fetch(query, params, ...rest)
    const slug = String(params.slug)
    asked.push(slug)
    return { result: articles[slug] && { text: articles[slug] }, tags: [`tag:${slug}`] }
  }
  return { ...fake, lake: { ...fake.lake, fetch }, articles, asked }
}

test('many are read together: once, and again only those that an event names', async () => {
  const fake = articlesLake()
  const { store } = await startedStore(fake.lake)
  const slugs = ['a', 'b', 'gone']
  const all = () => store.getAll('article', 'slug', slugs)
  const first = await all()
  expect(first).toEqual([{ text: 'a 1' }, { text: 'b 1' }])
  expect(await all()).toBe(first)
  expect(fake.asked.sort()).toEqual(['a', 'b', 'gone'])
  const { readings } = await store.recorded(all)
  expect(readings.map((reading) => reading.isCurrent())).toEqual([true])
  fake.articles.b = 'b 2'
  fake.publish('b')
  expect(readings.map((reading) => reading.isCurrent())).toEqual([false])
  const second = await all()
  expect(second).toEqual([{ text: 'a 1' }, { text: 'b 2' }])
  expect(second[0]).toBe(first[0])
  expect(fake.asked).toHaveLength(4)
  const others = await store.recorded(all)
  fake.publish('c')
  expect(others.readings.map((reading) => reading.isCurrent())).toEqual([false])
  await others.readings[0]?.renew()
  expect(
    others.readings.map((reading) => reading.isCurrent()),
    'it says the same',
  ).toEqual([true])
  expect(await all()).toBe(second)
  fake.asked.length = 0
  expect(await store.getAll('article', 'slug', ['b'])).toEqual([{ text: 'b 2' }])
  expect(fake.asked).toEqual([])
  expect(await all()).toEqual(second)
  expect(fake.asked.sort(), 'what was not asked for any more is forgotten').toEqual(['a', 'gone'])
})

test('of many that are read together, those that don’t come in time are the last good ones until they do', async () => {
  const fake = articlesLake()
  const { store } = await startedStore(fake.lake)
  const slugs = ['a', 'b']
  const first = await store.getAll('article', 'slug', slugs)
  fake.articles.b = 'b 2'
  fake.publish('b')
  fake.mode('hung')
  const asking = store.recorded(() => store.getAll('article', 'slug', slugs))
  await vi.advanceTimersByTimeAsync(500)
  const { made, readings } = await asking
  expect(made).toEqual(first)
  expect(readings.map((reading) => reading.isCurrent())).toEqual([true])
  expect(await store.getAll('article', 'slug', slugs), 'nobody else waits').toEqual(first)
  fake.mode('up')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(readings.map((reading) => reading.isCurrent())).toEqual([false])
  expect(await store.getAll('article', 'slug', slugs)).toEqual([{ text: 'a 1' }, { text: 'b 2' }])
})

test('a disk that takes nothing keeps nobody from what is published', async () => {
  const fake = articlesLake()
  const lastGood = openLastGood(dataDir)
  const full = () => {
    throw new Error('database or disk is full')
  }
  const { store, log } = await startedStore(fake.lake, { ...lastGood, keep: full, drop: full })
  await store.getAll('article', 'slug', ['a', 'b'])
  expect(await store.getAll('article', 'slug', ['b'])).toEqual([{ text: 'b 1' }])
  store.prune([])
  expect(log).toHaveBeenCalledWith('warn', expect.stringContaining('forgotten'), expect.anything())
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
  'a needed document that is %s stays as it was last, after a restart too',
  async (_how, query, params, good, odd, reason) => {
    const fake = fakeLake()
    let stored: unknown = good
    const fetch = async () => ({ result: structuredClone(stored), tags: ['a'] })
    const { store, log } = await startedStore({ ...fake.lake, fetch })
    expect(await store.get(query, params)).toMatchObject(good)
    stored = odd
    fake.event('restart')
    expect(await store.get(query, params)).toMatchObject(good)
    expect(log).toHaveBeenCalledWith('error', expect.any(String), {
      document: expect.any(String),
      reason,
      serving: 'the last good version',
    })
    stores.pop()?.stop()
    const again = (await startedStore({ ...fake.lake, fetch })).store
    expect(await again.get(query, params)).toMatchObject(good)
    stored = { ...good, more: 1 }
    fake.event('restart')
    expect(await again.get(query, params)).toMatchObject({ more: 1 })
  },
)

test('any other document that is missing is missing', async () => {
  const fake = fakeLake()
  let stored: unknown = { blocks: [{ _type: 'faq', _key: 'f' }] }
  const fetch = async () => ({ result: structuredClone(stored), tags: ['a'] })
  const { store } = await startedStore({ ...fake.lake, fetch })
  expect(await store.get(PAGE_QUERY, { slug: 'about' })).toMatchObject({ blocks: [{}] })
  stored = null
  fake.event('restart')
  expect(await store.get(PAGE_QUERY, { slug: 'about' })).toBeNull()
})
