import type { Database } from '#app/backend/database/schema.ts'
import type { Route } from '#app/backend/http/app.ts'
import { completeOrder, isCaptureRequested } from '#app/backend/payments/complete-order.ts'
import { createOrder } from '#app/backend/payments/create-order.ts'
import { type PaymentProvider, WEBHOOK_PATH } from '#app/backend/payments/provider.ts'
import { recordPurchase } from '#app/backend/payments/record-purchase.ts'
import { receiveWebhook } from '#app/backend/payments/webhook.ts'
import type { Log } from '#app/platform/log.ts'

export type PaymentParts = {
  db: Database
  onEnqueued: () => void
  provider: PaymentProvider
  log: Log
}

/** Calls 4 to 6, PayPal's webhooks, and the site's question whether a capture was requested. */
export function paymentRoutes({ db, onEnqueued, provider, log }: PaymentParts): Route[] {
  const { paypal, verify, test, receiptsToStaff } = provider
  const post = (path: string, call: string, run: Route['run'], more?: Partial<Route>): Route => {
    return { method: 'POST', path, call, run, ...more }
  }
  return [
    post('/api/paypal/create_order', 'createOrder', async ({ json, evidence, requestId }) => {
      return { status: 201, body: await createOrder(db, json, { paypal, evidence, requestId, log }) }
    }),
    post('/api/paypal/complete_order', 'completeOrder', async ({ json, requestId }) => {
      return { status: 200, body: await completeOrder(db, json, { paypal, requestId, log }) }
    }),
    post('/api/paypal/complete', 'recordPurchase', async ({ json, requestId }) => {
      const context = { paypal, requestId, log, test, receiptsToStaff }
      const isNew = await recordPurchase(db, json, context)
      if (isNew) onEnqueued()
      return { status: isNew ? 201 : 200, body: { ok: true } }
    }),
    post(
      '/api/paypal/asked',
      'asked',
      async ({ json }) => ({ status: 200, body: { asked: await isCaptureRequested(db, json) } }),
      { signed: true },
    ),
    post(
      WEBHOOK_PATH,
      'webhook',
      async ({ headers, body, requestId }) => {
        const outcome = await receiveWebhook(db, { headers, body }, { verify, log, requestId })
        return { status: 200, body: { ok: true, outcome } }
      },
      { raw: true },
    ),
  ]
}
