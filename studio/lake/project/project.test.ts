import { expect, test } from 'vitest'
import { clientOf, collect, readUntil, temporaryFolder, testLake } from '../lake.test-support.ts'

test('the lake describes its editor and its project', async () => {
  const lake = await testLake(),
    client = clientOf(lake)
  expect(await client.users.getById('me')).toMatchObject({ id: 'local-editor' })
  const [project] = await client.projects.list()
  expect(project).toMatchObject({
    id: 'local',
    displayName: expect.any(String),
    members: [{ id: 'local-editor', isCurrentUser: true }],
  })
  expect(await client.projects.getById('local')).toEqual(project)
  await expect(client.projects.getById('other')).rejects.toMatchObject({ statusCode: 404 })
  for (const url of [
    '/projects/local/grants',
    '/auth/id',
    '/projects/local/datasets/production/acl',
    '/ping',
  ])
    expect(await client.request({ url }), url).toBeTruthy()
})

test('datasets can be created, edited, copied with their files and deleted', async () => {
  const lake = await testLake(),
    client = clientOf(lake)
  const names = async () => (await client.datasets.list()).map(({ name }) => name)
  await client.datasets.create('staging', { aclMode: 'private' })
  await client.datasets.edit('staging', { aclMode: 'public' })
  expect((await client.datasets.list())[1]).toMatchObject({ name: 'staging', aclMode: 'public' })
  await expect(client.datasets.create('staging')).rejects.toMatchObject({ statusCode: 409 })
  await expect(client.datasets.delete('nope')).rejects.toMatchObject({ statusCode: 404 })

  const staging = client.withConfig({ dataset: 'staging' })
  const asset = await staging.assets.upload('file', Buffer.from('kept'), { filename: 'a.txt' })
  await staging.create({ _id: 'doc', _type: 't', file: { asset: { _type: 'reference', _ref: asset._id } } })
  await staging.create({ _id: 'drafts.doc', _type: 't' })
  expect(await client.fetch('count(*[_type == "t"])')).toBe(0)
  const job = await client.request({
    method: 'PUT',
    url: '/datasets/staging/copy',
    body: { targetDataset: 'copy' },
  })
  const done = { id: job.jobId, state: 'completed', sourceDataset: 'staging', targetDataset: 'copy' }
  expect(await client.request({ url: `/jobs/${job.jobId}` })).toMatchObject(done)
  // The CLI sends no token here.
  const progress = await fetch(`${lake.url}/v1/jobs/${job.jobId}/listen`)
  expect(await readUntil(progress, 'completed')).toContain('event: job')
  const copy = client.withConfig({ dataset: 'copy' })
  const { _rev, ...original } = (await staging.getDocument('doc'))!
  expect(await copy.getDocument('doc')).toMatchObject(original)
  const received = await fetch(`${lake.url}/v2025-02-19/data/live/events/staging`)
  const listener = collect(staging.listen('*', {}, { events: ['welcome'] }))
  await listener.until((events) => events.length === 1)
  await client.datasets.delete('staging')
  expect(await received.text()).toContain('event: disconnect')
  await expect(listener.until(() => false)).rejects.toThrow('Dataset "staging" was deleted')
  expect(await names()).toEqual(['copy', 'production'])
  await expect(staging.fetch('*')).rejects.toMatchObject({ statusCode: 404 })
  expect((await fetch(asset.url)).status).toBe(404)
  const { url } = (await copy.getDocument(asset._id))!
  expect(await fetch(url).then((response) => response.text())).toBe('kept')

  await client.datasets.create('staging')
  expect(await staging.fetch('count(*)')).toBe(0)
})

test('only editors can read a private dataset, also after a restart', async () => {
  const dataDir = temporaryFolder()
  const lake = await testLake({ dataDir })
  // Without this feature `sanity dataset create --visibility private` makes a public dataset.
  expect(await clientOf(lake).request({ url: '/features' })).toContain('privateDataset')
  await clientOf(lake).request({ method: 'POST', url: '/comments/production/setup' })
  const url = '/projects/local/datasets?datasetProfile=comments&addonFor=production'
  expect(await clientOf(lake).request({ url })).toMatchObject([
    { name: 'production-comments', addonFor: 'production', aclMode: 'private' },
  ])
  await lake.close()
  const stranger = clientOf(await testLake({ dataDir }), { token: undefined })
  for (const path of ['query', 'export', 'listen', 'live/events?includeDrafts=true'])
    await expect(
      stranger.request({ url: `/data/${path.replace(/\?|$/, '/production-comments?query=*&')}` }),
      path,
    ).rejects.toMatchObject({ statusCode: 401 })
})

