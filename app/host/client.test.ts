import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createHost, type HostOptions } from '#app/host/client.server.ts'
import { HostError } from '#app/host/host-error.ts'
import { hang, html, json, recordingHost, reset } from '#app/host/recording-host.test-support.ts'
import { verifyEvidence, wordingHash } from '#app/platform/evidence.server.ts'

const SECRET = 'a secret that site and embedded host share'
const enquiry = {
  firstName: ' Ann ',
  lastName: '',
  email: 'ann@example.com',
  phone: '+1 (302) 555-0100',
  smsConsent: true,
  marketingConsent: false,
}
const review = {
  firstName: 'Ann',
  lastName: 'Lee',
  companyName: 'Lee Homes',
  jobTitle: 'Broker',
  reviewDescription: 'Two\nlines',
  rating: 4,
  date: '2026-03-01T10:00:00.000Z',
}
const purchase = {
  orderID: 'ORDER-1',
  userEmail: 'ann@example.com',
  firstName: 'Ann',
  lastName: 'Lee',
  phone: '302 555 0100',
  address: '1 Main St',
  city: 'Dover',
  state: 'DE',
  packageTitle: 'Pro Closer',
  packagePrice: 999,
}

let bare: Awaited<ReturnType<typeof recordingHost>>
const lines: { level: string; message: string; detail?: Record<string, unknown> }[] = []

beforeEach(async () => {
  lines.length = 0
  bare = await recordingHost(json({}))
})
afterEach(() => bare.close())

const client = (options: Partial<HostOptions> = {}) =>
  createHost({
    hostUrl: bare.url,
    log: (level, message, detail) => lines.push({ level, message, detail }),
    timeouts: { chat: 10_000, other: 10_000 },
    ...options,
  })

/** For hosts that hang. An answer that does come has ten seconds: a machine can be busy. */
const IMPATIENT = { timeouts: { chat: 300, other: 300 } }

async function failure(call: Promise<unknown>): Promise<HostError> {
  const error = await call.then(
    () => undefined,
    (reason) => reason,
  )
  expect(error).toBeInstanceOf(HostError)
  return error
}

