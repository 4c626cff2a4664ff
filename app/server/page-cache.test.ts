import { setTimeout as pause } from 'node:timers/promises'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { fakeLake } from '#app/content/lake.test-support.ts'
import { openLastGood } from '#app/content/last-good.server.ts'
import { ContentStore } from '#app/content/store.server.ts'
import { type Address, PageCache, type PageCacheParts } from '#app/server/http/page-cache.ts'
import { Page, type Rendered } from '#app/server/page.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** A cache over a store over a lake that the test directs. A page shows the answers to its path and to `settings`. */
async function caching(parts: Partial<PageCacheParts> = {}) {
  const fake = fakeLake()
  const store = new ContentStore({
    lake: fake.lake,
    lastGood: openLastGood(newFolder()),
    log: () => {},
  })
  await store.start()
  const rendered: string[] = []
  const replaced: string[] = []
  const cache = new PageCache({
    async render({ path, plan }: Address): Promise<Rendered> {
      rendered.push(path)
      const readings = [await store.read('settings'), await store.read(path)]
      const body = Buffer.from(`<p>${readings.map(({ result }) => result).join('</p><p>')} ${plan ?? ''}</p>`)
      return { status: 200, headers: new Headers({ 'Content-Type': 'text/html' }), body, readings }
    },
    quietMs: 3_600_000,
    stormChanges: Number.POSITIVE_INFINITY,
    onReplaced: (path) => replaced.push(path),
    ...parts,
  })
  stops.push(
    () => cache.stop(),
    () => store.stop(),
  )
  const get = async (path: string, plan: string | null = null) => {
    const page = await cache.get({ path, plan }, 'test')
    if (!(page instanceof Page)) return String(page.status)
    return brotliDecompressSync((await page.in('br')).body).toString()
  }
  return { fake, store, cache, rendered, replaced, get }
}

const answering = (answer: Partial<Rendered>): Pick<PageCacheParts, 'render'> => ({
  render: async () => ({
    status: 200,
    headers: new Headers({ 'Content-Type': 'text/html' }),
    body: Buffer.from('made'),
    readings: [],
    ...answer,
  }),
})

test('a thousand who ask at once cost one rendering and one set of queries', async () => {
  const { get, rendered, fake } = await caching()
  const pages = await Promise.all(Array.from({ length: 1_000 }, () => get('/a')))
  expect(new Set(pages)).toEqual(new Set(['<p>settings 1</p><p>/a 1 </p>']))
  expect(rendered).toEqual(['/a'])
  expect(fake.fetched).toEqual(['settings', '/a'])
})

test('a publish drops the pages that read what it changed, and no others', async () => {
  const { get, rendered, fake, replaced } = await caching()
  await get('/a')
  await get('/b')
  fake.publish('/b')
  expect(await get('/a')).toContain('/a 1')
  expect(await get('/b')).toContain('/b 2')
  expect(rendered).toEqual(['/a', '/b', '/b'])
  fake.publish('settings')
  expect([await get('/a'), await get('/b')]).toEqual([
    '<p>settings 3</p><p>/a 1 </p>',
    '<p>settings 3</p><p>/b 2 </p>',
  ])
  expect(replaced).toEqual(['/b', '/a', '/b'])
})

test('touched pages are made anew before a visitor asks', async () => {
  const { get, rendered, fake, cache, store } = await caching()
  stops.push(store.subscribe(() => cache.changed()))
  await get('/a')
  await get('/b')
  fake.publish('/b')
  await expect.poll(() => rendered).toEqual(['/a', '/b', '/b'])
  await expect.poll(() => cache.peek({ path: '/b', plan: null })).toBeDefined()
})

test('what changes while touched pages are made anew is made anew after them', async () => {
  const { get, rendered, fake, cache, store } = await caching()
  stops.push(store.subscribe(() => cache.changed()))
  await get('/a')
  await get('/b')
  fake.publish('/a')
  const release = fake.hold()
  await expect.poll(() => fake.fetched).toEqual(['settings', '/a', '/b', '/a'])
  fake.publish('/b') // which has been looked at: it was used last
  release()
  await expect.poll(() => rendered).toEqual(['/a', '/b', '/a', '/b'])
})

