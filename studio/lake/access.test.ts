import { rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { Lake } from '#studio/lake/lake.ts'
import {
  ask,
  clientOf,
  cookieIn,
  readEvents,
  readUntil,
  signIn,
  temporaryFolder,
  testLake,
} from '#studio/lake/test-lake.ts'

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const visit = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
const KEY = 'the-key-of-this-start'
const FORM = 'application/x-www-form-urlencoded'
const STREAMS = ['/v1/data/listen/production?query=*', '/v1/data/live/events/production']

function studioDist() {
  const dist = temporaryFolder()
  writeFileSync(join(dist, 'index.html'), 'the Studio')
  return dist
}
const me = async (lake: Lake, cookie: string) => (await ask(lake, 'GET', '/v1/users/me', { cookie })).status

async function lakeWithDraft() {
  const lake = await testLake({ streamPorts: 1 })
  await clientOf(lake)
    .transaction()
    .create({ _id: 'open', _type: 'page' })
    .create({ _id: 'drafts.secret', _type: 'page' })
    .create({ _id: 'private.note', _type: 'page' })
    .create({ _id: 'versions.r1.open', _type: 'page' })
    .commit()
  return lake
}

test('a token is read where sanity-php puts it', async () => {
  const lake = await testLake()
  const asked = (token: string) => ask(lake, 'GET', '/v1/users/me', { 'sanity-token': token })
  expect([(await asked(lake.token)).status, (await asked('')).status]).toEqual([200, 401])
})

/** Headers that pass for a browser's, of the Studio's own page or its reload, and for a proxy's. None of them is a credential. */
const CLAIMS: Record<string, string>[] = [
  {},
  visit,
  { ...visit, 'sec-fetch-site': 'none', 'sec-fetch-user': '?1', connection: 'keep-alive' },
  { ...visit, 'sec-fetch-site': 'same-origin' },
  { ...visit, 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' },
  { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1', via: '1.1 localhost' },
]

const FOR_EDITORS = [
  ['POST', '/v1/data/mutate/production'],
  ['POST', '/v1/data/actions/production'],
  ['POST', '/v1/assets/images/production'],
  ['POST', '/v1/assets/files/production'],
  ['GET', '/v1/data/query/production?query=*&perspective=drafts'],
  ['GET', '/v1/data/query/production?query=*&perspective=previewDrafts'],
  ['GET', '/v2025-02-19/data/query/production?query=*&perspective=r1'],
  ['GET', '/v1/data/history/production/transactions/open'],
  ['GET', '/v1/data/history/production/documents/open'],
  ['GET', '/v1/data/history/production/events/documents/open'],
  ['GET', '/v1/data/live/events/production?includeDrafts=true'],
  ['GET', '/v1/data/live/events/production?includeAllDocuments=true'],
  ['GET', '/v1/users/me'],
  ['GET', '/v1/users/me/keyvalue/a'],
  ['PUT', '/v1/users/me/keyvalue'],
  ['GET', '/v1/projects/local'],
  ['GET', '/v1/projects/local/datasets'],
  ['PUT', '/v1/datasets/other'],
  ['DELETE', '/v1/datasets/production'],
  ['GET', '/v2025-02-19/data/query/production?query=*&perspective=["r1","drafts"]'],
  ['POST', '/v1/comments/production/setup'],
] as const

describe('a stranger on this machine', () => {
  test.each(FOR_EDITORS)(
    'is refused %s %s, with a wrong token or cookie as without any',
    async (method, path) => {
      const lake = await testLake()
      const wrong: Record<string, string>[] = [
        {},
        bearer('wrong'),
        { 'sanity-token': 'wrong' },
        { authorization: `Basic ${lake.token}` },
        { cookie: `lake-session-${lake.port}=${lake.token}` },
        { cookie: 'lake-session=' },
      ]
      for (const headers of wrong) {
        const { status, body } = await ask(lake, method, path, headers)
        expect(status, JSON.stringify(headers)).toBe(401)
        expect(JSON.parse(body)).toMatchObject({ statusCode: 401, error: 'Unauthorized' })
      }
    },
  )

  test('can’t change anything, and nothing of what it sends is read', async () => {
    const lake = await testLake()
    for (const headers of [bearer('wrong'), { cookie: `lake-session-${lake.port}=ended` }])
      expect(
        JSON.parse((await ask(lake, 'POST', '/v1/data/mutate/production', headers, '{')).body),
      ).toMatchObject({ statusCode: 401, errorCode: 'SIO-401-ANF', message: 'Session not found' })
  })

  test('gets no cookie, whatever its headers claim', async () => {
    const lake = await testLake({ studioDist: studioDist(), studioKey: KEY, streamPorts: 1 })
    const paths = ['/', '/structure', '/v1/ping', ...STREAMS, '/?key=', '/?key=wrong', '/?key=undefined']
    for (const path of paths)
      for (const claim of CLAIMS) {
        const { headers, status } = await ask(lake, 'GET', path, claim)
        const said = `${status} ${path} ${JSON.stringify(claim)}`
        expect(headers['set-cookie'], said).toBeUndefined()
      }
  })

  test('reads what is public, and nothing else', async () => {
    const lake = await lakeWithDraft()
    const visitor = clientOf(lake, { token: undefined })
    for (const perspective of ['published', 'raw'] as const)
      expect(await visitor.fetch('*._id', {}, { perspective })).toEqual(['open'])
    expect(await visitor.getDocuments(['open', 'drafts.secret'])).toEqual([
      expect.objectContaining({ _id: 'open' }),
      null,
    ])
    expect(
      JSON.parse((await ask(lake, 'GET', '/v1/data/doc/production/drafts.secret')).body).omitted,
    ).toEqual([{ id: 'drafts.secret', reason: 'permission' }])
    expect(
      (await ask(lake, 'GET', '/v1/data/export/production')).body
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)._id),
    ).toEqual(['open'])
  })

  test('is refused drafts asked for in a body', async () => {
    const lake = await lakeWithDraft()
    const asked = JSON.stringify({ query: '*._id', perspective: 'drafts' })
    expect((await ask(lake, 'POST', '/v1/data/query/production', {}, asked)).status).toBe(401)
  })

  test('can’t open more than a hundred streams, which slow every publish', async () => {
    const lake = await testLake()
    const open = (headers = {}) => fetch(`${lake.url}${STREAMS[0]}`, { headers })
    const streams = await Promise.all(Array.from({ length: 100 }, () => open()))
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await open()).status).toBe(503)
    const editors = await open(bearer(lake.token))
    expect(editors.status).toBe(200)
    await Promise.all([editors, ...streams].map(({ body }) => body!.cancel()))
    await vi.waitFor(async () => expect((await open()).status).toBe(200))
  })

  test('hears of public documents only', async () => {
    const lake = await lakeWithDraft()
    const response = await fetch(`${lake.url}/v1/data/listen/production?query=*`)
    await clientOf(lake).patch('drafts.secret').set({ a: 1 }).commit()
    await clientOf(lake).patch('open').set({ a: 1 }).commit()
    const text = await readUntil(response, 'event: mutation')
    expect(text).toContain('"documentId":"open"')
    expect(text).not.toContain('secret')
  })
})

