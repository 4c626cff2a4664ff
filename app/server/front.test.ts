import { mkdirSync, writeFileSync } from 'node:fs'
import { request as ask, type IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { rememberPlan } from '#app/checkout/plan-choice.server.ts'
import { answeredCounts } from '#app/server/access-log.ts'
import { readAssets } from '#app/server/assets.ts'
import { createFront } from '#app/server/front.ts'
import { listen } from '#app/server/listen.test-support.ts'
import type { Rendered } from '#app/server/page.ts'
import { PageCache } from '#app/server/page-cache.ts'
import { Pages } from '#app/server/pages.ts'
import { precompress } from '#app/server/precompress.ts'
import { QuickConnections } from '#app/server/quick-connections.ts'
import { createWebServer, PATIENCE } from '#app/server/web-server.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

const SCRIPT = `${'export const a = 1\n'.repeat(100)}`

/** Clients that close after each answer are served by Node's HTTP, those that stay by quick-connections.ts. */
type Way = 'close' | 'keep-alive'

/** The front before a page that says its address and plan; `rest` answers what the front does not. */
const servingBy =
  (way: Way) =>
  async (
    answer: Partial<Rendered> & { validUntil?: number } = {},
    { trustsRequestIds }: { trustsRequestIds?: boolean } = {},
  ) => {
    const rendered: string[] = []
    const cache = new PageCache({
      quietMs: 3_600_000,
      async render({ path, plan }) {
        rendered.push(plan === null ? path : `${path} ${plan}`)
        const headers = new Headers({
          'Content-Type': 'text/html; charset=utf-8',
          'Cache-Control': 'no-cache',
        })
        if (path.startsWith('/pricing')) headers.set('Vary', 'Cookie')
        const body = Buffer.from(`<p>${path} ${plan}</p>`.repeat(20))
        const reading = { isCurrent: () => true, validUntil: answer.validUntil }
        return { status: 200, headers, body, readings: [reading], ...answer }
      },
    })
    const content = {
      async plan(slug: string) {
        if (slug === 'unreadable') throw new Error('the lake is away')
        return slug === 'gold' ? { slug } : null
      },
    }
    const routes = {
      has: (path: string) => !path.startsWith('/checkout'),
      idsOf: (path: string) => [
        'root',
        path.includes('/page/') ? 'routes/($slug).page.$number' : 'routes/$slug',
      ],
    }
    const folder = newFolder()
    mkdirSync(join(folder, 'assets'))
    writeFileSync(join(folder, 'assets/a-1234.js'), SCRIPT)
    writeFileSync(join(folder, 'mark.png'), 'picture')
    await precompress(folder)
    const front = createFront({
      rest: (request, response) => {
        if (request.url === '/checkout/return') response.setHeader('Set-Cookie', 'payment=1')
        response.end(`rest ${request.method} ${request.url}`)
      },
      assets: readAssets(folder),
      pages: new Pages(cache, content as never, routes),
      cdnSeconds: 10,
      trustsRequestIds,
    })
    const quick = new QuickConnections(front.answer, PATIENCE)
    const port = await listen(createWebServer(front.listener), '127.0.0.1', (server) => quick.before(server))
    onTestFinished(() => quick.closeAll())
    return {
      get: (path: string, headers?: IncomingHttpHeaders, method = 'GET') =>
        getFrom(port, path, { connection: way, ...headers }, method),
      rendered,
      cache,
      port,
    }
  }

/** A test of both ways. */
const both = (name: string, body: (serving: ReturnType<typeof servingBy>) => Promise<void>) => {
  test(name, () => body(servingBy('close')))
  test(`${name}: on a connection that stays`, () => body(servingBy('keep-alive')))
}

type Got = { status: number; headers: IncomingHttpHeaders; body: Buffer; text: string }

/** Without fetch's own decoding, redirects and headers. */
const getFrom = (port: number, path: string, headers: IncomingHttpHeaders, method: string): Promise<Got> =>
  new Promise((resolve, reject) => {
    ask({ port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response
        .on('data', (chunk) => chunks.push(chunk))
        .on('end', () => {
          const body = Buffer.concat(chunks)
          const coding = body.length > 0 ? response.headers['content-encoding'] : undefined
          const text = (
            coding === 'br' ? brotliDecompressSync(body) : coding === 'gzip' ? gunzipSync(body) : body
          ).toString()
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body, text })
        })
    })
      .on('error', reject)
      .end()
  })

