import { expect, test } from 'vitest'
import { QueryCache } from './query-cache.ts'

test('an answer is cached until one of its tags changes, also while its query runs', async () => {
  const cache = new QueryCache()
  const evaluated: string[] = []
  const ask = (name: string, during = () => {}) =>
    cache.get('q', async () => {
      evaluated.push(name)
      during()
      return { json: new Uint8Array(10), syncTags: ['plan'] }
    })
  await ask('first')
  cache.changed(['faq'])
  await ask('cached')
  cache.changed(['faq', 'plan'])
  await ask('changed', () => cache.changed(['plan']))
  await ask('changed meanwhile')
  await ask('cached')
  expect(evaluated).toEqual(['first', 'changed', 'changed meanwhile'])
})
