import { Mutation } from '@sanity/mutator'
import { applyPatch } from 'mendoza'
import { expect, test } from 'vitest'
import { clientOf, collect, testLake } from '../lake.test-support.ts'

type MutationEvent = { mutations: { [operation: string]: never }[]; result: object; resultRev: string }
type Event = Record<string, unknown> & { effects: { apply: never; revert: never } }
const plan = { _id: 'plan', _type: 'plan', price: 100, title: 'Starter' }
const events = ['welcome', 'mutation'] as ('welcome' | 'mutation')[]

test('each listener gets the form that it requested', async () => {
  const client = clientOf(await testLake())
  const listen = async (options: object) => {
    const received = collect(client.listen('*[_type == "plan"]', {}, { events, ...options } as never))
    await received.until((all) => all.length === 1)
    return received
  }
  const bare = await listen({ includeResult: false, includeMutations: false })
  const whole = await listen({
    includeResult: true,
    includePreviousRevision: true,
    effectFormat: 'mendoza',
    visibility: 'transaction',
  })
  const { _rev: first, ...before } = await client.create(plan)
  const { _rev: second, ...after } = await client.patch('plan').set({ price: 120 }).commit()
  await client.delete('plan')
  const [, ...plain] = (await bare.until((all) => all.length === 4)) as never as Event[]
  for (const event of plain) expect(event).not.toHaveProperty('mutations')
  expect(plain.map(({ transition, previousRev, resultRev }) => [transition, previousRev, resultRev])).toEqual(
    [
      ['appear', undefined, first],
      ['update', first, second],
      ['disappear', second, expect.any(String)],
    ],
  )
  const [, created, updated, deleted] = (await whole.until((all) => all.length === 4)) as never as Event[]
  expect(updated).toMatchObject({
    visibility: 'transaction',
    result: { price: 120, _rev: second },
    previous: { price: 100, _rev: first },
    mutations: [{ patch: { set: { price: 120 } } }],
  })
  expect([created!.previous, 'result' in deleted!]).toEqual([null, false])
  expect(applyPatch(null, created!.effects.apply)).toEqual(before)
  expect(applyPatch(before, updated!.effects.apply)).toEqual(after)
  expect(applyPatch(after, updated!.effects.revert)).toEqual(before)
  expect(applyPatch(after, deleted!.effects.apply)).toBeNull()
  expect(JSON.stringify(updated!.effects)).not.toContain('Starter')
})

test('replayed mutations give the same document', async () => {
  const client = clientOf(await testLake())
  const received = collect(client.listen('*[_type == "plan"]', {}, { events }))
  await received.until((all) => all.length === 1)
  const { _id: _, ...nameless } = plan
  const { _id } = await client.create(nameless)
  await client.createIfNotExists({ ...plan, _createdAt: '2020-01-02T03:04:05.000Z' } as typeof plan)
  await client
    .transaction()
    .createOrReplace({ ...plan, _id, price: 1 })
    .patch(_id, { inc: { price: 1 } })
    .commit()
  const [, ...mutationEvents] = (await received.until((all) => all.length === 4)) as never as MutationEvent[]
  for (const { mutations, result, resultRev } of mutationEvents) {
    const replayed = new Mutation({ mutations, resultRev }).apply(null)
    expect({ ...replayed, _updatedAt: '' }).toEqual({ ...result, _updatedAt: '' })
  }
  expect(mutationEvents.map(({ mutations }) => mutations.flatMap(Object.keys))).toEqual([
    ['create'],
    ['createIfNotExists'],
    ['createOrReplace', 'patch'],
  ])
})

test('listeners receive drafts and versions on request, and with older API versions', async () => {
  const client = clientOf(await testLake())
  const listenWith = async (apiVersion: string, options: object) => {
    const received = collect(client.withConfig({ apiVersion }).listen('*', {}, { events, ...options }))
    await received.until((all) => all.length === 1)
    return received
  }
  const published = await listenWith('2025-02-19', {})
  const all = await listenWith('2025-02-19', { includeAllVersions: true })
  const older = await listenWith('2021-06-07', {})
  const docs = ['drafts.plan', 'versions.r.plan', 'plan'].map((_id) => ({ create: { ...plan, _id } }))
  await client.mutate(docs)
  const idsOf = (received: unknown[]) =>
    received.slice(1).map((event) => (event as { documentId: string }).documentId)
  const counts = (received: unknown[]) =>
    received
      .slice(1)
      .map((event) => event as Record<string, number>)
      .map((event) => [event.transactionCurrentEvent, event.transactionTotalEvents])
  for (const received of [all, older]) {
    expect(idsOf(await received.until((list) => list.length === 4))).toEqual([
      'drafts.plan',
      'versions.r.plan',
      'plan',
    ])
    expect(counts(received.values)).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ])
  }
  expect(idsOf(await published.until((list) => list.length === 2))).toEqual(['plan'])
  expect(counts(published.values)).toEqual([[1, 1]])
})

test('a filter is evaluated before and after the change', async () => {
  const client = clientOf(await testLake())
  const dear = collect(client.listen('*[_type == $type && price > 50]{title}', { type: 'plan' }, { events }))
  await dear.until((all) => all.length === 1)
  for (const price of [10, 60, 70, 20]) await client.createOrReplace({ ...plan, price })
  await client.createOrReplace({ ...plan, price: 80 })
  expect(
    (await dear.until((all) => all.length === 5))
      .slice(1)
      .map((event) => (event as never as Event).transition),
  ).toEqual(['appear', 'update', 'disappear', 'appear'])
})

test.each([
  '*[_type == $type][10...20]',
  '*[_type == $type] | order(price desc) [$first...20] {title}',
  'count(*[_type == $type][$first])',
  '_type == $type // from the Elixir client',
])('a listener ignores all of a query except its filter: %s', async (query) => {
  const client = clientOf(await testLake())
  const received = collect(client.listen(query, { type: 'plan', first: 10 }, { events }))
  await received.until((all) => all.length === 1)
  await client.create({ _id: 'faq', _type: 'faq' })
  await client.create(plan)
  const [, event] = await received.until((all) => all.length === 2)
  expect((event as never as Event).documentId).toBe(plan._id)
})