both(
  'a page is rendered once, whatever the query, and served in each coding under its own strong ETag',
  async (serving) => {
    const { get, rendered } = await serving()
    const br = await get('/a', { 'accept-encoding': 'gzip, deflate, br, zstd' })
    const gzip = await get('/a?utm_source=x', { 'accept-encoding': 'gzip' })
    const plain = await get('/a?_routes=root', {})
    expect([br, gzip, plain].map(({ headers }) => headers['content-encoding'])).toEqual([
      'br',
      'gzip',
      undefined,
    ])
    expect(new Set([br.text, gzip.text, plain.text]).size).toBe(1)
    expect(rendered).toEqual(['/a'])
    const tags = [br, gzip, plain].map(({ headers }) => headers.etag)
    expect(new Set(tags).size).toBe(3)
    for (const tag of tags) expect(tag).toMatch(/^"[^"]+"$/)
    for (const { headers, body } of [br, gzip, plain]) {
      expect(headers.vary).toBe('Accept-Encoding')
      expect(headers['cache-control']).toBe('no-cache')
      expect(headers['cdn-cache-control']).toMatch(
        /^public, s-maxage=10, stale-while-revalidate=30, stale-if-error=\d+$/,
      )
      expect(headers['content-length']).toBe(String(body.length))
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    }
  },
)

both(
  'a request is called what the proxy in front calls it, where there is one of ours, and where that is a name',
  async (serving) => {
    const behindProxy = await serving({}, { trustsRequestIds: true })
    const open = await serving()
    const idOf = async ({ get }: typeof open, path: string, id: string) =>
      (await get(path, { 'x-request-id': id })).headers['x-request-id']
    for (const path of ['/a', '/a', '/assets/a-1234.js', '/checkout']) {
      expect(await idOf(behindProxy, path, 'edge-7:1'), path).toBe('edge-7:1')
      expect(await idOf(open, path, 'edge-7:1'), path).toMatch(/^[0-9a-f-]{36}$/)
    }
    for (const strange of ['', '"a', 'a b', 'x'.repeat(129)])
      expect(await idOf(behindProxy, '/a', strange), strange).toMatch(/^[0-9a-f-]{36}$/)
  },
)

test('a file that can’t be read now is one request’s failure, not the end of the process', () => {
  const front = createFront({
    rest: () => {},
    assets: {
      get() {
        throw new Error('EMFILE: too many open files')
      },
    },
    cdnSeconds: 10,
  })
  const statuses: number[] = []
  const asked = { method: 'GET', url: '/assets/of-an-earlier-build.js', headers: {} }
  expect(front.answer(asked, ({ status }) => statuses.push(status))).toBe(true)
  expect(statuses).toEqual([500])
})

both('who has the page already gets a 304, for the coding that it would get', async (serving) => {
  const { get } = await serving()
  const { headers } = await get('/a', { 'accept-encoding': 'br' })
  const etag = headers.etag ?? ''
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*', etag.replace('.br.5', '.br.11')]) {
    const again = await get('/a', { 'accept-encoding': 'br', 'if-none-match': known })
    expect([again.status, again.body.length], known).toEqual([304, 0])
    expect(again.headers.etag, 'what is kept goes by its own').toBe(known.endsWith('.br.11"') ? known : etag)
    expect(again.headers.vary).toBe('Accept-Encoding')
    expect(again.headers['content-encoding']).toBeUndefined()
  }
  expect((await get('/a', { 'accept-encoding': 'gzip', 'if-none-match': etag })).status).toBe(200)
  expect((await get('/a', { 'accept-encoding': 'br', 'if-none-match': '"other", nonsense' })).status).toBe(
    200,
  )
})

both('HEAD says what GET would, and both share what is kept', async (serving) => {
  const { get, rendered } = await serving()
  const head = await get('/a', { 'accept-encoding': 'br' }, 'HEAD')
  const got = await get('/a', { 'accept-encoding': 'br' })
  expect(head.body.length).toBe(0)
  expect(rendered).toEqual(['/a'])
  for (const name of ['etag', 'content-length', 'content-encoding', 'cache-control'] as const)
    expect(head.headers[name], name).toBe(got.headers[name])
})

