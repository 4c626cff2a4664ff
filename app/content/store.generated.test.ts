import type { LiveEvent } from '@sanity/client'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Lake } from '#app/content/lake.server.ts'
import type { LastGood } from '#app/content/last-good.server.ts'
import { SCHEDULE_QUERY } from '#app/content/schedule.ts'
import { ContentStore } from '#app/content/store.server.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const NO_DISK: LastGood = { all: () => new Map(), save: () => {}, delete: () => {}, close: () => {} }
/** Each query reads document a, b or both. `$now` makes it depend on the schedule. */
const QUERIES = ['a $now', 'b $now', 'ab $now', 'a']
/** Response times (ms) of the lake, below and above each timeout. */
const SLOW = [0, 10, 300, 600, 2_000, 9_000]

const RECONNECT_MS = 3_000
/** The longest pause between two polls. */
const LONGEST_PAUSE_MS = 61_000

const step = fc.oneof(
  fc.record({
    kind: fc.constant('publish' as const),
    id: fc.constantFrom('a', 'b'),
    date: fc.option(fc.constantFrom('showFrom', 'showUntil')),
    inMs: fc.integer({ min: -500, max: 5_000 }),
  }),
  fc.record({
    kind: fc.constant('slow' as const),
    schedule: fc.constantFrom(...SLOW),
    rest: fc.constantFrom(...SLOW),
  }),
  fc.record({ kind: fc.constantFrom('down' as const, 'broken stream' as const) }),
  fc.record({ kind: fc.constant('ask' as const), query: fc.constantFrom(...QUERIES) }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(1, 30, 500, 2_000) }),
)

type Stored = { version: number; showFrom?: string; showUntil?: string }

/** A lake whose delayed answers contain the documents as they were at the request. */
function lakeOf(documents: Record<string, Stored>) {
  const now = { schedule: 0, rest: 0, down: false }
  let follower: ((event: LiveEvent) => void) | undefined
  let isConnected = false
  const answer = (query: string, at: string) =>
    [...query.split(' ')[0]!]
      .map((id) => {
        const { version, showFrom = '', showUntil = '~' } = documents[id]!
        return query.includes('$now') && (showFrom > at || showUntil <= at) ? 'hidden' : `${id}${version}`
      })
      .join()
  const lake: Lake = {
    fetch(query, params, timeoutMs) {
      const isSchedule = query === SCHEDULE_QUERY
      // Every other query is a poll.
      const result = QUERIES.includes(query) ? answer(query, String(params.now)) : Object.values(documents)
      const tags = Object.keys(documents).filter((id) => isSchedule || query.split(' ')[0]!.includes(id))
      const ms = isSchedule ? now.schedule : now.rest
      return new Promise((resolve, reject) => {
        if (now.down) reject(new Error('ECONNREFUSED'))
        else if (ms > timeoutMs) setTimeout(() => reject(new Error('timeout')), timeoutMs)
        else setTimeout(() => resolve({ result: structuredClone(result), tags }), ms)
      })
    },
    listen({ event }) {
      follower = event
      queueMicrotask(connect)
      return () => (follower = undefined)
    },
  }
  // Reconnects by itself, like Sanity's client.
  function connect() {
    isConnected = !now.down
    sendEvent({ type: isConnected ? 'welcome' : 'reconnect' })
    if (!isConnected) setTimeout(connect, RECONNECT_MS)
  }
  function breakOff() {
    if (isConnected) setTimeout(connect, RECONNECT_MS)
    isConnected = false
    sendEvent({ type: 'reconnect' })
  }
  const sendEvent = (event: object) => follower?.({ id: 'e', ...event } as LiveEvent)
  const publish = (id: string) => isConnected && sendEvent({ type: 'message', tags: [id] })
  return { lake, now, answer, publish, breakOff }
}

test('an old answer never returns, and a recovered lake is read completely', async () => {
  const run = async (steps: (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[]) => {
    const documents: Record<string, Stored> = { a: { version: 1 }, b: { version: 1 } }
    const { lake, now, answer, publish, breakOff } = lakeOf(documents)
    const store = new ContentStore({ lake, lastGood: NO_DISK, log: () => {} })
    const newest = new Map<string, number>()
    async function ask(query: string) {
      const result = String(await store.get(query).catch(() => ''))
      for (const [, id, version] of result.matchAll(/([ab])(\d+)/g)) {
        expect(Number(version), `${query}: ${result}`).toBeGreaterThanOrEqual(newest.get(query + id) ?? 0)
        newest.set(query + id, Number(version))
      }
      return result
    }
    const reads: Promise<string>[] = []
    try {
      reads.push(...QUERIES.map(ask))
      void store.start()
      await vi.advanceTimersByTimeAsync(1_000)
      let version = 1
      for (const step of steps) {
        if (step.kind === 'publish') {
          const { id, date, inMs } = step
          documents[id] = {
            version: ++version,
            ...(date && { [date]: new Date(Date.now() + inMs).toISOString() }),
          }
          publish(id)
        } else if (step.kind === 'slow') Object.assign(now, { ...step, down: false })
        else if (step.kind === 'ask') reads.push(ask(step.query))
        else if (step.kind === 'wait') await vi.advanceTimersByTimeAsync(step.ms)
        else {
          now.down = step.kind === 'down'
          breakOff()
        }
      }
      Object.assign(now, { schedule: 0, rest: 0, down: false })
      await vi.advanceTimersByTimeAsync(12_000)
      if (!store.connected) await vi.advanceTimersByTimeAsync(LONGEST_PAUSE_MS)
      await Promise.all(reads)
      for (const { showFrom, showUntil } of [{}, ...Object.values(documents)] as Stored[]) {
        const date = Date.parse(showFrom ?? showUntil ?? '')
        if (date > Date.now()) await vi.advanceTimersByTimeAsync(date - Date.now())
        for (const query of QUERIES) {
          const result = ask(query)
          await vi.advanceTimersByTimeAsync(1)
          expect(await result).toBe(answer(query, new Date().toISOString()))
        }
      }
    } finally {
      store.stop()
    }
  }
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 30 }), run), { numRuns: 100 })
})