test('a page that fails while touched pages are made anew keeps no other from it; the next sweep waits for the end', async () => {
  const rendered: string[] = []
  let fail = () => {}
  const { fake, store, cache } = await caching({
    async render({ path }, requestId) {
      rendered.push(path)
      const reading = await store.read('a')
      if (path === '/failing' && reading.result !== 'a 1')
        await new Promise((_, reject) => (fail = () => reject(new Error('no'))))
      return answering({ readings: [reading] }).render({ path, plan: null }, requestId)
    },
  })
  const get = (path: string) => cache.get({ path, plan: null }, 'test')
  for (const path of ['/a', '/failing']) await get(path)
  fake.publish('a')
  cache.changed()
  await expect.poll(() => rendered).toEqual(['/a', '/failing', '/failing'])
  await get('/later')
  fake.publish('a')
  cache.changed()
  await pause(300)
  expect(rendered).toEqual(['/a', '/failing', '/failing', '/later'])
  fail()
  await expect.poll(() => rendered.slice(4)).toEqual(['/a', '/later', '/failing'])
  cache.stop()
  fake.publish('a')
  fail()
  cache.changed()
  await pause(300)
  expect(rendered, 'nothing is made any more').toHaveLength(7)
})

test('what may have changed and has not is read again, not rendered again', async () => {
  const { get, rendered, fake, cache } = await caching()
  await get('/a')
  fake.event('welcome') // after a break: any event may have been missed
  expect(cache.peek({ path: '/a', plan: null })).toBeUndefined()
  await get('/a')
  expect(rendered).toEqual(['/a'])
  expect(fake.fetched).toEqual(['settings', '/a', 'settings', '/a'])
})

test('so it is with what is missing, which is kept too', async () => {
  let status = 404
  const { fake, store, cache, replaced } = await caching({
    async render() {
      const readings = [await store.read('a')]
      rendered.push(status)
      return { status, headers: new Headers(), body: Buffer.from('made'), readings }
    },
  })
  const rendered: number[] = []
  const get = () => cache.get({ path: '/a', plan: null }, 'test')
  expect(await get()).toBe(cache.peek({ path: '/a', plan: null }))
  fake.event('welcome')
  for (let asked = 0; asked < 2; asked++) await get()
  expect(rendered).toEqual([404])
  for (status of [200, 404]) {
    fake.publish('a')
    for (let asked = 0; asked < 2; asked++) expect((await get()).status).toBe(status)
    expect(cache.size).toBe(1)
  }
  expect(rendered).toEqual([404, 200, 404])
  expect(replaced, 'each was another one than before').toEqual(['/a', '/a'])
})

test('a page that can’t be read anew is rendered, which says so; the one before is gone where nobody may keep what comes', async () => {
  let answer: Partial<Rendered> = {}
  let isCurrent = true
  const { cache, replaced } = await caching({
    render: (...args) => {
      const renew = () => Promise.reject(new Error('the lake is away'))
      return answering({ readings: [{ isCurrent: () => isCurrent, renew }], ...answer }).render(...args)
    },
  })
  const get = async () => (await cache.get({ path: '/', plan: null }, 'test')).status
  answer = { status: 301, readings: [] }
  expect(await get()).toBe(301)
  answer = {}
  expect(await get()).toBe(200)
  isCurrent = false
  answer = { status: 503, readings: [] }
  expect(await get()).toBe(503)
  expect([cache.size, replaced], 'a CDN may show the last one meanwhile').toEqual([1, []])
  answer = { status: 301, readings: [] }
  expect(await get()).toBe(301)
  expect([cache.size, replaced]).toEqual([0, ['/']])
})

test('a page that is made anew and says the same is no other one', async () => {
  const { fake, store, cache, replaced } = await caching({
    render: async (...args) => answering({ readings: [await store.read('a')] }).render(...args),
  })
  for (let publish = 0; publish < 2; publish++) {
    await cache.get({ path: '/', plan: null }, 'test')
    fake.publish('a')
  }
  expect(replaced).toEqual([])
})

test('a change whose event was missed shows once the stream is back', async () => {
  const { get, fake } = await caching()
  await get('/a')
  fake.event('reconnect')
  fake.changeSilently()
  expect(await get('/a'), 'the last good one').toContain('/a 1')
  fake.event('welcome')
  expect(await get('/a')).toContain('/a 2')
})