describe('the editor', () => {
  test('signs in by the printed address, once, and keeps the cookie when the lake restarts', async () => {
    const options = { dataDir: temporaryFolder(), studioDist: studioDist(), studioKey: KEY }
    const first = await testLake(options)
    const unused = await ask(first, 'HEAD', `/?key=${KEY}`, visit) // a link preview
    expect([unused.status, unused.headers['set-cookie']]).toEqual([401, undefined])
    await first.close()

    const lake = await testLake({ ...options, port: first.port })
    const { status, headers } = await ask(
      lake,
      'GET',
      `/structure/plan;a%2Eb?perspective=r1&key=${KEY}`,
      visit,
    )
    expect([status, headers.location]).toEqual([303, `${lake.url}/structure/plan;a%2Eb?perspective=r1`])
    const [set] = headers['set-cookie'] as string[]
    expect(set).toMatch(/; HttpOnly; SameSite=Strict; Path=\/; Max-Age=31536000$/)
    const cookie = set!.split(';')[0]!
    await lake.close()

    const restarted = await testLake({ ...options, port: first.port })
    const again = await ask(restarted, 'GET', `/?key=${KEY}`, visit)
    expect([again.status, again.headers['set-cookie']]).toEqual([401, undefined])
    expect(again.body).toContain('role="alert"')
    // The site's own cookies are sent along: they know no ports.
    for (const sent of [cookie, `XSRF-TOKEN=a; ${cookie}; __Host-plan=b`])
      expect(await me(restarted, sent)).toBe(200)
    expect(await me(restarted, `${cookie}x`)).toBe(401)
    expect((await ask(restarted, 'GET', '/', { ...visit, cookie })).body).toBe('the Studio')
    const printed = await ask(restarted, 'GET', '/?key=of-the-next-start', { ...visit, cookie })
    expect([printed.status, printed.headers.location]).toEqual([303, `${restarted.url}/`])
    await restarted.close()

    const next = await testLake({ ...options, port: first.port, studioKey: 'another-key' })
    expect((await ask(next, 'GET', `/?key=${KEY}`, visit)).status).toBe(401)
    expect((await ask(next, 'GET', '/?key=another-key', visit)).status).toBe(303)
    expect(await me(next, cookie)).toBe(200)
  })

  test('signs in with key, printed address or token in the form, and goes on to the address', async () => {
    const lake = await testLake({ studioDist: studioDist(), studioKey: KEY })
    const send = (key: string, path: string, headers: Record<string, string> = { origin: lake.url }) =>
      ask(lake, 'POST', path, { 'content-type': FORM, ...headers }, `${new URLSearchParams({ key })}`)
    for (const key of ['', 'wrong', `${KEY}x`, lake.token.slice(1)]) {
      const { status, headers, body } = await send(key, '/structure')
      expect([status, headers['set-cookie']], key).toEqual([401, undefined])
      expect(body, key).toContain('role="alert"')
    }
    expect((await send(lake.token, '/', { origin: 'http://localhost:1' })).status).toBe(403)
    expect((await send('x'.repeat(5000), '/')).status).toBe(413)
    for (const key of [lake.token, ` ${lake.token}\n`, `${lake.url}/?key=${KEY}`]) {
      const answer = await send(key, '/structure?a=1')
      expect([answer.status, answer.headers.location], key).toEqual([303, `${lake.url}/structure?a=1`])
      expect(await me(lake, cookieIn(answer))).toBe(200)
    }
    // Sanity's login names the page to go back to.
    for (const [origin, location] of [
      [`${lake.url}/inbox?x=1`, `${lake.url}/inbox?x=1`],
      ['https://evil.example/', `${lake.url}/`],
      ['nonsense', `${lake.url}/`],
    ] as const) {
      const path = `/?${new URLSearchParams({ origin })}`
      expect((await ask(lake, 'GET', path, visit)).status).toBe(401)
      const answer = await send(lake.token, path)
      expect(answer.headers.location).toBe(location)
      const signedIn = { ...visit, cookie: cookieIn(answer) }
      expect((await ask(lake, 'GET', path, signedIn)).headers.location).toBe(location)
    }
  })

  test('is asked to sign in at any address of the Studio, after which a page on another site may link there', async () => {
    const lake = await testLake({ studioDist: studioDist(), studioKey: KEY })
    for (const headers of [{}, visit, { ...visit, 'sec-fetch-site': 'cross-site' }])
      for (const path of ['/', '/structure/plan;p1', '/intent/edit/id=a.b;type=plan/']) {
        const answer = await ask(lake, 'GET', path, headers)
        expect(answer.status).toBe(401)
        expect(answer.body).toContain('<form method="post">')
        expect(answer.headers['cache-control']).toBe('no-store')
        // The browser withholds the cookie after such a link, and sends it when the page loads itself again.
        expect(answer.headers.refresh).toBe('sec-fetch-site' in headers ? '0' : undefined)
      }
  })

  test('is signed out by the Studio, in that browser', async () => {
    const lake = await testLake()
    const [cookie, another] = [await signIn(lake), await signIn(lake)]
    const { headers } = await ask(lake, 'POST', '/v1/auth/logout', { cookie, origin: lake.url })
    expect(String(headers['set-cookie'])).toContain('Max-Age=0')
    expect([await me(lake, cookie), await me(lake, another)]).toEqual([401, 200])
  })

  test('hears of drafts; a Studio that has lost its cookie is refused the stream, not left to wait', async () => {
    const lake = await lakeWithDraft()
    const page = { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' }
    for (const path of STREAMS)
      for (const cookie of ['', `lake-session-${lake.port}=lost`])
        expect((await ask(lake, 'GET', path, { ...page, cookie })).status, path).toBe(401)
    const cookie = await signIn(lake)
    const { status, headers } = await ask(lake, 'GET', STREAMS[0]!, { ...page, cookie })
    expect(status).toBe(307)
    const stream = readEvents(String(headers.location), { cookie })
    onTestFinished(() => stream.hangUp())
    await stream.until((events) => events.length > 0)
    await clientOf(lake).patch('drafts.secret').set({ title: 'Seen' }).commit()
    const [, heard] = await stream.until((events) => events.length > 1)
    expect(heard!.data.documentId).toBe('drafts.secret')
  })

  test('has a cookie that ends after a year and is no other lake’s', async () => {
    const [lake, other] = [await testLake(), await testLake()]
    const cookie = await signIn(lake)
    expect([await me(lake, cookie), await me(lake, cookie)]).toEqual([200, 200])
    expect(await me(other, cookie.replace(String(lake.port), String(other.port)))).toBe(401)
    const year = 365 * 86_400_000
    try {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + year - 60_000 })
      expect(await me(lake, cookie)).toBe(200)
      vi.setSystemTime(Date.now() + 120_000)
      expect(await me(lake, cookie)).toBe(401)
      expect(await me(lake, await signIn(lake))).toBe(200)
    } finally {
      vi.useRealTimers()
    }
    expect(await me(lake, cookie), 'ended for good').toBe(401)
  })

  test('is signed out by a new token, also where the database is restored', async () => {
    const dataDir = temporaryFolder()
    const lake = await testLake({ dataDir })
    const cookie = await signIn(lake)
    await lake.close()
    rmSync(join(dataDir, 'lake-token'))
    const renewed = await testLake({ dataDir, port: lake.port })
    expect(renewed.token).not.toBe(lake.token)
    expect(await me(renewed, cookie)).toBe(401)
    expect(await me(renewed, await signIn(renewed))).toBe(200)
  })

  test('cannot make a used key work again through the settings', async () => {
    const lake = await testLake({ studioDist: studioDist(), studioKey: KEY })
    const cookie = cookieIn(await ask(lake, 'GET', `/?key=${KEY}`, visit))
    expect(await me(lake, cookie)).toBe(200)
    const settings = JSON.stringify([{ key: 'used-studio-key', value: '' }])
    const json = { cookie, 'content-type': 'application/json' }
    expect((await ask(lake, 'PUT', '/v1/users/me/keyvalue', json, settings)).status).toBe(200)
    expect((await ask(lake, 'GET', `/?key=${KEY}`, visit)).status).toBe(401)
  })

  test('has the token in a file that only its owner reads; a wrong one is refused', async () => {
    const dataDir = temporaryFolder(),
      lake = await testLake({ dataDir })
    expect(statSync(join(dataDir, 'lake-token')).mode & 0o777).toBe(0o600)
    expect((await ask(lake, 'GET', '/v1/users/me', bearer(lake.token))).status).toBe(200)
    for (const token of ['wrong', '', lake.token.slice(1)]) {
      expect((await ask(lake, 'GET', '/v1/data/query/production?query=*', bearer(token))).status).toBe(401)
    }
  })
})

