import { expect, test } from 'vitest'
import { ask, clientOf, signIn, temporaryFolder, testLake } from '../lake.test-support.ts'
import { matchesOrigin } from './cors.ts'

const QUERY = '/v2025-02-19/data/query/production?query=*'
const url = '/projects/local/cors'

test.each([
  ['https://example.com', 'https://example.com', true],
  ['https://example.com', 'http://example.com', false],
  ['https://example.com', 'https://example.com:8443', false],
  ['https://*.example.com', 'https://www.example.com', true],
  ['https://*.example.com', 'https://a.b.example.com', true],
  ['https://*.example.com', 'https://example.com', false],
  ['https://*.example.com', 'https://www.example.com.evil.org', false],
  ['https://*.example.com', 'https://evil.org:1/.example.com', false],
  ['https://*.example.com', 'https://wwwXexample.com', false],
  ['https://site-*.vercel.app', 'https://site-git-main.vercel.app', true],
  ['http://localhost:*', 'http://localhost:5173', true],
  ['http://localhost:*', 'http://localhost', true],
  ['http://localhost:*', 'http://localhost.evil.org:80', false],
  ['http://localhost:*', 'http://localhost:80.evil.org', false],
  ['*', 'https://any.example', true],
  ['file:///*', 'file://', true],
  ['null', 'null', true],
  ['https://*', 'null', false],
])('the pattern %s and the origin %s: %s', (pattern, origin, matches) => {
  expect(matchesOrigin(pattern, origin)).toBe(matches)
})

test('an administrator adds, lists and deletes origins, as sanity cors does', async () => {
  const dataDir = temporaryFolder()
  const lake = await testLake({ dataDir, allowedOrigins: ['http://localhost:3000'] })
  const client = clientOf(lake)
  const add = (origin: unknown, allowCredentials = false) =>
    client.request({ method: 'POST', url, body: { origin, allowCredentials } })
  const created = await add('https://Example.com:443')
  expect(created).toMatchObject({
    id: 1,
    origin: 'https://example.com',
    allowCredentials: false,
    projectId: 'local',
  })
  await add('http://localhost:*', true)
  await expect(add('https://example.com/')).rejects.toMatchObject({ statusCode: 409 })
  for (const origin of ['example.com', 'https://example.com/path', 'https://a b', 1])
    await expect(add(origin)).rejects.toMatchObject({ statusCode: 400 })
  await lake.close()

  const restarted = clientOf(await testLake({ dataDir, allowedOrigins: ['http://localhost:3000'] }))
  const list = () => restarted.request<{ id: number; origin: string }[]>({ url })
  expect((await list()).map(({ origin }) => origin)).toEqual([
    'http://localhost:3000',
    'https://example.com',
    'http://localhost:*',
  ])
  const remove = (id: number) => restarted.request({ method: 'DELETE', url: `${url}/${id}` })
  await remove(created.id)
  await expect(remove(created.id)).rejects.toMatchObject({ statusCode: 404 })
  const [option] = await list()
  await expect(remove(option!.id)).rejects.toMatchObject({
    statusCode: 400,
    message: expect.stringContaining('allowedOrigins'),
  })
  expect(await list()).toHaveLength(2)
})

test('a foreign page reads after its origin was added; the refusal says how', async () => {
  const lake = await testLake()
  const from = async (origin: string) => {
    const { status, headers, body } = await ask(lake, 'GET', QUERY, { origin })
    return { status, allowed: headers['access-control-allow-origin'], message: JSON.parse(body).message }
  }
  const site = 'https://www.example.com'
  expect(await from(site)).toEqual({
    status: 403,
    allowed: undefined,
    message: expect.stringContaining(`sanity cors add ${site}`),
  })
  await clientOf(lake).request({ method: 'POST', url, body: { origin: 'https://*.example.com' } })
  expect(await from(site)).toMatchObject({ status: 200, allowed: site })
  expect(await from('https://example.com')).toMatchObject({ status: 403 })
})

test.each([false, true])(
  'a page whose credentials are allowed (%s) may use the cookie',
  async (allowCredentials) => {
    const lake = await testLake()
    const origin = 'http://localhost:5173'
    await clientOf(lake).request({ method: 'POST', url, body: { origin, allowCredentials } })
    const headers = { origin, cookie: await signIn(lake) }
    const answer = await ask(lake, 'GET', '/v1/users/me', headers)
    expect(answer.status).toBe(allowCredentials ? 200 : 401)
    const credentials = allowCredentials ? 'true' : undefined
    expect(answer.headers['access-control-allow-credentials']).toBe(credentials)
    const write = JSON.stringify({ mutations: [{ create: { _id: 'a', _type: 't' } }] })
    const sent = await ask(
      lake,
      'POST',
      '/v1/data/mutate/production',
      { ...headers, 'content-type': 'text/plain' },
      write,
    )
    expect(sent.status).toBe(allowCredentials ? 200 : 401)
    const check = await ask(lake, 'GET', '/v1/check/cors', { origin })
    expect(JSON.parse(check.body).result).toMatchObject({ allowed: true, withCredentials: allowCredentials })
  },
)
