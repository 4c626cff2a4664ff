import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openDatasets } from './dataset.ts'
import { ask, clientOf, collect, signIn, temporaryFolder, testLake } from './lake.test-support.ts'
import type { QueryPool } from './query/query-pool.ts'
import type { Answer } from './query/query-task.ts'
import { openStore } from './store/store.ts'

const EDITOR = { author: 'editor' }

test('restore() brings back documents, history, settings, datasets and files', async () => {
  const lake = await testLake()
  const client = clientOf(lake)
  const other = client.withConfig({ dataset: 'other' })
  const keyvalue = (body?: object[]) =>
    client.request({ url: '/users/me/keyvalue/k', method: body ? 'PUT' : 'GET', ...(body && { body }) })
  await client.create({ _id: 'a', _type: 't', n: 1 })
  await client.datasets.create('other', { aclMode: 'private' })
  const { url } = await other.assets.upload('file', Buffer.from('text'), { filename: 'a.txt' })
  await keyvalue([{ key: 'k', value: 1 }])
  const history = () => client.request({ url: '/data/history/production/transactions?excludeContent=true' })
  const [before, snapshot] = [await history(), await lake.snapshot()]

  await client.patch('a').set({ n: 2 }).commit()
  await keyvalue([{ key: 'k', value: 2 }])
  await client.datasets.delete('other')
  await client.datasets.create('later')
  const cookie = await signIn(lake)
  for (let i = 0; i < 2; i++) {
    await lake.restore(snapshot)
    expect(await client.getDocument('a')).toMatchObject({ n: 1 })
    expect(await history()).toEqual(before)
    expect(await keyvalue()).toMatchObject([{ value: 1 }])
    expect(await client.datasets.list()).toMatchObject([
      { name: 'other', aclMode: 'private' },
      { name: 'production' },
    ])
    expect(await (await fetch(url)).text()).toBe('text')
    await expect(client.withConfig({ dataset: 'later' }).fetch('*')).rejects.toThrow('not found')
    expect(await ask(lake, 'GET', '/v1/users/me', { cookie })).toMatchObject({ status: 200 })
    // A second restore is not disturbed by what follows the first.
    await client.createOrReplace({ _id: 'a', _type: 't', n: 3 })
  }
})

test('cached answers and query workers forget what a restore removes', async () => {
  const lake = await testLake()
  const client = clientOf(lake)
  const inWorker = `// ${'-'.repeat(61_000)}\n*[_type == "t"].n`
  const answers = async () => [await client.fetch('*[_type == "t"].n'), await client.fetch(inWorker)]
  await client.create({ _id: 'a', _type: 't', n: 1 })
  const snapshot = await lake.snapshot()
  await client.patch('a').set({ n: 2 }).commit()
  expect(await answers()).toEqual([[2], [2]])
  await lake.restore(snapshot)
  expect(await answers()).toEqual([[1], [1]])
})

describe('after a restore', () => {
  async function restored(listen: (client: ReturnType<typeof clientOf>) => ReturnType<typeof collect>) {
    const lake = await testLake()
    const client = clientOf(lake)
    const snapshot = await lake.snapshot()
    const events = listen(client)
    await events.until(({ length }) => length === 1)
    await client.create({ _id: 'a', _type: 't' }, { transactionId: 'same' })
    await events.until(({ length }) => length === 2)
    await lake.restore(snapshot)
    return { client, events }
  }
  const typesOf = (events: unknown[]) => events.map((event) => (event as { type: string }).type)

  test('a listener reconnects, and gets later changes', async () => {
    const events = ['welcome', 'mutation', 'reconnect'] as const
    const { client, events: found } = await restored((client) =>
      collect(client.listen('*', {}, { events: [...events] })),
    )
    expect(typesOf(await found.until(({ length }) => length === 4))).toEqual([
      'welcome',
      'mutation',
      'reconnect',
      'welcome',
    ])
    await client.create({ _id: 'b', _type: 't' })
    await found.until(({ length }) => length === 5)
    expect(found.values[4]).toMatchObject({ documentId: 'b', transition: 'appear' })
  })

  test('a listener that resumes is reset, also if the transaction of its last event comes again', async () => {
    const { client, events: found } = await restored((client) =>
      collect(client.listen('*', {}, { events: ['welcome', 'mutation', 'reset'], enableResume: true })),
    )
    await client.create({ _id: 'b', _type: 't' }, { transactionId: 'same' })
    expect(typesOf(await found.until(({ length }) => length === 4))).toEqual([
      'welcome',
      'mutation',
      'reset',
      'mutation',
    ])
  })

  test('live events restart', async () => {
    const { client, events: found } = await restored((client) => collect(client.live.events()))
    await client.create({ _id: 'b', _type: 't' })
    expect(typesOf(await found.until(({ length }) => length === 4))).toEqual([
      'welcome',
      'message',
      'restart',
      'message',
    ])
  })
})

