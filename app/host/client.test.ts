import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { enquiry as ourEnquiry, review as ourReview } from '#app/backend/backend.test-support.ts'
import { createHost, type HostOptions } from '#app/host/client.server.ts'
import { HostError } from '#app/host/host-error.ts'
import { hang, html, json, recordingHost, reset } from '#app/host/recording-host.test-support.ts'
import { verifyEvidence, wordingHash } from '#app/platform/evidence.server.ts'
import { CUSTOMER } from '#tests/support/sales.ts'

const SECRET = 'a secret that site and embedded backend share'
const enquiry = { ...ourEnquiry, firstName: ' Ann ', phone: '+1 (302) 555-0100' }
const review = { ...ourReview, jobTitle: 'Broker', reviewDescription: 'Two\nlines' }
const order = { amount: '999.00', title: 'Pro Closer', features: ['a', 'b'] }
const { email: userEmail, ...customer } = CUSTOMER
const purchase = {
  orderID: 'ORDER-1',
  userEmail,
  ...customer,
  packageTitle: 'Pro Closer',
  packagePrice: 999,
}

let backend: Awaited<ReturnType<typeof recordingHost>>
const lines: { level: string; message: string; detail?: Record<string, unknown> }[] = []

beforeEach(async () => {
  lines.length = 0
  backend = await recordingHost(json({}))
})
afterEach(() => backend.close())

const client = (options: Partial<HostOptions> = {}) =>
  createHost({
    hostUrl: backend.url,
    log: (level, message, detail) => lines.push({ level, message, detail }),
    timeouts: { chat: 10_000, other: 10_000 },
    ...options,
  })
/** For backends that hang. */
const IMPATIENT = { timeouts: { chat: 300, other: 300 } }

async function failure(call: Promise<unknown>): Promise<HostError> {
  const error = await call.then(
    () => undefined,
    (reason) => reason,
  )
  expect(error).toBeInstanceOf(HostError)
  return error
}

// A field that is not documented must not be sent.
const extra = { honeypot: 'x', wordingHash: 'y' }
type Call = {
  call: string
  path: string
  run: (host: ReturnType<typeof createHost>) => Promise<unknown>
  sent?: object
  answer: object
  result?: unknown
  readsBody?: true
}
const CALLS: Call[] = [
  {
    call: 'contact',
    path: 'POST /api/mail/contact',
    run: (host) => host.sendEnquiry({ ...enquiry, ...extra }),
    sent: enquiry,
    answer: {},
  },
  {
    call: 'reviews',
    path: 'GET /api/reviews',
    run: (host) => host.listReviews(),
    answer: [],
    result: [],
    readsBody: true,
  },
  {
    call: 'createReview',
    path: 'POST /api/reviews/create',
    run: (host) => host.createReview({ ...review, ...extra }),
    sent: review,
    answer: {},
    result: { pending: false },
  },
  {
    call: 'createOrder',
    path: 'POST /api/paypal/create_order',
    run: (host) => host.createOrder({ ...order, ...extra }),
    sent: order,
    answer: { id: 'ORDER-1', more: true },
    result: { id: 'ORDER-1' },
    readsBody: true,
  },
  {
    call: 'completeOrder',
    path: 'POST /api/paypal/complete_order',
    run: (host) => host.completeOrder('ORDER-1'),
    sent: { order_id: 'ORDER-1' },
    answer: { status: 'COMPLETED', more: 1 },
    result: { status: 'COMPLETED' },
    readsBody: true,
  },
  {
    call: 'recordPurchase',
    path: 'POST /api/paypal/complete',
    run: (host) => host.recordPurchase({ ...purchase, ...extra }),
    sent: purchase,
    answer: {},
    result: { ok: true },
  },
  {
    call: 'chat',
    path: 'POST /api/chat/chat-here',
    run: (host) => host.chat('Hello?'),
    sent: { message: 'Hello?' },
    answer: { message: 'Hi', response: 'x' },
    result: 'Hi',
    readsBody: true,
  },
]

