import { readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { clientOf, collect, readUntil, temporaryFolder, testLake } from '#studio/lake/test-lake.ts'

test('who is there, and what project this is', async () => {
  const lake = await testLake(),
    client = clientOf(lake)
  const me = await client.users.getById('me')
  expect(me).toMatchObject({
    id: 'local-editor',
    name: expect.any(String),
    roles: [{ name: 'administrator' }],
  })
  expect(await client.users.getById('someone')).toMatchObject({
    id: 'someone',
    projectId: 'local',
    displayName: expect.any(String),
    familyName: null,
    imageUrl: null,
    createdAt: expect.any(String),
    isCurrentUser: false,
  })
  expect(await client.request({ url: '/users/local-editor,system' })).toMatchObject([
    { id: 'local-editor' },
    { id: 'system' },
  ])
  const [project] = await client.projects.list()
  expect(project).toMatchObject({
    id: 'local',
    displayName: expect.any(String),
    members: [{ id: 'local-editor', isCurrentUser: true }],
  })
  expect(await client.projects.getById('local')).toEqual(project)
  expect(await client.datasets.getEmbeddingsSettings('production')).toEqual({
    enabled: false,
    status: 'disabled',
  })
  expect(await client.request({ url: '/organizations' })).toEqual([])
  await expect(client.projects.getById('other')).rejects.toMatchObject({ statusCode: 404 })
  for (const url of [
    '/projects/local/grants',
    '/features',
    '/auth/id',
    '/projects/local/datasets/production/acl',
    '/ping',
  ])
    expect(await client.request({ url }), url).toBeTruthy()
})

test('datasets are made, changed, copied with their files and deleted', async () => {
  const lake = await testLake(),
    client = clientOf(lake)
  const names = async () => (await client.datasets.list()).map(({ name }) => name)
  expect(await client.datasets.create('staging', { aclMode: 'private' })).toEqual({
    datasetName: 'staging',
    aclMode: 'private',
  })
  expect(await names()).toEqual(['production', 'staging'])
  expect(await client.datasets.edit('staging', { aclMode: 'public' })).toEqual({
    datasetName: 'staging',
    aclMode: 'public',
  })
  expect(await client.request({ url: '/datasets/staging' })).toMatchObject({
    name: 'staging',
    addonFor: null,
  })
  expect((await client.datasets.list())[1]).toMatchObject({ name: 'staging', aclMode: 'public' })
  await expect(client.request({ method: 'PUT', url: '/datasets/Staging2', body: {} })).rejects.toMatchObject({
    statusCode: 400,
  })
  await expect(client.datasets.create('staging')).rejects.toMatchObject({ statusCode: 409 })
  await expect(client.datasets.edit('staging', { aclMode: 'odd' as never })).rejects.toMatchObject({
    statusCode: 400,
  })
  await expect(client.datasets.delete('nope')).rejects.toMatchObject({ statusCode: 404 })
  await expect(client.request({ method: 'PUT', url: '/datasets/Bad Name', body: {} })).rejects.toMatchObject({
    statusCode: 400,
  })

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
  expect(await client.request({ url: '/datasets/copy?limit=1' })).toMatchObject([done])
  expect(await client.request({ url: '/datasets/copy?offset=1' })).toEqual([])
  // Without a token, as the CLI comes.
  const progress = await fetch(`${lake.url}/v1/jobs/${job.jobId}/listen`)
  expect(await readUntil(progress, 'completed')).toContain('event: job')
  const copy = client.withConfig({ dataset: 'copy' })
  const { _rev, ...original } = (await staging.getDocument('doc'))!
  expect(await copy.getDocument('doc')).toMatchObject(original)
  const heard = await fetch(`${lake.url}/v2025-02-19/data/live/events/staging`)
  const listener = collect(staging.listen('*', {}, { events: ['welcome'] }))
  await listener.until((events) => events.length === 1)
  await client.datasets.delete('staging')
  expect(await heard.text()).toContain('event: disconnect') // and there is nothing more to hear
  await expect(listener.until(() => false)).rejects.toThrow('Dataset "staging" was deleted')
  expect(await names()).toEqual(['copy', 'production'])
  await expect(staging.fetch('*')).rejects.toMatchObject({ statusCode: 404 })
  expect((await fetch(asset.url)).status).toBe(404)
  const { url } = (await copy.getDocument(asset._id))!
  expect(await fetch(url).then((response) => response.text())).toBe('kept')

  await client.datasets.create('staging')
  expect(await staging.fetch('count(*)')).toBe(0)
})

test('of a copy that fails nothing is left, so that it can be tried again', async () => {
  const dataDir = temporaryFolder()
  const client = clientOf(await testLake({ dataDir }))
  await client.assets.upload('file', Buffer.from('kept'), { filename: 'a.txt' })
  writeFileSync(join(dataDir, 'assets/copy'), 'stands in the way')
  const copy = () =>
    client.request({ method: 'PUT', url: '/datasets/production/copy', body: { targetDataset: 'copy' } })
  await expect(copy()).rejects.toMatchObject({ statusCode: 500 })
  expect(await client.datasets.list()).toMatchObject([{ name: 'production' }])
  expect(await copy()).toMatchObject({ datasetName: 'copy' })
  expect(await client.withConfig({ dataset: 'copy' }).fetch('count(*)')).toBe(1)
})

test('a copy has the file of each picture that it has, also of those that are uploaded meanwhile', async () => {
  const dataDir = temporaryFolder()
  const client = clientOf(await testLake({ dataDir }))
  const upload = (text: string) => client.assets.upload('file', Buffer.from(text), { filename: 'a.txt' })
  for (let i = 0; i < 60; i++) await upload(`before ${i}`)
  let isCopied = false
  async function uploads(who: string) {
    for (let i = 0; !isCopied; i++) await upload(`${who} ${i}`)
  }
  const uploading = ['one', 'two', 'three', 'four'].map(uploads)
  await client.request({ method: 'PUT', url: '/datasets/production/copy', body: { targetDataset: 'copy' } })
  isCopied = true
  await Promise.all(uploading)
  const copies = await client.withConfig({ dataset: 'copy' }).fetch<string[]>('*[defined(path)].path')
  expect(copies.length).toBeGreaterThanOrEqual(60)
  const files = readdirSync(join(dataDir, 'assets/copy/files'))
  expect(copies.filter((path) => !files.includes(basename(path)))).toEqual([])
  expect(files.filter((name) => name.endsWith('.part'))).toEqual([])
})

test('what a private dataset holds is for editors, also after a restart', async () => {
  const dataDir = temporaryFolder()
  const lake = await testLake({ dataDir })
  // Or `sanity dataset create --visibility private` makes a public one.
  expect(await clientOf(lake).request({ url: '/features' })).toContain('privateDataset')
  await clientOf(lake).datasets.create('secret')
  await clientOf(lake).datasets.edit('secret', { aclMode: 'private' })
  const stranger = (on: typeof lake) => clientOf(on, { dataset: 'secret', token: undefined }).fetch('*')
  await expect(stranger(lake)).rejects.toMatchObject({ statusCode: 401 })
  await lake.close()
  await expect(stranger(await testLake({ dataDir }))).rejects.toMatchObject({ statusCode: 401 })
})

test.each(['listen/secret?query=*', 'live/events/secret'])(
  'a stranger who hears of a dataset (%s) hears no more once it is private, the editor does',
  async (path) => {
    const lake = await testLake(),
      client = clientOf(lake, { dataset: 'secret' })
    await client.datasets.create('secret', { aclMode: 'public' })
    const editor = collect(client.listen('*', {}, { events: ['welcome', 'mutation'] }))
    await editor.until((all) => all.length === 1)
    const hear = () => fetch(`${lake.url}/v2025-02-19/data/${path}`)
    const heard = (await hear()).text()
    await client.datasets.edit('secret', { aclMode: 'private' })
    await editor.until((all) => all.length === 2)
    await client.create({ _id: 'inside', _type: 't' })
    await editor.until((all) => JSON.stringify(all).includes('inside'))
    expect(await heard).not.toContain('inside')
    expect((await hear()).status).toBe(401)
  },
)

test('the documents that are asked for are had, or said why not', async () => {
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

test('an export holds what was asked for, one document to a line', async () => {
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

test('an export that is read slowly waits for its reader with one listener, not with one for each wait', async () => {
  const lake = await testLake()
  const text = 'x'.repeat(100_000)
  await clientOf(lake).mutate(
    Array.from({ length: 70 }, (_, n) => ({ create: { _id: `d${n}`, _type: 't', text } })),
  )
  const warnings: string[] = []
  const warned = ({ message }: Error) => void warnings.push(message)
  process.on('warning', warned)
  onTestFinished(() => void process.off('warning', warned))
  const response = await fetch(`${lake.url}/v1/data/export/production`)
  expect((await response.text()).split('\n')).toHaveLength(71)
  expect(warnings).toEqual([])
})

test('what is meant for another project is refused, and deletes nothing of this one’s', async () => {
  const client = clientOf(await testLake())
  const url = '/projects/other/datasets/production'
  for (const method of ['GET', 'PATCH', 'DELETE'])
    await expect(client.request({ url, method })).rejects.toMatchObject({
      statusCode: 404,
      message: expect.stringContaining('Project not found for ID "other"'),
    })
  expect(await client.datasets.list()).toMatchObject([{ name: 'production' }])
})

test('of a job that never was the CLI is told so, and tries no more', async () => {
  const lake = await testLake()
  const response = await fetch(`${lake.url}/v1/jobs/x/listen`)
  expect(await response.text()).toContain('event: channel_error\ndata: "There is no job x"')
  await expect(clientOf(lake).request({ url: '/jobs/x' })).rejects.toMatchObject({ statusCode: 404 })
})

test("permissions are told of this project's datasets alone", async () => {
  const client = clientOf(await testLake())
  for (const url of [
    '/projects/local/datasets/nope/acl',
    '/access/project/other/users',
    '/hooks/projects/other',
  ])
    await expect(client.request({ url }), url).rejects.toMatchObject({ statusCode: 404 })
})

test('a copy leaves out the releases, with what is in them, where it is asked to', async () => {
  const client = clientOf(await testLake())
  await client.create({ _id: 'doc', _type: 't' })
  await client.create({ _id: 'drafts.doc', _type: 't' })
  await client.releases.create({ releaseId: 'r', metadata: { releaseType: 'asap' } })
  await client.create({ _id: 'versions.r.doc', _type: 't' })
  for (const [targetDataset, skipContentReleases, ids] of [
    ['without', true, ['doc', 'drafts.doc']],
    ['with', false, ['_.releases.r', 'doc', 'drafts.doc', 'versions.r.doc']],
  ] as const) {
    const body = { targetDataset, skipContentReleases }
    await client.request({ method: 'PUT', url: '/datasets/production/copy', body })
    const copy = client.withConfig({ dataset: targetDataset, perspective: 'raw' })
    expect(await copy.fetch('*[]._id')).toEqual(ids)
  }
})

test('the CLI and the SDK find copies, tokens and users in the shapes that they read', async () => {
  const client = clientOf(await testLake())
  expect(await client.request({ url: '/projects/local/datasets/copy' })).toEqual([])
  const robots = '/access/project/local/robots'
  expect(await client.request({ url: robots })).toMatchObject({ data: [], nextCursor: null })
  const role = { name: 'administrator', appliesToUsers: true, appliesToRobots: true }
  expect(await client.request({ url: '/access/project/local/roles' })).toMatchObject({ data: [role] })
  expect(await client.request({ url: '/projects/local/roles' })).toMatchObject([role])
  for (const url of [robots, '/invitations/project/local'])
    await expect(client.request({ url, method: 'POST', body: {} })).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining('one editor and one token'),
    })
  expect(await client.request({ url: '/hooks/projects/local' })).toEqual([])
  expect(await client.request({ url: '/access/project/local/users' })).toMatchObject({
    data: [{ profile: { displayName: 'Local editor' }, memberships: [{ roleNames: ['administrator'] }] }],
    totalCount: 1,
  })
  const user = { sanityUserId: 'local-editor', profile: { id: 'local-editor' } }
  expect(await client.request({ url: '/access/project/local/users/local-editor' })).toMatchObject(user)
  await expect(client.request({ url: '/access/project/local/users/nobody' })).rejects.toMatchObject({
    statusCode: 404,
  })
  expect(await client.users.getById('local-editor')).toMatchObject({ sanityUserId: 'local-editor' })
  // Whom a history names that came from elsewhere is not the editor by another name.
  expect(await client.request({ url: '/users/me,gone' })).toMatchObject([
    { id: 'local-editor', displayName: 'Local editor', isCurrentUser: true },
    { id: 'gone', name: 'Former editor', displayName: 'Former editor', email: null, roles: [] },
  ])
  const url =
    '/access/project/local/user-permissions/me/check?permissions=sanity.read&permissions=sanity.write'
  expect(await client.request({ url })).toEqual({ data: { 'sanity.read': true, 'sanity.write': true } })
})

test('the CLI lists the origins that may ask, and is told where they are named', async () => {
  const client = clientOf(await testLake({ allowedOrigins: ['https://a.example', 'http://localhost:5000'] }))
  expect(await client.request({ url: '/projects/local/cors' })).toMatchObject([
    { id: 1, origin: 'https://a.example', allowCredentials: true },
    { id: 2, origin: 'http://localhost:5000' },
  ])
  for (const [method, url] of [
    ['POST', '/projects/local/cors'],
    ['DELETE', '/projects/local/cors/1'],
  ] as const)
    await expect(client.request({ method, url, body: {} })).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining('STUDIO_ALLOWED_ORIGINS'),
    })
})

test("what only Sanity's cloud serves is refused by its name", async () => {
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
    ['GET', '/context/organizations/o/knowledge-bases', 'context'],
    ['GET', '/knowledge-bases/k/query', 'knowledge-bases'],
    ['GET', '/collaboration/comments/query', 'collaboration'],
    ['GET', '/blueprints/stacks/s', 'blueprints'],
    ['POST', '/functions/f/invoke', 'functions'],
    ['POST', '/assets/images/production/from-url', 'from-url'], // `sanity assets upload --from-url`
    ['GET', '/projects/local/datasets/production/backups', 'backups'],
    ['PUT', '/projects/local/datasets/production/settings/backups', 'backups'],
    ['PUT', '/datasets/production/settings/embeddings', 'embeddings'],
  ] as const)
    await expect(client.request({ method, url }), url).rejects.toEqual(refusal(service))
  const validate = { method: 'POST', url: '/apis/graphql/production/default/validate', body: {} }
  await expect(client.request(validate)).rejects.toEqual(refusal('graphql'))
  await expect(client.request(validate)).rejects.toMatchObject({
    // All that `sanity graphql deploy` shows.
    response: { body: { validationError: expect.stringContaining('does not serve graphql') } },
  })
})

test('what is not done here is not said to be done', async () => {
  const client = clientOf(await testLake())
  for (const [method, url] of [
    ['DELETE', '/access/project/local/robots/some-token'], // `sanity tokens delete`
    ['POST', '/access/project/local/requests'],
    ['POST', '/hooks/projects/local'],
    ['POST', '/schedules/local/production'],
    ['DELETE', '/schedules/local/production/sch-1'],
  ] as const)
    await expect(client.request({ url, method }), `${method} ${url}`).rejects.toMatchObject({
      statusCode: 404,
    })
  expect(await client.request({ url: '/schedules/local/production' })).toEqual({ schedules: [] })
})

test('schemas are deployed, listed and deleted, as the CLI asks for it', async () => {
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
  for (const wrong of [
    undefined,
    [1],
    [{ workspace: {}, schema }],
    [{ workspace: { name: '' }, schema }],
    [{ workspace: { name: 'a' } }],
  ])
    await expect(put(wrong), JSON.stringify(wrong)).rejects.toMatchObject({ statusCode: 400 })
  const stranger = clientOf(lake, { token: undefined })
  await expect(stranger.request({ url })).rejects.toMatchObject({ statusCode: 401 })
})
