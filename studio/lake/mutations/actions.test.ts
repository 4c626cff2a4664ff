import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { clientOf, collect, temporaryFolder, testLake } from '../lake.test-support.ts'

type Client = ReturnType<typeof clientOf>
const plan = { _id: 'plan', _type: 'plan', price: 1 }
const act = (client: Client, type: string, rest: object) =>
  client.action({ actionType: `sanity.action.${type}`, ...rest } as never)
const state = async (client: Client, filter = '_type == "plan"') =>
  Object.fromEntries(
    (
      await client.fetch<{ _id: string; price: number }[]>(
        `*[${filter}]{_id, price}`,
        {},
        { perspective: 'raw' },
      )
    ).map(({ _id, price }) => [_id, price]),
  )
const ids = { publishedId: 'plan', draftId: 'drafts.plan' }

describe('document actions', () => {
  test('are refused with wrong ids, fields or revisions', async () => {
    const client = clientOf(await testLake())
    await client
      .transaction()
      .create(plan)
      .create({ ...plan, _id: 'drafts.plan' })
      .commit()
    const before = await client.getDocument('plan')
    for (const [status, type, rest] of [
      [400, 'edit', { ...ids, draftId: 'plan', patch: {} }],
      [400, 'edit', { ...ids, draftId: 'drafts.other', patch: {} }],
      [400, 'edit', { ...ids, patch: { set: { price: 1 } }, ifSourceRevisionId: 'x' }],
      [400, 'create', { publishedId: 'plan', attributes: plan }],
      [409, 'create', { publishedId: 'plan', attributes: { ...plan, _id: 'drafts.plan' } }],
      [404, 'edit', { publishedId: 'b', draftId: 'drafts.b', patch: { set: { price: 1 } } }],
      [400, 'replaceDraft', { publishedId: 'plan', attributes: { ...plan, _id: 'versions.r.plan' } }],
      [409, 'publish', { ...ids, ifPublishedRevisionId: 'old' }],
      [409, 'publish', { publishedId: 'plan', versionId: 'drafts.plan', ifVersionRevisionId: 'old' }],
      [400, 'version.create', { publishedId: 'plan', versionId: 'plan', baseId: 'plan' }],
      [404, 'version.create', { publishedId: 'plan', versionId: 'versions.r.plan', baseId: 'drafts.b' }],
      [404, 'publish', { publishedId: 'b', draftId: 'drafts.b' }],
      [404, 'version.unpublish', { publishedId: 'nope', versionId: 'versions.r.nope' }],
      [400, 'delete', { publishedId: 'plan', includeDrafts: ['drafts.other'] }],
      [409, 'delete', { publishedId: 'plan', includeDrafts: [] }],
    ] as const)
      await expect(act(client, `document.${type}`, rest), JSON.stringify(rest)).rejects.toMatchObject({
        statusCode: status,
        details: { type: 'actionError', items: [{ error: { type: 'actionError' }, index: 0 }] },
      })
    expect(await client.getDocument('plan')).toEqual(before)
    await act(client, 'document.delete', { publishedId: 'plan', includeDrafts: ['drafts.plan'] })
    expect(await state(client)).toEqual({})
  })

  test('add missing array keys and change nothing else', async () => {
    const client = clientOf(await testLake())
    const items = [{ a: 1 }, { _key: 'own', b: 2 }]
    const attributes = { ...plan, _id: 'drafts.plan', items }
    await act(client, 'document.version.create', { publishedId: 'plan', attributes })
    expect(await client.getDocument('drafts.plan')).toMatchObject({
      items: [
        { _key: expect.any(String), a: 1 },
        { _key: 'own', b: 2 },
      ],
    })
  })

  test('are one transaction, with the id of the caller', async () => {
    const client = clientOf(await testLake())
    const create = {
      actionType: 'sanity.action.document.create',
      publishedId: 'plan',
      attributes: { ...plan, _id: 'drafts.plan' },
    }
    const edit = { actionType: 'sanity.action.document.edit', ...ids, patch: { inc: { price: 4 } } }
    const publish = { actionType: 'sanity.action.document.publish', ...ids }
    await expect(client.action([create, edit, publish, publish] as never)).rejects.toMatchObject({
      details: { items: [{ index: 3 }] },
    })
    expect(await state(client)).toEqual({})
    expect(await client.action([create, edit, publish] as never, { dryRun: true })).toEqual({
      transactionId: expect.any(String),
    })
    expect(await state(client)).toEqual({})
    expect(await client.action([create, edit, publish] as never, { transactionId: 'mine' })).toEqual({
      transactionId: 'mine',
    })
    expect(await client.getDocument('plan')).toMatchObject({ price: 5, _rev: 'mine' })
    await expect(client.action(publish as never, { transactionId: 'mine' })).rejects.toMatchObject({
      statusCode: 409,
      details: { type: 'transactionAlreadyExistsError' },
    })
    expect(await state(client)).toEqual({ plan: 5 })
  })

  test('check references at the end of the transaction', async () => {
    const client = clientOf(await testLake())
    const to = (_ref: string) => ({ _type: 'reference', _ref, _weak: true, _strengthenOnPublish: {} })
    const staysWeak = { ...to('other'), _strengthenOnPublish: { type: 'plan', weak: true } }
    const all = [to('other'), staysWeak].map((one, i) => ({ _key: `k${i}`, ...one }))
    const _createdAt = '2020-01-01T00:00:00Z'
    await client
      .transaction()
      .create({ ...plan, _id: 'drafts.plan', next: to('other'), all, _createdAt })
      .create({ ...plan, _id: 'drafts.other', next: to('plan') })
      .commit()
    const both = (type: string, rest: (publishedId: string) => object) =>
      client.action(
        ['plan', 'other'].map((publishedId) => ({
          actionType: `sanity.action.document.${type}`,
          publishedId,
          ...rest(publishedId),
        })) as never,
      )
    await both('publish', (id) => ({ draftId: `drafts.${id}` }))
    expect(await state(client)).toEqual({ plan: 1, other: 1 })
    expect(await client.getDocument('plan')).toMatchObject({
      next: { _type: 'reference', _ref: 'other' },
      all: [{ _ref: 'other' }, { _ref: 'other', _weak: true }],
      _createdAt,
    })
    await both('delete', () => ({ includeDrafts: [] }))
    expect(await state(client)).toEqual({})
  })

  test('create with ifExists, replace, discard and purge', async () => {
    const client = clientOf(await testLake())
    const attributes = { ...plan, _id: 'drafts.plan' }
    await act(client, 'document.create', { publishedId: 'plan', attributes })
    await act(client, 'document.create', {
      publishedId: 'plan',
      attributes: { ...attributes, price: 9 },
      ifExists: 'ignore',
    })
    expect(await state(client)).toEqual({ 'drafts.plan': 1 })
    await act(client, 'document.replaceDraft', {
      publishedId: 'plan',
      attributes: { ...attributes, price: 2 },
    })
    await act(client, 'document.version.replace', { document: { ...attributes, price: 3 } })
    expect(await state(client)).toEqual({ 'drafts.plan': 3 })
    await act(client, 'document.version.discard', { versionId: 'drafts.plan', purge: true })
    expect(await state(client)).toEqual({})
    const { documents } = await client.request({
      url: '/data/history/production/documents/drafts.plan?lastRevision=true',
    })
    expect(documents).toEqual([])
  })
})

