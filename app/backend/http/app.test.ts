import { createHmac, randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enquiry, review, startTestHost } from '#app/backend/backend.test-support.ts'
import { type Evidence, sha256, signEvidence } from '#app/platform/evidence.server.ts'
import { hostSecret } from '#app/platform/secret.server.ts'

let host: Awaited<ReturnType<typeof startTestHost>>
beforeAll(async () => {
  host = await startTestHost()
})
afterAll(() => host.stop())

/** The status of a request with exactly these headers: fetch would set its own. */
function statusOf(
  path: string,
  headers: Record<string, string>,
  url = host.url,
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { headers }, (answer) => resolve(answer.resume().statusCode))
    sent.on('error', reject).end()
  })
}

test('calls 1 to 3 work as documented; unknown fields are ignored, and all fields may be empty', async () => {
  expect(await host.post('/api/mail/contact', { ...enquiry, more: [1] })).toMatchObject({
    status: 200,
    body: { ok: true },
  })
  const empty = { ...enquiry, firstName: '', lastName: '', email: '', phone: '' }
  expect(await host.post('/api/mail/contact', empty)).toMatchObject({ status: 200 })
  expect(await host.post('/api/reviews/create', { ...review, more: 1 })).toMatchObject({ status: 201 })
  const list = await (await fetch(`${host.url}/api/reviews`)).json()
  expect(list[0]).toEqual({ ...review, id: expect.any(String) })
})

describe('invalid requests', () => {
  test.each([
    ['a missing field', 422, { ...enquiry, phone: undefined }],
    ['text for yes or no', 422, { ...enquiry, smsConsent: 'true' }],
    ['a name that is too long', 422, { ...enquiry, firstName: 'x'.repeat(321) }],
    ['NUL', 422, { ...enquiry, firstName: 'a\0b' }],
    ['invalid JSON', 400, '{"firstName":'],
    ['an empty body', 422, ''],
    ['invalid UTF-8', 400, Buffer.from([0x7b, 0xff, 0x7d])],
  ])('an enquiry with %s → %i', async (_case, status, body) => {
    const answer = await host.post('/api/mail/contact', body)
    expect(answer).toMatchObject({ status, body: { error: expect.any(String) } })
    expect(answer.body.error).not.toMatch(/\bat .*\.ts|node_modules|SQL/)
  })

  test.each([
    ['a name over 80', { firstName: 'x'.repeat(81) }],
    ['a text over 4,000', { reviewDescription: 'x'.repeat(4_001) }],
    ['rating 6', { rating: 6 }],
    ['rating 4.5', { rating: 4.5 }],
    ['rating "5"', { rating: '5' }],
  ])('a review with %s → 422', async (_case, change) => {
    expect(await host.post('/api/reviews/create', { ...review, ...change })).toMatchObject({ status: 422 })
  })

  test.each<Record<string, string>>([
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/json; charset=latin1' },
    { 'content-encoding': 'gzip' },
  ])('%j → 415', async (headers) => {
    expect(await host.post('/api/mail/contact', '{}', headers)).toMatchObject({ status: 415 })
  })

  test('an unknown path → 404, another method → 405 with what is allowed', async () => {
    for (const path of ['/', '/api/reviews/', '/api/reviews/create/x', '//'])
      expect(await host.post(path, {})).toMatchObject({ status: 404, body: { error: expect.any(String) } })
    const wrong = await fetch(`${host.url}/api/mail/contact`)
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST'])
    expect(await wrong.json()).toHaveProperty('error')
  })
})

test('a body of 64 KB is accepted, one byte more gets 413', async () => {
  const filler = (size: number) => {
    const bare = JSON.stringify({ ...enquiry, filler: '' }).length
    return JSON.stringify({ ...enquiry, filler: 'x'.repeat(size - bare) })
  }
  expect(await host.post('/api/mail/contact', filler(65_536))).toMatchObject({ status: 200 })
  const refused = await host.post('/api/mail/contact', filler(65_537))
  expect(refused).toMatchObject({ status: 413, body: { error: expect.any(String) } })
})

