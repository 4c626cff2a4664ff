import { applyPatch } from 'mendoza'
import { expect, test } from 'vitest'
import { clientOf, collect, testLake } from '../lake.test-support.ts'
import type { Lake } from '../lake.ts'

const plan = { _id: 'plan', _type: 'plan', price: 1 }
const ids = { publishedId: 'plan', draftId: 'drafts.plan' }

function historyOf(lake: Lake) {
  const client = clientOf(lake)
  const act = (type: string, rest: object) =>
    client.action({ actionType: `sanity.action.${type}`, ...rest } as never)
  const request = (path: string) => client.request({ url: `/data/history/production/${path}` })
  return {
    client,
    act,
    documents: (path: string) => request(`documents/${path}`),
    events: async (id: string, query = '') => (await request(`events/documents/${id}${query}`)).events[id],
    request,
    async log(path: string) {
      const headers = { authorization: `Bearer ${lake.token}` }
      const text = await fetch(`${lake.url}/v1/data/history/production/transactions/${path}`, {
        headers,
      }).then((r) => r.text())
      return text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    },
  }
}

test('the history returns a document at a revision, at a time, or in its last state', async () => {
  const { client, documents } = historyOf(await testLake())
  const first = await client.create(plan)
  const second = await client.patch('plan').set({ price: 2 }).commit()
  await client.delete('plan')
  expect(await documents(`plan?revision=${first._rev}`)).toEqual({ documents: [first], omitted: [] })
  expect((await documents(`plan?time=${second._updatedAt}`)).documents).toEqual([second])
  expect(await documents('plan,nope?lastRevision=true')).toEqual({
    documents: [second],
    omitted: [{ id: 'nope', reason: 'existence' }],
  })
  expect((await documents('plan?time=2020-01-01T00:00:00Z')).documents).toEqual([])
})

test('a deletion with `purge` also deletes the history', async () => {
  const { client, documents, log } = historyOf(await testLake())
  const remove = (selection: object, options = {}) =>
    client.mutate([{ delete: { ...selection, purge: true } } as never], options)
  const revisionCount = async (id: string) => (await documents(`${id}?lastRevision=true`)).documents.length
  for (const _id of ['a', 'b', 'c', 'd']) await client.create({ _id, _type: 'plan', purge: true })

  await remove({ id: 'a' }, { dryRun: true })
  expect([await revisionCount('a'), (await log('a')).length]).toEqual([1, 1])
  const { transactionId } = await remove({ query: '*[_id in ["a", "b"]]' })
  expect([await revisionCount('a'), await revisionCount('b'), await revisionCount('c')]).toEqual([0, 0, 1])
  expect((await log('a,b')).map(({ id }) => id)).toEqual([transactionId])

  await client.createOrReplace({ _id: 'd', _type: 'plan', purge: true })
  expect(await log('d')).toHaveLength(2)
})

test('the effects in the log lead from each state to the next and back', async () => {
  const lake = await testLake()
  const { client, log } = historyOf(lake)
  const states: unknown[] = [null]
  for (const price of [1, 2, 3]) {
    const { _rev, ...doc } = await client.createOrReplace({ ...plan, price, list: Array(price).fill('x') })
    states.push(doc)
  }
  await client.create({ ...plan, _id: 'other' })
  expect(await log('plan,other')).toHaveLength(4)
  const lines = await log('plan?effectFormat=mendoza&excludeContent=true')
  expect(lines).toHaveLength(3)
  lines.forEach(
    (line: { effects: { plan: { apply: never; revert: never } }; mutations?: unknown }, i: number) => {
      expect(applyPatch(states[i], line.effects.plan.apply)).toEqual(states[i + 1])
      expect(applyPatch(states[i + 1], line.effects.plan.revert)).toEqual(states[i])
      expect(line.mutations).toBeUndefined()
    },
  )
  const [newest] = await log('plan?reverse=true&limit=1')
  expect(newest).toMatchObject({
    id: lines[2].id,
    author: 'local-editor',
    documentIDs: ['plan'],
    mutations: [{ createOrReplace: { price: 3 } }],
  })
  expect(await log(`plan?fromTransaction=${lines[1].id}&toTransaction=${lines[1].id}`)).toMatchObject([
    { id: lines[1].id },
  ])
  const logged = async (query: string) => (await log(`plan?${query}`)).length
  expect(await logged(`fromTime=${lines[0].timestamp}`)).toBe(3)
  expect(await logged('toTime=2020-01-01T00:00:00%2B02:00')).toBe(0)
  expect(await logged('authors=somebody')).toBe(0)
  expect(await logged('authors=somebody,local-editor')).toBe(3)
})

