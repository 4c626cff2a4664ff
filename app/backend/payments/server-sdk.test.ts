import { randomUUID } from 'node:crypto'
import { CheckoutPaymentIntent, Client, Environment, OrdersController } from '@paypal/paypal-server-sdk'
import { expect, onTestFinished, test } from 'vitest'
import { startBench } from '#app/backend/payments/bench.test-support.ts'

/** PayPal's SDK has no option for another address: each request is sent there on its way out. */
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

test('PayPal’s own server SDK and our client read the same from the sandbox', async () => {
  const bench = await startBench()
  onTestFinished(() => bench.stop())
  const { paypal } = bench.provider
  const { standIn } = bench
  const sdk = sdkFor(standIn.baseUrl(), standIn.credentials)
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
