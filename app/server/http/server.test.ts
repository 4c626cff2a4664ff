import { once } from 'node:events'
import { get } from 'node:http'
import { connect } from 'node:net'
import express from 'express'
import { expect, onTestFinished, test, vi } from 'vitest'
import { requestLimits } from '#app/server/http/limits.ts'
import { createHttpServer, limitPipelining, type ServerLimits } from '#app/server/http/server.ts'
import { listen, sendRaw } from '#app/server/listen.test-support.ts'
import { log } from '#app/server/log.ts'

vi.mock('#app/server/log.ts', { spy: true })

/** A server with limits that answers once the whole body has arrived; `/slow` never answers. */
async function serve(limits: Partial<ServerLimits> & { limitPerClient?: boolean } = {}) {
  const app = express().use(requestLimits, (request, response) => {
    if (request.path !== '/slow') request.resume().on('end', () => response.send('ok'))
  })
  const server = createHttpServer({ limitPerClient: true, ...limits }).on('request', app)
  const port = await listen(server)
  const open = (connected?: () => void) => {
    const socket = connect(port, '127.0.0.1', connected).on('error', () => {})
    onTestFinished(() => void socket.destroy())
    return socket
  }
  const count = () =>
    new Promise<number>((resolve) => server.getConnections((_error, connections) => resolve(connections)))
  return { server, port, open, count }
}

test('a client that never finishes its headers or its body is refused with 408', async () => {
  const { port } = await serve({ headersMs: 100, requestMs: 200 })
  for (const unfinished of ['GET / HTTP/1.1\r\n', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n'])
    expect(await sendRaw(port, unfinished)).toMatch(/^HTTP\/1\.1 408 /)
})

test('too long headers are refused with 431, and malformed ones with 400', async () => {
  const { port } = await serve()
  const head = `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`
  expect(await sendRaw(port, head)).toMatch(/^HTTP\/1\.1 431 /)
  expect(await sendRaw(port, 'nonsense\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
})

test('a client that sends all of a too long body before it reads still gets the refusal', async () => {
  const { port } = await serve({ keepAliveMs: 1 })
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10000000\r\n\r\n'
  expect(await sendRaw(port, head, Buffer.alloc(10_000_000))).toMatch(/^HTTP\/1\.1 413 /)
})

test('one client network holds a bounded number of connections, and others still get in', async () => {
  const { open, count, port } = await serve({ connectionsPerClient: 3 })
  for (let n = 0; n < 3; n++) await once(open(), 'connect')
  await once(open(), 'close')
  expect(await count()).toBe(3)
  expect(log).toHaveBeenCalledWith(
    'warn',
    expect.stringContaining('refused'),
    expect.objectContaining({ client: '127.0.0.1' }),
  )
  const [answer] = await once(get({ port, host: '127.0.0.1', localAddress: '127.0.0.2' }), 'response')
  expect(answer.statusCode).toBe(200)
})

test('behind a proxy, whose connections carry all requests, clients are not counted', async () => {
  const { open, count } = await serve({ connectionsPerClient: 1, limitPerClient: false })
  for (let n = 0; n < 3; n++) await once(open(), 'connect')
  await expect.poll(count).toBe(3)
})

test('a full server closes the longest idle connection for a new one, and none with a request', async () => {
  const { open, count } = await serve({ connections: 3 })
  const busy = open(() => busy.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n'))
  await once(busy, 'connect')
  const first = open()
  await once(first, 'connect')
  await once(open(), 'connect')
  await expect.poll(count).toBe(3)
  const firstClosed = once(first, 'close')
  const next = open(() => next.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'))
  expect(String((await once(next, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /)
  await firstClosed
  expect(busy.destroyed).toBe(false)
})

test('a client that never reads its answer is closed', async () => {
  const server = createHttpServer({ limitPerClient: true, stalledMs: 100 })
  server.on('request', (_request, response) => void response.end(Buffer.alloc(20_000_000)))
  const port = await listen(server)
  const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'))
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {}).pause()
  const [, response] = await once(server, 'request')
  await once(response, 'close')
})

test('a connection that pipelines many requests is closed', async () => {
  let handled = 0
  const server = createHttpServer({ limitPerClient: true })
  server.on(
    'request',
    limitPipelining((_request, response) => void (++handled === 1 ? response.end('ok') : undefined)),
  )
  const port = await listen(server)
  await sendRaw(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(100))
  expect(handled).toBeLessThan(12)
})
