import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Bench, startBench } from '#app/host/embedded/payments/bench.test-support.ts'
import { startTestHost } from '#app/host/embedded/test-host.test-support.ts'

/**
 * What PayPal publishes of Orders v2 (checkout_orders_v2.json 2.13), as far as the stand-in answers it: types, patterns,
 * lengths and enumerations from there. Strict: a field that PayPal doesn't have is a mistake.
 */
const money = z.strictObject({
  currency_code: z.string().length(3),
  value: z
    .string()
    .max(32)
    .regex(/^((-?[0-9]+)|(-?([0-9]+)?[.][0-9]+))$/),
})
const dateTime = z
  .string()
  .min(20)
  .max(64)
  .regex(
    /^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[1-2][0-9]|3[0-1])[T,t]([0-1][0-9]|2[0-3]):[0-5][0-9]:([0-5][0-9]|60)([.][0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2})$/,
  )
const link = z.strictObject({
  href: z.url(),
  rel: z.string(),
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'CONNECT', 'OPTIONS', 'PATCH']),
})
const name = z.strictObject({ given_name: z.string().max(140), surname: z.string().max(140) })
const email = z.string().min(3).max(254).includes('@')
const accountId = z
  .string()
  .length(13)
  .regex(/^[2-9A-HJ-NP-Z]{13}$/)
const refund = z.strictObject({
  id: z.string(),
  status: z.enum(['CANCELLED', 'FAILED', 'PENDING', 'COMPLETED']),
  amount: money,
  custom_id: z.string().max(127).optional(),
  links: z.array(link),
  create_time: dateTime,
  update_time: dateTime,
})
const capture = z.strictObject({
  id: z.string(),
  status: z.enum(['COMPLETED', 'DECLINED', 'PARTIALLY_REFUNDED', 'PENDING', 'REFUNDED', 'FAILED']),
  status_details: z.strictObject({ reason: z.enum(['ECHECK', 'PENDING_REVIEW', 'OTHER']) }).optional(),
  amount: money,
  custom_id: z.string().max(255).optional(),
  final_capture: z.boolean(),
  seller_protection: z.strictObject({
    status: z.enum(['ELIGIBLE', 'PARTIALLY_ELIGIBLE', 'NOT_ELIGIBLE']),
    dispute_categories: z.array(z.enum(['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'])),
  }),
  seller_receivable_breakdown: z
    .strictObject({ gross_amount: money, paypal_fee: money, net_amount: money })
    .optional(),
  links: z.array(link),
  create_time: dateTime,
  update_time: dateTime,
})
const orderShape = z.strictObject({
  id: z
    .string()
    .min(1)
    .max(36)
    .regex(/^[A-Z0-9]+$/),
  intent: z.enum(['CAPTURE', 'AUTHORIZE']),
  status: z.enum(['CREATED', 'SAVED', 'APPROVED', 'VOIDED', 'COMPLETED', 'PAYER_ACTION_REQUIRED']),
  purchase_units: z
    .array(
      z.strictObject({
        reference_id: z.string().max(256),
        amount: money,
        payee: z.strictObject({ email_address: email, merchant_id: accountId }),
        description: z.string().max(127).optional(),
        custom_id: z.string().max(255).optional(),
        payments: z
          .strictObject({ captures: z.array(capture), refunds: z.array(refund).optional() })
          .optional(),
      }),
    )
    .min(1)
    .max(10),
  payer: z.strictObject({ email_address: email, payer_id: accountId, name }).optional(),
  payment_source: z
    .strictObject({ paypal: z.strictObject({ email_address: email, account_id: accountId, name }) })
    .optional(),
  create_time: dateTime,
  update_time: dateTime,
  links: z.array(link),
})
const minimalShape = orderShape.pick({ id: true, status: true, links: true })
const errorShape = z.strictObject({
  name: z.string(),
  message: z.string(),
  debug_id: z.string().min(1),
  details: z.array(z.strictObject({ issue: z.string(), description: z.string() })),
  links: z.array(link),
})

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
async function api(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${bench.url}/standin/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text && JSON.parse(text) }
}
const unit = { amount: { currency_code: 'USD', value: '99.00' }, description: 'Lead', custom_id: 'c-1' }
const request = { intent: 'CAPTURE', purchase_units: [unit] }
const full = { prefer: 'return=representation' }
async function approved(): Promise<string> {
  const { body } = await api('POST', '/v2/checkout/orders', request)
  await bench.approve(body.id)
  return body.id
}

