import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SanityClient } from '@sanity/client'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { ask, clientOf, collect, readEvents, temporaryFolder, testLake } from '../lake.test-support.ts'
import type { Lake } from '../lake.ts'

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

async function addToken(lake: Lake, roleName: string, label = `A ${roleName}`) {
  const url = '/projects/local/tokens'
  const { id, key } = await clientOf(lake).request({ method: 'POST', url, body: { label, roleName } })
  return { id, key, client: clientOf(lake, { token: key }) } as {
    id: string
    key: string
    client: SanityClient
  }
}

test('an administrator creates, lists and deletes tokens, whose secrets are not stored', async () => {
  const dataDir = temporaryFolder()
  const lake = await testLake({ dataDir })
  const client = clientOf(lake),
    url = '/projects/local/tokens'
  const created = await client.request({ method: 'POST', url, body: { label: ' Site ', roleName: 'viewer' } })
  expect(created).toMatchObject({ label: 'Site', key: expect.stringMatching(/^sk\w{80}$/) })
  expect(await client.request({ url })).toEqual([
    {
      id: created.id,
      label: 'Site',
      projectUserId: created.projectUserId,
      createdAt: expect.any(String),
      roles: [expect.objectContaining({ name: 'viewer', title: 'Viewer' })],
    },
  ])
  for (const file of readdirSync(dataDir).filter((name) => name.startsWith('lake.db')))
    expect(readFileSync(join(dataDir, file)).includes(created.key), file).toBe(false)
  await lake.close()

  const restarted = await testLake({ dataDir })
  const viewer = clientOf(restarted, { token: created.key })
  expect(await viewer.fetch('1')).toBe(1)
  const remove = () =>
    clientOf(restarted).request({ method: 'DELETE', url: `/projects/local/tokens/${created.id}` })
  await remove()
  await expect(viewer.fetch('1')).rejects.toMatchObject({ statusCode: 401 })
  await expect(remove()).rejects.toMatchObject({ statusCode: 404 })
})

test.each([
  ['projects/local/tokens', { label: 'x', roleName: 'owner' }, 'Roles of tokens are viewer, editor'],
  ['projects/local/tokens', { label: ' ', roleName: 'viewer' }, 'label'],
  ['access/project/local/robots', { label: 'x', memberships: [] }, 'Role undefined not found'],
  [
    'access/project/local/robots',
    { label: 'x', memberships: [{ roleNames: ['viewer'] }], expiresAt: '2020-01-01' },
    'future',
  ],
])('POST /%s refuses %j', async (url, body, message) => {
  const client = clientOf(await testLake())
  await expect(client.request({ method: 'POST', url: `/${url}`, body })).rejects.toMatchObject({
    statusCode: 400,
    message: expect.stringContaining(message),
  })
})

// The requests of `sanity tokens create --expires-at`, `list`, `rotate` and `delete`.
test('the CLI creates a token that expires, rotates it and deletes it', async () => {
  const lake = await testLake(),
    client = clientOf(lake, { apiVersion: '2025-07-11' })
  const url = '/access/project/local/robots'
  const expiresAt = new Date(Date.now() + 60_000).toISOString()
  const memberships = [{ resourceType: 'project', resourceId: 'local', roleNames: ['editor'] }]
  const { token, ...robot } = await client.request({
    method: 'POST',
    url,
    body: { label: 'CI', memberships, expiresAt },
  })
  expect(robot).toMatchObject({ label: 'CI', memberships, expiresAt })
  expect(await client.request({ url })).toEqual({ data: [robot], nextCursor: null, totalCount: 1 })

  const rotate = { method: 'POST', url: '/access/robots/me/rotate' }
  const rotated = await clientOf(lake, { token }).request(rotate)
  expect(rotated).toMatchObject(robot)
  await expect(clientOf(lake, { token }).fetch('1')).rejects.toMatchObject({ statusCode: 401 })
  const renewed = clientOf(lake, { token: rotated.token })
  expect(await renewed.fetch('1')).toBe(1)
  await expect(client.request(rotate)).rejects.toMatchObject({ statusCode: 403 })
  try {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(expiresAt) })
    await expect(renewed.fetch('1')).rejects.toMatchObject({ statusCode: 401 })
  } finally {
    vi.useRealTimers()
  }
  await client.request({ method: 'DELETE', url: `${url}/${robot.id}` })
  expect(await client.request({ url: '/projects/local/tokens' })).toEqual([])
})