test('a token file that others can read is closed to them', async () => {
  const dataDir = temporaryFolder()
  writeFileSync(join(dataDir, 'lake-token'), 'kept\n', { mode: 0o644 })
  const lake = await testLake({ dataDir })
  expect(lake.token).toBe('kept')
  expect(statSync(join(dataDir, 'lake-token')).mode & 0o777).toBe(0o600)
})

test('an empty token file, as a full disk may leave it, is none: nobody is an editor by an empty token', async () => {
  const dataDir = temporaryFolder()
  writeFileSync(join(dataDir, 'lake-token'), '\n')
  const lake = await testLake({ dataDir })
  expect(lake.token).toMatch(/^[\w-]{43}$/)
  for (const authorization of ['Bearer', 'Bearer ', 'Basic x'])
    expect((await ask(lake, 'GET', '/v1/users/me', { authorization })).status, authorization).toBe(401)
})

test('the lake is not there for other machines', async () => {
  const lake = await testLake({ streamPorts: 1 })
  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
  const open = await Promise.all(
    outside.map(
      ({ address }) =>
        new Promise((resolve) => {
          const socket = connect(lake.port, address)
          socket.on('connect', () => resolve(address)).on('error', () => resolve(undefined))
          onTestFinished(() => void socket.destroy())
        }),
    ),
  )
  expect(open.filter(Boolean)).toEqual([])
})

