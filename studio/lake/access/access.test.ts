import { chmodSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import {
  ask,
  clientOf,
  cookieIn,
  readEvents,
  readUntil,
  signIn,
  temporaryFolder,
  testLake,
} from '../lake.test-support.ts'
import type { Lake } from '../lake.ts'

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

/** Headers of a browser or a proxy. None of them is a credential. */
const CLAIMS: Record<string, string>[] = [
  {},
  { ...visit, 'sec-fetch-site': 'none', 'sec-fetch-user': '?1' },
  { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' },
  { 'x-forwarded-for': '127.0.0.1', via: '1.1 localhost' },
]

const FOR_EDITORS = [
  ['POST', '/v1/data/mutate/production'],
  ['POST', '/v1/data/actions/production'],
  ['POST', '/v1/assets/images/production'],
  ['POST', '/v1/assets/files/production'],
  ['GET', '/v1/data/query/production?query=*&perspective=drafts'],
  ['GET', '/v2025-02-19/data/query/production?query=*&perspective=["r1","drafts"]'],
  ['GET', '/v1/data/history/production/transactions/open'],
  ['GET', '/v1/data/live/events/production?includeDrafts=true'],
  ['GET', '/v1/users/me'],
  ['PUT', '/v1/users/me/keyvalue'],
  ['GET', '/v1/projects/local'],
  ['DELETE', '/v1/datasets/production'],
  ['POST', '/v1/comments/production/setup'],
] as const

describe('a stranger on this machine', () => {
  test.each(FOR_EDITORS)('cannot %s %s without the token or a cookie', async (method, path) => {
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
  })

  test('gets no cookie, whatever its headers are', async () => {
    const lake = await testLake({ studioDist: studioDist(), studioKey: KEY, streamPorts: 1 })
    const paths = ['/', '/v1/ping', ...STREAMS, '/?key=', '/?key=wrong']
    for (const path of paths)
      for (const claim of CLAIMS) {
        const { headers } = await ask(lake, 'GET', path, claim)
        expect(headers['set-cookie'], `${path} ${JSON.stringify(claim)}`).toBeUndefined()
      }
  })

  test('reads published content only', async () => {
    const lake = await lakeWithDraft()
    const visitor = clientOf(lake, { token: undefined })
    for (const perspective of ['published', 'raw'] as const)
      expect(await visitor.fetch('*._id', {}, { perspective })).toEqual(['open'])
    const drafts = JSON.stringify({ query: '*._id', perspective: 'drafts' })
    expect((await ask(lake, 'POST', '/v1/data/query/production', {}, drafts)).status).toBe(401)
    expect(
      (await ask(lake, 'GET', '/v1/data/export/production')).body
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)._id),
    ).toEqual(['open'])
  })

  test('can open a hundred streams at most', async () => {
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

  test('receives events of published documents only', async () => {
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
  test('signs in once with the printed address, and stays signed in across restarts', async () => {
    const options = { dataDir: temporaryFolder(), studioDist: studioDist(), studioKey: KEY }
    const first = await testLake(options)
    const preview = await ask(first, 'HEAD', `/?key=${KEY}`, visit)
    expect([preview.status, preview.headers['set-cookie']]).toEqual([401, undefined])
    await first.close()

    const lake = await testLake({ ...options, port: first.port })
    const { status, headers } = await ask(lake, 'GET', `/structure/plan;a%2Eb?a=1&key=${KEY}`, visit)
    expect([status, headers.location]).toEqual([303, `${lake.url}/structure/plan;a%2Eb?a=1`])
    const [set] = headers['set-cookie'] as string[]
    expect(set).toMatch(/; HttpOnly; SameSite=Strict; Path=\/; Max-Age=31536000$/)
    const cookie = set!.split(';')[0]!
    await lake.close()

    const restarted = await testLake({ ...options, port: first.port })
    const again = await ask(restarted, 'GET', `/?key=${KEY}`, visit)
    expect([again.status, again.headers['set-cookie']]).toEqual([401, undefined])
    expect(again.body).toContain('role="alert"')
    // The browser also sends the site's cookies, which ignore ports.
    for (const sent of [cookie, `XSRF-TOKEN=a; ${cookie}; __Host-plan=b`])
      expect(await me(restarted, sent)).toBe(200)
    expect(await me(restarted, `${cookie}x`)).toBe(401)
    expect((await ask(restarted, 'GET', '/', { ...visit, cookie })).body).toBe('the Studio')
    await restarted.close()

    const next = await testLake({ ...options, port: first.port, studioKey: 'another-key' })
    expect((await ask(next, 'GET', '/?key=another-key', visit)).status).toBe(303)
    expect(await me(next, cookie)).toBe(200)
  })

  test('signs in with key, printed address or token in the form, then reaches the page', async () => {
    const lake = await testLake({ studioDist: studioDist(), studioKey: KEY })
    const send = (key: string, path: string, headers: Record<string, string> = { origin: lake.url }) =>
      ask(lake, 'POST', path, { 'content-type': FORM, ...headers }, `${new URLSearchParams({ key })}`)
    for (const key of ['', 'wrong', `${KEY}x`, lake.token.slice(1)]) {
      const { status, headers, body } = await send(key, '/structure')
      expect([status, headers['set-cookie']], key).toEqual([401, undefined])
      expect(body, key).toContain('role="alert"')
    }
    expect((await send(lake.token, '/', { origin: 'http://localhost:1' })).status).toBe(403)
    for (const key of [lake.token, ` ${lake.token}\n`, `${lake.url}/?key=${KEY}`]) {
      const answer = await send(key, '/structure?a=1')
      expect([answer.status, answer.headers.location], key).toEqual([303, `${lake.url}/structure?a=1`])
      expect(await me(lake, cookieIn(answer))).toBe(200)
    }
    // Sanity's login names the page to return to.
    for (const [origin, location] of [
      [`${lake.url}/inbox?x=1`, `${lake.url}/inbox?x=1`],
      ['https://evil.example/', `${lake.url}/`],
    ] as const) {
      const path = `/?${new URLSearchParams({ origin })}`
      expect((await send(lake.token, path)).headers.location).toBe(location)
    }
  })

  test('sees the sign-in form at any address of the Studio', async () => {
    const lake = await testLake({ studioDist: studioDist(), studioKey: KEY })
    for (const headers of [visit, { ...visit, 'sec-fetch-site': 'cross-site' }]) {
      const answer = await ask(lake, 'GET', '/structure/plan;p1', headers)
      expect([answer.status, answer.headers['cache-control']]).toEqual([401, 'no-store'])
      expect(answer.body).toContain('<form method="post">')
      // After a cross-site link the browser sends the cookie only when the page reloads itself.
      expect(answer.headers.refresh).toBe('sec-fetch-site' in headers ? '0' : undefined)
    }
  })

  test('signs out in one browser', async () => {
    const lake = await testLake()
    const [cookie, another] = [await signIn(lake), await signIn(lake)]
    const { headers } = await ask(lake, 'POST', '/v1/auth/logout', { cookie, origin: lake.url })
    expect(String(headers['set-cookie'])).toContain('Max-Age=0')
    expect([await me(lake, cookie), await me(lake, another)]).toEqual([401, 200])
  })

  test('receives events of drafts; a Studio without its cookie gets 401 instead of a silent stream', async () => {
    const lake = await lakeWithDraft()
    const page = { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' }
    for (const path of STREAMS)
      for (const cookie of ['', `lake-session-${lake.port}=lost`])
        expect((await ask(lake, 'GET', path, { ...page, cookie })).status, path).toBe(401)
    const cookie = await signIn(lake)
    const { status, headers } = await ask(lake, 'GET', STREAMS[0]!, { ...page, cookie })
    expect(status).toBe(307)
    const stream = readEvents(String(headers.location), { cookie })
    onTestFinished(() => stream.disconnect())
    await stream.until((events) => events.length > 0)
    await clientOf(lake).patch('drafts.secret').set({ title: 'Seen' }).commit()
    const [, received] = await stream.until((events) => events.length > 1)
    expect(received!.data.documentId).toBe('drafts.secret')
  })

  test('has a cookie of this lake for a year', async () => {
    const [lake, other] = [await testLake(), await testLake()]
    const cookie = await signIn(lake)
    expect(await me(lake, cookie)).toBe(200)
    expect(await me(other, cookie.replace(String(lake.port), String(other.port)))).toBe(401)
    const year = 365 * 86_400_000
    try {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + year - 60_000 })
      expect(await me(lake, cookie)).toBe(200)
      vi.setSystemTime(Date.now() + 120_000)
      expect(await me(lake, cookie)).toBe(401)
    } finally {
      vi.useRealTimers()
    }
  })

  test('is signed out by a new token', async () => {
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
})

test('the token file is made private', async () => {
  const dataDir = temporaryFolder()
  const file = join(dataDir, 'lake-token')
  await (await testLake({ dataDir })).close()
  expect(statSync(file).mode & 0o777).toBe(0o600)
  writeFileSync(file, 'kept\n')
  chmodSync(file, 0o644)
  expect((await testLake({ dataDir })).token).toBe('kept')
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('other accounts can read no file, even in a folder that is open to them', async () => {
  const dataDir = temporaryFolder()
  chmodSync(dataDir, 0o1777)
  const before = process.umask(0o022)
  onTestFinished(() => void process.umask(before))
  const lake = await testLake({ dataDir })
  await clientOf(lake).assets.upload('file', Buffer.from('x'), { filename: 'x.txt' })
  const open = readdirSync(dataDir).filter((name) => (statSync(join(dataDir, name)).mode & 0o077) !== 0)
  expect(open).toEqual([])
})

test('an empty token file gets a new token', async () => {
  const dataDir = temporaryFolder()
  writeFileSync(join(dataDir, 'lake-token'), '\n')
  const lake = await testLake({ dataDir })
  expect(lake.token).toMatch(/^[\w-]{43}$/)
  expect((await ask(lake, 'GET', '/v1/users/me', { authorization: 'Bearer ' })).status).toBe(401)
})

test('other machines cannot reach the lake', async () => {
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
  test.each<[string, (port: number) => Record<string, string>]>([
    ['its Origin', () => ({ origin: 'http://evil.example' })],
    ['an Origin of another scheme', () => ({ origin: 'https://localhost' })],
    ['an Origin that begins like ours', () => ({ origin: 'http://localhost.evil.example' })],
    ['no Origin', () => ({ origin: 'null' })],
    ['another port', () => ({ origin: 'http://localhost:1' })],
    ['its Host', (port) => ({ host: `evil.example:${port}` })],
    ['a Host that resolves to loopback', (port) => ({ host: `127.0.0.1.nip.io:${port}` })],
    ['an unspecified address as Host', (port) => ({ host: `0.0.0.0:${port}` })],
    ['a Host without a port', () => ({ host: 'localhost' })],
    ['a cross-site request', () => ({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' })],
  ])('with %s can neither read nor write, even with the token', async (_, placeOf) => {
    const lake = await testLake()
    const headers = { ...placeOf(lake.port), ...bearer(lake.token), 'content-type': 'text/plain' }
    const create = JSON.stringify({ mutations: [{ create: { _id: 'foreign', _type: 't' } }] })
    for (const [method, path, body] of [
      ['GET', '/v1/data/query/production?query=*'],
      ['OPTIONS', '/v1/data/mutate/production'],
      ['POST', '/v1/data/mutate/production', create],
      ['POST', '/v1/assets/files/production', 'file'],
    ] as const) {
      const answer = await ask(lake, method, path, headers, body)
      expect([answer.status, answer.headers['access-control-allow-origin']], path).toEqual([403, undefined])
    }
    expect(await clientOf(lake).fetch('*', {}, { perspective: 'raw' })).toEqual([])
  })

  test('may link to the Studio and show images, nothing else', async () => {
    const lake = await testLake()
    for (const [path, mode, dest, refused] of [
      ['/v1/data/query/production?query=*', 'navigate', 'document', true],
      ['/%76X/data/query/production?query=*', 'navigate', 'document', true],
      ['/structure', 'navigate', 'iframe', true],
      ['/structure', 'navigate', 'document', false],
      ['/images/local/production/a.png', 'no-cors', 'image', false],
    ] as const) {
      const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': mode, 'sec-fetch-dest': dest }
      expect((await ask(lake, 'GET', path, headers)).status === 403, `${mode} ${dest} ${path}`).toBe(refused)
    }
  })

  test('cannot open the presence socket; neither can a wrong token', async () => {
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
    expect(await status({ ...bearer(lake.token), origin: 'http://evil.example' })).toBe(403)
    expect(await status(bearer('wrong'))).toBe(401)
    expect(await status(bearer(lake.token))).toBe('open')
  })
})

test('the origins of the Studio and of the setting may call with credentials', async () => {
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

test('a local page of another port learns that its origin is not allowed', async () => {
  const lake = await testLake({ allowedOrigins: ['http://localhost:3000'] })
  const path = '/v2025-02-19/check/cors?tag=x'
  const askFrom = async (origin: string) => {
    const { status, headers, body } = await ask(lake, 'GET', path, { origin })
    return [status, headers['access-control-allow-origin'], JSON.parse(body).result?.allowed]
  }
  const site = 'http://localhost:3000'
  expect(await askFrom(site)).toEqual([200, site, true])
  expect(await askFrom('http://localhost:4999')).toEqual([200, '*', false])
  expect(await askFrom('https://evil.example')).toEqual([403, undefined, undefined])
})
