import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Topics } from '#app/backend/assistant/topics.ts'

const MINUTE_MS = 60_000
const topic = { planIds: ['plan'], words: ['word'] }
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a topic is remembered for ten minutes since the last question', () => {
  const topics = new Topics()
  topics.set('ann', topic)
  vi.advanceTimersByTime(9 * MINUTE_MS)
  expect(topics.get('ann')).toBe(topic)
  topics.set('ann', topic)
  vi.advanceTimersByTime(9 * MINUTE_MS)
  expect(topics.get('ann')).toBe(topic)
  vi.advanceTimersByTime(MINUTE_MS)
  expect([topics.get('ann'), topics.size]).toEqual([undefined, 0])
})

test('who has come back is not the longest silent any more; what is forgotten takes no room', () => {
  const topics = new Topics()
  for (let i = 0; i < 5_000; i++) topics.set(`visitor ${i}`, topic)
  for (const visitor of ['visitor 2', 'another', 'and another', 'and one more']) topics.set(visitor, topic)
  const left = [1, 2, 3].map((i) => topics.get(`visitor ${i}`))
  expect(left).toEqual([undefined, topic, undefined])
  vi.advanceTimersByTime(10 * MINUTE_MS)
  topics.set('ann', topic)
  expect(topics.size).toBe(1)
})

test('memory is bounded, the longest silent visitor goes first; nobody is kept without a key', () => {
  const topics = new Topics()
  for (let i = 0; i < 5_003; i++) topics.set(`visitor ${i}`, topic)
  topics.set(undefined, topic)
  expect(topics.size).toBe(5_000)
  expect([topics.get('visitor 2'), topics.get('visitor 3'), topics.get(undefined)]).toEqual([
    undefined,
    topic,
    undefined,
  ])
})
