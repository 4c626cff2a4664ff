import { statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { Lake } from '#studio/lake/lake.ts'
import { ask, clientOf, readEvents, readUntil, temporaryFolder, testLake } from '#studio/lake/test-lake.ts'

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const visit = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

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

test('nobody becomes an editor through a proxy that names this machine in Host', async () => {
  const dist = temporaryFolder()
  writeFileSync(join(dist, 'index.html'), 'the Studio')
  const lake = await testLake({ studioDist: dist })
  const direct = await ask(lake, 'GET', '/', visit)
  const cookie = direct.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  const me = (headers: Record<string, string>) => ask(lake, 'GET', '/v1/users/me', headers)
  expect((await me({ cookie })).status).toBe(200)
  const passedOn = [
    ...['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'Via'].map((name) => ({ [name]: 'for=203.0.113.7' })),
    { connection: 'close' }, // nginx with nothing set
  ]
  for (const added of passedOn) {
    const said = JSON.stringify(added)
    const { status, headers, body } = await ask(lake, 'GET', '/', { ...visit, ...added })
    expect([status, headers['set-cookie']], said).toEqual([403, undefined])
    expect(body, said).toContain(`open http://localhost:${lake.port} on its machine`)
    expect((await me({ cookie, ...added })).status, said).toBe(401)
    // Who shows the token, and what anybody may read, have nothing to do with the cookie.
    expect((await me({ ...bearer(lake.token), ...added })).status, said).toBe(200)
    expect((await ask(lake, 'GET', '/v1/data/query/production?query=*', added)).status, said).toBe(200)
  }
  expect((await ask(lake, 'GET', '/', { connection: 'close' })).status).toBe(200) // as curl asks
})

const FOR_EDITORS = [
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

  test('is told which permission to change something takes, or that a credential does not count', async () => {
    const lake = await testLake()
    const stranger = clientOf(lake, { token: undefined })
    const refused = (permission: string) => ({
      statusCode: 403,
      details: {
        type: 'mutationError',
        items: [{ error: { type: 'insufficientPermissionsError', permission }, index: 0 }],
      },
    })
    await expect(stranger.create({ _id: 'a', _type: 't' })).rejects.toMatchObject(refused('create'))
    await expect(stranger.patch('a').set({ b: 1 }).commit()).rejects.toMatchObject(refused('update'))
    for (const headers of [bearer('wrong'), { cookie: `lake-session-${lake.port}=ended` }])
      expect(
        JSON.parse((await ask(lake, 'POST', '/v1/data/mutate/production', headers, '{')).body),
      ).toMatchObject({ statusCode: 401, errorCode: 'SIO-401-ANF', message: 'Session not found' })
    expect((await ask(lake, 'POST', '/v1/data/mutate/production', {}, '{"mutations":[null]}')).status).toBe(
      403,
    )
    expect(await clientOf(lake).fetch('*', {}, { perspective: 'raw' })).toEqual([])
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
  test('gets a cookie with a visit to the Studio, from an open one that asks for its page, and with nothing else', async () => {
    const dist = temporaryFolder()
    writeFileSync(join(dist, 'index.html'), '<!doctype html>')
    const lake = await testLake({ studioDist: dist })
    const asked = { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }
    const others: Record<string, string>[] = [
      {},
      asked,
      { ...asked, 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-origin' },
    ]
    for (const headers of others) {
      expect((await ask(lake, 'GET', '/', headers)).headers['set-cookie']).toBeUndefined()
    }
    const { headers, status } = await ask(lake, 'GET', '/structure/plan', visit)
    expect(status).toBe(200)
    const [cookie] = headers['set-cookie'] as string[]
    expect(cookie).toMatch(/HttpOnly; SameSite=Strict; Path=\//)
    const pair = cookie!.split(';')[0]!
    // The site's own cookies are sent along: they know no ports.
    for (const sent of [pair, `XSRF-TOKEN=a; ${pair}; __Host-plan=b`])
      expect((await ask(lake, 'GET', '/v1/users/me', { cookie: sent })).status).toBe(200)
    expect((await ask(lake, 'GET', '/v1/users/me', { cookie: `${pair}x` })).status).toBe(401)
    expect((await ask(lake, 'GET', '/', { ...visit, cookie: pair })).headers['set-cookie']).toBeUndefined()
    // A Studio that is open and has lost its own.
    const again = await ask(lake, 'GET', '/', { ...asked, 'sec-fetch-site': 'same-origin' })
    expect(again.headers['set-cookie']).toHaveLength(1)
  })

  test('hears of drafts in a Studio that has lost its cookie: the stream’s redirect gives another, as to no other page', async () => {
    const lake = await lakeWithDraft()
    const path = '/v1/data/listen/production?query=*'
    const listen = (site: string, cookie = '') =>
      ask(lake, 'GET', path, {
        'sec-fetch-mode': 'cors',
        'sec-fetch-dest': 'empty',
        'sec-fetch-site': site,
        cookie,
      })
    expect((await listen('same-site')).headers['set-cookie']).toBeUndefined()
    const { status, headers } = await listen('same-origin', `lake-session-${lake.port}=lost`)
    expect([status, headers['set-cookie']?.length]).toEqual([307, 1])
    const [cookie] = String(headers['set-cookie']).split(';')
    expect((await listen('same-origin', cookie)).headers['set-cookie']).toBeUndefined()
    const stream = readEvents(String(headers.location), { cookie: cookie!, connection: 'keep-alive' })
    onTestFinished(() => stream.hangUp())
    await stream.until((events) => events.length > 0)
    await clientOf(lake).patch('drafts.secret').set({ title: 'Seen' }).commit()
    const [, heard] = await stream.until((events) => events.length > 1)
    expect(heard!.data.documentId).toBe('drafts.secret')
  })

  test('has a cookie that ends after a year, is no other lake’s, and counts as long as it is there', async () => {
    const dist = temporaryFolder()
    writeFileSync(join(dist, 'index.html'), '<!doctype html>')
    const [lake, other] = [await testLake({ studioDist: dist }), await testLake()]
    const open = async () => String((await ask(lake, 'GET', '/', visit)).headers['set-cookie']).split(';')[0]!
    const cookie = await open()
    const me = async (of: Lake, value: string) =>
      (await ask(of, 'GET', '/v1/users/me', { cookie: value })).status
    expect([await me(lake, cookie), await me(lake, cookie)]).toEqual([200, 200])
    expect(await me(other, cookie.replace(String(lake.port), String(other.port)))).toBe(401)
    const year = 365 * 86_400_000
    try {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + year - 60_000 })
      expect(await me(lake, cookie)).toBe(200)
      vi.setSystemTime(Date.now() + 120_000)
      expect(await me(lake, cookie)).toBe(401)
      const renewed = String((await ask(lake, 'GET', '/', { ...visit, cookie })).headers['set-cookie']).split(
        ';',
      )[0]!
      expect(await me(lake, renewed)).toBe(200)
    } finally {
      vi.useRealTimers()
    }
    expect(await me(lake, cookie), 'ended for good').toBe(401)
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
