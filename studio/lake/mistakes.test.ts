import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { finished, pipeline } from 'node:stream/promises'
import { describe, expect, test } from 'vitest'
import type { Lake } from '#studio/lake/lake.ts'
import type { Log } from '#studio/lake/log.ts'
import { ask, clientOf, testLake } from '#studio/lake/test-lake.ts'

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
const query = (lake: Lake, text: string, params = '') =>
  send(lake, 'GET', `/v2025-02-19/data/query/production?query=${encodeURIComponent(text)}${params}`)
const mutate = (lake: Lake, ...mutations: unknown[]) =>
  send(lake, 'POST', '/v1/data/mutate/production', JSON.stringify({ mutations }))

/** What comes back for exactly these bytes. */
function exchange(lake: Lake, request: string): Promise<string> {
  const socket = connect(lake.port, '127.0.0.1')
  socket.write(request)
  return text(socket)
}

/** All documents with their revisions, and how many transactions there were. */
async function everything(lake: Lake) {
  const { result } = (await query(lake, '*', '&perspective=raw')).body
  const log = await fetch(`${lake.url}/v1/data/history/production/transactions`, {
    headers: { authorization: `Bearer ${lake.token}` },
  }).then((response) => response.text())
  return { result, transactions: log.split('\n').length }
}

describe('a query', () => {
  test.each([
    ['*[_type ==', { start: expect.any(Number), end: expect.any(Number), query: '*[_type ==' }],
    ['nonsense(1)', { description: expect.stringContaining('nonsense') }],
    ['*[_id == $missing]', { description: 'param $missing referenced, but not provided', start: 9 }],
    ['', {}],
  ])('%j is a parse error', async (text, error) => {
    const { status, body } = await query(await testLake(), text)
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ type: 'queryParseError', description: expect.any(String), ...error })
  })
  test('refuses parameters that are no JSON, and perspectives that make no sense', async () => {
    const lake = await testLake()
    expect((await query(lake, '$a', '&$a=nope')).status).toBe(400)
    for (const params of [[1], 'a', 1]) {
      const asked = JSON.stringify({ query: '1', params })
      const { status, body } = await send(lake, 'POST', '/v1/data/query/production', asked)
      expect([status, body.error?.description]).toEqual([400, 'params must be an object'])
    }
    expect((await query(lake, '1', '&perspective=a%20b')).status).toBe(400)
    expect((await query(lake, '1', '&perspective=raw,drafts')).status).toBe(400)
  })
  test('refuses releases and layers as a perspective where the API version has none', async () => {
    const lake = await testLake()
    const asked = (apiVersion: string, perspective: string | string[]) =>
      clientOf(lake, { apiVersion }).fetch('1', {}, { perspective: perspective as 'drafts' })
    for (const perspective of ['spring', ['drafts', 'published'], ['spring', 'drafts']]) {
      await expect(asked('2024-10-01', perspective)).rejects.toMatchObject({
        statusCode: 400,
        message: expect.stringContaining('Complex perspectives are not supported for this version'),
      })
      expect(await asked('2025-02-19', perspective)).toBe(1)
    }
    for (const perspective of ['raw', 'published', 'drafts', ['drafts']])
      expect(await asked('2024-10-01', perspective)).toBe(1)
  })
  test('refuses variants, for which it would answer with the documents as they are', async () => {
    const lake = await testLake()
    for (const asked of ['variant=spring', 'variantCondition=market%3Aeu']) {
      const { status, body } = await query(lake, '*', `&${asked}`)
      expect([status, body.message]).toEqual([400, 'Variants of documents are not served by the local lake'])
    }
    expect((await query(lake, '*', '&variant=')).status).toBe(200)
  })
  test('the real client tells where it went wrong', async () => {
    await expect(clientOf(await testLake()).fetch('*[_type == ]')).rejects.toThrow('GROQ query parse error')
  })
})