describe('a foreign site', () => {
  test('changes nothing, whatever credentials its visitor has', async () => {
    const lake = await testLake()
    const create = JSON.stringify({ mutations: [{ create: { _id: 'foreign', _type: 't' } }] })
    const places: Record<string, string>[] = [
      { origin: 'http://evil.example' },
      { host: `evil.example:${lake.port}` },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
    ]
    for (const place of places) {
      for (const [path, body] of [
        ['/v1/data/mutate/production', create],
        ['/v1/assets/files/production', 'file'],
      ] as const) {
        const headers = { ...place, ...bearer(lake.token), 'content-type': 'text/plain' }
        expect((await ask(lake, 'POST', path, headers, body)).status).toBe(403)
      }
    }
    expect(await clientOf(lake).fetch('*', {}, { perspective: 'raw' })).toEqual([])
  })

  test('that gives its own name this machine’s address is refused', async () => {
    const lake = await testLake()
    const { port } = lake
    for (const host of [
      'evil.example',
      '127.0.0.1.nip.io',
      'localhost.',
      '[::ffff:127.0.0.1]',
      '0.0.0.0',
      '',
    ])
      for (const path of ['/', '/v1/data/query/production?query=*', '/images/local/production/a.png'])
        expect((await ask(lake, 'GET', path, { ...visit, host: `${host}:${port}` })).status, host).toBe(403)
  })

  test.each([
    'http://evil.example',
    'https://localhost',
    'http://localhost.evil.example',
    'null',
    'http://localhost:1',
  ])('with Origin %s is refused', async (origin) => {
    const lake = await testLake()
    for (const [method, path] of [
      ['GET', '/v1/data/query/production?query=*'],
      ['POST', '/v1/data/mutate/production'],
      ['OPTIONS', '/v1/data/mutate/production'],
      ['GET', '/'],
    ] as const) {
      const { status, headers } = await ask(lake, method, path, {
        origin,
        ...(method === 'OPTIONS' && { 'access-control-request-method': 'POST' }),
        ...bearer(lake.token),
      })
      expect(status).toBe(403)
      expect(headers['access-control-allow-origin']).toBeUndefined()
    }
  })
  test.each([
    'evil.example',
    'evil.example:3333',
    'localhost',
    '127.0.0.1:1',
    'localhost.evil.example',
    'localhost:3333:1',
  ])('under Host "%s" is refused', async (host) => {
    const lake = await testLake()
    expect(
      (await ask(lake, 'GET', '/v1/data/query/production?query=*', { host, ...bearer(lake.token) })).status,
    ).toBe(403)
  })
  test('is refused without an Origin, too: it may link to the Studio and show pictures, nothing else', async () => {
    const lake = await testLake()
    const query = '/v1/data/query/production?query=*'
    const picture = '/images/local/production/a.png'
    for (const [path, mode, dest, refused] of [
      [query, 'no-cors', 'script', true],
      [query, 'navigate', 'document', true],
      ['/vX/data/query/production?query=*', 'navigate', 'document', true],
      ['/%76X/data/query/production?query=*', 'navigate', 'document', true],
      ['/v%31/data/query/production?query=*', 'navigate', 'document', true],
      ['/structure', 'navigate', 'iframe', true],
      ['/structure', 'no-cors', 'document', true],
      ['/structure', 'navigate', 'document', false],
      [picture, 'no-cors', 'image', false],
    ] as const) {
      const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': mode, 'sec-fetch-dest': dest }
      expect((await ask(lake, 'GET', path, headers)).status === 403, `${mode} ${dest} ${path}`).toBe(refused)
    }
  })
  test('can not open the presence socket, nor can a token that is wrong', async () => {
    const lake = await testLake()
    const status = (headers: Record<string, string>) =>
      new Promise((resolve) => {
        const socket = new WebSocket(`ws://localhost:${lake.port}/v2022-06-30/socket/production`, { headers })
        socket
          .on('unexpected-response', (_, res) => resolve(res.statusCode))
          .on('open', () => {
            socket.close()
            resolve('open')
          })
          .on('error', () => {})
      })
    expect(await status({ origin: 'http://evil.example' })).toBe(403)
    expect(await status(bearer('wrong'))).toBe(401)
    expect(await status({ ...bearer(lake.token), origin: 'http://evil.example' })).toBe(403)
    expect(await status(bearer(lake.token))).toBe('open')
  })
})

