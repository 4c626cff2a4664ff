import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type EventStream, encodeEvent, openEventStream } from './event-stream.ts'

const MB = 1024 * 1024
const HEARTBEAT_MS = 10_000

/** A stream whose reader does not read yet. Only the timer of the stream is fake. */
async function streamToSlowReader() {
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
    request({ host: '127.0.0.1', port, agent: false }, resolve)
      .on('error', () => {})
      .end(),
  )
  reader.on('error', () => {})
  return { stream: await stream, reader }
}

const LARGE = encodeEvent('mutation', { text: 'x'.repeat(7 * MB) })

test('a reader that reads nothing for 40 s is disconnected', async () => {
  const { stream } = await streamToSlowReader()
  stream.write(LARGE)
  vi.advanceTimersByTime(3 * HEARTBEAT_MS)
  expect(stream.closed).toBe(false)
  vi.advanceTimersByTime(HEARTBEAT_MS)
  expect(stream.closed).toBe(true)
})

test('an ended stream ignores later events and stops its heartbeat', async () => {
  const { stream, reader } = await streamToSlowReader()
  const left = new Promise<void>((resolve) => stream.onClose(resolve))
  let text = ''
  reader.setEncoding('utf8').on('data', (chunk) => (text += chunk))
  stream.send('last', {})
  stream.close()
  stream.send('late', {})
  await left
  await expect.poll(() => text).toContain('event: last')
  expect(text).not.toContain('late')
  expect(vi.getTimerCount()).toBe(0)
})
