import type { LiveEvent } from '@sanity/client'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { LakeConnection } from '#app/content/connection.server.ts'
import type { Lake } from '#app/content/lake.server.ts'
import { PAGE_QUERY } from '#app/content/queries.ts'

const MINUTE_MS = 60_000

type Listener = Parameters<Lake['listen']>[0]

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(1) // pauses without jitter are the longest
})
afterEach(() => void vi.useRealTimers().unstubAllEnvs().restoreAllMocks())

/** A connection to a lake that answers what the test says, and that knows who listens. */
async function connecting({
  answer = () => 'yes',
  refusesStreams = false,
}: {
  answer?: () => unknown
  refusesStreams?: boolean
} = {}) {
  const listeners: Listener[] = []
  let listened = 0
  const asked: { query: string; lastEventId: string | undefined }[] = []
  const lake: Lake = {
    async fetch(query, _params, timeoutMs, { lastEventId } = {}) {
      asked.push({ query, lastEventId })
      const result = answer()
      if (result === 'nothing')
        return new Promise((_, reject) => setTimeout(() => reject(new Error('timeout')), timeoutMs))
      if (result instanceof Error) throw result
      return { result, tags: [] }
    },
    listen(on) {
      listened++
      listeners.push(on)
      queueMicrotask(() =>
        refusesStreams
          ? on.error(new Error('HTTP 401'))
          : on.event({ type: 'welcome', id: `w${listened}` } as LiveEvent),
      )
      return () => void listeners.splice(listeners.indexOf(on), 1)
    },
  }
  const log = vi.fn()
  const onChange = vi.fn()
  const connection = new LakeConnection(lake, log, onChange)
  onTestFinished(() => connection.stop())
  void connection.start()
  await vi.advanceTimersByTimeAsync(MINUTE_MS + 1)
  const changes = () => onChange.mock.calls.map(([{ type }]) => type)
  const send = (event: object) => listeners[0]?.event(event as LiveEvent)
  return { connection, listeners, send, listened: () => listened, asked, log, changes }
}

const read = (connection: LakeConnection) => connection.fetch('*', {}, 450)

test('while events arrive nothing is asked but what a visitor needs', async () => {
  const { connection, asked, send } = await connecting()
  expect(connection.live).toBe(true)
  send({ type: 'message', id: 'e1', tags: ['s1:a'] })
  await vi.advanceTimersByTimeAsync(86_400_000)
  expect(asked).toEqual([])
})

test('a read names the newest event, so that the CDN answers no older content; without one it goes around the CDN', async () => {
  const { connection, asked, send } = await connecting()
  await read(connection)
  send({ type: 'message', id: 'e1', tags: ['s1:a'] })
  await read(connection)
  send({ type: 'restart', id: 'r1' })
  await read(connection)
  send({ type: 'reconnect' })
  await read(connection)
  send({ type: 'welcome', id: 'w2' })
  await read(connection)
  expect(asked.map(({ lastEventId }) => lastEventId)).toEqual(['w1', 'e1', 'r1', undefined, 'w2'])
})

test('where the CDN fails, reads go around it until the next event', async () => {
  const failure = Object.assign(new Error('Service Unavailable'), { statusCode: 503 })
  const { connection, asked, send } = await connecting({
    answer: () => (asked.length === 1 ? failure : 'yes'),
  })
  for (let reads = 0; reads < 2; reads++) expect((await read(connection)).result).toBe('yes')
  expect(connection.live).toBe(true)
  send({ type: 'message', id: 'e1', tags: [] })
  await read(connection)
  expect(asked.map(({ lastEventId }) => lastEventId)).toEqual(['w1', undefined, undefined, 'e1'])
})

