import { describe, expect, test } from 'vitest'
import { clientOf, collect, readUntil, temporaryFolder, testLake } from '../lake.test-support.ts'

const plan = { _id: 'plan-1', _type: 'plan', title: 'Starter', price: 100 }

describe('a client changes documents:', () => {
  test('creates, patches, replaces and deletes them', async () => {
    const client = clientOf(await testLake())
    const created = await client.create(plan)
    expect(created).toMatchObject({ ...plan, _rev: expect.any(String), _createdAt: expect.any(String) })

    const patched = await client
      .patch('plan-1')
      .set({ title: 'Growth' })
      .inc({ price: 50 })
      .setIfMissing({ tags: [] })
      .append('tags', [{ name: 'new' }])
      .ifRevisionId(created._rev)
      .commit({ autoGenerateArrayKeys: true })
    expect(patched).toMatchObject({
      title: 'Growth',
      price: 150,
      tags: [{ _key: expect.any(String), name: 'new' }],
      _createdAt: created._createdAt,
    })
    expect(patched._rev).not.toBe(created._rev)
    expect(await client.getDocument('plan-1')).toEqual(patched)

    await client.createOrReplace({ ...plan, price: 7 })
    expect(await client.fetch('*[_id == $id][0].price', { id: 'plan-1' })).toBe(7)
    expect(await client.createIfNotExists({ ...plan, price: 8 })).toMatchObject({ price: 7 })
    await client.delete({ query: '*[_type == $type]', params: { type: 'plan' } })
    expect(await client.getDocument('plan-1')).toBeUndefined()
  })

  test('a transaction changes all of them or none', async () => {
    const client = clientOf(await testLake())
    const result = await client
      .transaction()
      .create(plan)
      .create({ _id: 'plan-2', _type: 'plan' })
      .patch('plan-2', (patch) => patch.set({ 'deep.value': [1, 2] }))
      .commit({ transactionId: 'tx-1' })
    expect(result).toMatchObject({
      transactionId: 'tx-1',
      results: [
        { id: 'plan-1', operation: 'create' },
        { id: 'plan-2', operation: 'create' },
        { id: 'plan-2', operation: 'update' },
      ],
    })
    expect(await client.getDocument('plan-2')).toMatchObject({ _rev: 'tx-1', deep: { value: [1, 2] } })

    await expect(
      client.transaction().create({ _id: 'plan-3', _type: 'plan' }).create(plan).commit(),
    ).rejects.toThrow('Document by ID "plan-1" already exists')
    expect(await client.getDocument('plan-3')).toBeUndefined()
  })

  test('the lake makes ids for documents without one, or with a prefix that ends in a dot', async () => {
    const client = clientOf(await testLake())
    expect((await client.create({ _type: 'plan' }))._id).toMatch(/^[A-Za-z0-9]{22}$/)
    expect((await client.create({ _id: 'drafts.', _type: 'plan' }))._id).toMatch(/^drafts\.[A-Za-z0-9]{22}$/)
  })
})

