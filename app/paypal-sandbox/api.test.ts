import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { type Bench, startBench } from '#app/backend/payments/bench.test-support.ts'
import { createPayPal } from '#app/backend/payments/paypal.ts'
import { collectLog } from '#app/backend/test-host.test-support.ts'
import { json, recordingHost } from '#app/host/recording-host.test-support.ts'
import { MOCK_ISSUES } from '#app/paypal-sandbox/errors.ts'
import {
  brief,
  type capture,
  event,
  type order,
  orderRequest,
  type refund,
  transmission,
} from '#app/paypal-sandbox/openapi.test-support.ts'
import { hold } from '#app/paypal-sandbox/operations.test-support.ts'
import type { Outcome } from '#app/paypal-sandbox/shapes.ts'
import { createStandIn } from '#app/paypal-sandbox/standin.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

let bench: Bench
let token: string
beforeAll(async () => {
  bench = await startBench()
  token = (await (await getToken()).json()).access_token
})
afterAll(() => bench.stop())

function getToken(secret = bench.standIn.credentials.clientSecret) {
  return fetch(`${bench.url}/standin/api/v1/oauth2/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`test:${secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  })
}
/** Asks the API, and holds its answer against what PayPal publishes for it. */
async function api(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${bench.url}/standin/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const answer = { status: response.status, body: text && JSON.parse(text) }
  hold(method, path, answer.status, answer.body)
  return answer
}
const unit = { amount: { currency_code: 'USD', value: '99.00' }, description: 'Lead', custom_id: 'c-1' }
const request = { intent: 'CAPTURE', purchase_units: [unit] }
const full = { prefer: 'return=representation' }
const AMOUNT = "/purchase_units/@reference_id=='default'/amount"
const mocking = (code: string) => ({
  'paypal-mock-response': JSON.stringify({ mock_application_codes: code }),
})
async function approved(outcome?: Outcome): Promise<string> {
  const { body } = await api('POST', '/v2/checkout/orders', request)
  await bench.approve(body.id, outcome)
  return body.id
}

type Order = z.infer<typeof order>
const captureOf = (answer: { body: unknown }) =>
  (answer.body as Order).purchase_units[0]!.payments!.captures[0]!
const relsOf = ({ body }: { body: { links: { rel: string }[] } }) => body.links.map(({ rel }) => rel)
const issuesOf = ({ status, body }: Awaited<ReturnType<typeof api>>) => [
  status,
  ...(body.details ?? []).map(({ issue }: { issue: string }) => issue),
]