test('while no events arrive the lake is polled with longer and longer pauses, and what changes is told', async () => {
  let revisions = ['a1', 'b1']
  const { connection, send, asked, changes, log } = await connecting({ answer: () => revisions })
  send({ type: 'reconnect' })
  expect([connection.live, connection.connected]).toEqual([false, false])
  const polledAt: number[] = []
  const from = Date.now()
  for (let polls = asked.length; polledAt.length < 9; ) {
    await vi.advanceTimersByTimeAsync(1_000)
    if (polledAt.length === 4) revisions = ['a1', 'b2']
    if (asked.length > polls) polledAt.push((Date.now() - from) / 1_000)
    polls = asked.length
  }
  expect(polledAt).toEqual([1, 3, 7, 15, 31, 63, 123, 183, 243])
  expect([connection.live, connection.connected]).toEqual([false, true])
  // The store re-reads once after the break, and once when `b` was published.
  expect(changes()).toEqual(['welcome', 'restart', 'restart'])

  send({ type: 'welcome', id: 'w2' })
  expect(connection.live).toBe(true)
  expect(changes().at(-1), 'what was missed is read').toBe('welcome')
  const polls = asked.length
  await vi.advanceTimersByTimeAsync(86_400_000)
  expect(asked).toHaveLength(polls)
  expect(log.mock.calls.map(([, message]) => message)).toEqual([
    'content: following the lake',
    'content: no live events arrive, polling the lake',
    'content: following the lake',
  ])
})

test('a jitter of up to a half keeps the copies of a site from polling at once', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const { send, asked } = await connecting()
  send({ type: 'reconnect' })
  await vi.advanceTimersByTimeAsync(499)
  expect(asked).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(asked).toHaveLength(1)
})

test('a stream that breaks off again and again is not polled more often for it', async () => {
  const { send, asked } = await connecting()
  for (let breaks = 0; breaks < 10; breaks++) {
    send({ type: 'reconnect' })
    await vi.advanceTimersByTimeAsync(3_000)
    send({ type: 'welcome', id: 'w' })
  }
  expect(asked).toHaveLength(2)
})

test('sent away, it stays away for a minute, polls meanwhile, and then tries again', async () => {
  const { connection, listeners, listened, send, asked, log } = await connecting()
  send({ type: 'goaway', id: 'g', data: { reason: 'connection limit reached' } })
  expect([connection.live, listeners.length]).toEqual([false, 0])
  await vi.advanceTimersByTimeAsync(59_000)
  expect([listened(), asked.length, connection.connected]).toEqual([1, 5, true])
  await vi.advanceTimersByTimeAsync(60_000)
  expect([listened(), connection.live]).toEqual([2, true])
  expect(log.mock.calls[1]?.[2]).toEqual({
    error: expect.stringContaining('connection limit reached'),
  })
})

test('where streams are refused the content is polled from the start, and each poll tries again', async () => {
  const { connection, listened, asked, log } = await connecting({ refusesStreams: true })
  expect([connection.live, connection.connected]).toEqual([false, true])
  expect(asked.length).toBeGreaterThan(1)
  expect(listened()).toBe(1 + asked.length)
  expect(log.mock.calls).toEqual([
    ['warn', 'content: no live events arrive, polling the lake', { error: 'Error: HTTP 401' }],
  ])
})

test('a lake that is down is polled until it answers; then everything may have changed', async () => {
  let failure: Error | undefined
  const { connection, send, changes, log } = await connecting({ answer: () => failure ?? 'yes' })
  failure = new TypeError('fetch failed', {
    cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
  })
  send({ type: 'reconnect' })
  await vi.advanceTimersByTimeAsync(7_000)
  expect(connection.connected).toBe(false)
  failure = undefined
  await vi.advanceTimersByTimeAsync(8_000)
  expect([connection.connected, changes().at(-1)]).toEqual([true, 'restart'])
  expect(log.mock.calls.map(([, message, detail]) => [message, detail?.error]).slice(1)).toEqual([
    ['content: no live events arrive, polling the lake', 'the event stream broke off'],
    [
      'content: the lake cannot be reached, serving the last good content',
      'TypeError: fetch failed (ECONNREFUSED)',
    ],
    ['content: no live events arrive, polling the lake', 'the event stream broke off'],
  ])
})