both(
  'a page is not found by a POST, a GET with a body, a preview cookie, or an address that nobody made',
  async (serving) => {
    const { get, rendered, cache } = await serving()
    const posted = await get('/a', {}, 'POST')
    expect(posted.text).toBe('rest POST /a')
    expect(posted.headers, 'whoever answers').toMatchObject({ 'x-content-type-options': 'nosniff' })
    expect((await get('/a', { 'content-length': '0' })).text).toBe('rest GET /a')
    expect((await get('/a', { 'transfer-encoding': 'chunked' })).text).toBe('rest GET /a')
    const cookie = (await rememberPlan('gold', false)).split(';')[0]
    expect((await get('/checkout', { cookie })).text, 'with a plan chosen').toBe('rest GET /checkout')
    for (const cookie of ['preview=1', 'a=b; __Host-preview=x', 'plan=x;preview='])
      expect((await get('/a', { cookie })).text, cookie).toBe('rest GET /a')
    for (const path of [
      '/A',
      '/a/',
      '//a',
      '/%61',
      '/a//b',
      '/a.data/',
      `/${'a'.repeat(300)}`,
      '/a/../b',
      '/checkout',
    ])
      expect((await get(path)).text, path).toBe(`rest GET ${path}`)
    expect((await get('/a', { cookie: 'previewed=1; other=preview' })).text).toContain('/a null')
    expect([rendered, cache.size]).toEqual([['/a'], 1])
  },
)

both('the chosen plan counts where the page shows it, and only if it is on sale', async (serving) => {
  const { get, rendered } = await serving()
  const cookie = async (slug: string) => ({
    cookie: `x=1; ${(await rememberPlan(slug, false)).split(';')[0]}`,
  })
  const chose = await get('/pricing', await cookie('gold'))
  expect(chose.text).toContain('/pricing gold')
  expect(chose.headers['cache-control']).toBe('private, no-store')
  expect(chose.headers['cdn-cache-control']).toBeUndefined()
  const none = [{}, await cookie('tin'), await cookie('unreadable'), { cookie: 'plan=%E0%A4%A; plan=1' }]
  for (const headers of none) {
    const { text, headers: said } = await get('/pricing', headers)
    expect(text).toContain('/pricing null')
    expect(said.vary).toBe('Accept-Encoding, Cookie')
    expect(said['cache-control']).toBe('no-cache')
  }
  await get('/pricing', await cookie('gold'))
  await get('/a')
  expect((await get('/a', await cookie('gold'))).text).toContain('/a null')
  expect(rendered).toEqual(['/pricing gold', '/pricing', '/a'])
})

both(
  'of a data address Remix’s own parameter counts, in any order; kept is only what has the page’s own route and no other’s',
  async (serving) => {
    const { get, rendered } = await serving()
    await get('/a.data?_routes=routes%2F%24slug,root')
    await get('/a.data?x=1&_routes=root%2Croutes/$slug')
    for (const ids of ['routes/$slug', 'routes/$slug,routes/$slug']) await get(`/a.data?_routes=${ids}`)
    await get('/a.data?y')
    // A browser's letters, which a purge of this address repeats.
    const ofBrowsers = new URLSearchParams({ _routes: 'routes/($slug).page.$number' })
    await get(`/a/page/2.data?${ofBrowsers}`)
    expect(rendered).toEqual([
      '/a.data?_routes=root%2Croutes%2F%24slug',
      '/a.data?_routes=routes%2F%24slug',
      '/a.data',
      `/a/page/2.data?${ofBrowsers}`,
    ])
    for (const query of [
      '?_routes=made-up',
      '?_routes=routes/$slug,made-up',
      '?_routes=routes/$slug&_routes=routes/$slug',
      '?_routes=root',
      '?_routes=routes/$slug,routes/($slug).page.$number',
      '?_routes=',
    ])
      expect((await get(`/a.data${query}`)).text).toBe(`rest GET /a.data${query}`)
  },
)

