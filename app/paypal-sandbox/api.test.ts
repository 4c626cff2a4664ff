import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createPayPal } from '#app/backend/payments/paypal.ts'
import { request, startSandbox } from '#app/paypal-sandbox/sandbox.test-support.ts'
import type { Order } from '#app/paypal-sandbox/shapes.ts'
import { isSigned } from '#app/paypal-sandbox/signature.ts'

let server: Awaited<ReturnType<typeof startSandbox>>
let token: string
beforeAll(async () => {
  server = await startSandbox()
  token = (await (await getToken()).json()).access_token
})
afterAll(() => server.stop())

function getToken(secret = server.sandbox.credentials.clientSecret) {
  const authorization = `Basic ${Buffer.from(`test:${secret}`).toString('base64')}`
  return fetch(`${server.sandbox.baseUrl()}/v1/oauth2/token`, { method: 'POST', headers: { authorization } })
}

async function api(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(server.sandbox.baseUrl() + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}
const ORDERS = '/v2/checkout/orders'
const capture = (id: string, requestId: string = randomUUID()) =>
  api('POST', `${ORDERS}/${id}/capture`, '', { 'paypal-request-id': requestId })
const capturesOf = (body: Order) => body.purchase_units[0]!.payments?.captures ?? []
const issuesOf = ({ status, body }: Awaited<ReturnType<typeof api>>) => [
  status,
  ...(body.details ?? []).map(({ issue }: { issue: string }) => issue),
]

test('an order is created, approved and captured', async () => {
  const created = await api('POST', ORDERS, request)
  expect(created.status).toBe(201)
  expect(created.body).toMatchObject({ ...request, status: 'CREATED' })
  const { id, links } = created.body as Order
  expect(links.map(({ rel }) => rel)).toEqual(['self', 'approve', 'capture'])
  expect(issuesOf(await capture(id))).toEqual([422, 'ORDER_NOT_APPROVED'])
  server.sandbox.orders.approve(id, 'approve')
  expect((await api('GET', `${ORDERS}/${id}`)).body).toMatchObject({
    status: 'APPROVED',
    payer: { name: {} },
  })
  const captured = await capture(id)
  expect([captured.status, captured.body.status]).toEqual([201, 'COMPLETED'])
  const { amount, custom_id } = request.purchase_units[0]!
  expect(capturesOf(captured.body)).toMatchObject([{ status: 'COMPLETED', amount, custom_id }])
})

/** The part of `order_request` in PayPal's checkout_orders_v2.json 2.13 that the backend uses. */
const publishedSchema = z.strictObject({
  intent: z.enum(['CAPTURE', 'AUTHORIZE']),
  purchase_units: z.tuple([
    z.strictObject({
      amount: z.strictObject({ currency_code: z.string().length(3), value: z.string().max(32) }),
      description: z.string().min(1).max(127),
      custom_id: z.string().min(1).max(127),
    }),
  ]),
  application_context: z.strictObject({
    shipping_preference: z.enum(['GET_FROM_FILE', 'NO_SHIPPING', 'SET_PROVIDED_ADDRESS']),
    user_action: z.enum(['CONTINUE', 'PAY_NOW']),
    return_url: z.url(),
    cancel_url: z.url(),
  }),
})

test("the backend's client sends requests that fit PayPal's published schema", async () => {
  const { credentials, baseUrl, orders } = server.sandbox
  const paypal = createPayPal({ ...credentials, environment: 'sandbox', baseUrl })
  const order = { id: randomUUID(), createRequestId: randomUUID(), amountCents: 49_900, currency: 'USD' }
  const title = 'Starter Edge 🏡 '.repeat(20)
  const { id } = await paypal.create({ ...order, title }, 'https://example.com')
  const sent = server.requests.findLast(({ path }) => path.endsWith(ORDERS))!
  expect(publishedSchema.parse(JSON.parse(sent.body)).purchase_units[0].amount.value).toBe('499.00')
  expect(String(sent.headers['paypal-request-id']).length).toBeLessThanOrEqual(108)
  orders.approve(id, 'approve')
  const captured = await paypal.capture(id, randomUUID())
  expect(capturesOf(captured as Order)).toMatchObject([{ status: 'COMPLETED', amount: { value: '499.00' } }])
})

test('a tester can choose that a capture is declined, is refused, or loses its response', async () => {
  const declined = server.approved('decline')
  expect(issuesOf(await capture(declined))).toEqual([422, 'INSTRUMENT_DECLINED'])
  expect(issuesOf(await capture(declined))).toEqual([422, 'ORDER_NOT_APPROVED'])
  expect(issuesOf(await capture(server.approved('refuse')))).toEqual([422, 'TRANSACTION_REFUSED'])
  const lost = server.approved('lost')
  expect((await capture(lost, 'one')).status).toBe(503)
  expect((await capture(lost, 'one')).status).toBe(200)
})

test('the same PayPal-Request-Id gets the same response, with 200', async () => {
  const headers = { 'paypal-request-id': randomUUID() }
  const first = await api('POST', ORDERS, request, headers)
  const second = await api('POST', ORDERS, request, headers)
  expect([first.status, second.status]).toEqual([201, 200])
  expect(second.body).toEqual(first.body)
  const id = server.approved()
  const answers = await Promise.all(Array.from({ length: 10 }, () => capture(id, 'one')))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(9).fill(200), 201])
  expect(new Set(answers.map(({ body }) => capturesOf(body)[0]!.id)).size).toBe(1)
  const declined = server.approved('decline')
  for (let time = 0; time < 2; time++)
    expect(issuesOf(await capture(declined, 'one'))).toEqual([422, 'INSTRUMENT_DECLINED'])
})