test('a page that stays after a date says the next one', async () => {
  const { get, fake, rendered, cache } = await caching()
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const validUntil = () => cache.peek({ path: '/a', plan: null })?.validUntil
  fake.validFor(150)
  await get('/a')
  fake.validFor(5_000)
  vi.setSystemTime(Date.now() + 150)
  await get('/a')
  expect(validUntil()).toBe(Date.now() + 5_000)
  fake.validFor(undefined)
  fake.event('restart')
  await get('/a')
  expect(validUntil()).toBe(Number.POSITIVE_INFINITY)
  expect(rendered).toEqual(['/a'])
})

test('a page lives no longer than the shortest of its answers', async () => {
  const { get, fake, rendered, cache } = await caching()
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  fake.validFor(150)
  await get('/b') // and with it settings
  fake.validFor(undefined)
  await get('/a')
  expect(cache.peek({ path: '/a', plan: null })?.validUntil).toBe(Date.now() + 150)
  fake.changeSilently()
  vi.setSystemTime(Date.now() + 149)
  expect(cache.peek({ path: '/a', plan: null })).toBeDefined()
  vi.setSystemTime(Date.now() + 1)
  expect(cache.peek({ path: '/a', plan: null })).toBeUndefined()
  expect(await get('/a')).toContain('settings 2')
  expect(rendered).toEqual(['/b', '/a', '/a'])
})

test('in a storm of publishes nobody sees an older value after a newer one', async () => {
  const { get, fake, store, cache } = await caching()
  stops.push(store.subscribe(() => cache.changed()))
  let published = 1
  let over = false
  const readers = Array.from({ length: 8 }, async () => {
    let seen = 0
    while (!over) {
      const atLeast = seen
      seen = Number(/\/a (\d+)/.exec(await get('/a'))?.[1])
      expect(seen).toBeGreaterThanOrEqual(atLeast)
      expect(seen).toBeLessThanOrEqual(published)
      await pause(1)
    }
  })
  for (; published < 60; ) {
    published++
    const release = published % 3 === 0 ? fake.hold() : undefined
    fake.publish('/a')
    await pause(5)
    release?.()
    expect(await get('/a')).toContain(`/a ${published}`)
  }
  over = true
  await Promise.all(readers)
})

test('a rendering that a publish overtook is repeated', async () => {
  const { fake, store, cache, rendered } = await caching({
    async render() {
      const reading = await store.read('a')
      rendered.push(String(reading.result))
      if (rendered.length === 1) fake.publish('a')
      const body = Buffer.from(String(reading.result))
      return { status: 200, headers: new Headers(), body, readings: [reading] }
    },
  })
  const page = await cache.get({ path: '/', plan: null }, 'test')
  expect(rendered).toEqual(['a 1', 'a 2'])
  expect(page instanceof Page && brotliDecompressSync((await page.in('br')).body).toString()).toBe('a 2')
})

test('a page that is overtaken each time it is made is served after four times, and kept nowhere', async () => {
  const { fake, store, cache, rendered } = await caching({
    async render() {
      const reading = await store.read('a')
      rendered.push(String(reading.result))
      if (rendered.length < 10) fake.publish('a')
      return { status: 200, headers: new Headers(), body: Buffer.from('made'), readings: [reading] }
    },
  })
  expect(await cache.get({ path: '/', plan: null }, 'test')).toBeInstanceOf(Page)
  expect([rendered.length, cache.size]).toEqual([4, 0])
})

test('a page that a publish overtook while it was compressed is for those who asked before, and kept nowhere', async () => {
  const { fake, store, cache, rendered } = await caching({
    async render() {
      const reading = await store.read('a')
      rendered.push(String(reading.result))
      const body = Buffer.from(String(reading.result))
      const isCurrent = () => {
        const current = reading.isCurrent()
        // It is asked for the first time between rendering and compressing, which ends in a later turn of the event loop.
        if (!afterwards) queueMicrotask(overtake)
        return current
      }
      return { status: 200, headers: new Headers(), body, readings: [{ ...reading, isCurrent }] }
    },
  })
  const ask = async () => {
    const page = (await cache.get({ path: '/', plan: null }, 'test')) as Page
    const { body } = await page.in('br')
    return { text: brotliDecompressSync(body).toString(), forCdn: page.mayBeShared }
  }
  let afterwards: ReturnType<typeof ask> | undefined
  function overtake() {
    if (afterwards) return
    fake.publish('a')
    expect(rendered).toEqual(['a 1'])
    afterwards = ask()
  }
  const before = [ask(), ask()]
  expect(await Promise.all(before)).toContainEqual({ text: 'a 1', forCdn: false })
  expect(await afterwards).toEqual({ text: 'a 2', forCdn: true })
  expect(rendered).toEqual(['a 1', 'a 2'])
})