describe('Orders v2', () => {
  test('create, get, capture and refund have PayPal’s shapes', async () => {
    const created = await api('POST', '/v2/checkout/orders', request)
    expect(created.status).toBe(201)
    expect(minimalShape.strict().parse(created.body).status).toBe('CREATED')
    const whole = await api('POST', '/v2/checkout/orders', request, full)
    expect(orderShape.parse(whole.body).links.map(({ rel }) => rel)).toEqual([
      'self',
      'approve',
      'update',
      'capture',
    ])
    const { id } = created.body
    const path = `/v2/checkout/orders/${id}`
    await bench.approve(id)
    expect(orderShape.parse((await api('GET', path)).body).status).toBe('APPROVED')
    const captured = await api('POST', `${path}/capture`, '', full)
    expect(captured.status).toBe(201)
    const [made] = orderShape.parse(captured.body).purchase_units[0]!.payments!.captures
    expect(made).toMatchObject({ status: 'COMPLETED', amount: unit.amount, custom_id: 'c-1' })
    const refunded = await api('POST', `/v2/payments/captures/${made!.id}/refund`, {})
    expect(refund.parse(refunded.body).amount).toEqual(unit.amount)
    expect(capture.parse((await api('GET', `/v2/payments/captures/${made!.id}`)).body).status).toBe(
      'REFUNDED',
    )
    expect(orderShape.parse((await api('GET', path)).body).purchase_units[0]!.payments!.refunds).toHaveLength(
      1,
    )
    const more = await api('POST', `/v2/payments/captures/${made!.id}/refund`, {})
    expect(errorShape.parse(more.body).details[0]!.issue).toBe('CAPTURE_FULLY_REFUNDED')
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
    const refused = answers.filter(({ status }) => status === 422)
    expect(refused).toHaveLength(9)
    for (const { body } of refused)
      expect(errorShape.parse(body).details[0]!.issue).toBe('ORDER_ALREADY_CAPTURED')
  })

  test.each([
    ['INSTRUMENT_DECLINED', 422],
    ['TRANSACTION_REFUSED', 422],
    ['PAYER_CANNOT_PAY', 422],
    ['INTERNAL_SERVER_ERROR', 500],
  ])('PayPal-Mock-Response %s', async (issue, status) => {
    const path = `/v2/checkout/orders/${await approved()}/capture`
    const mock = { 'paypal-mock-response': JSON.stringify({ mock_application_codes: issue }) }
    const answer = await api('POST', path, '', mock)
    expect(answer.status).toBe(status)
    const error = errorShape.parse(answer.body)
    if (status === 422) expect(error.details[0]!.issue).toBe(issue)
    if (issue === 'INSTRUMENT_DECLINED') expect(error.links.map(({ rel }) => rel)).toContain('redirect')
  })

  test.each([
    ['no approval', 'POST', (id: string) => `/v2/checkout/orders/${id}/capture`, '', 422],
    ['no such order', 'GET', () => '/v2/checkout/orders/NOSUCHORDER', undefined, 404],
    ['no such path', 'GET', () => '/v2/checkout', undefined, 404],
    ['no JSON', 'POST', () => '/v2/checkout/orders', '{', 400],
    ['no amount', 'POST', () => '/v2/checkout/orders', { ...request, purchase_units: [{}] }, 400],
    [
      'an amount with three decimals',
      'POST',
      () => '/v2/checkout/orders',
      { ...request, purchase_units: [{ amount: { currency_code: 'USD', value: '1.000' } }] },
      400,
    ],
  ])('%s is an error of PayPal’s shape', async (_what, method, path, body, status) => {
    const { body: created } = await api('POST', '/v2/checkout/orders', request)
    const answer = await api(method, path(created.id), body)
    expect(answer.status).toBe(status)
    errorShape.parse(answer.body)
  })

  test('without its secret nobody gets a token, without a token nothing', async () => {
    expect((await getToken('wrong')).status).toBe(401)
    for (const authorization of ['', 'Bearer ', 'Bearer x', `Bearer ${Date.now()}.x`]) {
      const answer = await api('POST', '/v2/checkout/orders', request, { authorization })
      expect(answer.status).toBe(401)
      errorShape.parse(answer.body)
    }
  })
})

describe('PayPal’s page', () => {
  const page = (id: string, init?: RequestInit) =>
    fetch(`${bench.url}/standin/browser/checkoutnow?token=${id}`, { redirect: 'manual', ...init })
  const choose = (id: string, outcome: string) =>
    page(id, { method: 'POST', body: new URLSearchParams({ outcome }) })

  test('says that it is a test and what is to be paid, without script or inline style', async () => {
    const { id } = await bench.create({ title: 'A <b>plan</b>' })
    const html = await (await page(id)).text()
    expect(html).toContain('<h1>Test payment</h1>')
    expect(html).toContain('No money moves.')
    expect(html).toContain('499.00 USD')
    expect(html).toContain('A &lt;b&gt;plan&lt;/b&gt;')
    expect(html).not.toMatch(/<script|style=|<style| on\w+=/)
    expect((await page('NOSUCH')).status).toBe(404)
  })

  test('Approve leads back with token and PayerID, and the order can be captured', async () => {
    const { id } = await bench.createSigned('https://example.com')
    const answer = await choose(id, 'approve')
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      `https://example.com/checkout/return?token=${id}&PayerID=STANDZNBUYER2`,
    ])
    expect(await bench.complete(id)).toMatchObject({ status: 'COMPLETED' })
  })

  test('Cancel leads back to the checkout and approves nothing', async () => {
    const { id } = await bench.createSigned('https://example.com')
    expect((await choose(id, 'cancel')).headers.get('location')).toBe(
      `https://example.com/checkout?token=${id}`,
    )
    expect(await bench.complete(id)).toMatchObject({ status: 'CREATED' })
  })
})

test('with PayPal’s credentials there is no stand-in, however it is asked for', async () => {
  const host = await startTestHost({ PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 'secret' })
  const paths = [
    '/standin/browser/sdk/js',
    '/standin/browser/checkoutnow?token=x',
    '/standin/api/v1/oauth2/token',
  ]
  for (const path of paths) {
    expect((await fetch(host.url + path)).status).toBe(404)
    expect((await fetch(host.url + path, { method: 'POST' })).status).toBe(404)
  }
  const { STANDIN_WEBHOOK_ID, signWebhook } = await import('#app/host/paypal-standin/signature.ts')
  expect(STANDIN_WEBHOOK_ID).toBeTruthy()
  const body = '{"id":"WH-1"}'
  const signed = signWebhook('', { id: 'a', time: 'b' }, Buffer.from(body))
  expect(await host.post('/api/paypal/webhook', body, signed)).toMatchObject({ status: 403 })
  await host.stop()
})