describe('releases', () => {
  test('need API version 2025-02-19, as do actions on versions', async () => {
    const lake = await testLake()
    const older = clientOf(lake, { apiVersion: '2024-10-01' })
    await older.create(plan)
    const edit = { actionType: 'sanity.action.document.edit', ...ids, patch: { set: { price: 2 } } }
    for (const [type, rest] of [
      ['release.create', { releaseId: 'r' }],
      ['document.version.create', { publishedId: 'plan', baseId: 'plan', versionId: 'drafts.plan' }],
    ] as const) {
      const actionType = `sanity.action.${type}`
      const description = `${actionType} needs API version 2025-02-19 or later`
      await expect(older.action([edit, { actionType, ...rest }] as never)).rejects.toMatchObject({
        statusCode: 400,
        details: { items: [{ error: { description }, index: 1 }] },
      })
      await act(clientOf(lake, { apiVersion: 'X' }), type, rest)
    }
    await older.action(edit as never)
    expect(await state(older)).toEqual({ plan: 1, 'drafts.plan': 2 })
  })

  test('change by actions and imports only, not by plain mutations', async () => {
    const client = clientOf(await testLake())
    await client.releases.create({ releaseId: 'r', metadata: { title: 'Spring', releaseType: 'asap' } })
    const id = '_.releases.r',
      release = (await client.getDocument(id))!
    for (const mutation of [
      { patch: { id, set: { state: 'published' } } },
      { patch: { query: '*[_type == "system.release"]', unset: ['metadata'] } },
      { createOrReplace: { ...release, name: 'other' } },
      { create: { _id: '_.releases.s', _type: 'system.release' } },
      { delete: { id } },
    ])
      await expect(client.mutate([mutation] as never), JSON.stringify(mutation)).rejects.toMatchObject({
        statusCode: 409,
        message: expect.stringContaining('is a release: only release actions can change it'),
      })
    await expect(
      act(client, 'document.delete', { publishedId: id, includeDrafts: [] }),
    ).rejects.toMatchObject({
      statusCode: 409,
    })
    expect(await client.getDocument(id)).toEqual(release)
    await client.createOrReplace({ ...release, _id: '_.releases.s', name: 's' }, { tag: 'sanity.import' })
    expect(await client.releases.get({ releaseId: 's' })).toMatchObject({ name: 's' })
  })

  test('can be edited, archived, restored and deleted with their documents', async () => {
    const client = clientOf(await testLake())
    await client.create(plan)
    await client.releases.create({ releaseId: 'r', metadata: { title: 'Spring', releaseType: 'asap' } })
    expect(await client.releases.get({ releaseId: 'r' })).toMatchObject({
      metadata: { title: 'Spring', releaseType: 'asap' },
    })
    await client.createVersion({ publishedId: 'plan', baseId: 'plan', releaseId: 'r' })
    await act(client, 'document.edit', {
      publishedId: 'plan',
      draftId: 'versions.r.plan',
      patch: { set: { price: 7 } },
    })
    await client.releases.edit({ releaseId: 'r', patch: { set: { 'metadata.title': 'Summer' } } })
    await expect(
      client.releases.edit({ releaseId: 'r', patch: { set: { state: 'published' } } }),
    ).rejects.toMatchObject({ statusCode: 400 })
    for (const patch of [{ set: 5 }, { unset: [''] }, { insert: 5 }])
      await expect(act(client, 'release.edit', { releaseId: 'r', patch })).rejects.toMatchObject({
        statusCode: 400,
      })
    expect(await client.releases.get({ releaseId: 'r' })).toMatchObject({
      state: 'active',
      metadata: { title: 'Summer' },
    })
    await expect(client.releases.delete({ releaseId: 'r' })).rejects.toMatchObject({ statusCode: 409 })

    await client.replaceVersion({
      publishedId: 'plan',
      releaseId: 'r',
      document: { ...plan, _id: 'versions.r.plan', price: 8 },
    })
    expect(await state(client)).toEqual({ plan: 1, 'versions.r.plan': 8 })
    await expect(
      client.createVersion({ publishedId: 'plan', baseId: 'plan', releaseId: 'r' }),
    ).rejects.toMatchObject({ statusCode: 409 })
    expect(
      (await client.withConfig({ perspective: 'raw' }).releases.fetchDocuments({ releaseId: 'r' })).result,
    ).toMatchObject([{ _id: 'versions.r.plan' }])

    await client.releases.archive({ releaseId: 'r' })
    expect(await state(client)).toEqual({ plan: 1 })
    expect(await client.releases.get({ releaseId: 'r' })).toMatchObject({
      state: 'archived',
      finalDocumentStates: [{ id: 'versions.r.plan' }],
    })
    await client.releases.unarchive({ releaseId: 'r' })
    expect(await state(client)).toEqual({ plan: 1, 'versions.r.plan': 8 })
    await client.releases.archive({ releaseId: 'r' })
    await client.releases.delete({ releaseId: 'r' })
    expect(await client.releases.get({ releaseId: 'r' })).toBeUndefined()
    await expect(client.releases.create({ releaseId: 'r' })).rejects.toMatchObject({ statusCode: 409 })
    for (const releaseId of ['drafts', 'published', 'a.b', 'x'.repeat(65)])
      await expect(act(client, 'release.create', { releaseId }), releaseId).rejects.toMatchObject({
        statusCode: 400,
      })
  })

  test('a scheduled release rejects changes until it is unscheduled', async () => {
    const client = clientOf(await testLake())
    await client.create(plan)
    await client.releases.create({ releaseId: 'r', metadata: { releaseType: 'scheduled' } })
    await client.createVersion({ publishedId: 'plan', baseId: 'plan', releaseId: 'r' })
    await client.releases.schedule({ releaseId: 'r', publishAt: '2999-01-01T00:00:00Z' })
    expect(await client.releases.get({ releaseId: 'r' })).toMatchObject({
      state: 'scheduled',
      publishAt: '2999-01-01T00:00:00.000Z',
    })
    const pair = { publishedId: 'plan', versionId: 'versions.r.plan' }
    const edit = { publishedId: 'plan', draftId: 'versions.r.plan', patch: { set: { price: 7 } } }
    for (const [type, rest] of [
      ['edit', edit],
      ['publish', pair],
      ['version.discard', { versionId: 'versions.r.plan' }],
      ['delete', { publishedId: 'plan', includeVersions: ['versions.r.plan'] }],
    ] as const)
      await expect(act(client, `document.${type}`, rest), type).rejects.toMatchObject({ statusCode: 409 })
    await expect(client.releases.archive({ releaseId: 'r' })).rejects.toMatchObject({ statusCode: 409 })
    const closed = {
      statusCode: 409,
      details: { items: [{ error: { id: expect.stringMatching(/^versions\.r/) } }] },
    }
    for (const mutation of [
      { patch: { id: 'versions.r.plan', set: { price: 7 } } },
      { patch: { query: '*[_type == "plan"]', set: { price: 7 } } },
      { delete: { id: 'versions.r.plan' } },
    ])
      await expect(client.mutate([mutation] as never), JSON.stringify(mutation)).rejects.toMatchObject(closed)
    expect(await state(client)).toEqual({ plan: 1, 'versions.r.plan': 1 })
    await client.releases.unschedule({ releaseId: 'r' })
    await act(client, 'document.edit', edit)
    await client.patch('versions.r.plan').inc({ price: 1 }).commit()
    await client.releases.publish({ releaseId: 'r' })
    expect(await state(client)).toEqual({ plan: 8 })
    expect(await client.releases.get({ releaseId: 'r' })).toMatchObject({
      state: 'published',
      publishedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    await expect(client.create({ ...plan, _id: 'versions.r.plan' })).rejects.toMatchObject(closed)
  })

  test('a release has at most 1,000 documents', async () => {
    const client = clientOf(await testLake())
    const create = (_id: string) => ({ create: { _id, _type: 'plan' } })
    await client.mutate(Array.from({ length: 1_000 }, (_, i) => create(`versions.r.plan-${i}`)))
    await client.patch('versions.r.plan-1').set({ price: 2 }).commit()
    await expect(client.mutate([create('plan'), create('versions.r.plan')])).rejects.toMatchObject({
      statusCode: 400,
      details: { items: [{ index: 1 }] },
    })
    await client.mutate([{ delete: { id: 'versions.r.plan-1' } }, create('versions.r.plan')])
  })

  test('a release can unpublish a document instead of changing it', async () => {
    const client = clientOf(await testLake())
    await client.create(plan)
    await client.releases.create({ releaseId: 'r', metadata: { releaseType: 'asap' } })
    await client.createVersion({ publishedId: 'plan', baseId: 'plan', releaseId: 'r' })
    await client.unpublishVersion({ releaseId: 'r', publishedId: 'plan' })
    expect(await state(client)).toEqual({ plan: 1, 'versions.r.plan': 1 })
    await client.releases.publish({ releaseId: 'r' })
    expect(await state(client)).toEqual({ 'drafts.plan': 1 })
  })

  test('releases that came due while the lake was down are published at its start, in order', async () => {
    const dataDir = temporaryFolder()
    const lake = await testLake({ dataDir })
    const client = clientOf(lake)
    await client.create(plan)
    const at = Date.now() + 3_600_000
    for (const [releaseId, price, publishAt] of [
      ['first', 5, at],
      ['last', 1, at + 1000],
    ] as const) {
      await client.releases.create({ releaseId, metadata: { releaseType: 'scheduled' } })
      await client.create({ ...plan, _id: `versions.${releaseId}.plan`, price })
      await client.releases.schedule({ releaseId, publishAt: new Date(publishAt).toISOString() })
    }
    await lake.close()
    vi.useFakeTimers({ toFake: ['Date'], now: at + 1000 })
    onTestFinished(() => void vi.useRealTimers())
    const again = clientOf(await testLake({ dataDir }))
    await expect.poll(() => state(again)).toEqual({ plan: 1 })
  })

  test('an imported release is published at its time, in any time zone', async () => {
    const client = clientOf(await testLake())
    const inZone = (hours: number, fromNowMs: number) =>
      new Date(Date.now() + fromNowMs + hours * 3_600_000)
        .toISOString()
        .replace('Z', `${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`)
    const bring = (name: string, publishAt: string) =>
      act(client, 'release.import', {
        releaseId: name,
        attributes: {
          _id: `_.releases.${name}`,
          _type: 'system.release',
          name,
          state: 'scheduled',
          publishAt,
        },
      })
    await bring('later', inZone(-12, 3_600_000))
    await bring('past', inZone(14, -1_000))
    const stateOf = async (releaseId: string) => (await client.releases.get({ releaseId }))?.state
    await expect.poll(() => stateOf('past')).toBe('published')
    expect(await stateOf('later')).toBe('scheduled')
  })

  test('a release that cannot be published becomes active again, with the error', async () => {
    const client = clientOf(await testLake())
    await client
      .transaction()
      .create(plan)
      .create({ _id: 'faq', _type: 'faq', plan: { _ref: 'plan' } })
      .commit()
    await client.releases.create({ releaseId: 'r', metadata: { releaseType: 'scheduled' } })
    await client.unpublishVersion({ releaseId: 'r', publishedId: 'plan' })
    await client.create({ _id: 'versions.r.other', _type: 'plan', price: 2 })
    const received = collect(
      client.listen('*[_id == "_.releases.r"]', {}, { events: ['welcome', 'mutation'] }),
    )
    await received.until((events) => events.length === 1)
    await client.releases.schedule({ releaseId: 'r', publishAt: new Date().toISOString() })
    await received.until((events) => events.length === 3)
    expect(await client.releases.get({ releaseId: 'r' })).toMatchObject({
      state: 'active',
      error: { message: expect.stringContaining('references') },
    })
    expect(Object.keys(await state(client)).toSorted()).toEqual([
      'plan',
      'versions.r.other',
      'versions.r.plan',
    ])
  })
})
