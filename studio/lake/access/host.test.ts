import { writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ask, clientOf, cookieIn, readEvents, temporaryFolder, testLake } from '../lake.test-support.ts'
import type { Lake } from '../lake.ts'

const QUERY = '/v2025-02-19/data/query/production?query=*._id'
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const json = async (lake: Lake, path: string, headers = {}) => {
  const { status, body } = await ask(lake, 'GET', path, headers)
  return [status, JSON.parse(body).result]
}

async function containerLake() {
  const studioDist = temporaryFolder()
  writeFileSync(join(studioDist, 'index.html'), 'the Studio')
  const lake = await testLake({ host: '0.0.0.0', streamPorts: 1, studioDist, siteUrl: 'http://localhost' })
  await clientOf(lake)
    .transaction()
    .create({ _id: 'open', _type: 't' })
    .create({ _id: 'drafts.secret', _type: 't' })
    .commit()
  return lake
}

describe('on every address', () => {
  test.each(['lake', 'lake:8080', '192.168.1.5:3333', 'LAKE.example', '[fd00::1]:3333'])(
    'a stranger reads published content under the Host %s, nothing else',
    async (host) => {
      const lake = await containerLake()
      expect(await json(lake, `${QUERY}&perspective=raw`, { host })).toEqual([200, ['open']])
      for (const [method, path] of [
        ['GET', `${QUERY}&perspective=drafts`],
        ['POST', '/v1/data/mutate/production'],
        ['GET', '/v1/users/me'],
        ['GET', '/v1/projects/local/datasets'],
        ['GET', '/'],
      ] as const)
        expect((await ask(lake, method, path, { host })).status, path).toBe(401)
      const all = [200, ['drafts.secret', 'open']]
      expect(await json(lake, `${QUERY}&perspective=raw`, { host, ...bearer(lake.token) })).toEqual(all)
    },
  )

  test('a page of the requested host may call; any other needs CORS', async () => {
    const lake = await containerLake()
    const host = 'lake.example'
    const status = async (origin: string) => (await json(lake, QUERY, { host, origin }))[0]
    for (const origin of ['http://lake.example', 'https://lake.example'])
      expect(await status(origin)).toBe(200)
    for (const origin of [
      'http://evil.example',
      'http://lake.example.evil',
      `http://localhost:${lake.port}`,
      'null',
    ])
      expect(await status(origin), origin).toBe(403)
    const crossSite = { host, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }
    expect((await ask(lake, 'GET', QUERY, crossSite)).status).toBe(403)
    expect((await ask(lake, 'GET', QUERY, { host: 'a;b' })).status).toBe(403)
  })

  test('a browser signs in, and its streams use another port of the same host', async () => {
    const lake = await containerLake()
    const host = `lake.example:${lake.port}`
    const form = { host, origin: `http://${host}`, 'content-type': 'application/x-www-form-urlencoded' }
    const signedIn = await ask(lake, 'POST', '/structure', form, `key=${lake.token}`)
    expect([signedIn.status, signedIn.headers.location]).toEqual([303, `http://${host}/structure`])
    const cookie = cookieIn(signedIn)
    const page = await ask(lake, 'GET', '/', { host, cookie })
    expect(page.body).toBe('the Studio')
    expect(page.headers['content-security-policy']).toContain('http://lake.example:*')

    const sameOrigin = { host, cookie, 'sec-fetch-site': 'same-origin' }
    const path = '/v1/data/listen/production?query=*'
    const moved = await ask(lake, 'GET', path, sameOrigin)
    expect([moved.status, moved.headers.location]).toEqual([
      307,
      expect.stringMatching(/^http:\/\/lake\.example:/),
    ])
    const { port } = new URL(String(moved.headers.location))
    const headers = { host: `lake.example:${port}`, cookie, origin: `http://${host}` }
    const stream = readEvents(`http://127.0.0.1:${port}${path}`, headers)
    onTestFinished(() => stream.disconnect())
    expect(await stream.until((events) => events.length > 0)).toMatchObject([{ event: 'welcome' }])
    // A proxy or a container may not pass the other ports on.
    const mapped = await ask(lake, 'GET', path, { ...sameOrigin, host: 'lake.example:8080' })
    expect(mapped.status).toBe(200)
  })
})

const hasIPv6 = Object.values(networkInterfaces())
  .flat()
  .some((one) => isIPv6(one?.address ?? ''))
test.skipIf(!hasIPv6)('::1 alone is loopback, with its name in the address of the lake', async () => {
  const lake = await testLake({ host: '::1' })
  expect(lake.url).toBe(`http://[::1]:${lake.port}`)
  const status = (host: string) =>
    new Promise((resolve, reject) => {
      const options = { host: '::1', port: lake.port, path: QUERY, headers: { host }, agent: false }
      request(options, (res) => resolve(res.resume().statusCode))
        .on('error', reject)
        .end()
    })
  expect(await status(`[::1]:${lake.port}`)).toBe(200)
  expect(await status(`lake.example:${lake.port}`)).toBe(403)
})

test.each([
  [{ host: '203.0.113.1' }, '203.0.113.1 is not an address of this machine: 0.0.0.0 listens on all of them'],
  [{ host: '0.0.0.0', studioDevUrl: 'http://localhost:3334' }, "The Studio's development server is for this"],
  [{ projectId: 'my project' }, '"my project" is not a project id'],
  [{ dataset: 'Production' }, '"Production" is not a dataset name'],
])('a lake with %j does not start', async (options, message) => {
  await expect(testLake(options)).rejects.toThrow(message)
})

test('a project of any id, under its own host name', async () => {
  const lake = await testLake({ projectId: 'Abc-123', dataset: 'staging_2' })
  const config = { projectId: 'Abc-123', dataset: 'staging_2' }
  const client = clientOf(lake, config)
  const asset = await client.assets.upload('file', Buffer.from('x'), { filename: 'x.txt' })
  expect(asset.url).toContain('/files/Abc-123/staging_2/')
  expect((await fetch(asset.url)).status).toBe(200)
  expect(await client.projects.getById('Abc-123')).toMatchObject({ id: 'Abc-123' })
  expect(await client.datasets.list()).toMatchObject([{ name: 'staging_2' }])
  await expect(client.projects.getById('local')).rejects.toMatchObject({ statusCode: 404 })
  await expect(clientOf(lake, { ...config, dataset: 'nope' }).fetch('*')).rejects.toMatchObject({
    message: expect.stringContaining('Dataset "nope" not found for project ID "Abc-123"'),
  })
  const path = '/v1/data/query/staging_2?query=1'
  const status = async (name: string) =>
    (await ask(lake, 'GET', path, { host: `${name}:${lake.port}` })).status
  expect(await status('abc-123.localhost')).toBe(200)
  expect(await status('local.localhost')).toBe(403)
})
