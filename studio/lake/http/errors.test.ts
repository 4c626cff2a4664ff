import { describe, expect, test } from 'vitest'
import { ask, clientOf, testLake } from '../lake.test-support.ts'
import type { Lake } from '../lake.ts'

const MUTATE = '/v1/data/mutate/production'
const QUERY = '/v2025-02-19/data/query/production'

async function send(lake: Lake, method: string, path: string, body?: string) {
  const response = await fetch(`${lake.url}${path}`, {
    method,
    body,
    headers: { authorization: `Bearer ${lake.token}` },
  })
  const text = await response.text()
  expect(text).not.toContain('.ts:') // never a stack trace
  return { status: response.status, body: JSON.parse(text) }
}
const mutate = (lake: Lake, ...mutations: unknown[]) =>
  send(lake, 'POST', MUTATE, JSON.stringify({ mutations }))

/** All documents with their revisions, and the number of transactions. */
async function everything(lake: Lake) {
  const { result } = (await send(lake, 'GET', `${QUERY}?query=*&perspective=raw`)).body
  const log = await fetch(`${lake.url}/v1/data/history/production/transactions`, {
    headers: { authorization: `Bearer ${lake.token}` },
  }).then((response) => response.text())
  return { result, transactions: log.split('\n').length }
}

describe('a query is refused', () => {
  test('with the place of a parse error', async () => {
    const lake = await testLake()
    const { status, body } = await send(lake, 'GET', `${QUERY}?query=*[_id%20==%20$missing]`)
    expect([status, body.error]).toMatchObject([
      400,
      {
        type: 'queryParseError',
        description: 'param $missing referenced, but not provided',
        start: 9,
        query: '*[_id == $missing]',
      },
    ])
    await expect(clientOf(lake).fetch('*[_type == ]')).rejects.toThrow('GROQ query parse error')
  })

  test.each([
    ['query=$a&$a=nope', /./],
    ['query=$x&$x=1e400', /^Parameter \$x holds a number that is too large$/],
    [
      `query=$x&$x=${'['.repeat(2_000)}${']'.repeat(2_000)}`,
      /^Parameter \$x is nested deeper than 1000 levels$/,
    ],
    ['query=1&perspective=raw,drafts', /./],
  ])('with %.40s', async (search, description) => {
    const { status, body } = await send(await testLake(), 'GET', `${QUERY}?${search}`)
    expect([status, body.error.description]).toEqual([400, expect.stringMatching(description)])
  })

  test('with releases as perspective before API version 2025-02-19', async () => {
    const lake = await testLake()
    const count = (apiVersion: string, perspective: string | string[]) =>
      clientOf(lake, { apiVersion }).fetch('1', {}, { perspective: perspective as 'drafts' })
    for (const perspective of ['spring', ['spring', 'drafts']]) {
      await expect(count('2024-10-01', perspective)).rejects.toMatchObject({
        statusCode: 400,
        message: expect.stringContaining('Complex perspectives are not supported for this version'),
      })
      expect(await count('2025-02-19', perspective)).toBe(1)
    }
    expect(await count('2024-10-01', ['drafts'])).toBe(1)
  })
})

describe('a mutation', () => {
  const fresh = { create: { _id: 'new', _type: 't' } }
  test.each([
    [[fresh, fresh], 409, 'documentAlreadyExistsError'],
    [[fresh, { patch: { id: 'missing', set: { a: 1 } } }], 404, 'documentNotFoundError'],
    [[{ patch: { id: 'there', ifRevisionID: 'old', set: {} } }], 409, 'documentRevisionIDDoesNotMatchError'],
    [[fresh, { patch: { id: 'there', set: { _type: 'x' } } }], 409, 'cannotModifyImmutableAttributeError'],
    [[fresh, { explode: {} }], 400, 'mutationParseError'],
    [[{ create: { _id: 'new' } }], 400, 'mutationParseError'],
    [[{ patch: { id: 'there', explode: 1 } }], 400, 'mutationParseError'],
    [[{ delete: { id: 'there', purge: 'yes' } }], 400, 'mutationParseError'],
    [[{ patch: { id: 'there', ifRevisionID: 5, set: {} } }], 400, 'mutationParseError'],
  ])('%j is refused with %i', async (mutations, expected, type) => {
    const lake = await testLake()
    await mutate(lake, { create: { _id: 'there', _type: 't' } })
    const before = await everything(lake)
    const { status, body } = await mutate(lake, ...mutations)
    expect(status).toBe(expected)
    expect(body.error).toMatchObject({
      type: 'mutationError',
      description: expect.stringMatching(
        /^(The mutation\(s\) failed: |Mutation\(s\) failed with 1 error\(s\)$)/,
      ),
      items: [{ error: { type }, index: expect.any(Number) }],
    })
    expect(await everything(lake)).toEqual(before)
  })

  const create = '"mutations":[{"create":{"_id":"a","_type":"t"}}]'
  test.each([
    ['broken JSON', '{', 400],
    ['a list', '[1]', 400],
    ['a dryRun that is no boolean', `{${create},"dryRun":"yes"}`, 400],
    ['more than 4 MB', `{${create},"a":"${'x'.repeat(4_000_000)}"}`, 413],
    ['an infinite number', '{"mutations":[{"create":{"_type":"t","n":-1e400}}]}', 400],
    [
      'deep nesting',
      `{"mutations":[{"create":{"_type":"t","d":${'['.repeat(20_000)}${']'.repeat(20_000)}}}]}`,
      400,
    ],
    ['a malformed id', '{"mutations":[{"create":{"_type":"t","_id":"not allowed!"}}]}', 400],
  ])('with %s is refused', async (_, body, status) => {
    const lake = await testLake()
    expect((await send(lake, 'POST', MUTATE, body)).status).toBe(status)
    expect((await everything(lake)).result).toEqual([])
  })

  test('cannot reuse a transaction id', async () => {
    const lake = await testLake()
    const once = JSON.stringify({ transactionId: 't1', mutations: [{ create: { _type: 't' } }] })
    expect((await send(lake, 'POST', MUTATE, once)).status).toBe(200)
    expect((await send(lake, 'POST', MUTATE, once)).status).toBe(409)
  })

  test('cannot nest deeper by patches', async () => {
    const lake = await testLake()
    await mutate(lake, { create: { _id: 'doc', _type: 't' } })
    for (const levels of [21, 5_000, 20_000]) {
      const set = { [Array(levels).fill('c').join('.')]: 1 }
      const { status, body } = await mutate(lake, { patch: { id: 'doc', set } })
      expect([status, body.error.description]).toEqual([400, expect.stringMatching(/nest/)])
    }
    expect((await everything(lake)).result[0]).not.toHaveProperty('c')
  })
})

