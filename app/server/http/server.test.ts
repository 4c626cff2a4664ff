import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect, Socket } from 'node:net'
import express from 'express'
import { afterEach, expect, test, vi } from 'vitest'
import { COMMON_HEADERS } from '#app/server/http/common-headers.ts'
import { requestLimits } from '#app/server/http/limits.ts'
import { listen, sendThenRead } from '#app/server/listen.test-support.ts'
import { log } from '#app/server/log.ts'
import { createWebServer, nobodyWaits, type Patience } from '#app/server/web-server.ts'

vi.mock('#app/server/log.ts', { spy: true })

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

const IMPATIENT = { headersMs: 100, requestMs: 200, checkMs: 50 }

/** A server with limits whose every page says how much of a body it read. */
async function serve(patience: Partial<Patience> = {}) {
  const read: number[] = []
  const site = express().use(requestLimits, (request, response) => {
    let bytes = 0
    request
      .on('data', (chunk) => (bytes += chunk.length))
      .on('end', () => {
        read.push(bytes)
        response.send('ok')
      })
  })
  const server = createWebServer(site, patience)
  const port = await listen(server, '127.0.0.1')
  /** Sends bytes, goes on as `then` says, and resolves with what came back once the server hangs up. */
  const talk = (text: string, then?: (socket: Socket) => void) =>
    new Promise<string>((resolve) => {
      let answer = ''
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(text)
        then?.(socket)
      })
      sockets.push(socket)
      socket.on('data', (chunk) => (answer += chunk)).on('error', () => {})
      socket.on('close', () => resolve(answer))
    })
  return { server, talk, read, port }
}

test('who never ends the headers, or the body, is answered and let go', async () => {
  const { talk, read } = await serve(IMPATIENT)
  const slowly = (socket: Socket) => {
    const timer = setInterval(() => socket.write('X-More: 1\r\n'), 20)
    socket.once('close', () => clearInterval(timer))
  }
  const answer = await talk('GET / HTTP/1.1\r\nHost: a\r\n', slowly)
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  const said = answer.split('\r\n').map((line) => line.split(':')[0])
  for (const name of Object.keys(COMMON_HEADERS)) expect(said.filter((own) => own === name)).toEqual([name])
  expect(await talk('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nonly this')).toMatch(
    /^HTTP\/1\.1 408 /,
  )
  expect(read).toEqual([])
})

test('a flood of headers is refused: too long in all, or without end', async () => {
  const { talk } = await serve()
  const long = `X-Long: ${'a'.repeat(20_000)}\r\n`
  const many = Array.from({ length: 5_000 }, (_, index) => `X-${index}: ${index}\r\n`).join('')
  for (const flood of [long, many])
    expect(await talk(`GET / HTTP/1.1\r\nHost: a\r\n${flood}\r\n`)).toMatch(/^HTTP\/1\.1 431 /)
})

test('nonsense is answered with 400, and says nothing of itself', async () => {
  const { talk } = await serve()
  for (const nonsense of ['nonsense\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n', '\x16\x03\x01\x02\x00\x01\r\n\r\n']) {
    const answer = await talk(nonsense)
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(answer.split('\r\n\r\n')[1]).toBe('Bad Request\n')
  }
})

test('what nobody knows to expect is passed over', async () => {
  const { talk } = await serve()
  const close = 'Connection: close\r\n\r\n'
  const answer = await talk(`POST / HTTP/1.1\r\nHost: a\r\nExpect: the-best\r\nContent-Length: 0\r\n${close}`)
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
})

test('a body of more than 64 KB is refused before it has come', async () => {
  const { talk, read } = await serve()
  const post = (bytes: number, body: string) =>
    talk(`POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${bytes}\r\n\r\n${body}`)
  expect(await post(65_537, 'the first of many')).toMatch(/^HTTP\/1\.1 413 /)
  expect(read).toEqual([])
  expect(await post(65_536, 'a'.repeat(65_536))).toMatch(/^HTTP\/1\.1 200 /)
  expect(read).toEqual([65_536])
})