both('headers that a stranger sends change nothing for the next visitor', async (serving) => {
  const clean = await serving()
  const expected = await clean.get('/a', { 'accept-encoding': 'br' })
  const hostile: IncomingHttpHeaders[] = [
    { host: 'evil.example' },
    { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher', 'x-forwarded-for': '1.2.3.4' },
    { 'x-remix-request': 'yes', 'x-remix-response': 'no', 'x-remix-reload-document': 'true' },
    { 'x-original-url': '/admin', 'x-rewrite-url': '/admin', 'x-http-method-override': 'POST' },
    { 'accept-encoding': 'br;q=0, gzip;q=nonsense, *;q=-1, identity;q=7' },
    { 'accept-encoding': 'identity;q=0, *;q=0' },
    { 'accept-encoding': ',,;;q=,br;q=0.0001,\t' },
    { cookie: 'plan="><script>; a=\u0001' },
    { accept: 'text/x-evil', 'accept-language': 'xx', range: 'bytes=0-1', 'if-range': '"x"' },
    { connection: 'close, x-request-id', 'x-request-id': 'forged' },
    { 'if-none-match': `"${'a'.repeat(5_000)}"` },
    { host: '' },
    { host: 'site.example:99999' },
    { host: 'a/../b' },
    { host: 'evil.example, site.example' },
    { 'x-forwarded-host': 'evil.example, site.example', 'x-forwarded-port': '1' },
    { forwarded: 'for=1.2.3.4;host=evil.example;proto=http' },
    { 'x-forwarded-prefix': '/evil', 'x-forwarded-path': '/admin' },
    { 'x-forwarded-scheme': 'http', 'x-forwarded-ssl': 'off' },
    { 'x-host': 'evil.example', 'x-forwarded-server': 'evil.example' },
    { 'x-real-ip': '127.0.0.1', 'true-client-ip': '127.0.0.1' },
    { 'x-remix-catch': 'yes', 'x-remix-error': 'yes' },
    { 'x-remix-revalidate': 'yes', 'x-remix-redirect': 'https://evil.example/' },
    { 'x-remix-single-fetch': 'yes', 'x-remix-deferred': 'yes' },
    { 'x-react-router-spa-mode': 'yes' },
    { 'x-react-router-prerender-data': '%7B%22a%22%3A1%7D' },
    { 'x-http-method': 'DELETE', 'x-method-override': 'PUT' },
    { 'x-middleware-subrequest': 'middleware', 'x-nextjs-data': '1' },
    { 'accept-encoding': '' },
    { 'accept-encoding': '*' },
    { 'accept-encoding': 'br, '.repeat(500) },
    { 'accept-encoding': 'BR, GZIP;Q=1.0000001' },
    { 'accept-encoding': 'compress, zstd, dcb, identity;q=0.0001' },
    { accept: 'application/json', 'x-requested-with': 'XMLHttpRequest' },
    { 'content-type': 'multipart/form-data', purpose: 'prefetch', 'sec-purpose': 'prefetch;prerender' },
    { 'if-modified-since': 'never', 'if-unmodified-since': '0' },
    { 'if-match': '"nothing"' },
    { range: 'bytes=0-0,-1,5-', te: 'trailers' },
    { 'cache-control': 'no-store, max-age=-1', pragma: 'x' },
    { 'save-data': 'on', dpr: '9', 'sec-gpc': '1', dnt: '1' },
  ]
  expect(hostile).toHaveLength(40)
  for (const headers of hostile) {
    const { get } = await serving()
    const poisoning = await get('/a?x=<script>', headers).catch(() => undefined)
    expect(poisoning?.status ?? 400, JSON.stringify(headers)).toBeOneOf([200, 400])
    const next = await get('/a', { 'accept-encoding': 'br' })
    const { 'x-request-id': _, date: __, ...said } = next.headers
    const { 'x-request-id': _id, date: _date, ...wanted } = expected.headers
    expect(said, JSON.stringify(headers)).toEqual(wanted)
    expect(next.text).toBe(expected.text)
  }
})

both(
  'the request line in absolute form, as some proxies send it, asks for the same page',
  async (serving) => {
    const { port, rendered } = await serving()
    const ask = (target: string) =>
      new Promise<string>((resolve) => {
        let text = ''
        const socket = connect(port, '127.0.0.1', () =>
          socket.write(`GET ${target} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`),
        )
        socket.on('data', (chunk) => (text += chunk)).on('close', () => resolve(text))
      })
    const body = async (target: string) => (await ask(target)).split('\r\n\r\n')[1]
    expect(await body('HTTP://evil.example/a')).toBe(await body('/a'))
    expect(rendered).toHaveLength(1)
    expect(await body('https://evil.example')).toBe(await body('/'))
    expect(await body('http://evil.example?x=1')).toBe(await body('/?x=1'))
    // Never a path that a browser would take for another host.
    expect(await body('http://a//evil.example/b')).toContain('<p>/evil.example/b null</p>')
    expect(await body('*')).toBe('rest GET *')
  },
)

both('a page that ends at a time is kept by a CDN no longer', async (serving) => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { get } = await serving({ validUntil: Date.now() + 4_500 })
  expect((await get('/a')).headers['cdn-cache-control']).toMatch(
    /^public, s-maxage=4, stale-while-revalidate=0,/,
  )
  const cookie = (await rememberPlan('gold', false)).split(';')[0]
  const { headers } = await get('/pricing', { cookie })
  expect([headers['cache-control'], headers['cdn-cache-control']]).toEqual(['private, no-store', undefined])
  const missing = await serving({ status: 404, validUntil: Date.now() + 4_500 })
  expect((await missing.get('/a')).headers['cdn-cache-control']).toBeUndefined()
})

