import { z } from '#app/platform/zod.ts'

/** The id of the element that shows the outcome of a payment. */
export const PAYMENT_ID = 'payment'

/**
 * The outcome of a payment, as the browser gets it. `key` identifies the order in the page's next request.
 * - `success`: paid and recorded
 * - `declined`: nothing was captured, and the buyer can try again
 * - `pending`: PayPal is still checking the payment
 * - `unknown`: the capture was requested, its result is not known, and the page asks again
 * - `not-recorded`: the money was received, but `<host>` has not recorded the purchase. `error` is the text of `<host>`
 * - `provider-error`: `<host>` or PayPal failed, or the order is not this visitor's; nothing was captured
 * - `price-changed`: nothing was captured, because the plan has a new price (null: it is off sale)
 * - `changed`: nothing was captured, because the page or the approved order is out of date
 */
export const paymentOutcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('success'), key: z.string() }),
  z.object({ kind: z.literal('not-recorded'), orderId: z.string(), error: z.string().optional() }),
  z.object({ kind: z.literal('price-changed'), priceCents: z.number().nullable() }),
  z.object({ kind: z.enum(['pending', 'unknown']), key: z.string() }),
  z.object({ kind: z.enum(['declined', 'provider-error', 'changed']) }),
])
export type PaymentOutcome = z.infer<typeof paymentOutcome>

/** The result of creating an order. `paid-before`: the visitor has an order for this plan that is or may be paid. */
export type OrderOutcome =
  | { ok: true; id: string; key: string }
  | { ok: false; reason: 'no-plan' | 'no-details' | 'changed' | 'failed' }
  | { ok: false; reason: 'paid-before'; outcome: PaymentOutcome }

/** The alert of an outcome, word for word from specification 8. Undefined if the specification has none. */
export function alertOf(outcome: PaymentOutcome): { kind: 'good' | 'bad'; text: string } | undefined {
  switch (outcome.kind) {
    case 'success':
      return { kind: 'good', text: '✅ Payment Success!' }
    case 'declined':
    case 'pending': // the status is not COMPLETED; a note beside the alert explains it
      return { kind: 'bad', text: '❌ Payment Failed.' }
    case 'not-recorded':
      return { kind: 'bad', text: `❌ Payment failed: ${outcome.error ?? 'Unknown error'}` }
    case 'unknown':
    case 'provider-error':
      return { kind: 'bad', text: '❌ PayPal checkout error.' }
    case 'price-changed':
    case 'changed':
      return undefined
  }
}
