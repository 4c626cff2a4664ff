import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { ServerBuild } from '@remix-run/node'
import express from 'express'
import { expect, test } from 'vitest'
import { parseEnv } from '#app/platform/environment.server.ts'
import { createApp, failed } from '#app/server/http/app.ts'
import { COMMON_HEADERS } from '#app/server/http/common-headers.ts'
import { requestLimits } from '#app/server/http/limits.ts'
import { relay } from '#app/server/http/relay.ts'
import { listen } from '#app/server/listen.test-support.ts'
import type { Services } from '#app/server/load-context.ts'
import { createMetrics } from '#app/server/observability/metrics.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

const LOOPBACK = '127.0.0.1'

/** Sends raw bytes and resolves with the response when the connection closes. */
function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (chunk) => (answer += chunk)).on('error', () => {})
    socket.on('close', () => resolve(answer))
  })
}

async function relaying() {
  const asked: string[] = []
  const host = await listen((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.end('ok')
  }, LOOPBACK)
  const site = express()
  let arrived = () => {}
  const arrival = new Promise<void>((resolve) => (arrived = resolve))
  site.use((_request, response, next) => {
    response.locals.requestId = 'r'
    next()
    arrived()
  })
  site.use('/webhooks/paypal', relay(`http://127.0.0.1:${host}/api/paypal/webhook`))
  return { asked, port: await listen(site, LOOPBACK), arrival }
}

test('a client that disconnects while its body is relayed ends only its own request', async () => {
  const { asked, port, arrival } = await relaying()
  const sender = connect(port, LOOPBACK)
  sender.write('POST /webhooks/paypal HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nabc')
  await arrival
  sender.destroy()
  await once(sender, 'close')
  // An unhandled rejection would fail this run, and end the site's process.
  const answer = await fetch(`http://127.0.0.1:${port}/webhooks/paypal`, { method: 'POST', body: '{}' })
  expect(answer.status).toBe(200)
  expect(asked).toEqual(['POST /api/paypal/webhook'])
})

test('webhooks are limited per address, because the backend may have to verify each with PayPal', async () => {
  const asked: string[] = []
  const host = await listen((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.writeHead(403).end()
  }, LOOPBACK)
  const port = await startApp({ HOST_URL: `http://127.0.0.1:${host}`, BUDGET_POSTS_PER_MINUTE: '2' })
  const send = async () =>
    (await fetch(`http://127.0.0.1:${port}/webhooks/paypal`, { method: 'POST', body: '{}' })).status
  expect([await send(), await send(), await send()]).toEqual([403, 403, 429])
  expect(asked).toEqual(['POST /api/paypal/webhook', 'POST /api/paypal/webhook'])
})

