import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { ServerBuild } from '@remix-run/node'
import express, { type RequestHandler } from 'express'
import { expect, test } from 'vitest'
import { parseEnv } from '#app/platform/environment.server.ts'
import { createApp, failed } from '#app/server/http/app.ts'
import { listen, sendRaw } from '#app/server/listen.test-support.ts'
import type { Services } from '#app/server/load-context.ts'
import { createMetrics } from '#app/server/observability/metrics.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

const SERVICES = { paymentSetup: { kind: 'none' } } as Services

function startApp(env: Record<string, string> = {}, parts: Partial<Parameters<typeof createApp>[0]> = {}) {
  const app = createApp({
    env: parseEnv({ SESSION_SECRET: 'x'.repeat(32), HOST_URL: 'http://localhost:9', ...env }),
    services: SERVICES,
    metrics: createMetrics(),
    build: {} as ServerBuild,
    media: (_request, response) => void response.status(404).end(),
    isReady: async () => true,
    ...parts,
  })
  return listen(app)
}

/** Sends a request with these first lines and resolves with the whole response. */
const request = (port: number, head: string, body = '') =>
  sendRaw(port, `${head}\r\nHost: a\r\nConnection: close\r\n\r\n${body}`)

/** A site in front of a backend that records the requests it receives. */
async function startRelay(env: Record<string, string> = {}) {
  const received: string[] = []
  const backend = await listen((request, response) => {
    received.push(`${request.method} ${request.url}`)
    response.end('ok')
  })
  const port = await startApp({ HOST_URL: `http://127.0.0.1:${backend}`, ...env })
  return { received, port }
}

test('a client that disconnects while its body is relayed ends only its own request', async () => {
  const { received, port } = await startRelay()
  const sender = connect(port, '127.0.0.1')
  sender.write('POST /webhooks/paypal HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nabc', () =>
    sender.destroy(),
  )
  await once(sender, 'close')
  // An unhandled rejection would fail this run, and end the site's process.
  const response = await fetch(`http://127.0.0.1:${port}/webhooks/paypal`, { method: 'POST', body: '{}' })
  expect(response.status).toBe(200)
  expect(received).toEqual(['POST /api/paypal/webhook'])
})

test('webhooks are limited per client, because the backend may have to verify each with PayPal', async () => {
  const { received, port } = await startRelay({ BUDGET_POSTS_PER_MINUTE: '2' })
  const send = async () =>
    (await fetch(`http://127.0.0.1:${port}/webhooks/paypal`, { method: 'POST', body: '{}' })).status
  expect([await send(), await send(), await send()]).toEqual([200, 200, 429])
  expect(received).toHaveLength(2)
})

test('a relay forwards GET and POST below its address, and refuses other methods, paths and long bodies', async () => {
  const { received, port } = await startRelay()
  for (const path of ['/../create_order', '/%2e%2e/%2e%2e/reviews', '/..', '/x/../../complete'])
    expect(await request(port, `GET /webhooks/paypal${path} HTTP/1.1`), path).toMatch(/^HTTP\/1\.1 404/)
  for (const method of ['TRACE', 'PUT', 'OPTIONS'])
    expect(await request(port, `${method} /webhooks/paypal HTTP/1.1`), method).toMatch(/^HTTP\/1\.1 405/)
  const body = new Blob(['a'.repeat(5_000_000)]).stream()
  const chunked = { method: 'POST', body, duplex: 'half' } as RequestInit
  expect((await fetch(`http://127.0.0.1:${port}/webhooks/paypal`, chunked)).status).toBe(413)
  expect(received).toEqual([])
  const withBody = 'GET /webhooks/paypal HTTP/1.1\r\nContent-Length: 3'
  expect(await request(port, withBody, 'abc')).toMatch(/^HTTP\/1\.1 200/)
  expect(received).toEqual(['GET /api/paypal/webhook'])
})

