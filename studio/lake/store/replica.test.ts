import { expect, test } from 'vitest'
import type { Document } from '../documents/document-ids.ts'
import { temporaryFolder } from '../lake.test-support.ts'
import { openReplica } from './replica.ts'
import { openStore } from './store.ts'

test('a change is seen that got the number of a transaction in a dataset that was deleted', async () => {
  const store = openStore(temporaryFolder())
  const put = (dataset: string, transactionId: string) => {
    const after = { _id: 'a', _type: 't', _rev: transactionId } as Document
    const timestamp = new Date().toISOString()
    const changes = [{ id: 'a', before: null, after, mutations: [] }]
    return store.append(dataset, { id: transactionId, timestamp, author: 'a', changes }, [], () => {})
  }
  await put('production', 'first')
  await put('other', 'second')
  const replica = openReplica(store.file)
  const { documents, position } = replica.load('production')
  expect(documents).toMatchObject([{ _rev: 'first' }])
  await store.deleteDataset('other')
  await put('production', 'third')
  expect(replica.changesSince('production', position).changes).toMatchObject([{ after: { _rev: 'third' } }])
  replica.close()
  await store.close()
})