test.each([
  [{}, 400],
  [[], 400],
  [[{ actionType: 'nope' }], 400],
  [[{ actionType: 'sanity.action.document.publish', draftId: 'drafts.x', publishedId: 'x' }], 404],
  [[{ actionType: 'sanity.action.document.discard', draftId: 'there' }], 400],
  [[{ actionType: 'sanity.action.document.delete', publishedId: 'there', includeDrafts: [] }], 409],
])('actions %j are refused with %i', async (actions, expected) => {
  const lake = await testLake()
  await mutate(lake, ...['there', 'drafts.there'].map((_id) => ({ create: { _id, _type: 't' } })))
  const before = await everything(lake)
  const { status, body } = await send(
    lake,
    'POST',
    '/v1/data/actions/production',
    JSON.stringify({ actions }),
  )
  expect(status).toBe(expected)
  expect(body.error).toMatchObject({ type: 'actionError', description: expect.any(String) })
  expect(await everything(lake)).toEqual(before)
})

test('a compressed body is refused', async () => {
  const lake = await testLake()
  const headers = { authorization: `Bearer ${lake.token}`, 'content-encoding': 'gzip' }
  const { status, body } = await ask(lake, 'POST', MUTATE, headers, '{"mutations":[]}')
  expect([status, JSON.parse(body).message]).toEqual([
    415,
    'Content-Encoding "gzip" is not read: send the body as it is',
  ])
})

test.each([
  [MUTATE, 4_000_000],
  ['/v2025-02-19/data/actions/production', 4_000_000],
  [QUERY, 8 * 1024 * 1024],
  ['/v1/assets/files/production', 50 * 1024 * 1024],
])('%s refuses more than %i bytes before reading the body', async (path, limit) => {
  const lake = await testLake()
  const headers = {
    authorization: `Bearer ${lake.token}`,
    'content-length': String(limit + 1),
    expect: '100-continue',
  }
  const { status, body } = await ask(lake, 'POST', path, headers)
  const message = `Request body exceeds limit of ${limit} bytes`
  expect([status, JSON.parse(body)]).toMatchObject([413, { statusCode: 413, message }])
})

test.each([
  ['GET', '/v1', 404],
  ['GET', '/v1/nope', 404],
  ['GET', '/users/me', 404],
  ['GET', '/v3/ping', 400],
  ['GET', '/v2025-02-30/data/query/production?query=1', 400],
  ['GET', '/vx/data/query/production?query=1', 400],
  ['GET', '/1/data/query/production?query=1', 400],
  ['GET', '/images/local/production/..%2f..%2flake-token', 404],
])('%s %s: an unknown address or API version is refused with %i', async (method, path, status) => {
  const answer = await send(await testLake(), method, path)
  expect(answer).toMatchObject({ status, body: { statusCode: status } })
})

test.each([
  ['GET', '/data/query/other?query=*'],
  ['GET', '/data/doc/other/x'],
  ['POST', '/data/mutate/other'],
  ['POST', '/data/actions/other'],
  ['GET', '/data/listen/other?query=*'],
  ['GET', '/data/live/events/other'],
  ['GET', '/data/export/other'],
  ['GET', '/data/history/other/transactions/x'],
  ['POST', '/assets/images/other'],
  ['PATCH', '/projects/local/datasets/other'],
])('%s %s: an unknown dataset is a 404 with its name', async (method, path) => {
  const body = method === 'GET' ? undefined : '{}'
  const answer = await send(await testLake(), method, `/v2021-06-07${path}`, body)
  const message = expect.stringContaining('"other"')
  expect(answer).toMatchObject({ status: 404, body: { statusCode: 404, error: 'Not Found', message } })
})

test.each([
  ['two slashes at the start, as from @sanity/migrate', '//v2024-01-29/data/query/production?query=1'],
  ['a slash at the end, as from the Elixir client', '/v2021-06-07/data/query/production/?query=1'],
])('a URL may have %s', async (_, path) => {
  expect(await send(await testLake(), 'GET', path)).toMatchObject({ status: 200, body: { result: 1 } })
})
