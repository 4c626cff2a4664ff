import type { LiveEvent } from '@sanity/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LakeConnection } from '#app/content/connection.server.ts'
import type { Lake } from '#app/content/lake.server.ts'
import { PAGE_QUERY } from '#app/content/queries.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers().unstubAllEnvs())

/** A connection to a lake that answers what the test says, and that knows who listens. */
async function connecting(answer: () => unknown = () => 'yes') {
  const listeners: Parameters<Lake['listen']>[0][] = []
  let listened = 0
  const asked: string[] = []
  const lake: Lake = {
    async fetch(query, _params, timeoutMs) {
      asked.push(query)
      const result = answer()
      if (result === 'nothing')
        return new Promise((_, reject) => setTimeout(() => reject(new Error('timeout')), timeoutMs))
      if (result instanceof Error) throw result
      return { result, tags: [] }
    },
    listen(on) {
      listened++
      listeners.push(on)
      queueMicrotask(() => on.event({ type: 'welcome', id: 'w' } as LiveEvent))
      return () => void listeners.splice(listeners.indexOf(on), 1)
    },
  }
  const log = vi.fn()
  const heard = { event: vi.fn(), restored: vi.fn(), doubtsEnded: vi.fn() }
  const connection = new LakeConnection(lake, log, heard)
  await connection.start()
  return { connection, listeners, listened: () => listened, asked, log, heard }
}

test.each([
  ['broke off', 500, (on: Parameters<Lake['listen']>[0]) => on.event({ type: 'reconnect' } as LiveEvent)],
  ['failed', 500, (on: Parameters<Lake['listen']>[0]) => on.error(new Error('no'))],
  [
    'was closed by a lake with too many listeners',
    10_000,
    (on: Parameters<Lake['listen']>[0]) => on.event({ type: 'goaway', reason: 'full' } as LiveEvent),
  ],
])('an event stream that %s is opened anew, alone, after %i ms', async (_what, afterMs, end) => {
  const { connection, listeners, listened, log } = await connecting()
  expect(connection.connected).toBe(true)
  end(listeners[0]!)
  expect([connection.connected, listeners.length]).toEqual([false, 0])
  await vi.advanceTimersByTimeAsync(afterMs - 1)
  expect(listened()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect([connection.connected, listeners.length, listened()]).toEqual([true, 1, 2])
  expect(log.mock.calls.map(([level]) => level)).toEqual(['info', 'warn', 'info'])
  connection.stop()
  expect(listeners).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(listened()).toBe(2)
})

test('the log says why a lake can’t be reached, though its stream broke off first', async () => {
  const gone = new TypeError('fetch failed', {
    cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
  })
  let failure: Error | undefined
  const { connection, listeners, log } = await connecting(() => failure ?? 'yes')
  failure = gone
  listeners[0]?.event({ type: 'reconnect' } as LiveEvent)
  for (let tries = 0; tries < 2; tries++)
    await expect(connection.fetch('*', {}, 450)).rejects.toThrow('fetch failed')
  expect(log.mock.calls.map(([, , detail]) => detail?.error)).toEqual([
    undefined,
    'Error: the event stream broke off',
    'TypeError: fetch failed (ECONNREFUSED)',
  ])
  connection.stop()
})

test('a query that the lake refuses is no sign that it is gone; one that fails at once is', async () => {
  let failure: Error | undefined = Object.assign(new Error('parse error'), { statusCode: 400 })
  const { connection, heard } = await connecting(() => failure ?? 'yes')
  await expect(connection.fetch('*[', {}, 450)).rejects.toThrow('parse error')
  expect(connection.connected).toBe(true)
  failure = new Error('ECONNREFUSED')
  await expect(connection.fetch('*', {}, 450)).rejects.toThrow('ECONNREFUSED')
  expect(connection.connected).toBe(false)
  failure = undefined
  await vi.advanceTimersByTimeAsync(500)
  expect(connection.connected).toBe(true)
  expect(heard.restored).toHaveBeenCalledTimes(1)
  connection.stop()
})

test.each([
  ['begins', 1, /^\*\{ a, .{390,410} c$/],
  ['ends', 45_008, /^(, b){32}, {2}c$/],
])('a refused query is logged by its reason and where it %s, however long it is', async (_, start, part) => {
  const query = `*{ a, ${'b, '.repeat(15_000)} c`
  const details = { description: 'expected }', start, end: query.length }
  const failure = Object.assign(new Error(`parse error ${query}`), { statusCode: 400, details })
  const { connection, log } = await connecting(() => failure)
  await expect(connection.fetch(query, {}, 450)).rejects.toThrow('parse error')
  expect(log).toHaveBeenLastCalledWith('warn', 'content: the lake refused a query', {
    error: 'expected }',
    query: expect.stringMatching(part),
  })
  connection.stop()
})

test('what a proxy before the lake refuses is logged without the address, which has the whole query', async () => {
  const words = `Error: GET-request to https://lake.example?query=${'b'.repeat(9_000)} resulted in HTTP 414 Too Large`
  const failure = Object.assign(new Error(words.slice(7)), { statusCode: 414 })
  const { connection, log } = await connecting(() => failure)
  await expect(connection.fetch('*', {}, 450)).rejects.toThrow('414')
  expect(log).toHaveBeenLastCalledWith('warn', 'content: the lake refused a query', {
    error: `${words.slice(0, 200)} … ${words.slice(-200)}`,
    query: '*',
  })
  connection.stop()
})

test('while developing, a refused query is logged with the file and line that its mistake stands in', async () => {
  vi.stubEnv('NODE_ENV', 'development')
  const start = PAGE_QUERY.indexOf('{', PAGE_QUERY.indexOf('note[]'))
  const details = { description: 'expected ]', start, end: PAGE_QUERY.length }
  const failure = Object.assign(new Error('parse error'), { statusCode: 400, details })
  const { connection, log } = await connecting(() => failure)
  await expect(connection.fetch(PAGE_QUERY, {}, 450)).rejects.toThrow('parse error')
  expect(log).toHaveBeenLastCalledWith(
    'warn',
    'content: the lake refused a query',
    expect.objectContaining({ at: 'app/blocks/statement/query.ts:4' }),
  )
  connection.stop()
})

test('however many wait in vain, whether the lake is there is asked once', async () => {
  let answer = 'nothing'
  const { connection, asked, heard } = await connecting(() => answer)
  const waiting = ['a', 'b', 'c'].map((query) => connection.fetch(query, {}, 450))
  const settled = Promise.allSettled(waiting)
  await vi.advanceTimersByTimeAsync(450)
  expect([connection.connected, connection.inDoubt]).toEqual([true, true])
  expect(asked).toHaveLength(4)
  answer = 'yes'
  await settled
  await vi.advanceTimersByTimeAsync(900)
  expect([connection.connected, connection.inDoubt]).toEqual([false, false])
  await vi.advanceTimersByTimeAsync(500)
  expect(connection.connected).toBe(true)
  expect(heard.doubtsEnded).not.toHaveBeenCalled()
  connection.stop()
})
