import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ask, temporaryFolder, testLake } from '#studio/lake/lake.test-support.ts'
import { type StaffHost, staffRoutes } from '#studio/serve/staff-routes.ts'

const TOKEN = 'the-staff-token'
const PATHS = ['enquiries', 'reviews', 'purchases', 'consents', 'evidence']

/** A backend that records its requests. */
async function fakeBackend() {
  const requests: { request: string; authorization?: string; body: string }[] = []
  const server = createServer(async (req, res) => {
    let body = ''
    for await (const chunk of req) body += chunk
    requests.push({ request: `${req.method} ${req.url}`, authorization: req.headers.authorization, body })
    const refused = req.url?.includes('refused')
    res
      .writeHead(refused ? 422 : 200, { 'content-type': 'application/json' })
      .end(refused ? '{"error":"page: too small"}' : '{"items":[]}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function lakeWith(staffHost?: StaffHost) {
  const dataDir = temporaryFolder()
  writeFileSync(join(dataDir, 'staff-token'), `${TOKEN}\n`, { mode: 0o600 })
  const lake = await testLake({
    dataDir,
    routes: staffRoutes({ staffHost, dataDir }),
    allowedOrigins: ['http://localhost:3000'],
  })
  return { lake, editor: { authorization: `Bearer ${lake.token}` } }
}

test("an editor's request reaches the backend with the staff token", async () => {
  const backend = await fakeBackend()
  const { lake, editor } = await lakeWith({ url: backend.url })
  const list = await ask(lake, 'GET', '/v1/staff/enquiries?q=a%26b&page=2', editor)
  expect([list.status, list.body]).toEqual([200, '{"items":[]}'])
  expect(list.headers['cache-control']).toBe('no-store')
  const refused = await ask(lake, 'GET', '/v1/staff/reviews?q=refused', editor)
  expect([refused.status, refused.body]).toEqual([422, '{"error":"page: too small"}'])
  const posting = { ...editor, 'content-type': 'application/json', origin: `http://localhost:${lake.port}` }
  expect((await ask(lake, 'POST', '/v1/staff/review', posting, '{"hidden":true}')).status).toBe(200)
  expect(backend.requests).toEqual([
    { request: 'GET /api/staff/enquiries?q=a%26b&page=2', authorization: `Bearer ${TOKEN}`, body: '' },
    { request: 'GET /api/staff/reviews?q=refused', authorization: `Bearer ${TOKEN}`, body: '' },
    { request: 'POST /api/staff/review', authorization: `Bearer ${TOKEN}`, body: '{"hidden":true}' },
  ])
})

describe('refused without a call to the backend:', () => {
  test.each<[string, number, (port: number) => Record<string, string>]>([
    ['without a sign-in', 401, () => ({})],
    ['with a made-up cookie', 401, (port) => ({ cookie: `lake-session-${port}=made-up` })],
    ['with the staff token instead of the editor token', 401, () => ({ authorization: `Bearer ${TOKEN}` })],
  ])('%s → %i', async (_case, status, headersOf) => {
    const backend = await fakeBackend()
    const { lake } = await lakeWith({ url: backend.url })
    for (const path of PATHS)
      expect((await ask(lake, 'GET', `/v1/staff/${path}`, headersOf(lake.port))).status, path).toBe(status)
    for (const path of ['review', 'receipt'])
      expect((await ask(lake, 'POST', `/v1/staff/${path}`, headersOf(lake.port), '{}')).status).toBe(status)
    expect(backend.requests).toEqual([])
  })

  test.each<[string, Record<string, string>]>([
    ['a foreign page', { origin: 'https://evil.example' }],
    ['the site', { origin: 'http://localhost:3000' }],
    ['a page of another port of this machine', { 'sec-fetch-site': 'same-site' }],
    ['another Host', { host: 'rebound.example' }],
  ])('from %s → 403', async (_case, headers) => {
    const backend = await fakeBackend()
    const { lake, editor } = await lakeWith({ url: backend.url })
    for (const path of PATHS)
      expect((await ask(lake, 'GET', `/v1/staff/${path}`, { ...editor, ...headers })).status, path).toBe(403)
    expect(backend.requests).toEqual([])
  })

  test('other methods and paths → 404; more than 64 KB → 413', async () => {
    const backend = await fakeBackend()
    const { lake, editor } = await lakeWith({ url: backend.url })
    expect((await ask(lake, 'DELETE', '/v1/staff/reviews', editor)).status).toBe(404)
    for (const path of ['reviews/create', '..%2Fmail%2Fcontact'])
      expect((await ask(lake, 'POST', `/v1/staff/${path}`, editor, '{}')).status, path).toBe(404)
    const unsized = { ...editor, 'transfer-encoding': 'chunked' }
    expect((await ask(lake, 'POST', '/v1/staff/review', unsized, 'x'.repeat(65_537))).status).toBe(413)
    expect(backend.requests).toEqual([])
  })
})

test('without the embedded backend the Inbox gets the reason', async () => {
  const { lake, editor } = await lakeWith({ external: true })
  const { status, body } = await ask(lake, 'GET', '/v1/staff/enquiries', editor)
  expect([status, body]).toEqual([503, expect.stringContaining('HOST_URL')])
})

test('a backend that is down is a 502 with the reason', async () => {
  const { lake, editor } = await lakeWith({ url: 'http://127.0.0.1:1' })
  const { status, body } = await ask(lake, 'GET', '/v1/staff/enquiries', editor)
  expect([status, body]).toEqual([502, expect.stringContaining('The backend does not answer')])
})
