import express, { type Request } from 'express'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeLake } from '#app/content/lake.test-support.ts'
import { openLastGood } from '#app/content/last-good.server.ts'
import { ContentStore } from '#app/content/store.server.ts'
import { PageCache, type PageCacheOptions } from '#app/server/http/page-cache.ts'
import type { PageAddress, Rendered } from '#app/server/http/render-page.ts'
import { listen } from '#app/server/listen.test-support.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.useRealTimers()
})

/** A page cache in an Express app with a fake lake. A page shows the lake's results for its path and for `settings`. */
async function caching(options: Partial<PageCacheOptions> = {}) {
  const fake = fakeLake()
  const store = new ContentStore({ lake: fake.lake, lastGood: openLastGood(newFolder()), log: () => {} })
  await store.start()
  const rendered: string[] = []
  const replaced: string[] = []
  const pageCache = new PageCache({
    async render({ path, plan }: PageAddress): Promise<Rendered> {
      rendered.push(plan === null ? path : `${path} ${plan}`)
      const dependencies = [await store.read('settings'), await store.read(path)]
      return html(`${dependencies.map(({ result }) => result).join(', ')} ${plan ?? ''}`, { dependencies })
    },
    addressOf: async ({ path, query }: Request) => ({ path, plan: (query.plan as string) ?? null }),
    cdnSeconds: 10,
    maxBytes: 1024 * 1024,
    onReplaced: (path) => replaced.push(path),
    ...options,
  })
  stops.push(
    () => pageCache.stop(),
    () => store.stop(),
    store.subscribe(() => pageCache.contentChanged()),
  )
  const outcomes: string[] = []
  const app = express()
  app.set('etag', false)
  app.use((_request, response, next) => {
    response.once('finish', () => outcomes.push(response.locals.outcome ?? 'pass'))
    next()
  })
  app.use(pageCache.serve, pageCache.fill, (_request, response) => void response.send('passed on'))
  const port = await listen(app)
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers, method, redirect: 'manual' })
  const text = async (path: string, headers?: Record<string, string>) => (await ask(path, headers)).text()
  return { fake, store, pageCache, rendered, replaced, outcomes, ask, text }
}

function html(body: string, rest: Partial<Rendered> = {}): Rendered {
  const headers = new Headers({ 'Content-Type': 'text/html; charset=utf-8' })
  return { status: 200, headers, body: Buffer.from(`<p>${body}</p>`), dependencies: [], ...rest }
}

test('a thousand visitors at once cost one rendering and one set of queries', async () => {
  const { pageCache, rendered, fake } = await caching()
  const get = () => pageCache.getOrRender({ path: '/a', plan: null }, 'test')
  expect(new Set(await Promise.all(Array.from({ length: 1_000 }, get))).size).toBe(1)
  expect(rendered).toEqual(['/a'])
  expect(fake.fetched).toEqual(['settings', '/a'])
})

test('a stored page is sent in the encoding that the client accepts, each with its own ETag, and as 304 to a client that has it', async () => {
  const { ask, outcomes } = await caching()
  const tags = new Set<string>()
  for (const [accept, encoding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
    ['br;q=0', null],
  ] as const) {
    const answer = await ask('/a', { 'Accept-Encoding': accept })
    expect([answer.headers.get('Content-Encoding'), answer.headers.get('Vary')]).toEqual([
      encoding,
      'Accept-Encoding',
    ])
    expect(await answer.text()).toBe('<p>settings 1, /a 1 </p>')
    const etag = answer.headers.get('ETag') ?? ''
    expect(etag).toMatch(/^"[\w-]{22}-[\w-]+"$/)
    tags.add(etag)
    const known = await ask('/a', { 'Accept-Encoding': accept, 'If-None-Match': etag })
    expect([known.status, await known.text()]).toEqual([304, ''])
  }
  const head = await ask('/a', {}, 'HEAD')
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect(tags.size).toBe(3)
  expect(outcomes.slice(0, 2)).toEqual(['miss', 'hit'])
})

test('a publish shows at once on the affected pages, and no other page is re-rendered', async () => {
  const { text, rendered, fake, replaced } = await caching()
  await text('/a')
  await text('/b')
  fake.publish('/b')
  expect(await text('/a')).toContain('/a 1')
  expect(await text('/b')).toContain('/b 2')
  expect(rendered).toEqual(['/a', '/b', '/b'])
  fake.publish('settings')
  expect([await text('/a'), await text('/b')]).toEqual([
    '<p>settings 3, /a 1 </p>',
    '<p>settings 3, /b 2 </p>',
  ])
  expect(replaced).toEqual(['/b', '/a', '/b'])
})