// `live.events()` sends no token without `includeDrafts`.
test("a private project's site learns of changes, but a stranger not of which", async () => {
  const client = clientOf(await testLake(), { dataset: 'secret' })
  await client.datasets.create('secret', { aclMode: 'private' })
  const live = collect(client.live.events())
  await live.until((events) => events.length === 1)
  await client.create({ _id: 'inside', _type: 't' })
  expect(await live.until((events) => events.length === 2)).toEqual([
    { type: 'welcome', id: expect.stringMatching(/^start-/) },
    { type: 'restart', id: expect.stringMatching(/^start-/) },
  ])
})

test.each([
  ['listen/secret?query=*', 401],
  // It opens again, but without tags.
  ['live/events/secret', 200],
])("a stranger's stream (%s) ends when the dataset becomes private", async (path, statusAfter) => {
  const lake = await testLake(),
    client = clientOf(lake, { dataset: 'secret' })
  await client.datasets.create('secret', { aclMode: 'public' })
  const editor = collect(client.listen('*', {}, { events: ['welcome', 'mutation'] }))
  await editor.until((all) => all.length === 1)
  const listen = () => fetch(`${lake.url}/v2025-02-19/data/${path}`)
  const received = (await listen()).text()
  await client.datasets.edit('secret', { aclMode: 'private' })
  await editor.until((all) => all.length === 2)
  await client.create({ _id: 'inside', _type: 't' })
  await editor.until((all) => JSON.stringify(all).includes('inside'))
  expect(await received).not.toContain('inside')
  const again = await listen()
  expect(again.status).toBe(statusAfter)
  await again.body?.cancel()
})

test('a lookup by ids returns documents and the reasons for omissions', async () => {
  const lake = await testLake(),
    client = clientOf(lake)
  await client.mutate(['a', 'drafts.a', 'versions.r.a', 'b'].map((_id) => ({ create: { _id, _type: 't' } })))
  expect((await client.getDocuments(['b', 'nope', 'a'])).map((doc) => doc?._id)).toEqual([
    'b',
    undefined,
    'a',
  ])
  expect((await client.getDocument('a', { releaseId: 'r' }))?._id).toBe('versions.r.a')
  expect(
    (await client.getDocument('a', { includeAllVersions: true })).map(({ _id }) => _id).toSorted(),
  ).toEqual(['a', 'drafts.a', 'versions.r.a'])
  expect(await client.documentsExists(['a', 'nope', 'drafts.a'])).toEqual(new Set(['a', 'drafts.a']))
  const stranger = clientOf(lake, { token: undefined })
  expect(await stranger.getDocuments(['a', 'drafts.a'])).toMatchObject([{ _id: 'a' }, null])
  const { omitted } = await stranger.request({ url: '/data/doc/production/drafts.a,nope' })
  expect(omitted).toEqual([
    { id: 'drafts.a', reason: 'permission' },
    { id: 'nope', reason: 'existence' },
  ])
})

test('an export has one document per line, filtered by type', async () => {
  const lake = await testLake(),
    client = clientOf(lake)
  await client.mutate([
    { create: { _id: 'a', _type: 'one' } },
    { create: { _id: 'drafts.a', _type: 'one' } },
    { create: { _id: 'b', _type: 'two' } },
  ])
  const ids = async (query: string, token?: string) => {
    const response = await fetch(`${lake.url}/v2021-06-07/data/export/production?${query}`, {
      headers: token ? { authorization: `Bearer ${token}` } : {},
    })
    expect(response.headers.get('content-type')).toContain('ndjson')
    return (await response.text())
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)._id)
  }
  expect(await ids('', lake.token)).toEqual(['a', 'b', 'drafts.a'])
  expect(await ids('types=two', lake.token)).toEqual(['b'])
  expect(await ids('')).toEqual(['a', 'b'])
})

test('a request for another project is refused', async () => {
  const client = clientOf(await testLake())
  const url = '/projects/other/datasets/production'
  for (const method of ['GET', 'PATCH', 'DELETE'])
    await expect(client.request({ url, method })).rejects.toMatchObject({
      statusCode: 404,
      message: expect.stringContaining('Project not found for ID "other"'),
    })
  expect(await client.datasets.list()).toMatchObject([{ name: 'production' }])
})