const [unit] = request.purchase_units
const withAmount = (value: unknown) => ({
  ...request,
  purchase_units: [{ ...unit, amount: { ...unit!.amount, value } }],
})
test.each([
  ['no JSON', '{', 'MALFORMED_REQUEST_JSON'],
  ['two purchase units', { ...request, purchase_units: [unit, unit] }, 'INVALID_PARAMETER_SYNTAX'],
  ['a number as amount', withAmount(99), 'INVALID_PARAMETER_SYNTAX'],
  ['three decimals', withAmount('1.000'), 'INVALID_PARAMETER_SYNTAX'],
  ['nothing to pay', withAmount('0.00'), 'INVALID_PARAMETER_SYNTAX'],
])('an order with %s is refused', async (_title, body, issue) => {
  expect(issuesOf(await api('POST', ORDERS, body))).toEqual([400, issue])
})

test('an unknown order and an unknown path get 404', async () => {
  expect(issuesOf(await api('GET', `${ORDERS}/NOSUCHORDER`))).toEqual([404, 'INVALID_RESOURCE_ID'])
  expect(issuesOf(await capture('NOSUCHORDER'))).toEqual([404, 'INVALID_RESOURCE_ID'])
  expect(issuesOf(await api('GET', '/v2/checkout'))).toEqual([404])
})

test('a token requires the secret, and all other calls require a token', async () => {
  expect((await getToken('wrong')).status).toBe(401)
  for (const authorization of ['', 'Bearer ', 'Bearer x', `Bearer ${Date.now()}.x`])
    expect((await api('POST', ORDERS, request, { authorization })).status).toBe(401)
})

test('the sandbox sends signed webhooks', async () => {
  const { sandbox, requests, approved, stop } = await startSandbox()
  const { orders, webhookKey } = sandbox
  const [paid, pending] = [approved(), approved('pending')]
  orders.capture(paid)
  orders.refund(paid)
  orders.capture(pending)
  orders.resolve(pending, 'DECLINED')
  sandbox.start()
  await expect.poll(() => requests.length).toBe(6)
  await stop()
  for (const { headers, body } of requests) {
    expect(isSigned(webhookKey, headers, Buffer.from(body))).toBe(true)
    expect(isSigned('another key', headers, Buffer.from(body))).toBe(false)
  }
  const events = requests.map(({ body }) => JSON.parse(body).event_type)
  expect(events.toSorted()).toEqual([
    'CHECKOUT.ORDER.APPROVED',
    'CHECKOUT.ORDER.APPROVED',
    'PAYMENT.CAPTURE.COMPLETED',
    'PAYMENT.CAPTURE.DENIED',
    'PAYMENT.CAPTURE.PENDING',
    'PAYMENT.CAPTURE.REFUNDED',
  ])
})