test('who sends all of it before reading, as a proxy does, still reads that it was too much', async () => {
  const { port, read } = await serve()
  const refusal = (method: string) =>
    sendThenRead(
      port,
      `${method} / HTTP/1.1\r\nHost: a\r\nContent-Length: 10000000\r\n\r\n`,
      Buffer.alloc(10_000_000),
    )
  expect(await refusal('POST')).toMatch(/^HTTP\/1\.1 413 /)
  expect(await refusal('PUT')).toMatch(/^HTTP\/1\.1 405 /)
  expect(read).toEqual([])
})

test('who was refused and sends without end, or no more, is heard out for so much and so long', async () => {
  const { server, talk } = await serve(IMPATIENT)
  const heard: Socket[] = []
  server.on('request', ({ socket }) => heard.push(socket))
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\n'
  await talk(head, (socket) => {
    const more = () => void socket.write(Buffer.alloc(100_000), (error) => error ?? more())
    more()
  })
  expect(heard[0]?.bytesRead).toBeLessThan(100_000_000)
  expect(await talk(head)).toMatch(/^HTTP\/1\.1 413 /)
})

test('there are only so many connections at a time', async () => {
  const { server, port } = await serve({ connections: 5 })
  const dropped = new Promise<void>((resolve) => server.once('drop', () => resolve()))
  for (let i = 0; i < 6; i++) sockets.push(connect(port, '127.0.0.1').on('error', () => {}))
  await dropped
  expect(log).toHaveBeenCalledExactlyOnceWith('warn', expect.stringContaining('turned away'), {
    connections: 5,
    turnedAway: 1,
  })
  const again = new Promise<void>((resolve) => server.once('drop', () => resolve()))
  sockets.push(connect(port, '127.0.0.1').on('error', () => {}))
  await again
  expect(log).toHaveBeenCalledOnce()
  const open = await new Promise<number>((resolve) =>
    server.getConnections((_error, count) => resolve(count)),
  )
  expect(open).toBeLessThanOrEqual(5)
})

test('who stands before the door when it is to close still comes in', async () => {
  const { server, talk } = await serve()
  const answers = Array.from({ length: 20 }, () =>
    talk('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'),
  )
  await nobodyWaits(server, 10_000)
  server.close()
  for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 200 /)
})

test('a door before which somebody always stands closes all the same', async () => {
  const { server } = await serve()
  let isOpen = true
  const come = () => {
    server.emit('connection', new Socket())
    if (isOpen) setImmediate(come)
  }
  come()
  await nobodyWaits(server, 50)
  isOpen = false
})

test('an answer that somebody reads slowly leaves whole when the door closes, and its connection goes with it', async () => {
  const BYTES = 20_000_000 // more than the kernel takes
  const server = createWebServer((_request, response) => response.end(Buffer.alloc(BYTES)))
  const socket = connect(await listen(server, '127.0.0.1'), '127.0.0.1')
  sockets.push(socket)
  let read = 0
  socket.on('data', (chunk) => (read += chunk.length)).pause()
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(server, 'request')
  const closed = new Promise((resolve) => server.close(resolve))
  socket.resume()
  await closed
  await once(socket, 'close')
  expect(read).toBeGreaterThan(BYTES)
})

/** Resolves once no client has a connection any more. */
const leftAlone = (server: Server) =>
  expect
    .poll(() => new Promise((resolve) => server.getConnections((_error, count) => resolve(count))))
    .toBe(0)

test('who is refused and stays on the line all the same is let go', async () => {
  const { server, port } = await serve({ ...IMPATIENT, lingerMs: 50 })
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  sockets.push(socket)
  socket.on('error', () => {}).write('GET / HTTP/1.1\r\n')
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 408 /)
  await leftAlone(server)
})

test('who asks and never reads the answer is let go', async () => {
  const server = createWebServer((_request, response) => response.end(Buffer.alloc(20_000_000)), {
    stalledMs: 100,
  })
  const socket = connect(await listen(server, '127.0.0.1'), '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => {}).pause()
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(server, 'request')
  await leftAlone(server)
})