test('a query that the lake refuses is no sign that it is gone; one that fails at once is, and the next event shows that it is back', async () => {
  let failure: Error | undefined = Object.assign(new Error('parse error'), { statusCode: 400 })
  const { connection, send, changes } = await connecting({ answer: () => failure ?? 'yes' })
  await expect(read(connection)).rejects.toThrow('parse error')
  expect(connection.live).toBe(true)
  failure = new Error('ECONNREFUSED')
  await expect(read(connection)).rejects.toThrow('ECONNREFUSED')
  expect(connection.connected).toBe(false)
  failure = undefined
  send({ type: 'message', id: 'e1', tags: ['s1:a'] })
  await vi.advanceTimersByTimeAsync(0)
  expect([connection.live, changes()]).toEqual([true, ['welcome', 'message', 'restart']])
})

test('however many wait in vain, whether the lake is there is asked once', async () => {
  let answer = 'nothing'
  const { connection, asked } = await connecting({ answer: () => answer })
  const waiting = Promise.allSettled(['a', 'b', 'c'].map((query) => connection.fetch(query, {}, 450)))
  await vi.advanceTimersByTimeAsync(450)
  await waiting
  expect([connection.live, connection.inDoubt, asked.length]).toEqual([true, true, 4])
  await vi.advanceTimersByTimeAsync(900)
  expect([connection.connected, connection.inDoubt]).toEqual([false, false])
  answer = 'yes'
  await vi.advanceTimersByTimeAsync(1_000)
  expect(connection.live).toBe(true)
})

test.each([
  ['begins', 1, /^\*\{ a, .{390,410} c$/],
  ['ends', 45_008, /^(, b){32}, {2}c$/],
])('a refused query is logged by its reason and where it %s, however long it is', async (_, start, part) => {
  const query = `*{ a, ${'b, '.repeat(15_000)} c`
  const details = { description: 'expected }', start, end: query.length }
  const failure = Object.assign(new Error(`parse error ${query}`), { statusCode: 400, details })
  const { connection, log } = await connecting({ answer: () => failure })
  await expect(connection.fetch(query, {}, 450)).rejects.toThrow('parse error')
  expect(log).toHaveBeenLastCalledWith('warn', 'content: the lake refused a query', {
    error: 'expected }',
    query: expect.stringMatching(part),
  })
})

test('what a proxy before the lake refuses is logged without the address, which has the whole query', async () => {
  const words = `Error: GET-request to https://lake.example?query=${'b'.repeat(9_000)} resulted in HTTP 414 Too Large`
  const failure = Object.assign(new Error(words.slice(7)), { statusCode: 414 })
  const { connection, log } = await connecting({ answer: () => failure })
  await expect(connection.fetch('*', {}, 450)).rejects.toThrow('414')
  expect(log).toHaveBeenLastCalledWith('warn', 'content: the lake refused a query', {
    error: `${words.slice(0, 200)} … ${words.slice(-200)}`,
    query: '*',
  })
})

test('while developing, a refused query is logged with the file and line that its mistake stands in', async () => {
  vi.stubEnv('NODE_ENV', 'development')
  const start = PAGE_QUERY.indexOf('{', PAGE_QUERY.indexOf('note[]'))
  const details = { description: 'expected ]', start, end: PAGE_QUERY.length }
  const failure = Object.assign(new Error('parse error'), { statusCode: 400, details })
  const { connection, log } = await connecting({ answer: () => failure })
  await expect(connection.fetch(PAGE_QUERY, {}, 450)).rejects.toThrow('parse error')
  expect(log).toHaveBeenLastCalledWith(
    'warn',
    'content: the lake refused a query',
    expect.objectContaining({ at: 'app/blocks/statement/query.ts:4' }),
  )
})
