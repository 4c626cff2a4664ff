import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type EventStream, encodeEvent, openEventStream } from '#studio/lake/event-stream.ts'

const MB = 1024 * 1024
const HEARTBEAT_MS = 10_000

/** A stream whose reader takes nothing before it is told to; only the stream's own clock is ours. */
async function streamToSlowReader(method = 'GET') {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  let opened: (stream: EventStream) => void = () => {}
  const stream = new Promise<EventStream>((resolve) => (opened = resolve))
  const server = createServer((_req, res) => opened(openEventStream(res)))
  onTestFinished(() => {
    vi.useRealTimers()
    server.close().closeAllConnections()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const reader = await new Promise<IncomingMessage>((resolve) =>
    request({ host: '127.0.0.1', port, method, agent: false }, resolve)
      .on('error', () => {})
      .end(),
  )
  reader.on('error', () => {})
  return { stream: await stream, reader }
}

const LARGE = encodeEvent('mutation', { text: 'x'.repeat(7 * MB) })

test('who takes long for a large event still gets it: a heartbeat meanwhile cuts nobody off', async () => {
  const { stream, reader } = await streamToSlowReader()
  stream.write(LARGE)
  vi.advanceTimersByTime(HEARTBEAT_MS)
  let text = ''
  reader.setEncoding('utf8').on('data', (chunk) => (text += chunk))
  await expect.poll(() => text.length).toBeGreaterThan(LARGE.length)
  expect(stream.closed).toBe(false)
  vi.advanceTimersByTime(HEARTBEAT_MS)
  await expect.poll(() => text.endsWith('\n\n:\n\n')).toBe(true)
})

test('who takes nothing of it for half a minute is gone', async () => {
  const { stream } = await streamToSlowReader()
  stream.write(LARGE)
  vi.advanceTimersByTime(3 * HEARTBEAT_MS)
  expect(stream.closed).toBe(false)
  vi.advanceTimersByTime(HEARTBEAT_MS)
  expect(stream.closed).toBe(true)
})

test('who hangs up leaves nothing behind; what is sent to an ended stream goes nowhere', async () => {
  const { stream, reader } = await streamToSlowReader()
  const left = new Promise<void>((resolve) => stream.onClose(resolve))
  let text = ''
  reader.setEncoding('utf8').on('data', (chunk) => (text += chunk))
  stream.send('last', {})
  stream.close()
  stream.send('late', {}) // as an error it would end the process
  await left
  await expect.poll(() => text).toContain('event: last')
  expect(text).not.toContain('late')
  expect(vi.getTimerCount(), 'no heart beats').toBe(0)
})

test('who waits for a reader that goes waits no longer', async () => {
  const { stream, reader } = await streamToSlowReader()
  stream.write(LARGE)
  const taken = stream.taken()
  reader.destroy()
  await taken
  expect(stream.closed).toBe(true)
  await stream.taken()
})

test('who asks for the head alone gets no stream', async () => {
  const { stream } = await streamToSlowReader('HEAD')
  expect(stream.closed).toBe(true)
})
