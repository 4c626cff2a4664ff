import { expect, test } from 'vitest'
import { clientOf, testLake } from '../lake.test-support.ts'

const plan = { _id: 'plan', _type: 'plan', title: 'Starter' }

test('the response has ids and documents on request', async () => {
  const lake = await testLake(),
    client = clientOf(lake)
  const mutate = async (query: string, ...mutations: object[]) =>
    client.request({ url: `/data/mutate/production?${query}`, body: { mutations } })
  expect(await mutate('', { create: plan })).toEqual({
    transactionId: expect.any(String),
    results: [{ operation: 'create' }],
  })
  expect(await mutate('returnIds=true', { createIfNotExists: plan })).toMatchObject({
    results: [{ id: 'plan', operation: 'none' }],
  })
  const id = { id: 'plan' }
  expect(
    await mutate('returnDocuments=true', { patch: { ...id, set: { title: 'Edge' } } }, { delete: id }),
  ).toMatchObject({
    results: [
      { ...id, operation: 'update', document: { title: 'Edge' } },
      { ...id, operation: 'delete', document: { title: 'Edge' } },
    ],
  })
  await expect(mutate('visibility=never', { create: plan })).rejects.toMatchObject({ statusCode: 400 })
  expect(await client.getDocument('plan')).toBeUndefined()
  const alone = client.request({ url: '/data/mutate/production', body: { mutations: { create: plan } } })
  await expect(alone).rejects.toMatchObject({ statusCode: 400, message: expect.stringContaining('an array') })
})

test('a deletion with another revision deletes nothing', async () => {
  const client = clientOf(await testLake())
  const { _rev } = await client.create(plan)
  const remove = (ifRevisionID: string) => client.mutate([{ delete: { id: 'plan', ifRevisionID } }] as never)
  await expect(remove('another')).rejects.toMatchObject({ statusCode: 409 })
  expect(await client.getDocument('plan')).toMatchObject(plan)
  await remove(_rev)
  expect(await client.getDocument('plan')).toBeUndefined()
})

test('a document that is read through a perspective can be written back', async () => {
  const client = clientOf(await testLake())
  const page = { _type: 'page', slug: { current: 'about' }, other: { _ref: 'plan', _weak: true } }
  for (const _id of ['page', 'drafts.page']) await client.create({ _id, ...page })
  const [read] = await client.fetch('*[_type == "page"]', {}, { perspective: 'drafts' })
  expect(read._originalId).toBe('drafts.page')
  expect(await client.createOrReplace(read)).not.toHaveProperty('_originalId')
  for (const filter of ['slug.current == "about"', 'references("plan")', '_type == "page"'])
    expect(await client.fetch(`*[${filter}]._id`, {}, { perspective: 'published' }), filter).toEqual(['page'])
})

test('a whole document keeps its times but not its revision', async () => {
  const client = clientOf(await testLake())
  const then = '2020-01-02T03:04:05.000Z'
  const created = await client.create({
    ...plan,
    _createdAt: then,
    _updatedAt: then,
    _rev: 'mine',
  } as typeof plan)
  expect(created).toMatchObject({ _createdAt: then, _updatedAt: then })
  expect(created._rev).not.toBe('mine')
  expect(await client.createOrReplace({ ...plan, title: 'x' })).toMatchObject({
    _createdAt: then,
    _updatedAt: expect.not.stringMatching(then),
  })
  expect((await client.createOrReplace({ ...plan, _type: 'other' }))._createdAt).not.toBe(then)
  // @sanity/import before version 5 patches assets like this.
  const { _createdAt, _rev } = (await client.getDocument('plan'))!
  const patched = await client
    .patch('plan')
    .set({ _createdAt: then, _updatedAt: then, _rev: 'mine', title: 'y' })
    .commit()
  expect(patched).toMatchObject({ _createdAt, title: 'y', _updatedAt: expect.not.stringMatching(then) })
  expect([_rev, 'mine']).not.toContain(patched._rev)
  await expect(client.create({ _type: 't', _createdAt: 'yesterday' } as never)).rejects.toMatchObject({
    statusCode: 400,
  })
})

test('autoGenerateArrayKeys adds missing keys at any depth', async () => {
  const client = clientOf(await testLake())
  const items = [{ _key: 'own', list: [{ a: 1 }] }, { b: 2 }, 'text', [1]]
  expect((await client.create({ _type: 't', items })).items).toEqual(items)
  const { _id, items: keyed } = await client.create({ _type: 't', items }, { autoGenerateArrayKeys: true })
  // Listeners and the history get the same keys.
  const log = await client.request<string>({ url: `/data/history/production/transactions/${_id}` })
  expect(JSON.parse(log)).toMatchObject({ mutations: [{ create: { _id, items: keyed } }] })
  expect(keyed).toMatchObject([
    { _key: 'own', list: [{ _key: expect.any(String), a: 1 }] },
    { _key: expect.any(String), b: 2 },
    'text',
    [1],
  ])
})

test('strong references must hold at the end of a transaction', async () => {
  const client = clientOf(await testLake())
  const ref = (_ref: string, more = {}) => ({ _type: 'reference', _ref, ...more })
  await client
    .transaction()
    .create({ _id: 'from', _type: 't', list: [{ _key: 'a', to: ref('plan') }] })
    .create({
      _id: 'weak',
      _type: 't',
      to: ref('gone', { _weak: true }),
      far: ref('x', { _dataset: 'other', _projectId: 'p' }),
    })
    .create(plan)
    .commit()
  await expect(client.delete('plan')).rejects.toMatchObject({
    statusCode: 409,
    details: { items: [{ error: { type: 'documentHasExistingReferencesError', referencingIDs: ['from'] } }] },
  })
  await expect(client.createOrReplace({ ...plan, _type: 'other' })).rejects.toMatchObject({ statusCode: 409 })
  await expect(client.patch('from').set({ 'list[0].to._ref': 'nowhere' }).commit()).rejects.toMatchObject({
    details: {
      items: [{ error: { type: 'documentReferencesNonExistentDocumentError', referenceID: 'nowhere' } }],
    },
  })
  await client
    .transaction()
    .delete('plan')
    .patch('from', (patch) => patch.unset(['list']))
    .commit()
  expect(await client.getDocument('plan')).toBeUndefined()
})

test('malformed ids are refused, with every invalid mutation', async () => {
  const client = clientOf(await testLake())
  for (const id of ['-a', 'a..b', '#some', 'x'.repeat(129), 'icon.versions', 7])
    for (const mutation of [
      { create: { _id: id, _type: 't' } },
      { patch: { id, set: {} } },
      { delete: { id } },
    ])
      await expect(client.mutate([{ create: plan }, mutation, mutation] as never)).rejects.toMatchObject({
        statusCode: 400,
        message: expect.stringMatching(
          /^Mutation\(s\) failed with 2 error\(s\):\n- (Malformed document ID|Invalid document version ID)/,
        ),
        details: { items: [{ index: 1 }, { index: 2 }] },
      })
  expect(await client.fetch('count(*)')).toBe(0)
})
