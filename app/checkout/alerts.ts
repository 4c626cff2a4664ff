import { z } from '#app/platform/zod.ts'

/** The id of the place where the page shows the outcome of paying. */
export const PAYMENT = 'payment'

/**
 * The outcome of paying, as the browser gets it.
 * `key` is the order's, for the next request of the page.
 * - `success`: paid and recorded
 * - `declined`: nothing was captured; the buyer can try again
 * - `pending`: PayPal is still checking the payment
 * - `unknown`: the capture was requested and nobody knows its result; the page asks again
 * - `not-recorded`: the money was received; `<host>` has not recorded the purchase, `error` is its own text
 * - `provider-error`: `<host>` or PayPal failed, or the order is not this visitor's; nothing was captured
 * - `price-changed`: nothing was captured, the plan has another price now (null: it is no longer on sale)
 * - `changed`: the page, or the order that was approved, is out of date; nothing was captured
 */
export const paymentOutcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('success'), key: z.string() }),
  z.object({ kind: z.literal('not-recorded'), orderId: z.string(), error: z.string().optional() }),
  z.object({ kind: z.literal('price-changed'), priceCents: z.number().nullable() }),
  z.object({ kind: z.enum(['pending', 'unknown']), key: z.string() }),
  z.object({ kind: z.enum(['declined', 'provider-error', 'changed']) }),
])
export type PaymentOutcome = z.infer<typeof paymentOutcome>

/** The result of creating an order. `paid-before`: the visitor's order for this plan is, or may be, paid already. */
export type OrderOutcome =
  | { ok: true; id: string; key: string }
  | { ok: false; reason: 'no-plan' | 'no-details' | 'changed' | 'failed' }
  | { ok: false; reason: 'paid-before'; outcome: PaymentOutcome }

/** The alert of an outcome, word for word (specification 8); undefined where the specification has none. */
export function alertOf(outcome: PaymentOutcome): { kind: 'good' | 'bad'; text: string } | undefined {
  switch (outcome.kind) {
    case 'success':
      return { kind: 'good', text: '✅ Payment Success!' }
    case 'declined':
    case 'pending': // the status is not COMPLETED; the note beside the alert explains it
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