test('a client that puts the project before the host finds the lake', async () => {
  const lake = await testLake()
  const host = `local.localhost:${lake.port}`
  const { status, headers } = await ask(lake, 'GET', '/v1/data/query/production?query=1', {
    host,
    origin: lake.url,
  })
  expect([status, headers['access-control-allow-origin']]).toEqual([200, lake.url])
  for (const path of ['/', '/v1', '/v1x', '/structure'])
    expect((await ask(lake, 'GET', path, { ...visit, host })).status, `no Studio at ${path}`).toBe(403)
  const preflight = { host, origin: lake.url, 'access-control-request-method': 'POST' }
  expect((await ask(lake, 'OPTIONS', '/v1/data/mutate/production', preflight)).status).toBe(204)
  const page = { host, origin: `http://${host}` }
  expect((await ask(lake, 'GET', '/v1/users/me', { ...page, ...bearer(lake.token) })).status).toBe(403)
})

test('the Studio’s origin and those allowed may ask across ports, with credentials', async () => {
  const lake = await testLake({
    streamPorts: 1,
    allowedOrigins: ['http://localhost:3000', 'https://site.example'],
  })
  for (const origin of [lake.url, 'http://localhost:3000']) {
    const { status, headers } = await ask(lake, 'OPTIONS', '/v1/data/query/production', {
      origin,
      'access-control-request-method': 'GET',
    })
    expect(status).toBe(204)
    expect(headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
    })
  }
  const elsewhere = { origin: 'https://site.example', 'sec-fetch-site': 'cross-site' }
  expect((await ask(lake, 'GET', '/v1/data/query/production?query=*', elsewhere)).status).toBe(200)
  const { status, headers } = await ask(lake, 'GET', '/v1/data/live/events/production', {
    'sec-fetch-mode': 'cors',
    'sec-fetch-site': 'same-origin',
    cookie: await signIn(lake),
  })
  expect(status).toBe(307)
  const moved = await fetch(String(headers.location), { headers: { origin: lake.url } })
  expect(moved.headers.get('content-type')).toContain('text/event-stream')
  await moved.body!.cancel()
})