describe('a mutation', () => {
  test.each([
    [
      [{ create: { _id: 'a', _type: 't' } }, { create: { _id: 'a', _type: 't' } }],
      409,
      'documentAlreadyExistsError',
    ],
    [
      [{ create: { _id: 'new', _type: 't' } }, { patch: { id: 'missing', set: { a: 1 } } }],
      404,
      'documentNotFoundError',
    ],
    [
      [{ patch: { id: 'there', ifRevisionID: 'old', set: { a: 1 } } }],
      409,
      'documentRevisionIDDoesNotMatchError',
    ],
    [
      [{ create: { _id: 'new', _type: 't' } }, { patch: { id: 'there', set: { _type: 'other' } } }],
      409,
      'cannotModifyImmutableAttributeError',
    ],
    [[{ create: { _id: 'new', _type: 't' } }, { explode: {} }], 400, 'mutationParseError'],
    [[{ create: { _id: 'new' } }], 400, 'mutationParseError'],
    [[{ create: { _id: 'not allowed!', _type: 't' } }], 400, 'mutationParseError'],
    [[{ patch: { id: 'there', explode: 1 } }], 400, 'mutationParseError'],
    [[{ delete: {} }], 400, 'mutationParseError'],
    [[{ delete: { id: 'there', purge: 'yes' } }], 400, 'mutationParseError'],
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
  test('refuses what is no JSON, too large, or has a transaction id that was used, or may be a dry run', async () => {
    const lake = await testLake()
    expect((await send(lake, 'POST', '/v1/data/mutate/production', '{')).status).toBe(400)
    expect((await send(lake, 'POST', '/v1/data/mutate/production', '[1]')).status).toBe(400)
    expect(
      (
        await send(
          lake,
          'POST',
          '/v1/data/mutate/production',
          JSON.stringify({ a: 'x'.repeat(8 * 1024 * 1024) }),
        )
      ).status,
    ).toBe(413)
    const wet = { mutations: [{ create: { _id: 'wet', _type: 't' } }] }
    for (const [query, given] of [
      ['?dryRun=yes', {}],
      ['', { dryRun: 'yes' }],
      ['', { dryRun: {} }],
    ] as const)
      expect(
        (await send(lake, 'POST', `/v1/data/mutate/production${query}`, JSON.stringify({ ...wet, ...given })))
          .status,
      ).toBe(400)
    for (const given of [{ dryRun: 'true' }, { dryRun: true }])
      expect(
        (await send(lake, 'POST', '/v1/data/mutate/production', JSON.stringify({ ...wet, ...given }))).status,
      ).toBe(200)
    expect((await everything(lake)).result).toEqual([])
    const once = JSON.stringify({ transactionId: 't1', mutations: [{ create: { _type: 't' } }] })
    expect((await send(lake, 'POST', '/v1/data/mutate/production', once)).status).toBe(200)
    expect((await send(lake, 'POST', '/v1/data/mutate/production', once)).status).toBe(409)
  })
})

test.each([
  [{}, 400],
  [[], 400],
  [[{ actionType: 'nope' }], 400],
  [[{ actionType: 'sanity.action.document.publish', draftId: 'drafts.x', publishedId: 'x' }], 404],
  [[{ actionType: 'sanity.action.document.unpublish', draftId: 'drafts.x', publishedId: 'x' }], 404],
  [[{ actionType: 'sanity.action.document.edit', draftId: 'drafts.x', publishedId: 'x', patch: {} }], 404],
  [[{ actionType: 'sanity.action.document.discard', draftId: 'there' }], 400],
  [[{ actionType: 'sanity.action.release.create', releaseId: 'r', metadata: 'asap' }], 400],
  [
    [
      {
        actionType: 'sanity.action.document.publish',
        draftId: 'drafts.there',
        publishedId: 'there',
        ifDraftRevisionId: 'old',
      },
    ],
    409,
  ],
  [[{ actionType: 'sanity.action.document.delete', publishedId: 'there', includeDrafts: [] }], 409],
])('actions %j are refused with %i', async (actions, expected) => {
  const lake = await testLake()
  await mutate(
    lake,
    { create: { _id: 'there', _type: 't' } },
    { create: { _id: 'drafts.there', _type: 't' } },
  )
  const before = await everything(lake)
  const { status, body } = await send(
    lake,
    'POST',
    '/v1/data/actions/production',
    JSON.stringify({ actions }),
  )
  expect(status).toBe(expected)
  expect(await everything(lake)).toEqual(before)
  expect(body.error).toMatchObject({ type: 'actionError', description: expect.any(String) })
})

test('a number that is infinite in memory and null on disk is refused', async () => {
  const lake = await testLake()
  const body = '{"mutations":[{"create":{"_type":"t","list":[{"n":-1e400}]}}]}'
  const answer = await send(lake, 'POST', '/v1/data/mutate/production', body)
  expect([answer.status, answer.body.error?.description]).toEqual([
    400,
    'The request body holds a number that is too large',
  ])
  expect((await everything(lake)).result).toEqual([])
})

test('what is nested too deeply is refused, and changes nothing', async () => {
  const lake = await testLake()
  const create = (levels: number) =>
    send(
      lake,
      'POST',
      '/v1/data/mutate/production',
      `{"mutations":[{"create":{"_type":"t","deep":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}}]}`,
    )
  for (const levels of [1_000, 20_000, 200_000]) {
    const { status, body } = await create(levels)
    expect(status).toBe(400)
    expect(body.error.description).toContain('nested deeper than 1000 levels')
  }
  expect((await everything(lake)).result).toEqual([])
  expect((await create(900)).status).toBe(200)
  expect((await everything(lake)).result).toHaveLength(1)
})

test('what is nested too deeply no patch makes either, at once or little by little', async () => {
  const lake = await testLake()
  const mutate = (mutation: object) =>
    send(lake, 'POST', '/v1/data/mutate/production', JSON.stringify({ mutations: [mutation] }))
  const patch = (set: object) => mutate({ patch: { id: 'doc', set } })
  await mutate({ create: { _id: 'doc', _type: 't', a: 1, list: [] } })
  const half = JSON.parse(`${'{"b":'.repeat(600)}{"a":1}${'}'.repeat(600)}`)
  expect((await patch({ '..a': half })).status).toBe(200)
  for (const set of [
    { [`a${'.b'.repeat(600)}.a`]: half },
    { [Array(20_000).fill('c').join('.')]: 1 },
    { [`list${'[0]'.repeat(20_000)}`]: 1 },
  ]) {
    const { status, body } = await patch(set)
    expect(status).toBe(400)
    expect(body.error.description).toMatch(/nested/)
  }
  expect((await everything(lake)).result).toMatchObject([{ a: half, list: [] }])
})

test('a parameter may have any name, in an address as in a body', async () => {
  const { body } = await send(
    await testLake(),
    'GET',
    '/v1/data/query/production?query=[%24__proto__,%24constructor]&%24__proto__=1&%24constructor=2',
  )
  expect(body.result).toEqual([1, 2])
})

test.each([
  ['1e400', 'holds a number that is too large'],
  [`${'['.repeat(2_000)}${']'.repeat(2_000)}`, 'is nested deeper than 1000 levels'],
])('a parameter of an address is held to what a body may have', async (given, fault) => {
  const path = `/v1/data/query/production?query=%24x&%24x=${given}`
  const { status, body } = await send(await testLake(), 'GET', path)
  expect(status).toBe(400)
  expect(body.error.description).toBe(`Parameter $x ${fault}`)
})

test.each([
  ['POST', '/v1/data/mutate/production', '[]'],
  ['POST', '/v1/data/query/production', '[{"query":"*"}]'],
  ['PUT', '/v1/users/me/keyvalue', '[null]'],
  ['PUT', '/v1/users/me/keyvalue', '[[{"key":"a"}]]'],
])('%s %s: a body of %s is refused', async (method, path, sent) => {
  const { status, body } = await send(await testLake(), method, path, sent)
  expect(status).toBe(400)
  expect(body.error.description).toBe('The request body must be a JSON object')
})

test('a compressed body is refused as one, not taken for a mistyped one or kept as a file', async () => {
  const lake = await testLake()
  for (const path of ['/v1/data/mutate/production', '/v1/assets/files/production']) {
    const asked = (coding: string) =>
      ask(
        lake,
        'POST',
        path,
        { authorization: `Bearer ${lake.token}`, 'content-encoding': coding },
        '{"mutations":[]}',
      )
    const { status, body } = await asked('gzip')
    expect([status, JSON.parse(body).message]).toEqual([
      415,
      'Content-Encoding "gzip" is not read: send the body as it is',
    ])
    expect((await asked('identity')).status).toBe(200)
  }
})

test('what is too large is refused before it is read', async () => {
  const lake = await testLake()
  for (const [path, bytes] of [
    ['/v1/data/mutate/production', 8 * 1024 * 1024 + 1],
    ['/v1/assets/files/production', 50 * 1024 * 1024 + 1],
    ['/v1/assets/images/production', 50 * 1024 * 1024 + 1],
  ] as const) {
    const headers = {
      authorization: `Bearer ${lake.token}`,
      'content-length': String(bytes),
      expect: '100-continue',
    }
    const { status, body } = await ask(lake, 'POST', path, headers)
    expect([status, JSON.parse(body)]).toMatchObject([413, { statusCode: 413, error: 'Payload Too Large' }])
  }
  expect((await everything(lake)).result).toEqual([])
})

test.each([
  ['/v1/data/mutate/production', 'content-length: 20971520', 413],
  ['/v1/data/mutate/nope', 'content-length: 1048576', 404],
  ['/v1/assets/files/nope', 'content-length: 20971520', 404],
])(
  'who is refused while he sends to %s is not cut off: he might not see why',
  async (path, length, status) => {
    const lake = await testLake()
    const socket = connect(lake.port, '127.0.0.1')
    const head = [`POST ${path} HTTP/1.1`, `host: localhost:${lake.port}`, 'connection: close', length]
    socket.write(`${[...head, `authorization: Bearer ${lake.token}`].join('\r\n')}\r\n\r\n{`)
    const answer = await new Promise((resolve) => socket.once('data', resolve))
    expect(String(answer)).toContain(`HTTP/1.1 ${status} `)
    socket.resume()
    // Until the lake has read all of it: what is cut off then is told to the socket, after the last byte has left.
    await Promise.all([
      pipeline(Readable.from([Buffer.alloc(Number(length.split(' ')[1]) - 1)]), socket),
      finished(socket),
    ])
  },
)

test.each([
  ['an address that is too long', `GET /v1/${'a'.repeat(20_000)} HTTP/1.1\r\n\r\n`, 431],
  ['what is no HTTP', 'Good day\r\n\r\n', 400],
])('%s is refused in JSON', async (_, request, statusCode) => {
  const lake = await testLake()
  const [head, body] = (await exchange(lake, request)).split('\r\n\r\n')
  expect(head).toContain('content-type: application/json')
  expect(JSON.parse(body!)).toMatchObject({
    statusCode,
    error: expect.any(String),
    message: expect.any(String),
  })
})

test('who asks for more ids than an address holds is told so, however many', async () => {
  const client = clientOf(await testLake())
  for (const count of [500, 5000]) {
    const ids = Array.from({ length: count }, (_, i) => `${i}`.padStart(36, 'x'))
    await expect(client.getDocuments(ids)).rejects.toThrow('longer than 16 KB')
  }
})

test('who offers HTTP/2, as Java’s client does, is answered in HTTP/1.1', async () => {
  const lake = await testLake()
  const { status } = await ask(lake, 'GET', '/v1/data/query/production?query=1', {
    connection: 'Upgrade, HTTP2-Settings',
    upgrade: 'h2c',
    'http2-settings': 'AAMAAABkAAQAAP__',
  })
  expect(status).toBe(200)
})

test('who hangs up in the middle of what he sends is no failure of the lake', async () => {
  const ends = ['caller went away', 'failed']
  const told = new Promise((resolve) => {
    const log: Log = (event, details) => ends.includes(event) && resolve([event, details?.path])
    testLake({ log }).then((lake) => {
      const socket = connect(lake.port, '127.0.0.1').once('data', () => socket.destroy())
      socket.write(
        [
          'POST /v1/data/mutate/production HTTP/1.1',
          `host: localhost:${lake.port}`,
          `authorization: Bearer ${lake.token}`,
          'content-length: 50',
          'expect: 100-continue', // what it answers says that it reads
          '\r\n',
        ].join('\r\n'),
      )
    })
  })
  expect(await told).toEqual(['caller went away', '/v1/data/mutate/production'])
})

test('an address of the API without a path, or without its version, is none of the Studio', async () => {
  const lake = await testLake()
  for (const path of [
    '/v1',
    '/vX',
    '/v2021-06-07',
    '/data/query/production?query=1',
    '/projects/local',
    '/users/me',
  ])
    expect(await send(lake, 'GET', path)).toMatchObject({ status: 404, body: { statusCode: 404 } })
  for (const path of ['/v3', '/v3/ping']) expect((await send(lake, 'GET', path)).status).toBe(400)
  for (const path of ['/structure/plan;plan-1', '/vision', '/inbox', '/database'])
    expect((await fetch(lake.url + path)).status).toBe(401) // the Studio's, which asks to sign in
})

test('an API version that there is not is said to be one', async () => {
  const lake = await testLake()
  for (const version of [
    'v9',
    'v2021-1-1',
    'v1.2',
    'v2025-13-40',
    'v2025-02-30',
    'vX0',
    'vx',
    '2021-06-07',
    '1',
    'X',
  ])
    expect((await send(lake, 'GET', `/${version}/data/query/production?query=1`)).status, version).toBe(400)
  for (const version of ['v1', 'vX', 'v2021-06-07', 'v2025-02-19'])
    expect((await send(lake, 'GET', `/${version}/data/query/production?query=1`)).status).toBe(200)
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
  ['GET', '/data/history/other/documents/x'],
  ['GET', '/data/history/other/events/documents/x'],
  ['POST', '/assets/images/other'],
  ['POST', '/assets/files/other'],
  ['PATCH', '/projects/local/datasets/other'],
])('%s %s: a dataset that there is not is a 404 that names it', async (method, path) => {
  const { status, body } = await send(
    await testLake(),
    method,
    `/v2021-06-07${path}`,
    method === 'GET' ? undefined : '{}',
  )
  expect([status, body]).toMatchObject([
    404,
    { statusCode: 404, error: 'Not Found', message: expect.stringContaining('"other"') },
  ])
})

test('an address that begins with two slashes, as those of @sanity/migrate, is the same', async () => {
  const lake = await testLake()
  const { status, body } = await send(lake, 'GET', '//v2024-01-29/data/query/production?query=1')
  expect([status, body.result]).toEqual([200, 1])
  expect((await ask(lake, 'GET', '//evil.example/v1/data/query/production?query=1')).status).not.toBe(200)
})

test('an address that ends in a slash, as those of the client in Elixir, is the same', async () => {
  const lake = await testLake()
  for (const [path, answer] of [
    ['data/query/production/?query=1', { result: 1 }],
    ['data/doc/production/nope/', { omitted: [{ id: 'nope', reason: 'existence' }] }],
    ['projects/local/datasets/', [{ name: 'production' }]],
  ] as const)
    expect(await send(lake, 'GET', `/v2021-06-07/${path}`), path).toMatchObject({ status: 200, body: answer })
  const mutations = JSON.stringify({ mutations: [{ create: { _id: 'a', _type: 't' } }] })
  expect((await send(lake, 'POST', '/v1/data/mutate/production/', mutations)).status).toBe(200)
  expect((await send(lake, 'GET', '/v1/data/export/production/')).body).toMatchObject({ _id: 'a' })
  expect((await send(lake, 'GET', '/v1/')).status).toBe(404)
})

test('HEAD of an event stream ends', async () => {
  const lake = await testLake()
  for (const path of ['listen/production?query=*', 'live/events/production']) {
    const { status, headers, body } = await ask(lake, 'HEAD', `/v2021-06-07/data/${path}`)
    expect([status, headers['content-type'], body]).toEqual([200, 'text/event-stream; charset=utf-8', ''])
    const whole = await fetch(`${lake.url}/v2021-06-07/data/${path}`, { method: 'HEAD' })
    expect(await whole.text()).toBe('')
  }
})

test('an unknown endpoint or dataset is a 404 in JSON', async () => {
  const lake = await testLake()
  expect(await send(lake, 'GET', '/v1/nope')).toMatchObject({
    status: 404,
    body: { statusCode: 404, error: 'Not Found' },
  })
  expect(await send(lake, 'GET', '/v1/data/query/other?query=*')).toMatchObject({ status: 404 })
  expect((await send(lake, 'GET', '/images/local/production/..%2f..%2flake-token')).status).toBe(404)
  expect((await send(lake, 'GET', '/images/local/production/x.png')).status).toBe(404)
})
