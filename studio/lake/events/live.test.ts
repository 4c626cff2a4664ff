import { describe, expect, test } from 'vitest'
import type { Document } from '../documents/document-ids.ts'
import type { EventStream } from '../http/event-stream.ts'
import { temporaryFolder } from '../lake.test-support.ts'
import { tagsOf } from '../query/sync-tags.ts'
import { openStore, type Transaction } from '../store/store.ts'
import { createLive } from './live.ts'

/** Live events over a store with `count` changes. `versions` are the other versions of a changed document. */
async function afterChanges(count: number, idOf = (i: number) => `d${i}`, versions: Document[] = []) {
  const change = (i: number): Transaction => {
    const after = { _id: idOf(i), _type: 't' } as Document
    return {
      id: `t${i}`,
      timestamp: new Date(0).toISOString(),
      author: 'editor',
      changes: [{ id: after._id, before: null, after, mutations: [] }],
    }
  }
  const store = openStore(temporaryFolder(), { durable: false })
  for (let i = 1; i <= count; i++) await store.append('production', change(i))
  const live = createLive('production', store, () => versions)
  async function listen(options: Parameters<typeof live.subscribe>[1]) {
    const received: { event: string; id: string | undefined }[] = []
    const tags: string[] = []
    let disconnect = () => {}
    const stream = {
      send(event: string, data: { tags?: string[] }, id?: string) {
        received.push({ event, id })
        tags.push(...(data.tags ?? []))
      },
      write(event: Buffer) {
        const [, id, name, data] = /^id: (.*)\nevent: (.*)\ndata: (.*)\n/.exec(String(event)) ?? []
        stream.send(name!, JSON.parse(data!), id)
      },
      onClose: (listener: () => void) => (disconnect = listener),
    } as unknown as EventStream
    await live.subscribe(stream, options)
    return { received, tags, disconnect: () => disconnect() }
  }
  return {
    listen,
    subscribe: async (lastEventId?: string) => (await listen({ shows: 'published', lastEventId })).received,
    async announce(i: number) {
      const tags = await tagsOf(change(i).changes, () => versions)
      await store.append('production', change(i), [], () => live.announce(change(i), tags))
    },
    close: () => store.close(),
  }
}

describe('a resumed reader', () => {
  test('receives missed events, then continues', async () => {
    const lake = await afterChanges(5)
    const { received, tags } = await lake.listen({ shows: 'published', lastEventId: 't3' })
    expect(tags).toEqual(['s1:all', 's1:doc:d4', 's1:type:t', 's1:doc:d5'])
    await lake.announce(6)
    expect(received).toEqual([
      { event: 'welcome', id: undefined },
      { event: 'message', id: 't5' },
      { event: 'message', id: 't6' },
    ])
    lake.close()
  })

  test('gets only its position when it missed nothing', async () => {
    const lake = await afterChanges(5)
    expect(await lake.subscribe('t5')).toEqual([{ event: 'welcome', id: 't5' }])
    expect(await lake.subscribe()).toEqual([{ event: 'welcome', id: 't5' }])
    lake.close()
  })

  test('restarts when it missed too much, or its last event is unknown', async () => {
    const lake = await afterChanges(502)
    const events = async (lastEventId: string) =>
      (await lake.subscribe(lastEventId)).map(({ event }) => event)
    expect(await events('t2')).toEqual(['welcome', 'message'])
    const over = [
      { event: 'welcome', id: undefined },
      { event: 'restart', id: 't502' },
    ]
    expect(await lake.subscribe('t1')).toEqual(over)
    expect(await lake.subscribe('of-another-lake')).toEqual(over)
    lake.close()
  })
})

test('only editors get tags of drafts', async () => {
  const lake = await afterChanges(0, undefined, [{ _id: 'drafts.d1', _type: 'hidden' } as Document])
  const editor = await lake.listen({ shows: 'drafts' })
  const visitor = await lake.listen({ shows: 'published' })
  await lake.announce(1)
  expect(editor.tags).toEqual(['s1:all', 's1:doc:d1', 's1:type:t', 's1:type:hidden'])
  expect(visitor.tags).toEqual(['s1:all', 's1:doc:d1', 's1:type:t'])
  lake.close()
})

test('a stranger to a private dataset refetches after a change, without tags and positions', async () => {
  const lake = await afterChanges(2, (i) => (i === 4 ? 'drafts.d4' : `d${i}`))
  const fresh = await lake.listen({ shows: 'restarts' })
  const resumed = await lake.listen({ shows: 'restarts', lastEventId: 't1' })
  const id = expect.stringMatching(/^start-/)
  expect(fresh.received).toEqual([{ event: 'welcome', id }])
  await lake.announce(3)
  await lake.announce(4) // of a draft
  const restart = { event: 'restart', id }
  expect(fresh.received).toEqual([{ event: 'welcome', id }, restart])
  expect(resumed.received).toEqual([{ event: 'welcome', id }, restart, restart])
  expect([...fresh.tags, ...resumed.tags]).toEqual([])
  lake.close()
})