test('events describe the life of a draft and of its document', async () => {
  const { client, act, events } = historyOf(await testLake())
  await act('document.create', { publishedId: 'plan', attributes: { ...plan, _id: 'drafts.plan' } })
  const draft = await client.getDocument('drafts.plan')
  await act('document.publish', ids)
  await act('document.edit', { ...ids, patch: { set: { price: 2 } } })
  await act('document.version.discard', { versionId: 'drafts.plan' })
  await act('document.unpublish', ids)
  await act('document.publish', ids)
  await act('document.delete', { publishedId: 'plan', includeDrafts: [] })
  const types = async (id: string) => (await events(id)).map(({ type }: { type: string }) => type)
  expect(await types('plan')).toEqual([
    'deleteDocumentGroup',
    'publishDocumentVersion',
    'unpublishDocument',
    'publishDocumentVersion',
  ])
  expect((await types('drafts.plan')).slice(0, 4)).toEqual([
    'deleteDocumentGroup',
    'publishDocumentVersion',
    'createDocumentVersion',
    'deleteDocumentVersion',
  ])
  const all = await events('plan')
  expect(all.at(-1)).toMatchObject({
    documentId: 'plan',
    versionId: 'drafts.plan',
    versionRevisionId: draft!._rev,
    publishCause: 'document.publish',
    author: 'local-editor',
  })
  await client.create({ _id: 'live', _type: 'plan' })
  await client.patch('live').set({ a: 1 }).commit()
  expect(await types('live')).toEqual(['updateLiveDocument', 'createLiveDocument'])
  expect(await types('drafts.live')).toEqual([])
})

test('events describe the schedule of a version and the life of a release', async () => {
  const { client, events, request } = historyOf(await testLake())
  await client.create(plan)
  await client.releases.create({ releaseId: 'r', metadata: { releaseType: 'scheduled' } })
  await client.createVersion({ publishedId: 'plan', baseId: 'plan', releaseId: 'r' })
  await client.releases.schedule({ releaseId: 'r', publishAt: '2999-01-01T00:00:00.000Z' })
  await client.releases.edit({ releaseId: 'r', patch: { set: { 'metadata.title': 'Later' } } })
  expect((await events('versions.r.plan'))[0]).toMatchObject({
    type: 'scheduleDocumentVersion',
    state: 'pending',
  })
  await client.releases.unschedule({ releaseId: 'r' })
  await client.createVersion({
    publishedId: 'other',
    document: { _id: 'versions.r.other', _type: 'plan' },
    releaseId: 'r',
  })
  await client.discardVersion({ publishedId: 'other', releaseId: 'r' })
  const received = collect(client.listen('*[_id == "plan"]', {}, { events: ['welcome', 'mutation'] }))
  await received.until((all) => all.length === 1)
  await client.releases.schedule({ releaseId: 'r', publishAt: new Date().toISOString() })
  await received.until((all) => all.length === 2)
  const version = (await events('versions.r.plan')) as { type: string; state?: string }[]
  expect(version.map(({ type, state }) => [type, state])).toEqual([
    ['publishDocumentVersion', undefined],
    ['scheduleDocumentVersion', 'published'],
    ['unscheduleDocumentVersion', undefined],
    ['scheduleDocumentVersion', 'unscheduled'],
    ['createDocumentVersion', undefined],
  ])
  expect(version[0]).toMatchObject({
    publishCause: 'release.schedule',
    releaseId: 'r',
    versionId: 'versions.r.plan',
  })
  const release = (await request('events/releases/r')).events as { type: string; documentId?: string }[]
  expect(release.map(({ type, documentId }) => [type, documentId])).toEqual([
    ['publishRelease', undefined],
    ['scheduleRelease', undefined],
    ['discardDocumentFromRelease', 'other'],
    ['addDocumentToRelease', 'other'],
    ['unscheduleRelease', undefined],
    ['scheduleRelease', undefined],
    ['addDocumentToRelease', 'plan'],
    ['createRelease', undefined],
  ])
})