test('other methods and bodies without a length or too long are refused before they are read', async () => {
  const port = await startApp()
  for (const method of ['PUT', 'DELETE', 'PATCH', 'TRACE', 'OPTIONS']) {
    const response = await request(port, `${method} / HTTP/1.1`)
    expect(response, method).toMatch(/^HTTP\/1\.1 405/)
    expect(response).toContain('Allow: GET, HEAD, POST')
  }
  expect(await request(port, 'POST / HTTP/1.1\r\nTransfer-Encoding: chunked')).toMatch(/^HTTP\/1\.1 411/)
  // Without JavaScript, a visitor sees only this text.
  const tooLong = await request(port, 'POST / HTTP/1.1\r\nContent-Length: 65537')
  expect(tooLong).toMatch(/^HTTP\/1\.1 413/)
  expect(tooLong).toContain('Go back: your text is still there.')
  // The longest body that passes is refused by the next check.
  const longest = 'POST / HTTP/1.1\r\nContent-Length: 65536'
  expect(await request(port, longest)).toMatch(/^HTTP\/1\.1 403/)
})

test('a request id is taken from a trusted proxy only', async () => {
  const idFrom = async (port: number) => {
    const headers = { 'X-Request-Id': 'from-proxy' }
    return (await fetch(`http://127.0.0.1:${port}/healthz`, { headers })).headers.get('X-Request-Id')
  }
  expect(await idFrom(await startApp({ TRUST_PROXY: '1' }))).toBe('from-proxy')
  expect(await idFrom(await startApp())).toMatch(/^[0-9a-f-]{36}$/)
})

test('built files are sent compressed, cacheable for a year if their name has a hash; a missing one is 404', async () => {
  const [folder, earlier] = [newFolder(), newFolder()]
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'robots-file.txt'), 'text')
  for (const [extension, body] of [
    ['', 'plain'],
    ['.br', 'br'],
    ['.gz', 'gz'],
  ])
    writeFileSync(join(folder, `assets/a-1.js${extension}`), body!)
  const pass: RequestHandler = (_request, _response, next) => next()
  const pageCache = { serve: pass, fill: pass } as never
  const built = {
    assets: [join(folder, 'assets'), earlier],
    publicFiles: folder,
    pageCache,
    isPage: () => true,
  }
  const port = await startApp({}, { built })
  const get = (path: string, encoding = 'identity') =>
    request(port, `GET ${path} HTTP/1.1\r\nAccept-Encoding: ${encoding}`)
  expect(await get('/assets/a-1.js')).toMatch(
    /Cache-Control: public, max-age=31536000, immutable[\s\S]*plain$/,
  )
  expect(await get('/assets/a-1.js', 'gzip, br')).toMatch(/Content-Encoding: br[\s\S]*\r\n\r\nbr$/)
  expect(await get('/assets/a-1.js', 'gzip')).toMatch(/Content-Encoding: gzip[\s\S]*\r\n\r\ngz$/)
  expect(await get('/robots-file.txt')).toMatch(/Cache-Control: public, max-age=3600[\s\S]*text$/)
  for (const path of ['/assets/a-2.js', '/assets/..%2f..%2fetc/passwd'])
    expect(await get(path)).toMatch(/^HTTP\/1\.1 404/)

  // A build replaces the folder while the site runs.
  rmSync(join(folder, 'assets'), { recursive: true })
  expect(await get('/assets/a-1.js')).toMatch(/^HTTP\/1\.1 404/)
  writeFileSync(join(earlier, 'a-1.js'), 'earlier')
  expect(await get('/assets/a-1.js')).toMatch(/immutable[\s\S]*earlier$/)
})

test('a malformed address is answered with 400, an error of ours with 500 and no details', async () => {
  const site = express()
  site.get('/fault', () => {
    throw new Error('a secret')
  })
  site.all('*', (_request, response) => void response.send('ok'))
  const port = await listen(site.use(failed))
  expect(await request(port, 'GET /%E0 HTTP/1.1')).toMatch(/^HTTP\/1\.1 400/)
  const fault = await request(port, 'GET /fault HTTP/1.1')
  expect(fault).toMatch(/^HTTP\/1\.1 500/)
  expect(fault).not.toContain('secret')
  site.set('env', 'development') // a syntax error leaves no page that could show it
  expect(await request(port, 'GET /fault HTTP/1.1')).toMatch(/a secret\n +at .*app\.test\.ts:\d+/)
})