describe('a viewer', () => {
  test('reads drafts in every perspective and listens with drafts', async () => {
    const lake = await testLake()
    const { client } = await addToken(lake, 'viewer')
    await clientOf(lake).create({ _id: 'drafts.a', _type: 't' })
    await clientOf(lake).create({ _id: 'versions.r1.a', _type: 't' })
    for (const perspective of ['raw', 'drafts', ['r1', 'drafts']] as ('raw' | string[])[])
      expect((await client.fetch('*[_type == "t"]._id', {}, { perspective })).length).toBeGreaterThan(0)
    expect(await client.request({ url: '/data/history/production/documents/drafts.a' })).toMatchObject({
      documents: [{ _id: 'drafts.a' }],
    })
    const listener = collect(
      client.listen('*[_type == "t"]', {}, { events: ['welcome', 'mutation'], includeAllVersions: true }),
    )
    await listener.until((events) => events.length === 1)
    await clientOf(lake).patch('drafts.a').set({ n: 1 }).commit()
    expect(await listener.until((events) => events.length === 2)).toMatchObject([
      {},
      { documentId: 'drafts.a' },
    ])
  })

  test.each<['create' | 'update', (client: SanityClient) => Promise<unknown>]>([
    ['create', (client) => client.create({ _id: 'b', _type: 't' })],
    ['create', (client) => client.createOrReplace({ _id: 'a', _type: 't' }, { dryRun: true })],
    ['update', (client) => client.patch('a').set({ n: 1 }).commit()],
    ['update', (client) => client.delete('a')],
    ['update', (client) => client.delete({ query: '*' })],
  ])('lacks the permission %s for %s', async (permission, write) => {
    const lake = await testLake()
    const { client } = await addToken(lake, 'viewer')
    const before = await clientOf(lake).create({ _id: 'a', _type: 't' })
    const description = `Insufficient permissions; permission "${permission}" required`
    await expect(write(client)).rejects.toMatchObject({
      statusCode: 403,
      details: {
        type: 'mutationError',
        items: [{ index: 0, error: { type: 'insufficientPermissionsError', description, permission } }],
      },
    })
    expect(await clientOf(lake).fetch('*')).toEqual([before])
  })

  test('cannot act', async () => {
    const { client } = await addToken(await testLake(), 'viewer')
    const publish = {
      actionType: 'sanity.action.document.publish',
      publishedId: 'a',
      draftId: 'drafts.a',
    } as const
    await expect(client.action(publish)).rejects.toMatchObject({
      statusCode: 403,
      details: { type: 'actionError', items: [{ error: { permission: 'update' } }] },
    })
  })
})

const FOR_EDITORS = [
  ['POST', '/assets/files/production'],
  ['POST', '/comments/production/setup'],
  ['PUT', '/projects/local/datasets/production/schemas'],
] as const
const FOR_ADMINISTRATORS = [
  ['PUT', '/datasets/new'],
  ['PATCH', '/datasets/production'],
  ['DELETE', '/datasets/production'],
  ['PUT', '/datasets/production/copy'],
  ['PUT', '/aliases/live'],
  ['DELETE', '/aliases/live'],
  ['PATCH', '/aliases/live/unlink'],
  ['GET', '/projects/local/tokens'],
  ['POST', '/projects/local/tokens'],
  ['DELETE', '/projects/local/tokens/x'],
  ['GET', '/access/project/local/robots'],
  ['POST', '/access/project/local/robots'],
  ['DELETE', '/access/project/local/robots/x'],
  ['POST', '/projects/local/cors'],
  ['DELETE', '/projects/local/cors/1'],
  ['POST', '/invitations/project/local'],
] as const

test.each([
  ['viewer', [...FOR_EDITORS, ...FOR_ADMINISTRATORS], []],
  ['editor', FOR_ADMINISTRATORS, FOR_EDITORS],
  ['administrator', [], [...FOR_EDITORS, ...FOR_ADMINISTRATORS]],
] as const)('a token with the role %s changes what it may', async (role, refused, allowed) => {
  const lake = await testLake()
  const { key } = await addToken(lake, role)
  const status = async (method: string, path: string) =>
    (await ask(lake, method, `/v2025-02-19${path}`, bearer(key))).status
  for (const [method, path] of refused) expect(await status(method, path), `${method} ${path}`).toBe(403)
  for (const [method, path] of allowed) expect(await status(method, path), `${method} ${path}`).not.toBe(403)
})