describe.each(CALLS)('$call', ({ call, path, run, sent, answer, result, readsBody }) => {
  test('sends and reads what is documented', async () => {
    backend.respond(json(answer))
    expect(await run(client())).toEqual(result)
    expect(backend.requests.map((request) => `${request.method} ${request.path}`)).toEqual([path])
    expect(backend.requests[0]?.body).toEqual(sent)
    if (sent) expect(backend.requests[0]?.headers['content-type']).toBe('application/json')
  })

  test('fails on a timeout, a reset and a 500, each after one request', async () => {
    backend.respond(hang)
    expect(await failure(run(client(IMPATIENT)))).toMatchObject({ call, kind: 'timeout' })
    backend.respond(reset)
    expect(await failure(run(client()))).toMatchObject({ call, kind: 'network', unsent: false })
    backend.respond(json({ error: 'no' }, 500))
    const body = 'JSON with the keys: error'
    if (call === 'recordPurchase') expect(await run(client())).toMatchObject({ ok: false, error: 'no' })
    else expect(await failure(run(client()))).toMatchObject({ call, kind: 'status', status: 500, body })
    expect(backend.requests).toHaveLength(3)
    expect(lines.map(({ level, detail }) => [level, detail?.call])).toEqual(Array(3).fill(['warn', call]))
  })

  test('reads the body only if the call needs it', async () => {
    backend.respond(html(200))
    if (!readsBody) return void (await run(client()))
    const body = '29 characters that are no JSON object'
    expect(await failure(run(client()))).toMatchObject({ call, kind: 'answer', status: 200, body })
  })

  test('is repeated after a lost response only if the embedded backend stores it once', async () => {
    backend.respond((res, request, count) => (count < 2 ? reset : json({}, 500))(res, request, count))
    await failure(run(client({ evidenceSecret: SECRET })))
    const isRepeated = ['contact', 'reviews', 'createReview'].includes(call)
    expect(backend.requests).toHaveLength(isRepeated ? 2 : 1)
    const evidence = backend.requests.map(({ headers }) => headers['x-site-evidence'])
    expect(new Set(evidence).size, 'the same evidence').toBe(1)
  })
})