test('the CLI and the SDK can list copies, roles and users', async () => {
  const client = clientOf(await testLake())
  expect(await client.request({ url: '/projects/local/datasets/copy' })).toEqual([])
  const { data: roles } = await client.request({ url: '/access/project/local/roles' })
  expect(roles).toMatchObject(
    ['viewer', 'editor', 'administrator'].map((name) => ({ name, appliesToRobots: true })),
  )
  await expect(
    client.request({ url: '/invitations/project/local', method: 'POST', body: {} }),
  ).rejects.toMatchObject({ statusCode: 400, message: expect.stringContaining('sanity tokens create') })
  expect(await client.request({ url: '/hooks/projects/local' })).toEqual([])
  expect(await client.request({ url: '/access/project/local/users' })).toMatchObject({
    data: [{ profile: { displayName: 'Local editor' }, memberships: [{ roleNames: ['administrator'] }] }],
    totalCount: 1,
  })
  await expect(client.request({ url: '/access/project/local/users/nobody' })).rejects.toMatchObject({
    statusCode: 404,
  })
  // An author from an imported history is not the local editor.
  expect(await client.request({ url: '/users/me,gone' })).toMatchObject([
    { id: 'local-editor', displayName: 'Local editor', isCurrentUser: true },
    { id: 'gone', name: 'Former editor', displayName: 'Former editor', email: null, roles: [] },
  ])
})

test('a cloud service is refused by name', async () => {
  const client = clientOf(await testLake())
  const refusal = (service: string) =>
    expect.objectContaining({
      statusCode: 404,
      message: expect.stringContaining(`The local lake does not serve ${service}`),
    })
  await expect(client.agent.action.prompt({ instruction: 'x' })).rejects.toEqual(refusal('agent'))
  const library = client.withConfig({ resource: { type: 'media-library', id: 'ml' } })
  await expect(library.fetch('*')).rejects.toEqual(refusal('media-libraries'))
  for (const [method, url, service] of [
    ['GET', '/dashboards/d/query', 'dashboards'],
    ['POST', '/assets/images/production/from-url', 'from-url'], // `sanity assets upload --from-url`
    ['GET', '/projects/local/datasets/production/backups', 'backups'],
    ['PUT', '/datasets/production/settings/embeddings', 'embeddings'],
    ['POST', '/embeddings-index/query/production/index', 'embeddings-index'],
    ['POST', '/graphql/production/default', 'graphql'],
    ['POST', '/functions/f/invoke', 'functions'],
    ['GET', '/blueprints/stacks/s', 'blueprints'],
    ['POST', '/schedules/local/production', 'schedules'],
    ['POST', '/projects/local/user-applications', 'user-applications'], // `sanity deploy`
  ] as const)
    await expect(client.request({ method, url }), url).rejects.toEqual(refusal(service))
})

test('the CLI can deploy, list and delete schemas', async () => {
  const lake = await testLake(),
    client = clientOf(lake)
  const url = '/projects/local/datasets/production/schemas'
  const put = (schemas: unknown) => client.request({ url, method: 'PUT', body: { schemas } })
  const schema = [{ name: 'post', type: 'document' }]
  await put([
    { workspace: { name: 'my studio', title: 'Mine' }, version: '2025-05-01', schema },
    { workspace: { name: 'other' }, tag: 'next', schema: [] },
  ])
  await put([{ workspace: { name: 'other' }, tag: 'next', schema }])
  const text = JSON.stringify(schema)
  expect(await client.request({ url })).toMatchObject([
    { _id: '_.schemas.my_studio', _type: 'system.schema', workspace: { title: 'Mine' }, schema: text },
    { _id: '_.schemas.other.tag.next', tag: 'next', schema: text },
  ])
  expect(await client.request({ url: `${url}/_.schemas.other.tag.next` })).toHaveLength(1)
  for (const deleted of [true, false])
    expect(await client.request({ url: `${url}/_.schemas.my_studio`, method: 'DELETE' })).toEqual({ deleted })
  expect(await client.request({ url })).toHaveLength(1)
  await expect(put([{ workspace: {}, schema }])).rejects.toMatchObject({ statusCode: 400 })
  const stranger = clientOf(lake, { token: undefined })
  await expect(stranger.request({ url })).rejects.toMatchObject({ statusCode: 401 })
})