test('a relayed path can’t reach another call of the backend', async () => {
  const { asked, port } = await relaying()
  for (const path of ['/../create_order', '/%2e%2e/%2e%2e/reviews', '/..', '/x/../../complete']) {
    const answer = await raw(
      port,
      `GET /webhooks/paypal${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    )
    expect(answer, path).toMatch(/^HTTP\/1\.1 404/)
  }
  expect(asked).toEqual([])
})

test('a relay passes on GET and POST and refuses other methods', async () => {
  const { asked, port } = await relaying()
  const ask = (head: string, body = '') =>
    raw(
      port,
      `${head} /webhooks/paypal HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
  for (const method of ['TRACE', 'PUT', 'OPTIONS'])
    expect(await ask(method), method).toMatch(/^HTTP\/1\.1 405/)
  expect(await ask('GET', 'abc'), 'a body that has no meaning').toMatch(/^HTTP\/1\.1 200/)
  expect(asked).toEqual(['GET /api/paypal/webhook'])
})

test('a relay refuses a chunked body that is too long', async () => {
  const { asked, port } = await relaying()
  const body = new Blob(['a'.repeat(5_000_000)]).stream()
  const url = `http://127.0.0.1:${port}/webhooks/paypal`
  const answer = await fetch(url, { method: 'POST', body, duplex: 'half' } as RequestInit)
  expect(answer.status).toBe(413)
  expect(asked).toEqual([])
})

test('other methods and bodies without a length or too long are refused before they are read', async () => {
  const site = express().use(requestLimits, (_request, response) => void response.send('ok'))
  const port = await listen(site, LOOPBACK)
  const ask = (head: string) => raw(port, `${head}\r\nHost: a\r\nConnection: close\r\n\r\n`)
  expect(await ask('GET / HTTP/1.1')).toMatch(/^HTTP\/1\.1 200/)
  expect(await ask('POST / HTTP/1.1\r\nContent-Length: 0')).toMatch(/^HTTP\/1\.1 200/)
  for (const method of ['PUT', 'DELETE', 'PATCH', 'TRACE', 'OPTIONS']) {
    const answer = await ask(`${method} / HTTP/1.1`)
    expect(answer, method).toMatch(/^HTTP\/1\.1 405/)
    expect(answer).toContain('Allow: GET, HEAD, POST')
  }
  expect(await ask('POST / HTTP/1.1\r\nTransfer-Encoding: chunked')).toMatch(/^HTTP\/1\.1 411/)
  expect(await ask('POST / HTTP/1.1\r\nContent-Length: 999999999')).toMatch(/^HTTP\/1\.1 413/)
  // Without JavaScript, a visitor whose review is too long reads only this.
  const tooLong = await ask('POST / HTTP/1.1\r\nContent-Length: 65537')
  expect(tooLong).toMatch(/^HTTP\/1\.1 413/)
  expect(tooLong).toContain('Go back: your text is still there.')
  expect(await ask('POST / HTTP/1.1\r\nContent-Length: 65536')).toMatch(/^HTTP\/1\.1 200/)
})

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
  return listen(app, LOOPBACK)
}

test('every response has the common headers once, and a request id', async () => {
  const port = await startApp()
  for (const path of ['/healthz', '/readyz', '/media/x', '/xsrf', '/ABOUT']) {
    const answer = await raw(port, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
    const names = answer.split('\r\n').map((line) => line.split(':')[0]!.toLowerCase())
    for (const name of [...Object.keys(COMMON_HEADERS), 'X-Request-Id'])
      expect(
        names.filter((each) => each === name.toLowerCase()),
        `${path} ${name}`,
      ).toHaveLength(1)
    if (path === '/xsrf') expect(answer).toContain('Cache-Control: no-store')
  }
})

test('a request id is taken from a trusted proxy only', async () => {
  const ask = async (port: number) =>
    (
      await fetch(`http://127.0.0.1:${port}/healthz`, { headers: { 'X-Request-Id': 'from-proxy' } })
    ).headers.get('X-Request-Id')
  expect(await ask(await startApp({ TRUST_PROXY: '1' }))).toBe('from-proxy')
  expect(await ask(await startApp())).toMatch(/^[0-9a-f-]{36}$/)
})

test('built files are sent compressed, cacheable for a year if their name has a hash; a missing one is 404', async () => {
  const folder = newFolder()
  const earlier = newFolder()
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'robots-file.txt'), 'text')
  for (const [extension, body] of [
    ['', 'plain'],
    ['.br', 'br'],
    ['.gz', 'gz'],
  ])
    writeFileSync(join(folder, `assets/a-1.js${extension}`), body!)
  const pageCache = {
    serve: (_a: unknown, _b: unknown, next: () => void) => next(),
    fill: (_a: unknown, response: { send(t: string): void }) => response.send('a page'),
  }
  const port = await startApp(
    {},
    {
      built: {
        assets: [join(folder, 'assets'), earlier],
        publicFiles: folder,
        pageCache: pageCache as never,
        isPage: () => true,
      },
    },
  )
  const ask = (path: string, encoding = 'identity') =>
    raw(port, `GET ${path} HTTP/1.1\r\nHost: a\r\nAccept-Encoding: ${encoding}\r\nConnection: close\r\n\r\n`)
  const plain = await ask('/assets/a-1.js')
  expect(plain).toMatch(
    /^HTTP\/1\.1 200[\s\S]*Cache-Control: public, max-age=31536000, immutable[\s\S]*plain$/,
  )
  expect(await ask('/assets/a-1.js', 'gzip, br')).toMatch(/Content-Encoding: br[\s\S]*\r\n\r\nbr$/)
  expect(await ask('/assets/a-1.js', 'gzip')).toMatch(/Content-Encoding: gzip[\s\S]*\r\n\r\ngz$/)
  expect(await ask('/robots-file.txt')).toMatch(/Cache-Control: public, max-age=3600[\s\S]*text$/)
  expect(await ask('/assets/a-2.js')).toMatch(/^HTTP\/1\.1 404/)
  expect(await ask('/assets/..%2f..%2fetc/passwd')).toMatch(/^HTTP\/1\.1 404/)
  expect(await ask('/about')).toMatch(/a page$/)

  // A build replaces the folder while the site runs.
  rmSync(join(folder, 'assets'), { recursive: true })
  expect(await ask('/assets/a-1.js')).toMatch(/^HTTP\/1\.1 404/)
  writeFileSync(join(earlier, 'a-1.js'), 'earlier')
  expect(await ask('/assets/a-1.js')).toMatch(/immutable[\s\S]*earlier$/)
})

test('a malformed address is answered with 400, an error of ours with 500 and no details', async () => {
  const site = express()
  site.get('/host', (request) => void new URL(`http://${request.headers.host}/`))
  site.get('/fault', () => {
    throw new Error('a secret')
  })
  site.all('*', (_request, response) => void response.send('ok'))
  const port = await listen(site.use(failed), LOOPBACK)
  const ask = (path: string, host = 'a') =>
    raw(port, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  expect(await ask('/%E0')).toMatch(/^HTTP\/1\.1 400/)
  expect(await ask('/host', 'a b')).toMatch(/^HTTP\/1\.1 400/)
  const fault = await ask('/fault')
  expect(fault).toMatch(/^HTTP\/1\.1 500/)
  expect(fault).not.toContain('secret')
  site.set('env', 'development') // a syntax error leaves no page that could show it
  expect(await ask('/fault')).toMatch(/a secret\n +at .*app\.test\.ts:\d+/)
})