describe('the seven calls, exactly as documented', () => {
  // A field that is not the documented JSON's must not travel.
  const extra = { honeypot: 'x', wordingHash: 'y' }
  const host = () => client()
  test.each([
    [
      1,
      'POST',
      '/api/mail/contact',
      () => host().sendEnquiry({ ...enquiry, ...extra }),
      enquiry,
      {},
      undefined,
    ],
    [2, 'GET', '/api/reviews', () => host().listReviews(), undefined, [], []],
    [
      3,
      'POST',
      '/api/reviews/create',
      () => host().createReview({ ...review, ...extra }),
      review,
      {},
      { pending: false },
    ],
    [
      4,
      'POST',
      '/api/paypal/create_order',
      () => host().createOrder({ amount: '999.00', title: 'Pro Closer', features: ['a', 'b'], ...extra }),
      { amount: '999.00', title: 'Pro Closer', features: ['a', 'b'] },
      { id: 'ORDER-1', more: true },
      { id: 'ORDER-1' },
    ],
    [
      5,
      'POST',
      '/api/paypal/complete_order',
      () => host().completeOrder('ORDER-1'),
      { order_id: 'ORDER-1' },
      { status: 'COMPLETED', more: 1 },
      { status: 'COMPLETED' },
    ],
    [
      6,
      'POST',
      '/api/paypal/complete',
      () => host().recordPurchase({ ...purchase, ...extra }),
      purchase,
      {},
      { ok: true },
    ],
    [
      7,
      'POST',
      '/api/chat/chat-here',
      () => host().chat('Hello?'),
      { message: 'Hello?' },
      { message: 'Hi', response: 'x' },
      'Hi',
    ],
  ])('call %i: %s %s', async (_number, method, path, call, sent, answer, result) => {
    bare.respond(json(answer))
    expect(await call()).toEqual(result)
    expect(bare.requests).toHaveLength(1)
    expect(bare.requests[0]).toMatchObject({ method, path })
    expect(bare.requests[0]?.body).toEqual(sent)
    if (sent) expect(bare.requests[0]?.headers['content-type']).toBe('application/json')
  })

  test('the reply is the field message, otherwise the field response', async () => {
    bare.respond(json({ response: 'from response' }))
    expect(await client().chat('a')).toBe('from response')
    bare.respond(json({ message: '', response: 'from response' }))
    expect(await client().chat('a')).toBe('from response')
    bare.respond(json({ message: ' \n', response: 'from response' }))
    expect(await client().chat('a')).toBe('from response')
    bare.respond(json({ message: ' ', response: '\u00a0' }))
    expect(await failure(client().chat('a'))).toMatchObject({ call: 'chat', kind: 'answer', status: 200 })
    bare.respond(json({ message: 7 }))
    expect(await failure(client().chat('a'))).toMatchObject({ call: 'chat', kind: 'answer', status: 200 })
  })

  test('only the status matters to an enquiry and a review: any body, or none', async () => {
    bare.respond(html(201))
    await client().sendEnquiry(enquiry)
    bare.respond((res) => void res.writeHead(204).end())
    await client().createReview(review)
    // A body that never ends is not waited for.
    bare.respond((res) => void res.writeHead(200).write('{'))
    await client().sendEnquiry(enquiry)
    bare.respond((res) => void res.writeHead(200).write('{'))
    expect(await client().createReview(review)).toEqual({ pending: false })
  })

  test('the embedded backend says that a review waits for approval; whatever else it says means that it is listed', async () => {
    for (const [answer, pending] of [
      [json({ ok: true, pending: true }, 201), true],
      [json({ ok: true }, 201), false],
      [json({ pending: 'soon' }), false],
      [html(201), false],
    ] as const) {
      bare.respond(answer)
      expect(await client({ evidenceSecret: SECRET }).createReview(review)).toEqual({ pending })
    }
  })

  test('a refused purchase is a value with the error text, where there is one', async () => {
    bare.respond(json({ error: 'Card file is full' }, 422))
    expect(await client().recordPurchase(purchase)).toEqual({
      ok: false,
      status: 422,
      error: 'Card file is full',
    })
    bare.respond(html(500))
    expect(await client().recordPurchase(purchase)).toEqual({ ok: false, status: 500 })
    bare.respond(json({ ok: false, error: 'Card file is full' }))
    expect(await client().recordPurchase(purchase)).toEqual({
      ok: false,
      status: 200,
      error: 'Card file is full',
    })
    bare.respond(json({ status: 'ok', error: null }))
    expect(await client().recordPurchase(purchase)).toEqual({ ok: true })
  })

  test.each([
    ['says that it is not ok', { ok: false }],
    ['says that it failed', { status: 'error', message: 'no' }],
    ['says so in another word', { status: 'FAILED' }],
    ['has an error that is an object', { ok: true, error: { code: 7 } }],
    ['has an error without words', { error: ' ' }],
  ])('a purchase is not recorded where the answer %s, whatever its status', async (_what, answer) => {
    bare.respond(json(answer))
    expect(await client().recordPurchase(purchase)).toEqual({ ok: false, status: 200 })
  })

  test('an error is read beside whatever else a host answers, its first 2,000 characters', async () => {
    bare.respond(json({ stack: 'x'.repeat(5_000), error: 'Card file is full' }, 500))
    expect(await client().recordPurchase(purchase)).toMatchObject({ error: 'Card file is full' })
    bare.respond(json({ error: 'x'.repeat(5_000) }, 500))
    expect(await client().recordPurchase(purchase)).toMatchObject({ error: 'x'.repeat(2_000) })
  })

  test('an order without an id, a completion without a status', async () => {
    expect(await failure(client().createOrder({ amount: '1.00', title: 't', features: [] }))).toMatchObject({
      kind: 'answer',
    })
    expect(await client().completeOrder('X')).toEqual({ status: null })
  })

  test('an id may be a number, also one that JavaScript can’t hold', async () => {
    for (const id of ['17', '9007199254740993', '123456789012345678901234567890']) {
      bare.respond((res) => res.end(`{"id":${id}}`))
      expect(await client().createOrder({ amount: '1.00', title: 't', features: [] })).toEqual({ id })
      bare.respond((res) => res.end(`[{"id":${id},"rating":5}]`))
      expect(await client().listReviews()).toMatchObject([{ id, rating: 5 }])
    }
  })

  test('PayPal’s approval page is read where the host passes its links on', async () => {
    bare.respond(
      json({
        id: 'A',
        links: [
          { rel: 'self', href: '/api/orders/A' },
          null,
          { rel: 'approve', href: 'https://x.example/pay' },
        ],
      }),
    )
    expect(await client().createOrder({ amount: '1.00', title: 't', features: [] })).toEqual({
      id: 'A',
      approvalUrl: 'https://x.example/pay',
    })
    bare.respond(json({ id: 'A', links: [{ rel: 'approve', href: 'javascript:alert(1)' }] }))
    expect(await client().createOrder({ amount: '1.00', title: 't', features: [] })).toEqual({ id: 'A' })
  })

  test('the reviews list may live elsewhere', async () => {
    const elsewhere = await recordingHost(json([]))
    const host = client({ reviewsHostUrl: `${elsewhere.url}/`, evidenceSecret: SECRET })
    await host.listReviews({ visitor: { address: '203.0.113.9' } })
    await host.createReview(review)
    expect(elsewhere.requests.map(({ path }) => path)).toEqual(['/api/reviews'])
    expect(elsewhere.requests[0]?.headers).not.toHaveProperty('x-site-evidence')
    expect(bare.requests.map(({ path }) => path)).toEqual(['/api/reviews/create'])
    await elsewhere.close()
  })

  test.each([
    ['the embedded host', SECRET, false, 8_000],
    ['another, that of the reviews alone too,', SECRET, true, 30_000],
    ['another', undefined, false, 30_000],
  ])('%s is let go when it hangs', async (_whose, evidenceSecret, isElsewhere, ms) => {
    const asked = Promise.withResolvers<void>()
    const elsewhere = await recordingHost(() => asked.resolve())
    const hostUrl = isElsewhere ? bare.url : elsewhere.url
    const host = client({ hostUrl, reviewsHostUrl: elsewhere.url, evidenceSecret, timeouts: {} })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const failed = failure(host.listReviews())
      await asked.promise
      vi.advanceTimersByTime(30_000)
      expect((await failed).message).toBe(`reviews: no answer within ${ms} ms`)
    } finally {
      vi.useRealTimers()
      await elsewhere.close()
    }
  })

  test('reviews: missing fields are null, strange items are left out, the order stays', async () => {
    bare.respond(
      json([
        { ...review, id: 7, likes: 3 },
        'text',
        null,
        { unrelated: true },
        { firstName: 'Zoe', rating: '5' },
        { _id: 'm1', reviewDescription: 'Fine', rating: 9, date: null },
        { lastName: 'Low', rating: 1 },
        { lastName: 'None', rating: 0 },
      ]),
    )
    const none = {
      id: null,
      firstName: null,
      lastName: null,
      companyName: null,
      jobTitle: null,
      reviewDescription: null,
      rating: null,
      date: null,
    }
    expect(await client().listReviews()).toEqual([
      { ...review, id: '7' },
      { ...none, firstName: 'Zoe', rating: 5 },
      { ...none, id: 'm1', reviewDescription: 'Fine' },
      { ...none, lastName: 'Low', rating: 1 },
      { ...none, lastName: 'None' },
    ])
  })

  test('reviews: a date is a number of seconds or milliseconds, or written any way; what is none is null', async () => {
    const dates = [
      1_773_100_799,
      1_773_100_799_123,
      -1,
      1e300,
      '2026-03-09',
      '2026-03-09 10:00',
      'soon',
      '',
      '12026-01-01',
    ]
    bare.respond(json(dates.map((date) => ({ ...review, date }))))
    const listed = await client().listReviews()
    const moment = '2026-03-09T23:59:59.'
    expect(listed.map(({ date }) => date)).toEqual([
      `${moment}000Z`,
      `${moment}123Z`,
      null,
      null,
      '2026-03-09T00:00:00.000Z',
      '2026-03-09T10:00:00.000Z',
      null,
      null,
      null,
    ])
  })
})