test('a page of an allowed origin hears events where it asks for them', async () => {
  const lake = await testLake({ streamPorts: 1, allowedOrigins: ['http://localhost:3000'] })
  const page = { origin: 'http://localhost:3000', 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-site' }
  for (const path of ['live/events/production', 'listen/production?query=*']) {
    // Redirected to another port it would come from nowhere: `Origin: null`.
    const { status, headers } = await ask(lake, 'GET', `/v2025-02-19/data/${path}`, page)
    expect([status, headers['access-control-allow-origin']]).toEqual([200, page.origin])
  }
  // @sanity/client 6 asks with this first, so that browsers ask whether they may.
  const options = await ask(lake, 'OPTIONS', '/v2025-02-19/data/live/events/production', page)
  expect(options.status).toBe(204)
  expect(options.headers['access-control-allow-methods']).toContain('OPTIONS')
})

test('a page of this machine that is not allowed learns just that, which the client then says; foreign ones nothing', async () => {
  const lake = await testLake({ allowedOrigins: ['http://localhost:3000'] })
  const path = '/v2025-02-19/check/cors?tag=x'
  const askFrom = async (origin: string) => {
    const { status, headers, body } = await ask(lake, 'GET', path, { origin })
    return [status, headers['access-control-allow-origin'], JSON.parse(body).result?.allowed]
  }
  const site = 'http://localhost:3000'
  expect(await askFrom(site)).toEqual([200, site, true])
  for (const origin of ['http://localhost:4999', 'https://127.0.0.1', 'http://[::1]:3000'])
    expect(await askFrom(origin)).toEqual([200, '*', false])
  for (const origin of ['https://evil.example', 'http://localhost.evil.example', 'null'])
    expect(await askFrom(origin)).toEqual([403, undefined, undefined])
  const { status } = await ask(lake, 'GET', '/v1/users/me?x=/check/cors', { origin: 'http://localhost:4999' })
  expect(status).toBe(403)
})

test('a private dataset, as comments have, is the editor’s alone', async () => {
  const lake = await testLake()
  const editor = clientOf(lake)
  await editor.request({ method: 'POST', url: '/comments/production/setup' })
  const datasets = await editor.request({
    url: '/projects/local/datasets?datasetProfile=comments&addonFor=production',
  })
  expect(datasets).toMatchObject([
    { name: 'production-comments', addonFor: 'production', aclMode: 'private' },
  ])
  await editor.withConfig({ dataset: 'production-comments' }).create({ _id: 'c1', _type: 'comment' })
  for (const path of [
    'query/production-comments?query=*',
    'doc/production-comments/c1',
    'export/production-comments',
    'listen/production-comments?query=*',
    'live/events/production-comments',
  ]) {
    expect((await ask(lake, 'GET', `/v1/data/${path}`)).status, path).toBe(401)
  }
})