describe('Orders v2, as PayPal publishes it', () => {
  test('create, get, capture; in short, or whole where that is asked for', async () => {
    const created = await api('POST', '/v2/checkout/orders', request)
    expect(created.status).toBe(201)
    expect(brief.parse(created.body).status).toBe('CREATED')
    const whole = await api('POST', '/v2/checkout/orders', request, full)
    expect(whole.body).toMatchObject({ intent: 'CAPTURE', purchase_units: [unit] })
    expect(relsOf(whole)).toEqual(['self', 'approve', 'update', 'capture'])
    const path = `/v2/checkout/orders/${created.body.id}`
    await bench.approve(created.body.id)
    expect((await api('GET', path)).body).toMatchObject({ status: 'APPROVED', payer: { name: {} } })
    const captured = await api('POST', `${path}/capture`, '', full)
    expect(captured.status).toBe(201)
    const made = captureOf(captured)
    expect(made).toMatchObject({ status: 'COMPLETED', amount: unit.amount, custom_id: 'c-1' })
    expect((await api('GET', `/v2/payments/captures/${made.id}`)).body).toEqual(made)
    const short = await api('POST', `/v2/checkout/orders/${await approved()}/capture`, '')
    expect(brief.parse(short.body).status).toBe('COMPLETED')
  })

  test('a pending capture, and what becomes of it', async () => {
    const path = `/v2/checkout/orders/${await approved('pending')}`
    const pending = captureOf(await api('POST', `${path}/capture`, '', full))
    expect(pending).toMatchObject({ status: 'PENDING', status_details: { reason: 'ECHECK' } })
    expect(pending).not.toHaveProperty('seller_receivable_breakdown')
    const refund = `/v2/payments/captures/${pending.id}/refund`
    expect(issuesOf(await api('POST', refund, {}))).toEqual([422, 'PENDING_CAPTURE'])
    bench.standIn.orders.resolve(pending.id, 'DECLINED')
    expect(captureOf(await api('GET', path)).status).toBe('DECLINED')
    expect(issuesOf(await api('POST', refund, {}))).toEqual([422, 'REFUND_NOT_ALLOWED'])
  })

  test('refunds: a part, then the rest, then nothing', async () => {
    const path = `/v2/checkout/orders/${await approved()}`
    const made = captureOf(await api('POST', `${path}/capture`, '', full))
    const of = `/v2/payments/captures/${made.id}`
    const ask = (value?: string, currency_code = 'USD') =>
      api(
        'POST',
        `${of}/refund`,
        value === undefined ? undefined : { amount: { currency_code, value } },
        full,
      )
    expect(issuesOf(await ask('0.00'))).toEqual([422, 'CANNOT_BE_ZERO_OR_NEGATIVE'])
    expect(issuesOf(await ask('1.001'))).toEqual([422, 'DECIMAL_PRECISION'])
    expect(issuesOf(await ask('99.01'))).toEqual([422, 'REFUND_AMOUNT_EXCEEDED'])
    expect(issuesOf(await ask('9.00', 'EUR'))).toEqual([422, 'REFUND_CAPTURE_CURRENCY_MISMATCH'])
    expect(issuesOf(await api('POST', `${of}/refund`, { amount: {} }))).toEqual([
      400,
      'MISSING_REQUIRED_PARAMETER',
      'MISSING_REQUIRED_PARAMETER',
    ])
    expect(issuesOf(await api('POST', `${of}/refund`, '{'))).toEqual([400, 'INVALID_PARAMETER_SYNTAX'])
    const part = await ask('9')
    expect([part.status, part.body.amount.value]).toEqual([201, '9.00'])
    expect((await api('GET', of)).body).toMatchObject({ status: 'PARTIALLY_REFUNDED' })
    const rest = await ask()
    expect(rest.body.amount.value).toBe('90.00')
    expect((await api('GET', `/v2/payments/refunds/${rest.body.id}`)).body).toEqual(rest.body)
    expect((await api('GET', of)).body).toMatchObject({ status: 'REFUNDED' })
    const { payments } = ((await api('GET', path)).body as Order).purchase_units[0]!
    expect(payments!.refunds).toEqual([part.body, rest.body])
    expect(issuesOf(await ask())).toEqual([422, 'CAPTURE_FULLY_REFUNDED'])
  })

  test('every link leads somewhere', async () => {
    const path = `/v2/checkout/orders/${await approved()}`
    const made = captureOf(await api('POST', `${path}/capture`, '', full))
    const refunded = await api('POST', `/v2/payments/captures/${made.id}/refund`, {})
    const whole = await api('GET', path)
    const { payments } = (whole.body as Order).purchase_units[0]!
    type Links = (z.infer<typeof capture> | z.infer<typeof refund>)['links']
    const links: Links = [...whole.body.links, ...refunded.body.links, ...payments!.captures[0]!.links]
    const base = `${bench.url}/standin/api`
    for (const { href, method } of links)
      expect((await api(method!, href.replace(base, ''), method === 'GET' ? undefined : {})).status).not.toBe(
        404,
      )
  })

  test('the same PayPal-Request-Id gets the same answer, with 200', async () => {
    const headers = { 'paypal-request-id': randomUUID() }
    const first = await api('POST', '/v2/checkout/orders', request, headers)
    const second = await api('POST', '/v2/checkout/orders', request, headers)
    expect([first.status, second.status]).toEqual([201, 200])
    expect(second.body).toEqual(first.body)
    const id = await approved()
    const path = `/v2/checkout/orders/${id}/capture`
    const captures = await Promise.all(Array.from({ length: 10 }, () => api('POST', path, '', headers)))
    expect(captures.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(captures.filter(({ status }) => status === 200)).toHaveLength(9)
    expect(bench.capturesOf(id)).toHaveLength(1)
  })

  test('many captures under ids of their own: one, the others “already captured”', async () => {
    const path = `/v2/checkout/orders/${await approved()}/capture`
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => api('POST', path, '', { 'paypal-request-id': randomUUID() })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const others = answers.filter(({ status }) => status !== 201)
    for (const answer of others) expect(issuesOf(answer)).toEqual([422, 'ORDER_ALREADY_CAPTURED'])
    const change = [{ op: 'replace', path: AMOUNT, value: unit.amount }]
    const patched = await api('PATCH', path.replace('/capture', ''), change)
    expect(issuesOf(patched)).toEqual([422, 'ORDER_ALREADY_COMPLETED'])
  })

  test.each([...MOCK_ISSUES])('PayPal-Mock-Response %s', async (issue) => {
    const id = await approved()
    const answer = await api('POST', `/v2/checkout/orders/${id}/capture`, '', mocking(issue))
    expect(issuesOf(answer)).toEqual([422, issue])
    expect(relsOf(answer).includes('redirect')).toBe(issue === 'INSTRUMENT_DECLINED')
    expect(bench.capturesOf(id)).toEqual([])
  })

  test('PayPal’s own faults; a code that it doesn’t have is passed over', async () => {
    const path = `/v2/checkout/orders/${await approved()}/capture`
    expect((await api('POST', path, '', mocking('INTERNAL_SERVER_ERROR'))).status).toBe(500)
    expect((await api('GET', path, undefined, mocking('SERVICE_UNAVAILABLE'))).status).toBe(503)
    expect((await api('POST', path, '', mocking('NO_SUCH_CODE'))).status).toBe(201)
    const lost = `/v2/checkout/orders/${await approved('lost')}/capture`
    expect((await api('POST', lost, '')).status).toBe(503)
  })

  const withUnit = (change: object) => ({ ...request, purchase_units: [{ ...unit, ...change }] })
  const withAmount = (change: object) => withUnit({ amount: { ...unit.amount, ...change } })
  test.each([
    ['no JSON', '{', 400, 'MALFORMED_REQUEST_JSON'],
    ['nothing', '', 400, 'MISSING_REQUIRED_PARAMETER', 'MISSING_REQUIRED_PARAMETER'],
    ['no unit', { ...request, purchase_units: [] }, 400, 'INVALID_ARRAY_MIN_ITEMS'],
    ['two units', { ...request, purchase_units: [unit, unit] }, 400, 'INVALID_ARRAY_MAX_ITEMS'],
    ['another intent', { ...request, intent: 'SELL' }, 400, 'INVALID_PARAMETER_VALUE'],
    ['no amount', withUnit({ amount: undefined }), 400, 'MISSING_REQUIRED_PARAMETER'],
    ['a number', withAmount({ value: 99 }), 400, 'INVALID_PARAMETER_SYNTAX'],
    ['words', withAmount({ value: 'many' }), 400, 'INVALID_PARAMETER_SYNTAX'],
    ['a long currency', withAmount({ currency_code: 'EURO' }), 400, 'INVALID_STRING_LENGTH'],
    ['no description', withUnit({ description: '' }), 400, 'INVALID_STRING_LENGTH'],
    ['a long description', withUnit({ description: 'x'.repeat(128) }), 400, 'INVALID_STRING_LENGTH'],
    ['a long custom id', withUnit({ custom_id: 'x'.repeat(128) }), 400, 'INVALID_STRING_LENGTH'],
    ['three decimals', withAmount({ value: '1.000' }), 422, 'DECIMAL_PRECISION'],
    ['nothing to pay', withAmount({ value: '0' }), 422, 'CANNOT_BE_ZERO_OR_NEGATIVE'],
    ['less than nothing', withAmount({ value: '-1.00' }), 422, 'CANNOT_BE_ZERO_OR_NEGATIVE'],
  ])('an order with %s is refused', async (_what, body, ...refusal) => {
    expect(issuesOf(await api('POST', '/v2/checkout/orders', body))).toEqual(refusal)
  })

  test('amounts get their two decimals', async () => {
    for (const [given, kept] of [
      ['5', '5.00'],
      ['.5', '0.50'],
    ]) {
      const { body } = await api('POST', '/v2/checkout/orders', withAmount({ value: given }), full)
      expect(body.purchase_units[0].amount.value).toBe(kept)
    }
  })

  test('changing an order: its amount, and nothing else', async () => {
    const { id } = (await api('POST', '/v2/checkout/orders', request)).body
    const path = `/v2/checkout/orders/${id}`
    const value = { currency_code: 'USD', value: '5.00' }
    const ask = async (change: unknown) => issuesOf(await api('PATCH', path, change))
    expect(await ask([{ op: 'remove', path: AMOUNT, value }])).toEqual([400, 'INVALID_PATCH_OPERATION'])
    expect(await ask([{ op: 'replace', path: '/intent', value }])).toEqual([400, 'FIELD_NOT_PATCHABLE'])
    expect(await ask([{ op: 'replace', path: AMOUNT }])).toEqual([400, 'INVALID_PARAMETER_SYNTAX'])
    expect(await ask({})).toEqual([400, 'INVALID_PARAMETER_SYNTAX'])
    expect(await ask('[')).toEqual([400, 'MALFORMED_REQUEST_JSON'])
    expect((await api('PATCH', path, [{ op: 'replace', path: AMOUNT, value }])).status).toBe(204)
    expect((await api('GET', path)).body.purchase_units[0].amount).toEqual(value)
  })

  test('what is not there, not approved, not JSON, too large', async () => {
    const { id } = (await api('POST', '/v2/checkout/orders', request)).body
    const capture = `/v2/checkout/orders/${id}/capture`
    expect(issuesOf(await api('POST', capture, ''))).toEqual([422, 'ORDER_NOT_APPROVED'])
    expect(issuesOf(await api('POST', capture, '{'))).toEqual([400, 'MALFORMED_REQUEST_JSON'])
    for (const [method, path] of [
      ['GET', '/v2/checkout/orders/NOSUCHORDER'],
      ['PATCH', '/v2/checkout/orders/NOSUCHORDER'],
      ['POST', '/v2/checkout/orders/NOSUCHORDER/capture'],
      ['GET', '/v2/payments/captures/NOSUCHCAPTURE'],
      ['POST', '/v2/payments/captures/NOSUCHCAPTURE/refund'],
      ['GET', '/v2/payments/refunds/NOSUCHREFUND'],
    ] as const)
      expect(issuesOf(await api(method, path, method === 'GET' ? undefined : '[]'))).toEqual([
        404,
        'INVALID_RESOURCE_ID',
      ])
    expect(issuesOf(await api('GET', '/v2/checkout'))).toEqual([404])
    const text = { 'content-type': 'text/plain' }
    expect((await api('POST', '/v2/checkout/orders', request, text)).status).toBe(415)
    expect(issuesOf(await api('POST', '/v2/checkout/orders', 'x'.repeat(2 ** 21)))).toEqual([
      400,
      'MALFORMED_REQUEST_JSON',
    ])
  })

  test('without its secret nobody gets a token, without a token nothing', async () => {
    expect((await getToken('wrong')).status).toBe(401)
    for (const authorization of ['', 'Bearer ', 'Bearer x', `Bearer ${Date.now()}.x`]) {
      const answer = await api('POST', '/v2/checkout/orders', request, { authorization })
      expect(answer.status).toBe(401)
    }
  })
})

test('what the host asks PayPal for is an order request of PayPal’s', async () => {
  const paypal = await recordingHost((res, asked, count) => {
    const token = { access_token: 't', token_type: 'Bearer', expires_in: 60 }
    json(asked.path === '/v1/oauth2/token' ? token : { id: 'O1', links: [] })(res, asked, count)
  })
  const credentials = { clientId: 'id', clientSecret: 'secret', environment: 'sandbox' as const }
  const order = { id: randomUUID(), createRequestId: randomUUID(), amountCents: 49_900, currency: 'USD' }
  const title = 'Starter Edge 🏡 '.repeat(20)
  const { create } = createPayPal({ ...credentials, baseUrl: () => paypal.url })
  await create({ ...order, title }, 'https://example.com')
  await paypal.close()
  const asked = paypal.requests.find(({ path }) => path === '/v2/checkout/orders')!
  expect(orderRequest.parse(asked.body).purchase_units[0]!.amount).toEqual({
    currency_code: 'USD',
    value: '499.00',
  })
  expect(String(asked.headers['paypal-request-id']).length).toBeLessThanOrEqual(108)
  expect(asked.headers['content-type']).toBe('application/json')
})

test('each event is one of PayPal’s, and can be verified like one', async () => {
  const receiver = await recordingHost(json({ ok: true }))
  const url = () => receiver.url
  const { log } = collectLog()
  const options = { dataDir: newFolder(), secret: 'x'.repeat(32), hostUrl: url, webhookUrl: url, log }
  const standIn = createStandIn(options)
  const { orders } = standIn
  const capture = (outcome: 'approve' | 'pending') => {
    const { id } = orders.create(request).body as Order
    orders.approve(id, outcome)
    return captureOf(orders.capture(id, undefined)).id
  }
  orders.refund(capture('approve'), null)
  orders.resolve(capture('pending'), 'DECLINED')
  standIn.start()
  await expect.poll(() => receiver.requests.length).toBe(6)
  await standIn.close()
  await receiver.close()
  for (const { headers } of receiver.requests) transmission.parse(headers)
  const events = receiver.requests.map(({ body }) => event.parse(body).event_type)
  expect(events.toSorted()).toEqual([
    'CHECKOUT.ORDER.APPROVED',
    'CHECKOUT.ORDER.APPROVED',
    'PAYMENT.CAPTURE.COMPLETED',
    'PAYMENT.CAPTURE.DENIED',
    'PAYMENT.CAPTURE.PENDING',
    'PAYMENT.CAPTURE.REFUNDED',
  ])
})