describe('queries', () => {
  test('an answer has sync tags and, on request, a source map', async () => {
    const client = clientOf(await testLake())
    await client
      .transaction()
      .create(plan)
      .create({
        _id: 'faq',
        _type: 'faq',
        plan: { _type: 'reference', _ref: 'plan-1' },
        q: [{ _key: 'k', text: 'Why?' }],
      })
      .commit()
    const answer = await client.fetch(
      '*[_type == "faq"]{"title": plan->title, q}',
      {},
      { filterResponse: false, resultSourceMap: true },
    )
    expect(answer.result).toEqual([{ title: 'Starter', q: [{ _key: 'k', text: 'Why?' }] }])
    expect(answer.syncTags!.toSorted()).toEqual(['s1:doc:plan-1', 's1:type:faq'])
    const { documents, paths, mappings } = answer.resultSourceMap!
    const sourceOf = (at: string) => {
      const { source } = mappings[at] as never as { source: { document: number; path: number } }
      return [documents[source.document]?._id, paths[source.path]]
    }
    expect(sourceOf("$[0]['title']")).toEqual(['plan-1', "$['title']"])
    expect(sourceOf("$[0]['q'][0]['text']")).toEqual(['faq', "$['q'][?(@._key=='k')]['text']"])
  })

  test('parameters have any type, in the URL or in a body', async () => {
    const client = clientOf(await testLake())
    const params = { n: 1.5, s: 'a "b" & c', list: [1, null], map: { deep: true }, no: false, nothing: null }
    const query = '[$n, $s, $list, $map, $no, $nothing, $n + 1]'
    const values = [...Object.values(params), 2.5]
    expect(await client.fetch(query, params)).toEqual(values)
    const long = `${query}// ${'-'.repeat(20_000)}\n` // the client sends it as a body
    expect(await client.fetch(long, params)).toEqual(values)
    const inBody = (body: object) => client.request({ url: '/data/query/production', body })
    await client.create({ ...plan, _id: 'drafts.plan-1' })
    const count = { query: 'count(*)' }
    expect((await inBody(count)).result).toBe(0)
    expect((await inBody({ ...count, perspective: 'drafts' })).result).toBe(1)
  })

  test('a perspective decides which versions a query sees', async () => {
    const client = clientOf(await testLake())
    await client
      .transaction()
      .create({ ...plan, title: 'published' })
      .create({ ...plan, _id: 'drafts.plan-1', title: 'draft' })
      .create({ ...plan, _id: 'versions.r1.plan-1', title: 'release' })
      .create({ ...plan, _id: 'drafts.plan-2', title: 'new' })
      .commit()
    const titles = (perspective: never) =>
      client.fetch('*[_type == "plan"] | order(title).title', {}, { perspective })
    expect(await titles('published' as never)).toEqual(['published'])
    expect(await titles('drafts' as never)).toEqual(['draft', 'new'])
    expect(await titles(['r1', 'drafts'] as never)).toEqual(['new', 'release'])
    expect(await titles('raw' as never)).toEqual(['draft', 'new', 'published', 'release'])
    expect(
      await client.fetch('*[_id == "plan-1"][0]{_id, _originalId}', {}, { perspective: 'drafts' }),
    ).toEqual({ _id: 'plan-1', _originalId: 'drafts.plan-1' })
    const older = client.withConfig({ apiVersion: '2024-01-01' })
    for (const perspective of [undefined, 'raw'] as const)
      expect(await older.fetch('*._id', {}, { perspective })).toEqual([
        'drafts.plan-1',
        'drafts.plan-2',
        'plan-1',
      ])
  })

  test('API version 1 answers queries, and nothing else, as GROQ 0.1', async () => {
    const client = clientOf(await testLake())
    const oldest = client.withConfig({ apiVersion: '1' })
    await client.create(plan)
    const query = '*{title, missing}'
    expect(await oldest.fetch(query)).toEqual([{ title: 'Starter' }])
    for (const apiVersion of ['X', '2021-03-25'])
      expect(await client.withConfig({ apiVersion }).fetch(query)).toEqual([
        { title: 'Starter', missing: null },
      ])
    await expect(oldest.fetch('*[0..1] | order(_id)')).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining('use API version v2021-03-25 or later'),
    })
    await oldest.delete({ query: '*[string(price) == "100" && missing == null]' })
    expect(await oldest.fetch('count(*)')).toBe(0)
  })
})

