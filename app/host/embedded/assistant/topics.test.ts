import { expect, test } from 'vitest'
import { Topics } from '#app/host/embedded/assistant/topics.ts'

const topic = { planIds: ['plan'], words: ['word'] }

test('a topic is remembered for ten minutes since the last question', () => {
  let now = 0
  const topics = new Topics(() => now)
  topics.set('ann', topic)
  now = 9 * 60_000
  expect(topics.get('ann')).toBe(topic)
  topics.set('ann', topic)
  now = 18 * 60_000
  expect(topics.get('ann')).toBe(topic)
  now = 19 * 60_000
  expect([topics.get('ann'), topics.size]).toEqual([undefined, 0])
})

test('memory is bounded, the longest silent visitor goes first; nobody is kept without a key', () => {
  const topics = new Topics(() => 0)
  for (let i = 0; i < 5_003; i++) topics.set(`visitor ${i}`, topic)
  topics.set(undefined, topic)
  expect(topics.size).toBe(5_000)
  expect([topics.get('visitor 2'), topics.get('visitor 3'), topics.get(undefined)]).toEqual([
    undefined,
    topic,
    undefined,
  ])
})
