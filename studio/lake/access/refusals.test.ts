import { request } from 'node:http'
import { expect, test } from 'vitest'
import { clientOf, testLake } from '../lake.test-support.ts'
import type { Lake } from '../lake.ts'

/** The answer to a request whose body never ends. */
function answerBeforeBody(lake: Lake, method: string, path: string, headers: Record<string, string>) {
  return new Promise<number>((resolve, reject) => {
    const req = request(
      {
        host: '127.0.0.1',
        port: lake.port,
        method,
        path,
        headers: { ...headers, 'content-length': '1000000' },
      },
      (res) => {
        resolve(res.statusCode!)
        req.destroy()
      },
    )
    req.on('error', reject)
    req.write('{"mutations":[')
  })
}

test.each([
  ['POST', '/v1/data/mutate/production'],
  ['POST', '/v1/data/actions/production'],
  ['POST', '/v1/data/query/secret'],
  ['POST', '/v1/data/query/production?perspective=drafts'],
  ['POST', '/v1/assets/images/production'],
  ['PUT', '/v1/datasets/new'],
  ['PUT', '/v1/aliases/new'],
  ['PUT', '/v1/projects/local/datasets/production/schemas'],
  ['POST', '/v1/projects/local/tokens'],
  ['POST', '/v1/projects/local/cors'],
  ['POST', '/v1/access/project/local/robots'],
  ['PUT', '/v1/users/me/keyvalue'],
])('a stranger is refused while it still sends %s %s', async (method, path) => {
  const lake = await testLake()
  await clientOf(lake).datasets.create('secret', { aclMode: 'private' })
  const host = `localhost:${lake.port}`
  expect(await answerBeforeBody(lake, method, path, { host })).toBe(401)
  expect(await answerBeforeBody(lake, method, path, { host, authorization: 'Bearer wrong' })).toBe(401)
  expect(await answerBeforeBody(lake, method, path, { host, origin: 'http://evil.example' })).toBe(403)
})

test('a viewer is refused while it still sends a file, an editor a dataset', async () => {
  const lake = await testLake()
  for (const [roleName, method, path] of [
    ['viewer', 'POST', '/v1/assets/files/production'],
    ['editor', 'PUT', '/v1/datasets/new'],
  ] as const) {
    const url = '/projects/local/tokens'
    const { key } = await clientOf(lake).request({ method: 'POST', url, body: { label: 'x', roleName } })
    const headers = { host: `localhost:${lake.port}`, authorization: `Bearer ${key}` }
    expect(await answerBeforeBody(lake, method, path, headers)).toBe(403)
  }
})