describe('answers', () => {
  test.each<[object, string | undefined]>([
    [{ response: 'from response' }, 'from response'],
    [{ message: ' \n', response: 'from response' }, 'from response'],
    [{ message: ' ', response: '\u00a0' }, undefined],
    [{ message: 7 }, undefined],
  ])('chat reads the field message, otherwise the field response: %j', async (answer, reply) => {
    backend.respond(json(answer))
    if (reply) expect(await client().chat('a')).toBe(reply)
    else expect(await failure(client().chat('a'))).toMatchObject({ kind: 'answer', status: 200 })
  })

  test.each<[string, number, object, object]>([
    ['refuses', 422, { error: 'Full' }, { ok: false, status: 422, error: 'Full' }],
    ['is not ok', 200, { ok: false, error: 'Full' }, { ok: false, status: 200, error: 'Full' }],
    ['reports a failure', 200, { status: 'FAILED', message: 'no' }, { ok: false, status: 200 }],
    ['has an error that is no text', 200, { ok: true, error: { code: 7 } }, { ok: false, status: 200 }],
    ['has an empty error', 200, { error: ' ' }, { ok: false, status: 200 }],
    [
      'has a long error',
      500,
      { error: 'x'.repeat(5_000) },
      { ok: false, status: 500, error: 'x'.repeat(2_000) },
    ],
    ['has no error', 200, { status: 'ok', error: null }, { ok: true }],
  ])('a purchase is recorded or refused if the answer %s', async (_title, status, answer, result) => {
    backend.respond(json(answer, status))
    expect(await client().recordPurchase(purchase)).toEqual(result)
  })

  test('an order needs an id, also a number that JavaScript rounds; a completion needs no status', async () => {
    expect(await failure(client().createOrder(order))).toMatchObject({ kind: 'answer' })
    expect(await client().completeOrder('X')).toEqual({ status: null })
    const id = '123456789012345678901234567890'
    backend.respond((res) => res.end(`{"id":${id}}`))
    expect(await client().createOrder(order)).toEqual({ id })
    backend.respond((res) => res.end(`[{"id":${id},"rating":5}]`))
    expect(await client().listReviews()).toMatchObject([{ id, rating: 5 }])
  })

  test("PayPal's approval page is read if the backend passes its links on", async () => {
    const links = [null, { rel: 'self', href: '/A' }, { rel: 'approve', href: 'https://x.example/pay' }]
    backend.respond(json({ id: 'A', links }))
    expect(await client().createOrder(order)).toEqual({ id: 'A', approvalUrl: 'https://x.example/pay' })
    backend.respond(json({ id: 'A', links: [{ rel: 'approve', href: 'javascript:alert(1)' }] }))
    expect(await client().createOrder(order)).toEqual({ id: 'A' })
  })

  test('reviews keep their order; unknown fields are null, and items without content are dropped', async () => {
    backend.respond(
      json([
        { ...review, id: 7, likes: 3 },
        'text',
        { unrelated: true },
        { firstName: 'Zoe', rating: '5' },
        { _id: 'm1', reviewDescription: 'Fine', rating: 9, date: null },
      ]),
    )
    const none = Object.fromEntries(Object.keys(review).map((field) => [field, null]))
    expect(await client().listReviews()).toEqual([
      { ...review, id: '7' },
      { ...none, id: null, firstName: 'Zoe', rating: 5 },
      { ...none, id: 'm1', reviewDescription: 'Fine' },
    ])
  })

  test.each([
    [1_773_100_799, '2026-03-09T23:59:59.000Z'],
    [1_773_100_799_123, '2026-03-09T23:59:59.123Z'],
    ['2026-03-09 10:00', '2026-03-09T10:00:00.000Z'],
    ['soon', null],
  ])('the date %j of a review is read as %s', async (date, read) => {
    backend.respond(json([{ ...review, date }]))
    expect(await client().listReviews()).toMatchObject([{ date: read }])
  })

  test('a redirected POST is a failure, never a successful GET', async () => {
    backend.respond((res, { method }) =>
      method === 'POST' ? res.writeHead(302, { location: '/login?q=Ann' }).end() : res.end('ok'),
    )
    const message = 'contact: status 302, redirect to /login'
    expect(await failure(client().sendEnquiry(enquiry))).toMatchObject({
      kind: 'status',
      status: 302,
      message,
    })
  })
})

test('another backend that lists the reviews gets no secret', async () => {
  const elsewhere = await recordingHost(json([]))
  const host = client({ reviewsHostUrl: `${elsewhere.url}/`, evidenceSecret: SECRET })
  await host.listReviews({ visitor: { address: '203.0.113.9' } })
  await host.createReview(review)
  expect(elsewhere.requests.map(({ path }) => path)).toEqual(['/api/reviews'])
  expect(elsewhere.requests[0]?.headers).not.toHaveProperty('x-site-evidence')
  expect(backend.requests.map(({ path }) => path)).toEqual(['/api/reviews/create'])
  await elsewhere.close()
})

