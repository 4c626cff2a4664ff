import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { CheckoutPaymentIntent, Client, Environment, OrdersController } from '@paypal/paypal-server-sdk'
import { expect, onTestFinished, test } from 'vitest'
import { startBench } from '#app/backend/payments/bench.test-support.ts'
import { createPayPal } from '#app/backend/payments/paypal.ts'
import { listen } from '#app/server/listen.test-support.ts'

/** PayPal's SDK has no option for another URL, so an interceptor replaces it. */
function sdkFor(baseUrl: string, { clientId, clientSecret }: { clientId: string; clientSecret: string }) {
  class SandboxClient extends Client {
    override getRequestBuilderFactory() {
      const factory = super.getRequestBuilderFactory()
      return (...args: Parameters<typeof factory>) => {
        const builder = factory(...args)
        builder.interceptRequest((request) => ({
          ...request,
          url: request.url.replace('https://api-m.sandbox.paypal.com', baseUrl),
        }))
        return builder
      }
    }
  }
  const credentials = { oAuthClientId: clientId, oAuthClientSecret: clientSecret }
  return new OrdersController(
    new SandboxClient({
      clientCredentialsAuthCredentials: credentials,
      environment: Environment.Sandbox,
      timeout: 5_000,
    }),
  )
}

test("PayPal's server SDK and our client get the same order and capture from the sandbox", async () => {
  const bench = await startBench()
  onTestFinished(() => bench.stop())
  const { paypal } = bench.provider
  const { sandbox } = bench
  const sdk = sdkFor(sandbox.baseUrl(), sandbox.credentials)
  const { result: created } = await sdk.createOrder({
    paypalRequestId: randomUUID(),
    prefer: 'return=representation',
    body: {
      intent: CheckoutPaymentIntent.Capture,
      purchaseUnits: [{ customId: 'c-1', amount: { currencyCode: 'USD', value: '499.00' } }],
    },
  })
  const id = created.id!
  expect(await paypal.read(id)).toMatchObject({
    status: created.status,
    purchase_units: [{ custom_id: 'c-1', amount: { currency_code: 'USD', value: '499.00' } }],
    links: created.links,
  })
  await bench.approve(id)
  const captured = await paypal.capture(id, randomUUID())
  const { result } = await sdk.getOrder({ id })
  const [ours] = captured.purchase_units![0]!.payments!.captures!
  const [theirs] = result.purchaseUnits![0]!.payments!.captures!
  expect([theirs!.id, theirs!.status, theirs!.amount!.value]).toEqual([
    ours!.id,
    'COMPLETED',
    ours!.amount!.value,
  ])
  await expect(sdk.captureOrder({ id, paypalRequestId: randomUUID() })).rejects.toMatchObject({
    statusCode: 422,
  })
})

/** A server in place of PayPal that gives these answers, and tokens t1, t2 … */
async function paypalWith(...answers: [status: number, body: string][]) {
  const requests: IncomingMessage[] = []
  let tokens = 0
  const port = await listen((req, res) => {
    if (req.url === '/v1/oauth2/token')
      return res.end(JSON.stringify({ access_token: `t${++tokens}`, expires_in: 3_600 }))
    requests.push(req)
    const [status, body] = answers[Math.min(requests.length, answers.length) - 1]!
    res.writeHead(status).end(body)
  })
  const baseUrl = () => `http://127.0.0.1:${port}`
  const account = { clientId: 'a', clientSecret: 'b', environment: 'sandbox' as const }
  return {
    paypal: createPayPal({ ...account, baseUrl, operationTimeoutMs: 2_000 }),
    headersOf: (name: string) => requests.map(({ headers }) => headers[name]),
  }
}
const COMPLETED: [number, string] = [201, '{"id":"O1","status":"COMPLETED"}']
const refusal = (issue: string) => JSON.stringify({ name: 'UNPROCESSABLE_ENTITY', details: [{ issue }] })

test('a token is used for many calls and renewed after 401', async () => {
  const { paypal, headersOf } = await paypalWith(COMPLETED, [401, '{}'], COMPLETED)
  await paypal.read('O1')
  await paypal.read('O1')
  expect(headersOf('authorization')).toEqual(['Bearer t1', 'Bearer t1', 'Bearer t2'])
})

test('a capture that PayPal is busy with is repeated with the same PayPal-Request-Id', async () => {
  const busy: [number, string] = [409, refusal('PREVIOUS_REQUEST_IN_PROGRESS')]
  const { paypal, headersOf } = await paypalWith(busy, [503, ''], COMPLETED)
  expect(await paypal.capture('O1', 'r-1')).toMatchObject({ status: 'COMPLETED' })
  expect(headersOf('paypal-request-id')).toEqual(['r-1', 'r-1', 'r-1'])
})

test.each([
  ['a decision of PayPal', 422, refusal('INSTRUMENT_DECLINED'), 'refused'],
  ['a page of a proxy', 404, '<h1>Not found</h1>', 'unavailable'],
  ['an answer without JSON', 200, '<h1>Welcome</h1>', 'unavailable'],
  ['too many requests', 429, refusal('RATE_LIMIT_REACHED'), 'unavailable'],
])('%s: %d', async (_case, status, body, kind) => {
  const { paypal } = await paypalWith([status, body])
  await expect(paypal.read('O1')).rejects.toMatchObject({ failure: { kind, status } })
})
