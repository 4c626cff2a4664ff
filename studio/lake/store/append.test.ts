import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Document } from '../documents/document-ids.ts'
import { temporaryFolder } from '../lake.test-support.ts'
import { openStore } from './store.ts'

test('a settled read shows a large transaction only after queries do', async () => {
  const store = openStore(temporaryFolder())
  const text = 'x'.repeat(1_000_000) // a worker writes it
  const after = { _id: 'a', _type: 't', _rev: 'large', text } as unknown as Document
  const changes = [{ id: 'a', before: null, after, mutations: [] }]
  let isShown = false
  const timestamp = new Date().toISOString()
  const appending = store.append('production', { id: 'large', timestamp, author: 'a', changes }, [], () => {
    isShown = true
  })
  const last = () => store.lastTransactionId('production')
  await nextTurn()
  // Without a turn of the event loop, the transaction is on disk but not shown.
  while (last() !== 'large') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
  expect(isShown).toBe(false)
  expect(await store.settled(last)).toBe('large')
  expect(isShown).toBe(true)
  await appending
  await store.close()
})