test('in a storm of publishes touched pages are made anew once a second, however many publishes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  try {
    const { cache } = await caching(answering({}))
    await cache.get({ path: '/', plan: null }, 'test')
    vi.spyOn(Page.prototype, 'isCurrent').mockReturnValue(false)
    const made = vi.spyOn(Page, 'of')
    for (let ms = 0; ms < 3_000; ms += 50) {
      cache.changed()
      await vi.advanceTimersByTimeAsync(50)
      await Promise.all(made.mock.results.map(({ value }) => value))
    }
    expect(made.mock.calls.length).toBeGreaterThanOrEqual(2)
    expect(made.mock.calls.length).toBeLessThanOrEqual(3)
  } finally {
    vi.useRealTimers()
    vi.restoreAllMocks()
  }
})

test('a storm of publishes costs a page one rendering in a quarter of a second; before and after, each shows at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { fake, get, rendered, cache, store } = await caching({ stormChanges: 10 })
  await vi.advanceTimersByTimeAsync(60_000)
  store.subscribe(() => cache.changed())
  for (let publish = 1; publish < 8; publish++) {
    expect(await get('/a')).toContain(`/a ${publish}`)
    fake.publish('/a')
  }
  expect(rendered).toHaveLength(7)
  for (let publish = 8; publish < 30; publish++) {
    fake.publish('/a')
    const [, shown] = /\/a (\d+)/.exec(await get('/a')) ?? []
    expect(publish + 1 - Number(shown), 'of a quarter of a second ago').toBeLessThanOrEqual(10)
    await vi.advanceTimersByTimeAsync(25)
  }
  expect(rendered.length).toBeLessThan(14)
  await vi.advanceTimersByTimeAsync(1_000)
  await expect.poll(() => cache.peek({ path: '/a', plan: null })?.isCurrent()).toBe(true)
  expect(await get('/a')).toContain('/a 30')
  for (const publish of [31, 32]) {
    fake.publish('/a')
    expect(await get('/a')).toContain(`/a ${publish}`)
  }
})

test('in a storm who waited for a page that was overtaken meanwhile has it, too', async () => {
  const { fake, store, cache, rendered } = await caching({
    async render() {
      const reading = await store.read('a')
      if (rendered.push('/') === 1) fake.publish('a')
      return { status: 200, headers: new Headers(), body: Buffer.from('made'), readings: [reading] }
    },
    stormChanges: 1,
  })
  cache.changed()
  await Promise.all([1, 2].map(() => cache.get({ path: '/', plan: null }, 'test')))
  expect(rendered).toHaveLength(1)
})

test('errors, redirects and what sets a cookie or forbids it are not kept', async () => {
  for (const answer of [
    { status: 500 },
    { status: 503 },
    { status: 301, headers: new Headers({ Location: '/' }) },
    { headers: new Headers({ 'Set-Cookie': 'a=1' }) },
    { headers: new Headers({ 'Cache-Control': 'no-store' }) },
  ]) {
    const { cache } = await caching(answering(answer))
    expect(await cache.get({ path: '/', plan: null }, 'test')).not.toBeInstanceOf(Page)
    expect(cache.size).toBe(0)
  }
})

test('a rendering that fails fails for those who waited, and the next one is a new try', async () => {
  let failing = true
  const { cache } = await caching({
    render: (...args) => (failing ? Promise.reject(new Error('no')) : answering({}).render(...args)),
  })
  const both = [cache.get({ path: '/', plan: null }, 'a'), cache.get({ path: '/', plan: null }, 'b')]
  expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  failing = false
  expect(await cache.get({ path: '/', plan: null }, 'c')).toBeInstanceOf(Page)
})