test.each([
  ['viewer', ['read', 'history'], { deploy: false, write: false, datasets: false }],
  ['editor', ['read', 'create', 'update'], { deploy: true, write: true, datasets: false }],
  ['administrator', ['read', 'create', 'update', 'manage'], { deploy: true, write: true, datasets: true }],
])('Studio and CLI learn what a token with the role %s may do', async (role, permissions, may) => {
  const lake = await testLake()
  const { client, id } = await addToken(lake, role, 'My token')
  expect(await client.users.getById('me')).toMatchObject({
    id,
    name: 'My token',
    role,
    roles: [{ name: role }],
  })
  expect(await client.request({ url: '/auth/id' })).toEqual({ id })
  const [acl] = await client.request({ url: '/projects/local/datasets/production/acl' })
  expect(acl.permissions).toEqual(expect.arrayContaining(permissions))
  expect(acl.permissions.includes('update')).toBe(may.write)
  type Grants = Record<string, { grants: { name: string }[] }[]>
  const namesOf = (grants: Grants, resource: string) => grants[resource]![0]!.grants.map(({ name }) => name)
  const grants: Grants = await client.request({ url: '/projects/local/grants' })
  expect(namesOf(grants, 'sanity.project').includes('deployStudio')).toBe(may.deploy)
  const { projects } = await client.request({ url: '/users/me/grants' })
  expect(namesOf(projects.local, 'sanity.project.datasets').includes('create')).toBe(may.datasets)
  const check = '/access/project/local/user-permissions/me/check'
  const asked = ['sanity.project.datasets.create', 'sanity.project.read']
  const { data } = await client.request({ url: check, query: { permissions: asked } })
  expect(data).toEqual({ [asked[0]!]: may.datasets, [asked[1]!]: true })
  const { members } = await client.projects.getById('local')
  expect(members).toContainEqual(expect.objectContaining({ id, isRobot: true, isCurrentUser: true, role }))
})

test('an editor writes, acts and uploads as itself, and keeps its own settings', async () => {
  const lake = await testLake()
  const { client, id } = await addToken(lake, 'editor', 'Importer')
  await client.create({ _id: 'drafts.a', _type: 't' })
  await client.action({
    actionType: 'sanity.action.document.publish',
    draftId: 'drafts.a',
    publishedId: 'a',
  })
  await client.assets.upload('file', Buffer.from('x'), { filename: 'x.txt' })
  const log = await ask(lake, 'GET', '/v1/data/history/production/transactions', bearer(lake.token))
  const authors = log.body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).author)
  expect(authors).toEqual([id, id, id])
  expect(await clientOf(lake).users.getById(id)).toMatchObject({
    id,
    displayName: 'Importer',
    isCurrentUser: false,
  })
  expect(await client.fetch('identity()')).toBe(id)

  const settings = '/users/me/keyvalue'
  await client.request({ method: 'PUT', url: settings, body: [{ key: 'k', value: 1 }] })
  expect(await client.request({ url: `${settings}/k` })).toMatchObject([{ key: 'k', value: 1 }])
  expect(await clientOf(lake).request({ url: `${settings}/k` })).toEqual([])
})

test('a stream ends when its token is deleted', async () => {
  const lake = await testLake()
  const { id, key } = await addToken(lake, 'viewer')
  const path = `${lake.url}/v1/data/listen/production?query=*`
  const stream = readEvents(path, bearer(key))
  onTestFinished(() => stream.disconnect())
  await stream.until((events) => events.length === 1)
  await clientOf(lake).request({ method: 'DELETE', url: `/projects/local/tokens/${id}` })
  await stream.until(() => false)
  expect((await fetch(path, { headers: bearer(key) })).status).toBe(401)
})

test('an API token does not sign a browser in', async () => {
  const lake = await testLake()
  const { key } = await addToken(lake, 'administrator')
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const { status, headers } = await ask(lake, 'POST', '/', form, `key=${key}`)
  expect([status, headers['set-cookie']]).toEqual([401, undefined])
})
