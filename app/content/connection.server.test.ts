import type { LiveEvent } from '@sanity/client'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { LakeConnection } from '#app/content/connection.server.ts'
import type { Lake } from '#app/content/lake.server.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

type Listener = Parameters<Lake['listen']>[0]

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(1) // the longest jitter
})
afterEach(() => void vi.useRealTimers().restoreAllMocks())

async function connected({ result = () => 'yes' }: { result?: () => unknown } = {}) {
  const listeners: Listener[] = []
  let listens = 0
  const fetches: { lastEventId: string | undefined }[] = []
  const lake: Lake = {
    async fetch(_query, _params, _timeoutMs, { lastEventId } = {}) {
      fetches.push({ lastEventId })
      const value = result()
      if (value instanceof Error) throw value
      return { result: value, tags: [] }
    },
    listen(listener) {
      listens++
      listeners.push(listener)
      queueMicrotask(() => listener.event({ type: 'welcome', id: `w${listens}` } as LiveEvent))
      return () => void listeners.splice(listeners.indexOf(listener), 1)
    },
  }
  const log = vi.fn()
  const onChange = vi.fn()
  const connection = new LakeConnection(lake, log, onChange)
  onTestFinished(() => connection.stop())
  void connection.start()
  await vi.advanceTimersByTimeAsync(MINUTE_MS + 1)
  const changes = () => onChange.mock.calls.map(([{ type }]) => type)
  const messages = () => log.mock.calls.map(([, message]) => message)
  const send = (event: object) => listeners[0]?.event(event as LiveEvent)
  return { connection, listeners, send, listens: () => listens, fetches, log, messages, changes }
}

const read = (connection: LakeConnection) => connection.fetch('*', {}, 450)

test('the site does not poll while events arrive', async () => {
  const { connection, fetches, send } = await connected()
  send({ type: 'message', id: 'e1', tags: ['s1:a'] })
  await vi.advanceTimersByTimeAsync(DAY_MS)
  expect([connection.live, fetches]).toEqual([true, []])
})

test('a read names the newest event, so that the CDN returns nothing older', async () => {
  const { connection, fetches, send } = await connected()
  await read(connection)
  for (const event of [
    { type: 'message', id: 'e1', tags: ['s1:a'] },
    { type: 'reconnect' },
    { type: 'welcome', id: 'w2' },
  ]) {
    send(event)
    await read(connection)
  }
  expect(fetches.map(({ lastEventId }) => lastEventId)).toEqual(['w1', 'e1', undefined, 'w2'])
})

test('reads bypass a failing CDN until the next event', async () => {
  const failure = Object.assign(new Error('Service Unavailable'), { statusCode: 503 })
  const { connection, fetches } = await connected({
    result: () => (fetches.length === 1 ? failure : 'yes'),
  })
  expect((await read(connection)).result).toBe('yes')
  expect(fetches.map(({ lastEventId }) => lastEventId)).toEqual(['w1', undefined])
  expect(connection.live).toBe(true)
})

test('without events the site polls with a growing pause and reports changes', async () => {
  let revisions = ['a1', 'b1']
  const { connection, send, fetches, changes, messages } = await connected({ result: () => revisions })
  send({ type: 'reconnect' })
  expect([connection.live, connection.connected]).toEqual([false, false])
  const polledAt: number[] = []
  const start = Date.now()
  for (let polls = fetches.length; polledAt.length < 9; ) {
    await vi.advanceTimersByTimeAsync(1_000)
    if (polledAt.length === 4) revisions = ['a1', 'b2']
    if (fetches.length > polls) polledAt.push((Date.now() - start) / 1_000)
    polls = fetches.length
  }
  expect(polledAt).toEqual([1, 3, 7, 15, 31, 63, 123, 183, 243])
  expect(changes(), 'one after the break, one for the new revision').toEqual([
    'welcome',
    'restart',
    'restart',
  ])

  send({ type: 'welcome', id: 'w2' })
  expect([connection.live, changes().at(-1)]).toEqual([true, 'welcome'])
  const polls = fetches.length
  await vi.advanceTimersByTimeAsync(DAY_MS)
  expect(fetches).toHaveLength(polls)
  expect(messages()).toEqual([
    'content: following the lake',
    'content: no live events arrive, polling the lake',
    'content: following the lake',
  ])
})

test('after goaway the site reconnects a minute later and polls meanwhile', async () => {
  const { connection, listeners, listens, send, fetches } = await connected()
  send({ type: 'goaway', id: 'g', data: { reason: 'connection limit reached' } })
  expect([connection.live, listeners.length]).toEqual([false, 0])
  await vi.advanceTimersByTimeAsync(59_000)
  expect([listens(), fetches.length, connection.connected]).toEqual([1, 5, true])
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect([listens(), connection.live]).toEqual([2, true])
})

test('the site polls a lake that is down, then reads everything again', async () => {
  let failure: Error | undefined
  const { connection, send, changes, log } = await connected({ result: () => failure ?? 'yes' })
  failure = new TypeError('fetch failed', {
    cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
  })
  send({ type: 'reconnect' })
  await vi.advanceTimersByTimeAsync(7_000)
  expect(connection.connected).toBe(false)
  expect(log).toHaveBeenLastCalledWith(
    'warn',
    'content: the lake cannot be reached, serving the last good content',
    { error: 'TypeError: fetch failed (ECONNREFUSED)' },
  )
  failure = undefined
  await vi.advanceTimersByTimeAsync(8_000)
  expect([connection.connected, changes().at(-1)]).toEqual([true, 'restart'])
})

test('a refused query leaves the connection live, a failed one does not', async () => {
  let failure: Error | undefined = Object.assign(new Error('parse error'), { statusCode: 400 })
  const { connection, send } = await connected({ result: () => failure ?? 'yes' })
  await expect(read(connection)).rejects.toThrow('parse error')
  expect(connection.live).toBe(true)
  failure = new Error('ECONNREFUSED')
  await expect(read(connection)).rejects.toThrow('ECONNREFUSED')
  expect(connection.connected).toBe(false)
  failure = undefined
  send({ type: 'message', id: 'e1', tags: ['s1:a'] })
  await vi.advanceTimersByTimeAsync(0)
  expect(connection.live).toBe(true)
})

test('the log of a refused query contains the reason and the part of the query around it', async () => {
  const query = `*{ a, ${'b, '.repeat(15_000)} c`
  const details = { description: 'expected }', start: 45_008, end: query.length }
  const failure = Object.assign(new Error(`parse error ${query}`), { statusCode: 400, details })
  const { connection, log } = await connected({ result: () => failure })
  await expect(connection.fetch(query, {}, 450)).rejects.toThrow('parse error')
  expect(log).toHaveBeenLastCalledWith('warn', 'content: the lake refused a query', {
    error: 'expected }',
    query: expect.stringMatching(/^(, b){32}, {2}c$/),
  })
})