describe('headers', () => {
  test('request id and XSRF token travel; values that can’t stand in a header don’t', async () => {
    await client().sendEnquiry(enquiry, { requestId: 'r-1', xsrfToken: 'tok.en' })
    expect(bare.requests[0]?.headers).toMatchObject({ 'x-request-id': 'r-1', 'x-xsrf-token': 'tok.en' })
    await client().sendEnquiry(enquiry, { requestId: 'r\r\nx: y', xsrfToken: 'a b' })
    expect(bare.requests[1]?.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(bare.requests[1]?.headers).not.toHaveProperty('x-xsrf-token')
    expect(lines[0]).toMatchObject({ message: 'host call', detail: { call: 'contact', requestId: 'r-1' } })
  })

  test('a foreign host gets the documented request and nothing about the visitor', async () => {
    await client().sendEnquiry(enquiry, {
      visitor: { address: '203.0.113.9', userAgent: 'UA', page: '/contact-us' },
      wordings: [{ field: 'smsConsent', hash: wordingHash('I agree'), text: 'I agree' }],
    })
    const { headers, body } = bare.requests[0]!
    expect(body).toEqual(enquiry)
    expect(Object.keys(headers).sort()).toEqual(
      [
        'accept',
        'accept-encoding',
        'accept-language',
        'connection',
        'content-length',
        'content-type',
        'host',
        'sec-fetch-mode',
        'user-agent',
        'x-request-id',
      ].sort(),
    )
    expect(client().isOurBackend).toBe(false)
    expect(bare.requests).toHaveLength(1)
  })

  test('whether a capture was asked for is the site’s own question: it names no visitor, whose budget it would take from', async () => {
    bare.respond(json({ asked: true }))
    const context = { requestId: 'R', xsrfToken: 'T', visitor: { address: '203.0.113.9' } }
    expect(await client({ evidenceSecret: SECRET }).isCaptureAsked('ORDER-1', context)).toBe(true)
    const { headers, path } = bare.requests.at(-1)!
    const verified = verifyEvidence(SECRET, String(headers['x-site-evidence']), `POST ${path}`)
    expect(verified.ok).toBe(true)
    expect(verified).not.toHaveProperty('evidence.address')
    expect(headers['x-request-id']).toBe('R')
  })

  test('the embedded host gets signed evidence for this call and this body; wordings too long for a header go before it', async () => {
    const text = 'I agree to get messages.'
    const long = 'é'.repeat(4_000)
    const wordings = [
      { field: 'smsConsent' as const, hash: wordingHash(text), text },
      { field: 'marketingConsent' as const, hash: wordingHash(long), text: long },
    ]
    const host = client({ evidenceSecret: SECRET })
    await host.sendEnquiry(enquiry, {
      visitor: { address: '203.0.113.9', userAgent: 'U'.repeat(900) },
      wordings: wordings.slice(0, 1),
    })
    await host.sendEnquiry(enquiry, { wordings })
    const [first, registered, second] = bare.requests
    expect(registered).toMatchObject({ path: '/api/consent/wordings', body: { texts: [text, long] } })
    const headerOf = (request: typeof first) => String(request?.headers['x-site-evidence'])
    const target = 'POST /api/mail/contact'
    expect(verifyEvidence(SECRET, headerOf(first), target)).toMatchObject({
      ok: true,
      evidence: { address: '203.0.113.9', userAgent: 'U'.repeat(512), wordings: [{ text }] },
    })
    expect(verifyEvidence(SECRET, headerOf(second), target)).toMatchObject({
      ok: true,
      evidence: {
        wordings: [
          { field: 'smsConsent', hash: wordingHash(text) },
          { field: 'marketingConsent', hash: wordingHash(long) },
        ],
      },
    })
  })
})

describe('failures', () => {
  const calls: [string, (host: ReturnType<typeof createHost>) => Promise<unknown>][] = [
    ['contact', (host) => host.sendEnquiry(enquiry)],
    ['reviews', (host) => host.listReviews()],
    ['createReview', (host) => host.createReview(review)],
    ['createOrder', (host) => host.createOrder({ amount: '1.00', title: 't', features: [] })],
    ['completeOrder', (host) => host.completeOrder('X')],
    ['recordPurchase', (host) => host.recordPurchase(purchase)],
    ['chat', (host) => host.chat('How much?')],
  ]

  test.each(calls)('%s: a host that hangs, within the time-out', async (call, run) => {
    bare.respond(hang)
    const startedAt = performance.now()
    expect(await failure(run(client(IMPATIENT)))).toMatchObject({ call, kind: 'timeout' })
    expect(performance.now() - startedAt).toBeLessThan(5_000)
    expect(bare.requests).toHaveLength(1)
  })

  test.each(calls)('%s: a host that resets, or has nobody behind it, is asked once', async (call, run) => {
    bare.respond(reset)
    const error = await failure(run(client({ timeouts: { other: 2_500, chat: 2_500 } })))
    expect(error).toMatchObject({ call, kind: 'network', unsent: false })
    expect(bare.requests).toHaveLength(1)
    bare.respond(json({}, 503))
    await run(client()).catch(() => {})
    expect(bare.requests).toHaveLength(2)
  })

  test.each(calls.filter(([call]) => call !== 'recordPurchase'))('%s: 500', async (call, run) => {
    bare.respond(json({ error: 'no' }, 500))
    expect(await failure(run(client()))).toMatchObject({
      call,
      kind: 'status',
      status: 500,
      body: 'JSON with the keys: error',
    })
    expect(bare.requests).toHaveLength(1)
    expect(lines).toMatchObject([
      { level: 'warn', message: 'host call failed', detail: { call, status: 500 } },
    ])
  })

  test.each(calls.filter(([call]) => ['reviews', 'createOrder', 'completeOrder', 'chat'].includes(call)))(
    '%s: HTML instead of JSON',
    async (call, run) => {
      bare.respond(html(200))
      expect(await failure(run(client()))).toMatchObject({
        call,
        kind: 'answer',
        status: 200,
        body: '29 characters that are no JSON object',
      })
    },
  )

  test.each<[...(typeof calls)[number], string[]]>([
    ['contact', (host) => host.sendEnquiry(enquiry), ['Ann', enquiry.email, '(302)']],
    ['createReview', (host) => host.createReview(review), ['Lee', 'Broker', 'Two']],
    ['chat', (host) => host.chat('I am "Ann", of 1 Main St'), ['Ann', 'Main']],
  ])('%s: a host that says back what it was sent: nothing of it is in the log', async (call, run, typed) => {
    const logged = () => JSON.stringify(lines)
    bare.respond((res, { body }) => void res.writeHead(422).end(JSON.stringify({ error: 'invalid', body })))
    expect(await failure(run(client()))).toMatchObject({ call, status: 422 })
    bare.respond((res, { body }) => void res.writeHead(500).end(`<h1>Oops ${JSON.stringify(body)}</h1>`))
    expect(await failure(run(client()))).toMatchObject({ call, status: 500 })
    bare.respond((res, { body }) => {
      const location = `/form?${new URLSearchParams(body as Record<string, string>)}`
      res.writeHead(302, { location }).end()
    })
    expect(await failure(run(client()))).toMatchObject({ call, status: 302 })
    expect(logged()).toContain('JSON with the keys: error, body')
    expect(logged()).toContain('redirect to /form')
    for (const value of typed) expect(logged().toLowerCase(), value).not.toContain(value.toLowerCase())
  })

  test('a redirected post is a failure, never a get that says 200', async () => {
    bare.respond((res, { method }) =>
      method === 'POST' ? res.writeHead(302, { location: '/login' }).end() : res.end('ok'),
    )
    expect(await failure(client().sendEnquiry(enquiry))).toMatchObject({
      kind: 'status',
      status: 302,
      message: 'contact: status 302, redirect to /login',
    })
  })

  test('an answer is read by its charset', async () => {
    const answers: [string, Buffer][] = [
      ['application/json; charset="ISO-8859-1"', Buffer.from('{"message":"Grüße"}', 'latin1')],
      ['application/json;charset=utf-16', Buffer.from('\uFEFF{"message":"Grüße"}', 'utf16le')],
      ['text/plain; charset=no-such', Buffer.from('\uFEFF{"message":"Grüße"}')],
    ]
    for (const [type, body] of answers) {
      bare.respond((res) => void res.writeHead(200, { 'content-type': type }).end(body))
      expect(await client().chat('Hi')).toBe('Grüße')
    }
  })

  test('an answer without an end, and one too large', async () => {
    bare.respond((res) => void res.writeHead(200).write('['))
    expect(await failure(client(IMPATIENT).listReviews())).toMatchObject({ kind: 'timeout' })
    bare.respond((res) => void res.writeHead(200).end(`"${'x'.repeat(5 * 1024 * 1024)}"`))
    expect(await failure(client().listReviews())).toMatchObject({ kind: 'answer' })
  })

  test('what one visitor sends again has the same name, which tells nothing of the visitor without the secret', async () => {
    const named = async (submissionSecret: string, submission: string) => {
      await client({ submissionSecret }).sendEnquiry(enquiry, { submission })
      return String(bare.requests.at(-1)?.headers['idempotency-key'])
    }
    const name = await named('one secret', 'form 1')
    expect(name).toMatch(/^[\w-]{43}$/)
    expect(await named('one secret', 'form 1')).toBe(name)
    expect(await named('one secret', 'form 2')).not.toBe(name)
    expect(await named('another secret', 'form 1')).not.toBe(name)
  })

  test('while nobody listens nothing was sent: a post waits for a host that is being started again', async () => {
    await bare.close()
    setTimeout(() => bare.again(), 250)
    await client({ timeouts: { other: 4_000 } }).sendEnquiry(enquiry)
    expect(bare.requests).toHaveLength(1)
    await bare.close()
    const error = await failure(client({ timeouts: { other: 4_000 } }).sendEnquiry(enquiry))
    expect(error).toMatchObject({ kind: 'network', message: 'contact: ECONNREFUSED', unsent: true })
  })

  test('the embedded host is asked for reviews again after 503, and for a lost answer with the same evidence', async () => {
    bare.respond((res, _request, count) => json([], count < 3 ? 503 : 200)(res, _request, count))
    expect(await client({ evidenceSecret: SECRET }).listReviews()).toEqual([])
    bare.requests.length = 0
    bare.respond((res, request, count) => (count < 2 ? reset : json({}))(res, request, count))
    await client({ evidenceSecret: SECRET }).sendEnquiry(enquiry)
    const [first, second] = bare.requests.map(({ headers }) => headers['x-site-evidence'])
    expect(first).toBeTruthy()
    expect(second).toBe(first)
  })

  test.each(calls)('%s: a lost answer of the embedded host', async (call, run) => {
    bare.respond((res, request, count) => (count < 2 ? reset : json({}, 500))(res, request, count))
    await failure(run(client({ evidenceSecret: SECRET })))
    // Only what reads, or is stored once under its evidence's id, is sent again by itself: no order, no capture.
    const isRepeated = ['contact', 'reviews', 'createReview'].includes(call)
    expect(bare.requests).toHaveLength(isRepeated ? 2 : 1)
  })
})