test('a rendering that a publish overtook is repeated; one that is overtaken each time is sent and not stored', async () => {
  let overtakes = 1
  const { fake, store, pageCache, text, ask } = await caching({
    async render() {
      const dependency = await store.read('a')
      if (overtakes-- > 0) fake.publish('a')
      return html(String(dependency.result), { dependencies: [dependency] })
    },
  })
  expect(await text('/')).toBe('<p>a 2</p>')
  overtakes = 10
  fake.publish('a')
  const answer = await ask('/')
  expect([answer.status, answer.headers.get('CDN-Cache-Control')]).toEqual([200, null])
  expect(overtakes).toBe(6)
  expect(pageCache.size).toBe(1)
})

test('a CDN may store a page until something on it ends, and for ten seconds otherwise', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { ask, fake } = await caching()
  const forCdn = async () => (await ask('/a')).headers.get('CDN-Cache-Control')
  fake.validFor(4_500)
  expect(await forCdn()).toContain('s-maxage=4')
  fake.validFor(undefined)
  vi.setSystemTime(Date.now() + 4_500)
  expect(await forCdn()).toContain('s-maxage=10')
})

test('errors, redirects and answers with a cookie are sent and not stored', async () => {
  let answer: Partial<Rendered> = {}
  const { ask, pageCache } = await caching({ render: async () => html('made', answer) })
  for (answer of [
    { status: 404 },
    { status: 301, headers: new Headers({ Location: '/b' }) },
    { headers: new Headers({ 'Set-Cookie': 'a=1' }) },
    { headers: new Headers({ 'Cache-Control': 'no-store' }) },
  ]) {
    const { status, headers } = await ask('/a')
    expect([status, headers.get('CDN-Cache-Control')]).toEqual([answer.status ?? 200, null])
  }
  expect(pageCache.size).toBe(0)
  answer = { status: 301, headers: new Headers({ Location: '/b' }) }
  expect(await (await ask('/a?query')).text(), 'a redirect must keep the query').toBe('passed on')
})

test('a page that is deleted leaves the cache; one that fails for a moment does not', async () => {
  let status = 200
  const { fake, store, pageCache, ask, replaced } = await caching({
    render: async () => html('made', { status, dependencies: [await store.read('a')] }),
  })
  await ask('/a')
  for (const [next, size] of [
    [503, 1],
    [404, 0],
  ] as const) {
    status = next
    fake.publish('a')
    expect((await ask('/a')).status).toBe(next)
    expect(pageCache.size).toBe(size)
  }
  expect(replaced).toEqual(['/a'])
})

test('memory is bounded: the pages used last stay, and the others are reported as replaced', async () => {
  const { ask, pageCache, replaced } = await caching({
    maxBytes: 3 * 4_400,
    render: async () => html('made'),
  })
  for (const path of ['/a', '/b', '/c', '/a', '/d']) await ask(path)
  expect(replaced).toEqual(['/b'])
  expect(pageCache.bytes).toBeLessThanOrEqual(3 * 4_400)
})

test('a page that shows the chosen plan is stored for each plan and not shared; any other is stored once', async () => {
  const byPlan = new Headers({
    'Content-Type': 'text/html',
    Vary: 'Cookie',
    'Cache-Control': 'private, no-store',
  })
  const rendered: string[] = []
  const { ask, pageCache } = await caching({
    async render({ path, plan }) {
      rendered.push(`${path} ${plan}`)
      if (path !== '/pricing') return html('made')
      return html(`${plan}`, { headers: plan ? byPlan : new Headers({ Vary: 'Cookie' }) })
    },
  })
  for (const plan of ['', '?plan=pro', '?plan=starter', '?plan=pro'])
    for (const path of ['/pricing', '/a']) {
      const answer = await ask(path + plan)
      const isPersonal = path === '/pricing' && plan !== ''
      expect(answer.headers.get('CDN-Cache-Control') === null, path + plan).toBe(isPersonal)
      if (isPersonal) expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
    }
  expect(rendered).toEqual(['/pricing null', '/a null', '/pricing pro', '/pricing starter'])
  expect(pageCache.size).toBe(4)
})