test('a write in progress finishes before a snapshot, and a later one waits for it', async () => {
  const store = openStore(temporaryFolder())
  onTestFinished(() => store.close())
  let pool = {} as QueryPool
  /** Resolves when the query of the write runs. */
  const asked = new Promise<(answer: Answer) => void>((resolve) => {
    pool = { evaluate: () => new Promise<Answer>(resolve), close: async () => {} }
  })
  const datasets = openDatasets({ projectId: 'local', store, pool }, 'production')
  const dataset = datasets.getOrThrow('production')
  await dataset.commit([{ create: { _id: 'a', _type: 't' } }], EDITOR)
  const order: string[] = []
  const query = `// ${'-'.repeat(61_000)}\n*`
  const first = dataset.commit([{ patch: { query, set: { n: 1 } } }], EDITOR).then(() => order.push('first'))
  const snapshot = datasets.exclusively(async () => {
    order.push('snapshot')
    await Promise.resolve()
    expect(dataset.content.documents.get('a')).toMatchObject({ n: 1 })
  })
  const later = dataset.commit([{ delete: { id: 'a' } }], EDITOR).then(() => order.push('later'))
  const answer = await asked
  answer({ json: Buffer.from('"result":["a"]'), syncTags: [] })
  await Promise.all([first, snapshot, later])
  expect(order).toEqual(['first', 'snapshot', 'later'])
})

describe('reset()', () => {
  test('returns to the seed', async () => {
    vi.stubEnv('XDG_CACHE_HOME', temporaryFolder())
    onTestFinished(() => void vi.unstubAllEnvs())
    const seed = join(temporaryFolder(), 'seed.ndjson')
    writeFileSync(seed, '{"_id": "a", "_type": "t"}')
    for (const dataDir of [undefined, temporaryFolder()]) {
      const lake = await testLake({ seed, ...(dataDir && { dataDir }) })
      const client = clientOf(lake)
      await client.datasets.create('later')
      await client.mutate([{ delete: { id: 'a' } }, { create: { _id: 'b', _type: 't' } }])
      await lake.reset()
      expect(await client.fetch('*._id')).toEqual(['a'])
      expect(await client.datasets.list()).toMatchObject([{ name: 'production' }])
    }
  })

  test('rejects for a data folder that had content before the start', async () => {
    const dataDir = temporaryFolder()
    const first = await testLake({ dataDir })
    await clientOf(first).create({ _id: 'a', _type: 't' })
    await first.close()
    const lake = await testLake({ dataDir })
    await expect(lake.reset()).rejects.toThrow('had content before the start')
    expect(await clientOf(lake).fetch('*._id')).toEqual(['a'])
  })
})

test('close() removes the temporary folder and the snapshots', async () => {
  const folder = temporaryFolder()
  vi.stubEnv('TMPDIR', folder)
  onTestFinished(() => void vi.unstubAllEnvs())
  const lake = await testLake()
  await clientOf(lake).assets.upload('file', Buffer.from('text'), { filename: 'a.txt' })
  await lake.snapshot()
  expect(readdirSync(folder)).toHaveLength(2)
  await lake.close()
  expect(readdirSync(folder)).toEqual([])
})