test('memory is bounded, what was used last stays, and made-up addresses take no room from pages', async () => {
  const evicted: string[] = []
  const maxBytes = 200_000
  const { cache } = await caching({
    ...answering({ body: Buffer.from('page') }),
    render: async ({ path }) => ({
      status: path.startsWith('/missing') ? 404 : 200,
      headers: new Headers({ 'Content-Type': 'text/html' }),
      body: Buffer.from(path.repeat(50)),
      readings: [],
    }),
    maxBytes,
    onEvicted: (path) => evicted.push(path),
  })
  const get = (path: string) => cache.get({ path, plan: null }, 'test')
  for (let i = 0; i < 100; i++) {
    await get(`/page-${i}`)
    await get('/first')
    expect(cache.bytes).toBeLessThanOrEqual(maxBytes)
  }
  expect(evicted.length).toBeGreaterThan(20)
  expect(evicted).not.toContain('/first')
  expect(evicted[0]).toBe('/page-0')
  const before = evicted.length
  for (let i = 0; i < 100; i++) await get(`/missing-${i}`)
  expect(evicted.length).toBe(before)
  expect(cache.bytes).toBeLessThanOrEqual(maxBytes * (1 + 1 / 32))
})

test('what a page takes in gzip counts once somebody asked for it', async () => {
  const { cache } = await caching(answering({ body: Buffer.from('made '.repeat(1_000)) }))
  const page = await cache.get({ path: '/a', plan: null }, 'test')
  const before = cache.bytes
  const gzip = page instanceof Page ? await page.in('gzip') : undefined
  expect(cache.bytes).toBe(before + (gzip?.body.length ?? 0))
})

test('a page that shows the chosen plan is kept for each plan, one that does not only once', async () => {
  const rendered: string[] = []
  const { cache } = await caching({
    async render({ path, plan }) {
      rendered.push(`${path} ${plan}`)
      const headers = new Headers({ 'Content-Type': 'text/html', 'Cache-Control': 'private, no-store' })
      if (path === '/pricing') headers.set('Vary', 'Cookie')
      else headers.delete('Cache-Control')
      return { status: 200, headers, body: Buffer.from(`${path} ${plan}`), readings: [] }
    },
  })
  for (let round = 0; round < 2; round++) {
    for (const plan of ['a', 'b']) await cache.get({ path: '/pricing', plan }, 'test')
    await cache.get({ path: '/about', plan: cache.isSameForAll('/about') ? null : `${round}` }, 'test')
  }
  expect(rendered).toEqual(['/pricing a', '/pricing b', '/about 0'])
  const page = cache.peek({ path: '/pricing', plan: 'a' })
  expect((await page?.in('identity'))?.headers.join('\n')).toContain('private, no-store')
})

test('so it is of what is missing: who has chosen a plan has it made no more often', async () => {
  const { cache } = await caching(answering({ status: 404 }))
  await cache.get({ path: '/typo', plan: 'a' }, 'test')
  expect(cache.isSameForAll('/typo')).toBe(true)
})

test('what was kept for a plan goes once the page no longer shows it', async () => {
  const rendered: string[] = []
  const { cache, fake, store } = await caching({
    async render({ path, plan }) {
      rendered.push(`${path} ${plan}`)
      const readings = [await store.read(path)]
      const headers = new Headers(rendered.length < 3 ? { Vary: 'Cookie' } : {})
      return { status: 200, headers, body: Buffer.from(`${path} ${rendered.length < 3 && plan}`), readings }
    },
  })
  for (const plan of ['a', 'b']) await cache.get({ path: '/pricing', plan }, 'test')
  stops.push(store.subscribe(() => cache.changed()))
  fake.publish('/pricing')
  await expect.poll(() => cache.size).toBe(1)
  expect(cache.isSameForAll('/pricing')).toBe(true)
})