both('what brings a cookie, and says nothing of it, is for nobody to keep', async (serving) => {
  const { get } = await serving()
  expect((await get('/checkout/return')).headers['cache-control']).toBe('no-store')
  expect((await get('/checkout')).headers['cache-control']).toBe('no-cache')
})

both('errors and redirects are passed on as they are, with all their cookies', async (serving) => {
  const headers = new Headers({ Location: '/b' })
  headers.append('Set-Cookie', 'a=1')
  headers.append('Set-Cookie', 'b=2')
  const { get, rendered } = await serving({ status: 302, headers, body: Buffer.alloc(0) })
  const moved = await get('/a')
  expect([moved.status, moved.headers.location, moved.headers['set-cookie']]).toEqual([
    302,
    '/b',
    ['a=1', 'b=2'],
  ])
  expect(moved.headers['x-request-id']).toBeDefined()
  await get('/a')
  expect(rendered).toEqual(['/a', '/a'])
  expect((await get('/a?utm_source=x')).text, 'which takes its query along').toBe('rest GET /a?utm_source=x')
})

both('an answer that can’t be sent is a failure of that request alone', async (serving) => {
  const { get } = await serving({ status: 302, headers: new Headers({ Location: '/\u0001' }) })
  // An unhandled rejection would fail this run, and end the site's process.
  expect((await get('/a')).status).toBe(500)
})

both('how a page is kept and sent is not for its route to say', async (serving) => {
  const headers = new Headers({
    'CDN-Cache-Control': 'max-age=9',
    ETag: '"mine"',
    'Content-Length': '3',
    'Content-Encoding': 'zstd',
    'X-Own': 'said',
  })
  const { get } = await serving({ headers })
  const page = await get('/a')
  expect(page.text).toContain('/a null')
  expect(page.headers).toMatchObject({
    'cdn-cache-control': expect.stringMatching(/^public, s-maxage=10,/),
    etag: expect.stringMatching(/^"[\w-]+\.identity\.0"$/),
    'content-length': String(page.body.length),
    'cache-control': 'no-cache',
    'x-own': 'said',
  })
  expect(page.headers['content-encoding']).toBeUndefined()
})

both('what is missing has no ETag and no life at a CDN', async (serving) => {
  const { get } = await serving({ status: 404 })
  const missing = await get('/a', { 'if-none-match': '*' })
  expect([missing.status, missing.headers.etag, missing.headers['cdn-cache-control']]).toEqual([
    404,
    undefined,
    undefined,
  ])
})