describe('access', () => {
  test('a foreign Host, as after DNS rebinding, and a foreign Origin get 403', async () => {
    for (const path of ['/api/reviews', '/healthz', '/paypal-sandbox/browser/sdk/js', '/nothing']) {
      expect(await statusOf(path, { host: 'rebound.example' }), path).toBe(403)
      expect(await statusOf(path, { host: 'localhost.example:4000' }), path).toBe(403)
      expect(await statusOf(path, { origin: 'http://localhost:3000' }), path).toBe(403)
      expect(await statusOf(path, { origin: 'null' }), path).toBe(403)
    }
    for (const name of ['localhost', '127.0.0.1:1', '[::1]:65535'])
      expect(await statusOf('/api/reviews', { host: name }), name).toBe(200)
    expect(await statusOf('/paypal-sandbox/browser/sdk/js', { origin: host.url }), 'its own page').toBe(200)
  })

  test("under npm start, calls without the site's signature get 403", async () => {
    const strict = await startTestHost({ HOST_SIGNED_ONLY: true })
    const post = (path: string, headers = {}) => strict.post(path, enquiry, headers)
    const evidence = signEvidence(hostSecret(strict.dataDir), {
      target: 'POST /api/mail/contact',
      body: JSON.stringify(enquiry),
    })
    for (const path of [
      '/api/mail/contact',
      '/api/reviews/create',
      '/api/paypal/create_order',
      '/api/paypal/complete_order',
      '/api/paypal/complete',
      '/api/chat/chat-here',
    ])
      expect((await post(path)).status, path).toBe(403)
    expect((await fetch(`${strict.url}/api/reviews`)).status).toBe(403)
    expect((await post('/api/mail/contact', { 'x-site-evidence': evidence })).status).toBe(200)
    // These authenticate their callers in other ways.
    expect((await post('/api/paypal/webhook')).body.error).not.toBe('This call needs the site’s signature')
    expect((await fetch(`${strict.url}/api/staff/enquiries`)).status).toBe(401)
    expect((await fetch(`${strict.url}/paypal-sandbox/api/v2/checkout/orders/1`)).status).toBe(401)
    expect((await fetch(`${strict.url}/healthz`)).status).toBe(200)
    await strict.stop()
  })
})

describe('request ids', () => {
  test('a request id is returned and logged; an invalid one is replaced', async () => {
    const valid = await host.post('/api/mail/contact', enquiry, { 'x-request-id': 'abc-123' })
    expect(valid.headers.get('x-request-id')).toBe('abc-123')
    expect(host.lines).toContainEqual(
      expect.objectContaining({
        message: 'request',
        detail: expect.objectContaining({ requestId: 'abc-123', status: 200 }),
      }),
    )
    const invalid = await host.post('/api/mail/contact', {}, { 'x-request-id': '<b>"' })
    expect(invalid.status).toBe(422)
    expect(invalid.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('the log has no name, number or address of a visitor', () => {
    expect(JSON.stringify(host.lines)).not.toMatch(/Ann|302 555|ann@example/)
  })
})

describe('signed evidence', () => {
  const target = 'POST /api/mail/contact'
  const body = JSON.stringify(enquiry)
  const secret = () => hostSecret(host.dataDir)
  const post = (header: string) => host.post('/api/mail/contact', body, { 'x-site-evidence': header })

  test('forged evidence, or evidence of another call or body → 403', async () => {
    const good = signEvidence(secret(), { target, body })
    const refused = [
      signEvidence('another secret', { target, body }),
      signEvidence(secret(), { target: 'POST /api/reviews/create', body }),
      signEvidence(secret(), { target, body: `${body} ` }),
      `${good}x`,
      'nonsense',
    ]
    for (const header of refused) expect(await post(header)).toMatchObject({ status: 403 })
    expect(await post(good)).toMatchObject({ status: 200 })
  })

  test('evidence older than five minutes → 403', async () => {
    const then = new Date(Date.now() - 6 * 60_000)
    const old: Evidence = { id: randomUUID(), at: then.toISOString(), target, body: sha256(body) }
    const payload = Buffer.from(JSON.stringify(old)).toString('base64url')
    const mac = createHmac('sha256', secret()).update(`v1.${payload}`).digest('base64url')
    expect(await post(`v1.${payload}.${mac}`)).toMatchObject({
      status: 403,
      body: { error: 'Evidence refused: expired' },
    })
  })

  test('only the site can register wordings', async () => {
    expect(await host.post('/api/consent/wordings', { texts: ['x'] })).toMatchObject({ status: 403 })
  })
})

describe('rate limits', () => {
  test("a visitor's 61st call within a minute gets 429; other visitors and other calls are not affected", async () => {
    const small = await startTestHost({ BUDGET_PER_MINUTE: 60, BUDGET_PER_HOUR: 600 })
    const from = (address: string, path = '/api/reviews/create') =>
      small.post(path, {}, { 'x-forwarded-for': `198.51.100.7, ${address}` })
    for (let i = 0; i < 60; i++) expect((await from('203.0.113.5')).status).toBe(422)
    const refused = await from('203.0.113.5')
    expect(refused).toMatchObject({ status: 429, body: { error: 'Too many requests' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await from('203.0.113.6')).status).toBe(422)
    expect((await from('203.0.113.5', '/api/mail/contact')).status).toBe(422)
    // The site signs for its visitors. The site itself has no limit.
    const secret = hostSecret(small.dataDir)
    const signed = (address?: string) =>
      small.post(
        '/api/reviews/create',
        {},
        {
          'x-site-evidence': signEvidence(secret, {
            target: 'POST /api/reviews/create',
            body: '{}',
            visitor: { address },
          }),
        },
      )
    expect((await signed('203.0.113.5')).status).toBe(429)
    expect((await signed('203.0.113.77')).status).toBe(422)
    for (let i = 0; i < 61; i++) expect((await signed()).status).toBe(422)
    await small.stop()
  })
})