test('whether a page shows the chosen plan is known of the page as it is now', async () => {
  const { fake, store, cache } = await caching({
    async render() {
      const reading = await store.read('grid')
      const headers = new Headers(reading.result === 'grid 2' ? { Vary: 'Cookie' } : {})
      return { status: 200, headers, body: Buffer.from('made'), readings: [reading] }
    },
  })
  const get = () => cache.get({ path: '/a', plan: null }, 'test')
  await get()
  expect(cache.isSameForAll('/a')).toBe(true)
  fake.publish('grid')
  expect(cache.isSameForAll('/a'), 'it may be another one by now').toBe(false)
  await get()
  expect(cache.isSameForAll('/a')).toBe(false)
})

test('a page that stays is compressed harder in the background, once, under another ETag', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { get, fake, cache } = await caching({ quietMs: 2_000 })
  const improve = vi.spyOn(Page.prototype, 'improve')
  onTestFinished(() => improve.mockRestore())
  await get('/outdated')
  fake.publish('/outdated')
  const path = `/a${'-of-many-words'.repeat(100)}`
  await get(path)
  const page = cache.peek({ path, plan: null })
  expect((await page?.in('br'))?.etag).toMatch(/\.br\.5"$/)
  await vi.advanceTimersByTimeAsync(2_100)
  await expect.poll(async () => (await page?.in('br'))?.etag).toMatch(/\.br\.11"$/)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(improve.mock.contexts).toEqual([page])
  expect(page?.bytes, 'what counts is what it takes now').toBe(page?.weight())
  expect(await get(path)).toContain(path)
})

test('pages are compressed harder one at a time, each once it has stayed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  let done = () => {}
  const improve = vi
    .spyOn(Page.prototype, 'improve')
    .mockImplementation(() => new Promise((resolve) => (done = resolve)))
  onTestFinished(() => improve.mockRestore())
  const { get, fake, cache } = await caching({ quietMs: 2_000 })
  for (const path of ['/a', '/b']) await get(path)
  await vi.advanceTimersByTimeAsync(1_500)
  fake.publish('/a')
  await get('/a')
  await vi.advanceTimersByTimeAsync(400)
  expect(improve).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(improve.mock.contexts).toEqual([cache.peek({ path: '/b', plan: null })])
  await get('/c')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(improve).toHaveBeenCalledTimes(1)
  done()
  await vi.advanceTimersByTimeAsync(1)
  expect(improve.mock.contexts.slice(1)).toEqual([cache.peek({ path: '/a', plan: null })])
})

test('a page that is in doubt when its turn to be compressed comes has another one, where it turns out to hold', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  let isCurrent = true
  const { get, cache } = await caching({
    ...answering({ readings: [{ validUntil: Number.POSITIVE_INFINITY, isCurrent: () => isCurrent }] }),
    quietMs: 2_000,
  })
  await get('/a')
  const page = cache.peek({ path: '/a', plan: null })
  isCurrent = false
  await vi.advanceTimersByTimeAsync(2_100)
  isCurrent = true
  expect((await page?.in('br'))?.etag).toMatch(/\.br\.5"$/)
  await vi.advanceTimersByTimeAsync(2_100)
  await expect.poll(async () => (await page?.in('br'))?.etag).toMatch(/\.br\.11"$/)
})

test('a page that can’t be compressed harder, for want of memory, stays as it is, and the next one is looked at', async () => {
  const improve = vi.spyOn(Page.prototype, 'improve').mockRejectedValueOnce(new Error('no memory'))
  onTestFinished(() => improve.mockRestore())
  const { get } = await caching({ quietMs: 0 })
  await get('/a')
  await get('/b')
  await expect
    .poll(() => improve.mock.settledResults.map(({ type }) => type))
    .toEqual(['rejected', 'fulfilled'])
  expect(await get('/a')).toContain('/a 1')
})

test('who prepares what a page shows is called once it has stayed, with the page as it is; nothing waits for that, and its failure stops nobody', async () => {
  const settled: string[] = []
  const { get, fake } = await caching({
    quietMs: 1,
    async onSettled(page) {
      const { body } = await page.in('identity')
      settled.push(body.toString())
      if (settled.length === 1) throw new Error('no room')
      await new Promise(() => {}) // as where the lake hangs
    },
  })
  for (const version of [1, 2, 3]) {
    if (version > 1) fake.publish('/a')
    await get('/a')
    await expect.poll(() => settled.at(-1)).toBe(`<p>settings 1</p><p>/a ${version} </p>`)
  }
})