both('assets come compressed from the build, are kept for good, and in parts', async (serving) => {
  const { get } = await serving()
  const plain = await get('/assets/a-1234.js?whatever')
  const br = await get('/assets/a-1234.js', { 'accept-encoding': 'br, gzip' })
  const gzip = await get('/assets/a-1234.js', { 'accept-encoding': 'gzip' })
  for (const { text, headers } of [plain, br, gzip]) {
    expect(text).toBe(SCRIPT)
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(headers.vary).toBe('Accept-Encoding')
  }
  expect(new Set([plain, br, gzip].map(({ headers }) => headers.etag)).size).toBe(3)
  expect(br.body.length).toBeLessThan(plain.body.length)
  const known = { 'if-none-match': gzip.headers.etag }
  expect((await get('/assets/a-1234.js', { 'accept-encoding': 'gzip', ...known })).status).toBe(304)
  for (const other of ['br', 'identity'])
    expect((await get('/assets/a-1234.js', { 'accept-encoding': other, ...known })).status, other).toBe(200)
  const part = await get('/assets/a-1234.js', { range: 'bytes=7-11' })
  expect([part.status, part.text, part.headers['content-range']]).toEqual([
    206,
    'const',
    `bytes 7-11/${SCRIPT.length}`,
  ])
  const last = SCRIPT.length - 1
  for (const [range, first, text] of [
    ['bytes=-2', last - 1, '1\n'],
    [`bytes=${last}-`, last, '\n'],
    [`bytes=${last}-99999`, last, '\n'],
    ['bytes=-99999', 0, SCRIPT],
  ] as const) {
    const end = await get('/assets/a-1234.js', { range })
    const where = `bytes ${first}-${last}/${SCRIPT.length}`
    expect([end.status, end.text, end.headers['content-range']], range).toEqual([206, text, where])
  }
  const head = await get('/assets/a-1234.js', { range: 'bytes=7-11' }, 'HEAD')
  expect([head.status, head.headers['content-length']]).toEqual([200, String(SCRIPT.length)])
  for (const range of [`bytes=${SCRIPT.length}-`, 'bytes=-0']) {
    const { status, headers } = await get('/assets/a-1234.js', { range })
    expect([status, headers['content-range'], headers['cache-control']]).toEqual([
      416,
      `bytes */${SCRIPT.length}`,
      'no-store',
    ])
  }
  for (const range of ['bytes=0-1,4-5', 'bytes=5-2', 'lines=1-2', 'bytes=-'])
    expect((await get('/assets/a-1234.js', { range })).status, range).toBe(200)
  const stale = await get('/assets/a-1234.js', { range: 'bytes=0-1', 'if-range': '"another"' })
  expect([stale.status, stale.text]).toEqual([200, SCRIPT])
  const missing = await get('/assets/gone-1234.js')
  expect([missing.status, missing.headers['cache-control']]).toEqual([404, 'no-store'])
  expect((await get('/mark.png')).headers['cache-control']).toBe('public, max-age=3600')
})

test('one Host is named, and one that can be a host', async () => {
  const { port } = await servingBy('keep-alive')()
  const ask = (hosts: string[], version = '1.1') =>
    new Promise<string>((resolve) => {
      const lines = hosts.map((host) => `Host:${host}\r\n`).join('')
      let answer = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(`GET /a HTTP/${version}\r\n${lines}\r\n`))
      onTestFinished(() => void socket.destroy())
      socket.on('data', (chunk) => (answer += chunk)).once('data', () => setTimeout(() => resolve(answer)))
    })
  for (const good of ['a', ' a.example:3000 ', '[::1]:3000', ' my_site', '', 'a%2d:'])
    expect(await ask([good]), good).toMatch(/^HTTP\/1\.1 200 /)
  expect(await ask([], '1.0')).toMatch(/^HTTP\/1\.1 200 /)
  for (const bad of [
    [],
    ['a', 'a'],
    ['a', 'b'],
    ['a b'],
    ['u@a'],
    ['a/b'],
    ['a, b'],
    ['a:80:80'],
    ['[::1'],
  ]) {
    const answer = await ask(bad)
    expect(answer, `${bad}`).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(answer).toMatch(/\r\nX-Content-Type-Options: nosniff\r\n/)
  }
})

both('each answer is counted by where it came from', async (serving) => {
  const all = () => {
    const sums = new Map<string, number>()
    for (const { outcome, status, count } of answeredCounts())
      sums.set(`${outcome} ${status}`, (sums.get(`${outcome} ${status}`) ?? 0) + count)
    return sums
  }
  const before = all()
  const { get } = await serving()
  for (const path of ['/a', '/a', '/a', '/assets/a-1234.js', '/checkout', '/media/x']) await get(path)
  await get('/healthz', {}, 'POST') // asked too often to be counted
  const since = Object.fromEntries([...all()].map(([kind, count]) => [kind, count - (before.get(kind) ?? 0)]))
  expect(since).toMatchObject({ 'miss 200': 1, 'hit 200': 2, 'asset 200': 1, 'pass 200': 1, 'media 200': 1 })
})
