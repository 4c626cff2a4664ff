import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isValidSignature, SIGNATURE_HEADER_NAME } from '@sanity/webhook'
import { expect, onTestFinished, test, vi } from 'vitest'
import { clientOf, temporaryFolder, testLake, upTo } from '../lake.test-support.ts'
import type { Webhook } from './webhook.ts'

const URL = '/hooks/projects/local'
const QUICK = { retryMs: 1, retryForMs: 60_000, timeoutMs: 60_000 }
const PAGE = { _id: 'page', _type: 'page', title: 'One' }

type Received = { method: string; headers: IncomingHttpHeaders; body: string; res: ServerResponse }

/** A receiver on loopback. It answers each request with the next status, and then with the last one; 0 leaves it waiting. */
async function startReceiver(...statuses: number[]) {
  const requests: Received[] = []
  let wake = () => {}
  const server = createServer(async (req, res) => {
    let body = ''
    for await (const chunk of req.setEncoding('utf8')) body += chunk
    const status = (statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 200
    requests.push({ method: req.method!, headers: req.headers, body, res })
    wake()
    if (status) res.writeHead(status).end('answer of the receiver')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close().closeAllConnections()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?a=b`,
    server,
    requests,
    /** Waits for a number of requests; returns their JSON. */
    async bodies(count: number) {
      while (requests.length < count)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      return requests.map(({ body }) => JSON.parse(body))
    },
  }
}

type Fields = Partial<Omit<Webhook, 'rule'>> & { rule?: Partial<Webhook['rule']> }

/** A lake with one webhook for all operations. */
async function lakeWithHook(fields: Fields, options: Parameters<typeof testLake>[0] = {}) {
  const lake = await testLake({ webhookTiming: QUICK, ...options })
  const client = clientOf(lake)
  const request = <T = Webhook>(method: string, url: string, body?: object) =>
    client.request<T>({ method, url: URL + url, body })
  const add = (more: Fields) =>
    request('POST', '', {
      type: 'document',
      name: 'test',
      dataset: 'production',
      ...more,
      rule: { on: ['create', 'update', 'delete'], ...more.rule },
    })
  return { lake, client, request, add, hook: await add(fields) }
}

type Attempt = { id: string; isFailure: boolean; failureReason: string | null; resultCode: number | null }
type LoggedMessage = { id: string; status: string; failureCount: number; resultCode: number; payload: string }

test('an administrator manages webhooks', async () => {
  const { lake, client, request, hook } = await lakeWithHook({ url: 'http://127.0.0.1:1/', secret: 'hush' })
  expect(hook).toMatchObject({
    type: 'document',
    rule: { on: ['create', 'update', 'delete'], filter: null, projection: null },
    httpMethod: 'POST',
    apiVersion: 'v2021-03-25',
    headers: {},
    includeDrafts: false,
    includeAllVersions: false,
    isDisabled: false,
    isDisabledByUser: false,
    description: null,
    deletedAt: null,
    projectId: 'local',
    createdByUserId: 'local-editor',
  })
  expect(JSON.stringify(hook)).not.toContain('hush')
  expect(await request('GET', '')).toEqual([hook])
  const patched = { ...hook, description: 'Builds', rule: { ...hook.rule, filter: '_type == "page"' } }
  expect(
    await request('PATCH', `/${hook.id}`, { description: 'Builds', rule: { filter: '_type == "page"' } }),
  ).toEqual(patched)
  expect(await request('GET', `/${hook.id}`)).toEqual(patched)
  const { type, name, url, dataset, rule } = hook
  expect(await request('PUT', `/${hook.id}`, { type, name, url, dataset, rule })).toEqual(hook)
  await request('DELETE', `/${hook.id}`)
  expect(await request('GET', '')).toEqual([])
  for (const path of [`/${hook.id}`, `/${hook.id}/messages`, `/${hook.id}/attempts`, '/attempts/1'])
    await expect(request('GET', path)).rejects.toMatchObject({ statusCode: 404 })
  await expect(clientOf(lake, { token: undefined }).request({ url: URL })).rejects.toMatchObject({
    statusCode: 401,
  })
  await expect(client.request({ url: '/hooks/projects/other' })).rejects.toMatchObject({ statusCode: 404 })
})

test('invalid webhooks are rejected', async () => {
  const { request, add, hook } = await lakeWithHook({ url: 'http://127.0.0.1:1/' })
  const invalid: [object, string][] = [
    [{ type: 'transaction' }, 'type must be "document"'],
    [{ name: '' }, 'name must be a text'],
    [{ url: 'ftp://example.com' }, 'url must begin with http'],
    [{ dataset: 'no dataset' }, 'dataset must be'],
    [{ rule: { on: ['publish'] } }, 'rule needs a list'],
    [{ rule: { on: [] } }, 'rule needs a list'],
    [{ rule: { filter: 1 } }, 'texts as filter'],
    [{ httpMethod: 'TRACE' }, 'httpMethod must be POST'],
    [{ headers: { 'a b': 'c' } }, 'headers'],
    [{ headers: { a: 'b\nc' } }, 'headers'],
    [{ headers: { a: 1 } }, 'headers'],
    [{ includeDrafts: 'yes' }, 'includeDrafts must be true or false'],
    [{ secret: 1 }, 'secret must be a text'],
    [{ apiVersion: 'newest' }, 'apiVersion must be'],
    [{ description: 'x'.repeat(50_001) }, 'description must be a text of at most 50000'],
  ]
  for (const [fields, message] of invalid)
    await expect(add({ url: hook.url, ...fields })).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining(message),
    })
  for (const rule of [{ filter: '_type ==' }, { projection: '{title' }, { filter: 'a == $b' }])
    await expect(request('PATCH', `/${hook.id}`, { rule })).rejects.toMatchObject({
      statusCode: 400,
      details: { type: 'queryParseError' },
    })
})

test('a receiver verifies the signature of a message', async () => {
  const receiver = await startReceiver()
  const { client, request, hook } = await lakeWithHook({
    url: receiver.url,
    secret: 'hush',
    httpMethod: 'PUT',
    headers: { Authorization: 'Bearer x', 'Content-Type': 'text/plain' },
  })
  // A client that sends the masked secret back keeps the secret.
  await request('PATCH', `/${hook.id}`, hook)
  const { transactionId } = await client.mutate([{ create: { ...PAGE, title: 'Zoë' } }], {
    returnDocuments: false,
  })
  await receiver.bodies(1)
  const [{ method, headers, body }] = receiver.requests as [Received]
  expect(await isValidSignature(body, String(headers[SIGNATURE_HEADER_NAME]), 'hush')).toBe(true)
  expect(method).toBe('PUT')
  expect(headers).toMatchObject({
    authorization: 'Bearer x',
    'content-type': 'application/json',
    'sanity-transaction-id': transactionId,
    'sanity-transaction-time': JSON.parse(body)._updatedAt,
    'sanity-dataset': 'production',
    'sanity-document-id': 'page',
    'sanity-project-id': 'local',
    'sanity-webhook-id': hook.id,
    'sanity-operation': 'create',
    'idempotency-key': expect.stringMatching(/^\w{64}$/),
  })
  expect(JSON.parse(body)).toEqual(await client.getDocument('page'))
})

test('a receiver gets the changes of a document in order', async () => {
  // The first message is retried, and the later ones wait for it.
  const receiver = await startReceiver(500, 200)
  const { client } = await lakeWithHook({
    url: receiver.url,
    httpMethod: 'GET',
    rule: { projection: '{"was": before().title, "is": after().title, "operation": delta::operation()}' },
  })
  await client.create(PAGE)
  await client.patch('page').set({ title: 'Two' }).commit()
  await client.delete('page')
  const [failed, ...bodies] = await receiver.bodies(4)
  expect(bodies).toEqual([
    { was: null, is: 'One', operation: 'create' },
    { was: 'One', is: 'Two', operation: 'update' },
    { was: 'Two', is: null, operation: 'delete' },
  ])
  expect(failed).toEqual(bodies[0])
})

test('a filter and a projection see the change, its author and references', async () => {
  const receiver = await startReceiver()
  const { client } = await lakeWithHook({
    url: receiver.url,
    rule: {
      on: ['update'],
      filter: 'delta::changedAny(title) && identity() == "local-editor" && author->name == "Jane"',
      projection:
        '{title, "name": author->name, "others": count(*[_type == "page"]), "in": sanity::dataset()}',
    },
  })
  await client.create({ _id: 'jane', _type: 'author', name: 'Jane' })
  await client.create({ ...PAGE, author: { _type: 'reference', _ref: 'jane' } })
  await client.patch('page').set({ body: 'changed' }).commit()
  await client.patch('page').set({ title: 'Two' }).commit()
  // Subqueries find nothing.
  expect(await receiver.bodies(1)).toEqual([{ title: 'Two', name: 'Jane', others: 0, in: 'production' }])
})

test('drafts and versions are sent only on request', async () => {
  const [published, drafts, all] = [await startReceiver(), await startReceiver(), await startReceiver()]
  const { client, add } = await lakeWithHook({ url: published.url, rule: { projection: '_id' } })
  await add({ url: drafts.url, includeDrafts: true, rule: { projection: '_id' } })
  await add({ url: all.url, includeDrafts: true, includeAllVersions: true, rule: { projection: '_id' } })
  const ids = ['drafts.page', 'versions.r1.page', 'page']
  await client.mutate(ids.map((_id) => ({ create: { _id, _type: 'page' } })))
  expect(await all.bodies(3)).toEqual(ids)
  expect(await drafts.bodies(2)).toEqual(['drafts.page', 'page'])
  expect(await published.bodies(1)).toEqual(['page'])
})

test('a webhook for all datasets gets the transaction after a dataset was deleted', async () => {
  const receiver = await startReceiver()
  const { client } = await lakeWithHook({ url: receiver.url, dataset: '*', rule: { projection: '_id' } })
  await client.datasets.create('staging')
  await client.withConfig({ dataset: 'staging' }).create({ ...PAGE, _id: 'staged' })
  expect(await receiver.bodies(1)).toEqual(['staged'])
  await client.datasets.delete('staging')
  await client.create(PAGE)
  expect(await receiver.bodies(2)).toEqual(['staged', 'page'])
})

test('a message is sent until the receiver accepts it', async () => {
  const receiver = await startReceiver(500, 429, 200)
  const { client, request, hook } = await lakeWithHook({ url: receiver.url })
  await client.create(PAGE)
  await receiver.bodies(3)
  const messages = await untilEnded(request, hook)
  expect(messages).toMatchObject([{ status: 'success', failureCount: 2, resultCode: 200 }])
  expect(new Set(receiver.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  const attempts = await request<Attempt[]>('GET', `/${hook.id}/attempts`)
  expect(attempts).toMatchObject([
    { isFailure: false, failureReason: null, resultCode: 200, inProgress: false },
    { isFailure: true, failureReason: 'http', resultCode: 429, messageId: messages[0]!.id },
    { isFailure: true, failureReason: 'http', resultCode: 500, resultBody: 'answer of the receiver' },
  ])
  // As `sanity hooks attempt` reads it.
  expect(await request('GET', `/attempts/${attempts[0]!.id}`)).toEqual(attempts[0])
})

test('the log of a message ends after three days', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3 * 24 * 60 * 60_000 - 1 })
  onTestFinished(() => void vi.useRealTimers())
  const receiver = await startReceiver()
  const { client, request, hook } = await lakeWithHook({ url: receiver.url })
  await client.create(PAGE)
  const [old] = await untilEnded(request, hook)
  vi.useRealTimers()
  await client.patch('page').set({ title: 'Two' }).commit()
  await receiver.bodies(2)
  let messages = await untilEnded(request, hook)
  while (messages.length > 1) messages = await untilEnded(request, hook)
  expect(messages[0]!.id).not.toBe(old!.id)
  expect(await request('GET', `/${hook.id}/attempts`)).toHaveLength(1)
})

test('a message is given up after a refusal', async () => {
  const receiver = await startReceiver(404)
  const { client, request, hook } = await lakeWithHook({ url: receiver.url })
  await client.create(PAGE)
  expect(await untilEnded(request, hook)).toMatchObject([
    { status: 'failure', failureCount: 1, resultCode: 404 },
  ])
  expect(receiver.requests).toHaveLength(1)
})

test.each([
  ['timeout', { ...QUICK, retryForMs: 0, timeoutMs: 20 }],
  ['network', { ...QUICK, retryForMs: 0 }],
])('a message is given up when the time for retries ends: %s', async (failureReason, webhookTiming) => {
  const receiver = await startReceiver(0)
  const { client, request, hook } = await lakeWithHook({ url: receiver.url }, { webhookTiming })
  if (failureReason === 'network') receiver.server.close()
  await client.create(PAGE)
  expect(await untilEnded(request, hook)).toMatchObject([{ status: 'failure', failureCount: 1 }])
  expect(await request('GET', `/${hook.id}/attempts`)).toMatchObject([{ failureReason, resultCode: null }])
})

test('a restarted lake sends a message that was not delivered', async () => {
  const receiver = await startReceiver(0, 200)
  const dataDir = temporaryFolder()
  const { lake, client } = await lakeWithHook({ url: receiver.url }, { dataDir })
  await client.create(PAGE)
  await receiver.bodies(1)
  await lake.close()
  await testLake({ dataDir, webhookTiming: QUICK })
  const [first, second] = await receiver.bodies(2)
  expect(second).toEqual(first)
  const [a, b] = receiver.requests.map(({ headers }) => headers['idempotency-key'])
  expect(b).toBe(a)
})

test('a receiver gets one request at a time, and writers do not wait for it', async () => {
  const receiver = await startReceiver(0, 200)
  const { client, request, hook } = await lakeWithHook({ url: receiver.url, rule: { projection: '_id' } })
  await client.create(PAGE)
  await receiver.bodies(1)
  for (const n of upTo(3)) await client.create({ _id: `page${n}`, _type: 'page' })
  expect(receiver.requests).toHaveLength(1)
  receiver.requests[0]!.res.end()
  expect(await receiver.bodies(4)).toEqual(['page', 'page0', 'page1', 'page2'])
  await untilEnded(request, hook)
})

test('a full queue leaves later transactions in the history', async () => {
  const receiver = await startReceiver(0)
  const { client, request, hook } = await lakeWithHook({ url: receiver.url, rule: { projection: '_id' } })
  await client.create(PAGE)
  await receiver.bodies(1)
  await client.mutate(upTo(1000).map((n) => ({ create: { _id: `page${n}`, _type: 'page' } })))
  await client.create({ _id: 'last', _type: 'page' })
  receiver.requests[0]!.res.end()
  await receiver.bodies(2)
  const queued = async () => {
    const messages = await request<LoggedMessage[]>('GET', `/${hook.id}/messages?limit=2000`)
    return messages.filter(({ status }) => status === 'queued').map(({ payload }) => JSON.parse(payload))
  }
  expect(await queued()).toHaveLength(1000)
  expect(await queued()).not.toContain('last')
  receiver.requests[1]!.res.end()
  await receiver.bodies(3)
  expect(await queued()).toContain('last')
})

test.each(['DELETE', 'PATCH'])('%s of a webhook drops its queue', async (method) => {
  const receiver = await startReceiver(0, 200)
  const { client, request, add, hook } = await lakeWithHook({
    url: receiver.url,
    rule: { projection: '_id' },
  })
  await client.create(PAGE)
  await client.create({ _id: 'queued', _type: 'page' })
  await receiver.bodies(1)
  await request(method, `/${hook.id}`, method === 'PATCH' ? { isDisabledByUser: true } : undefined)
  await client.create({ _id: 'ignored', _type: 'page' })
  receiver.requests[0]!.res.end()
  if (method === 'PATCH') {
    expect(await request('GET', `/${hook.id}/messages`)).toEqual([])
    await request('PATCH', `/${hook.id}`, { isDisabledByUser: false })
  } else await add({ url: receiver.url, rule: { projection: '_id' } })
  await client.create({ _id: 'later', _type: 'page' })
  expect(await receiver.bodies(2)).toEqual(['page', 'later'])
})

test('a filter that takes too many steps sends nothing', async () => {
  const receiver = await startReceiver()
  const warnings: string[] = []
  const { client } = await lakeWithHook(
    { url: receiver.url, rule: { filter: 'count(n[count(^.n[@ >= 0]) > 0]) >= 0', projection: '_id' } },
    {
      log: (event, details) => void (event === 'webhook failed' && warnings.push(String(details?.document))),
    },
  )
  await client.create({ ...PAGE, n: upTo(500) })
  await client.create({ _id: 'small', _type: 'page', n: upTo(5) })
  expect(await receiver.bodies(1)).toEqual(['small'])
  expect(warnings).toEqual(['page'])
})

/** Waits until no message of a webhook is queued. */
async function untilEnded(
  request: <T>(method: string, url: string) => Promise<T>,
  hook: Webhook,
): Promise<LoggedMessage[]> {
  for (;;) {
    const messages = await request<LoggedMessage[]>('GET', `/${hook.id}/messages`)
    if (messages.length > 0 && messages.every(({ status }) => status !== 'queued')) return messages
  }
}