describe('headers', () => {
  test('a call contains the request id and the XSRF token if they are valid header values', async () => {
    await client().sendEnquiry(enquiry, { requestId: 'r-1', xsrfToken: 'tok.en' })
    expect(backend.requests[0]?.headers).toMatchObject({ 'x-request-id': 'r-1', 'x-xsrf-token': 'tok.en' })
    await client().sendEnquiry(enquiry, { requestId: 'r\r\nx: y', xsrfToken: 'a b' })
    expect(backend.requests[1]?.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(backend.requests[1]?.headers).not.toHaveProperty('x-xsrf-token')
    expect(lines[0]).toMatchObject({ message: 'host call', detail: { call: 'contact', requestId: 'r-1' } })
  })

  test('another backend gets nothing about the visitor', async () => {
    await client().sendEnquiry(enquiry, {
      visitor: { address: '203.0.113.9', userAgent: 'UA', page: '/contact-us' },
      wordings: [{ field: 'smsConsent', hash: wordingHash('I agree'), text: 'I agree' }],
    })
    expect(backend.requests.map(({ body }) => body)).toEqual([enquiry])
    const standard =
      /^(accept|accept-(encoding|language)|connection|content-(length|type)|host|sec-fetch-mode|user-agent)$/
    const ours = Object.keys(backend.requests[0]!.headers).filter((name) => !standard.test(name))
    expect(ours).toEqual(['x-request-id'])
    expect(backend.requests[0]!.headers['user-agent']).not.toContain('UA')
  })

  test('the embedded backend gets signed evidence, and long consent texts in a call before', async () => {
    const text = 'I agree to get messages.'
    const long = 'é'.repeat(4_000)
    const wordings = [
      { field: 'smsConsent' as const, hash: wordingHash(text), text },
      { field: 'marketingConsent' as const, hash: wordingHash(long), text: long },
    ]
    const host = client({ evidenceSecret: SECRET })
    const visitor = { address: '203.0.113.9', userAgent: 'U'.repeat(900) }
    await host.sendEnquiry(enquiry, { visitor, wordings: wordings.slice(0, 1) })
    await host.sendEnquiry(enquiry, { wordings })
    const [first, stored, second] = backend.requests
    expect(stored).toMatchObject({ path: '/api/consent/wordings', body: { texts: [text, long] } })
    const evidenceOf = (request: typeof first) =>
      verifyEvidence(SECRET, String(request?.headers['x-site-evidence']), 'POST /api/mail/contact')
    expect(evidenceOf(first)).toMatchObject({
      ok: true,
      evidence: { address: '203.0.113.9', userAgent: 'U'.repeat(512), wordings: [{ text }] },
    })
    const hashes = wordings.map(({ field, hash }) => ({ field, hash }))
    expect(evidenceOf(second)).toMatchObject({ ok: true, evidence: { wordings: hashes } })
  })

  test('a repeated submission has the same Idempotency-Key, which reveals nothing without the secret', async () => {
    const keyOf = async (submissionSecret: string, submission: string) => {
      await client({ submissionSecret }).sendEnquiry(enquiry, { submission })
      return String(backend.requests.at(-1)?.headers['idempotency-key'])
    }
    const key = await keyOf('one secret', 'form 1')
    expect(key).toMatch(/^[\w-]{43}$/)
    expect(await keyOf('one secret', 'form 1')).toBe(key)
    expect(await keyOf('one secret', 'form 2')).not.toBe(key)
    expect(await keyOf('another secret', 'form 1')).not.toBe(key)
  })
})

test.each<[string, Call['run'], string[]]>([
  ['contact', (host) => host.sendEnquiry(enquiry), ['Ann', enquiry.email, '(302)']],
  ['createReview', (host) => host.createReview(review), ['Lee', 'Broker', 'Two']],
  ['chat', (host) => host.chat('I am "Ann", of 1 Main St'), ['Ann', 'Main']],
])(
  '%s: the log contains no text of the visitor, even if the backend repeats it',
  async (_call, run, typed) => {
    backend.respond((res, { body }) => void res.writeHead(422).end(JSON.stringify({ error: 'bad', body })))
    await failure(run(client()))
    backend.respond((res, { body }) => void res.writeHead(500).end(`<h1>Oops ${JSON.stringify(body)}</h1>`))
    await failure(run(client()))
    const log = JSON.stringify(lines)
    expect(log).toContain('JSON with the keys: error, body')
    for (const value of typed) expect(log.toLowerCase(), value).not.toContain(value.toLowerCase())
  },
)

test('a POST waits for a backend that restarts, because nothing was sent', async () => {
  await backend.close()
  setTimeout(() => backend.listen(), 250)
  await client({ timeouts: { other: 4_000 } }).sendEnquiry(enquiry)
  expect(backend.requests).toHaveLength(1)
  await backend.close()
  const error = await failure(client({ timeouts: { other: 4_000 } }).sendEnquiry(enquiry))
  expect(error).toMatchObject({ kind: 'network', message: 'contact: ECONNREFUSED', unsent: true })
})
