import { once } from 'node:events'
import { type IncomingMessage, request as post } from 'node:http'
import { connect } from 'node:net'
import type { ServerBuild } from '@remix-run/node'
import express from 'express'
import { expect, test } from 'vitest'
import { parseEnv } from '#app/env.server.ts'
import type { Services } from '#app/load-context.ts'
import { budgets, requestLimits } from '#app/server/limits.ts'
import { listen, sendThenRead } from '#app/server/listen.test-support.ts'
import { createMetrics } from '#app/server/metrics.ts'
import { relay } from '#app/server/relay.ts'
import { createSite, failed } from '#app/server/site.ts'

const LOOPBACK = '127.0.0.1'

/** Sends bytes as they are, and resolves with what came back once the other side is done. */
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

test('a sender that hangs up in the middle of a relayed body takes nothing down with it', async () => {
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

test('one address brings the host only so many webhooks: it may have to ask PayPal about each', async () => {
  const asked: string[] = []
  const host = await listen((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.writeHead(403).end()
  }, LOOPBACK)
  const site = createSite({
    env: parseEnv({
      HOST_URL: `http://127.0.0.1:${host}`,
      SESSION_SECRET: 'x'.repeat(32),
      BUDGET_POSTS_PER_MINUTE: '2',
    }),
    services: { paymentSetup: { kind: 'none' } } as Services,
    metrics: createMetrics(),
    media: { handler: (_request, _response, next) => next() },
    build: {} as ServerBuild,
    middleware: [],
    isReady: async () => true,
  })
  const port = await listen(site, LOOPBACK)
  const send = async () =>
    (await fetch(`http://127.0.0.1:${port}/webhooks/paypal`, { method: 'POST', body: '{}' })).status
  expect([await send(), await send(), await send()]).toEqual([403, 403, 429])
  expect(asked).toEqual(['POST /api/paypal/webhook', 'POST /api/paypal/webhook'])
})

test('a relayed address can’t lead to another of the host’s calls', async () => {
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

test('a relay passes on what it can pass on, and refuses other methods', async () => {
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

test('a body that is too much for a relay is refused, though its length was not said', async () => {
  const { asked, port } = await relaying()
  const chunk = `10000\r\n${'a'.repeat(0x10000)}\r\n`
  const head = 'POST /webhooks/paypal HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n'
  expect(await sendThenRead(port, head, `${chunk.repeat(100)}0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 413/)
  expect(asked).toEqual([])
})

test('other methods and bodies without end are refused before anything reads them', async () => {
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
  // Without script somebody whose review is too long reads this and nothing else.
  const tooLong = await ask('POST / HTTP/1.1\r\nContent-Length: 65537')
  expect(tooLong).toMatch(/^HTTP\/1\.1 413/)
  expect(tooLong).toContain('Go back: your text is still there.')
  expect(await ask('POST / HTTP/1.1\r\nContent-Length: 65536')).toMatch(/^HTTP\/1\.1 200/)
})

test('an address or a Host that is none is the sender’s fault; a fault of ours says nothing of itself', async () => {
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
  site.set('env', 'development') // a component that does not compile: there is no page to say so
  expect(await ask('/fault')).toMatch(/a secret\n +at .*edge\.test\.ts:\d+/)
})

test('a post to an address of thousands of slashes is counted as fast as any other', async () => {
  const count = budgets({ BUDGET_CHECKOUT_PER_MINUTE: 100, BUDGET_POSTS_PER_MINUTE: 100 } as never)
  const request = { method: 'POST', path: `${'/'.repeat(15_900)}x`, ip: LOOPBACK }
  const startedAt = performance.now()
  for (let posts = 0; posts < 20; posts++)
    await new Promise<void>((resolve) => void count(request as never, {} as never, () => resolve()))
  expect(performance.now() - startedAt).toBeLessThan(1_000)
})

test('choosing a plan and saving details have a budget of their own, however their address is written', async () => {
  const site = express().use(budgets({ BUDGET_CHECKOUT_PER_MINUTE: 4, BUDGET_POSTS_PER_MINUTE: 1 } as never))
  site.all('*', (_request, response) => void response.send('ok'))
  const port = await listen(site, LOOPBACK)
  const post = async (path: string) =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST' })).status
  for (const path of ['/checkout', '/Checkout/', '/checkout/plan', '/checkout/plan.data'])
    expect(await post(path), path).toBe(200)
  expect(await post('/checkout.data')).toBe(429)
  expect(await post('/checkout/order')).toBe(200)
  const refused = await fetch(`http://127.0.0.1:${port}/chat`, { method: 'POST' })
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '60'])
  for (const path of ['/chat', '/checkout'])
    expect((await fetch(`http://127.0.0.1:${port}${path}`)).status, 'reading costs nothing').toBe(200)
})

test('who sends a form too often reads when to send it again, and nothing of it is lost', async () => {
  const site = express().use(budgets({ BUDGET_CHECKOUT_PER_MINUTE: 0, BUDGET_POSTS_PER_MINUTE: 0 } as never))
  const port = await listen(site, LOOPBACK)
  const typed = [
    ['reviewDescription', 'Two lines,\r\n"quoted" & <b>bold</b> – 100 %'],
    ['rating', '5'],
    ['rating', '<'],
  ]
  const send = (Accept: string, path = '/?index') =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { Accept },
      body: new URLSearchParams(typed),
    })
  const page = await send('text/html,*/*;q=0.8')
  expect(page.status).toBe(429)
  expect(page.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
  // Redirects are held against it, and what is sent again may lead on to PayPal's page.
  expect(page.headers.get('Content-Security-Policy')).not.toContain('form-action')
  const html = await page.text()
  expect(html).toMatch(/<h1>Please wait a moment<\/h1>.*Try again in 60 minutes\..*<form method="post">/)
  const entity: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }
  const kept = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(
    ([, ...field]) => field.map((text) => text.replace(/&(\w+);/g, (_, name) => entity[name]!)),
  )
  expect(kept).toEqual(typed)
  const line = await send('*/*', '/index.data')
  expect(line.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
  expect(await line.text()).toMatch(/^Please wait a moment\. .* Try again in 60 minutes\.\n$/)
})

test('a refused flood costs no more than what it refuses: only a page has fields, and only as many as a form', async () => {
  const site = express().use(budgets({ BUDGET_CHECKOUT_PER_MINUTE: 0, BUDGET_POSTS_PER_MINUTE: 0 } as never))
  const port = await listen(site, LOOPBACK)
  const send = async (fields: number) => {
    const body = new URLSearchParams(Array.from({ length: fields }, (_, index) => ['a', String(index)]))
    const headers = { Accept: 'text/html' }
    return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).text()
  }
  expect(await send(100)).toContain('name="a" value="99"')
  const flood = await send(101)
  expect(flood).toContain('Go back: what you typed is still there.')
  expect(flood).not.toContain('<form')
  // Of what a script sends nothing is read: here it never comes.
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': 1 }
  const sent = post({ port, host: '127.0.0.1', method: 'POST', headers })
  sent.flushHeaders()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  expect(answer.statusCode).toBe(429)
  sent.destroy()
})