describe('listening', () => {
  test('a listener resumes after a restart', async () => {
    const dataDir = temporaryFolder()
    const lake = await testLake({ dataDir })
    const headers = { authorization: `Bearer ${lake.token}` }
    await clientOf(lake).create(plan, { transactionId: 't1' } as never)
    await clientOf(lake).create({ _id: 'plan-2', _type: 'plan' }, { transactionId: 't2' } as never)
    await lake.close()
    const again = await testLake({ dataDir })
    const read = async (lastEventId: string, until: string, query = '*') => {
      const search = `query=${encodeURIComponent(query)}&enableResume=true`
      const response = await fetch(`${again.url}/v1/data/listen/production?${search}`, {
        headers: { ...headers, 'last-event-id': lastEventId },
      })
      return readUntil(response, until)
    }
    const transactionOne = await clientOf(again).fetch('*[_id == "plan-1"][0]._rev')
    expect(await read(`${transactionOne}#plan-1`, '"plan-2"')).toMatch(
      /event: welcomeback[\s\S]*event: mutation/,
    )
    const both = await clientOf(again)
      .transaction()
      .create({ _id: 'one', _type: 't' })
      .create({ _id: 'two', _type: 't' })
      .commit()
    const [one, two] = ['one', 'two'].map((id) => `${both.transactionId}#${id}`) as [string, string]
    // A listener cannot resume between two events of one transaction, unless only the first is for it.
    expect(await read(one, 'event: ')).toContain('event: reset')
    expect(await read(two, 'event: ')).toContain('event: welcomeback')
    expect(await read(one, 'event: ', '*[_id == "one"]')).toContain('event: welcomeback')
    expect(await read('unknown#x', 'event: reset')).toContain('event: reset')
  })

  test('a resumed listener gets the deletion of a purged document', async () => {
    const lake = await testLake(),
      client = clientOf(lake)
    const { _rev } = await client.create(plan)
    await client.mutate([{ delete: { id: plan._id, purge: true } } as never])
    const filter = encodeURIComponent('*[_type == "plan"]')
    const url = `${lake.url}/v1/data/listen/production?query=${filter}&enableResume=true&effectFormat=mendoza`
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${lake.token}`, 'last-event-id': `${_rev}#${plan._id}` },
    })
    expect(await readUntil(response, 'event: mutation')).toContain('"transition":"disappear"')
  })

  test('a filter with a syntax error is a channel error', async () => {
    const received = collect(clientOf(await testLake()).listen('*[_type =='))
    await expect(received.until(() => false)).rejects.toMatchObject({ name: 'ChannelError' })
  })
})

describe('live events', () => {
  test('an event has the tags of the changed queries, and arrives after the change', async () => {
    const lake = await testLake()
    const editor = clientOf(lake),
      visitor = clientOf(lake, { token: undefined })
    await editor
      .transaction()
      .create(plan)
      .create({ _id: 'faq', _type: 'faq', plan: { _ref: 'plan-1' } })
      .commit()
    const tagsOf = async (query: string) =>
      (await visitor.fetch(query, {}, { filterResponse: false })).syncTags!
    const queries = ['*[_type == "plan"]', '*[_type == "faq"]{plan->{title}}', '*[price > 3]']
    const live = collect(visitor.live.events())
    await live.until((events) => events.length === 1)
    const drafts = collect(editor.live.events({ includeDrafts: true }))
    await drafts.until((events) => events.length === 1)

    await editor.create({ ...plan, _id: 'drafts.plan-1' })
    await drafts.until((events) => events.length === 2)
    await editor.patch('plan-1').set({ price: 1 }).commit()
    const message = (await live.until((events) => events.length === 2))[1] as { type: string; tags: string[] }
    expect(message.type).toBe('message')
    expect(await visitor.fetch('*[_id == "plan-1"][0].price')).toBe(1)
    for (const query of queries)
      expect(
        (await tagsOf(query)).some((tag) => message.tags.includes(tag)),
        query,
      ).toBe(true)
    expect((await tagsOf('*[_type == "article"]')).some((tag) => message.tags.includes(tag))).toBe(false)
  })
})

test('a client whose resource is a dataset can read, write and listen', async () => {
  const client = clientOf(await testLake(), {
    projectId: undefined,
    dataset: undefined,
    resource: { type: 'dataset', id: 'local.production' },
  })
  const received = collect(client.listen('*', {}, { events: ['welcome', 'mutation'] }))
  await received.until((events) => events.length === 1)
  const live = collect(client.live.events())
  await live.until((events) => events.length === 1)
  await client.create(plan)
  await client.action({
    actionType: 'sanity.action.document.delete',
    publishedId: plan._id,
    includeDrafts: [],
  })
  await client.createOrReplace(plan)
  expect(await client.fetch('*[0].title')).toBe('Starter')
  expect(await client.getDocument(plan._id)).toMatchObject(plan)
  await received.until((events) => events.length === 4)
  await live.until((events) => events.length === 4)
  const elsewhere = client.withConfig({ resource: { type: 'dataset', id: 'other.production' } })
  await expect(elsewhere.fetch('*')).rejects.toMatchObject({ statusCode: 404 })
})
