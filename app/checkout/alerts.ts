import { z } from '#app/platform/zod.ts'

/** Where the page says what came of paying. */
export const PAYMENT = 'payment'

/** Specification 8, word for word. */
const PAYMENT_FAILED = '❌ Payment Failed.'
const PAYMENT_SUCCESS = '✅ Payment Success!'
const PROVIDER_ERROR = '❌ PayPal checkout error.'
const notRecorded = (error: string | undefined): string => `❌ Payment failed: ${error ?? 'Unknown error'}`

/**
 * What came of paying, as the browser is told.
 * - `success`: paid and recorded; with `orderId` (`nameOf`) the page that shows it is to say so (`telling.ts`), or it is told again
 * - `declined`: nothing was captured; another try is possible
 * - `pending`: PayPal is still checking, or what it was asked for again has an answer that doesn't say so
 * - `not-recorded`: the money was received; `<host>` has not recorded the purchase, `error` is its own text
 * - `provider-error`: `<host>` or PayPal failed, or the order is not this visitor's; with `orderId` (`<host>`'s) it may be paid,
 *   and its page goes on asking
 * - `price-changed`: nothing was captured, the plan costs something else now (null: it is no longer on sale)
 * - `changed`: no order was made, the page that asked for it was out of date
 */
export const paymentOutcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('success'), orderId: z.string().optional() }),
  z.object({ kind: z.literal('provider-error'), orderId: z.string().optional() }),
  z.object({ kind: z.enum(['declined', 'pending', 'changed']) }),
  z.object({ kind: z.literal('not-recorded'), orderId: z.string(), error: z.string().optional() }),
  z.object({ kind: z.literal('price-changed'), priceCents: z.number().nullable() }),
])
export type PaymentOutcome = z.infer<typeof paymentOutcome>

/** What came of beginning to pay. `changed`: the visitor's page shows another plan, price or details than are chosen now. */
export type OrderOutcome =
  | { ok: true; id: string }
  | { ok: false; reason: 'no-plan' | 'no-details' | 'changed' | 'failed' }
  /** An order of before is paid and not recorded: no new one is made, recording it was tried again. */
  | { ok: false; reason: 'paid-before'; outcome: PaymentOutcome }

/** The alert of an outcome; undefined where the specification has none. */
export function alertOf(outcome: PaymentOutcome): { kind: 'good' | 'bad'; text: string } | undefined {
  switch (outcome.kind) {
    case 'success':
      return { kind: 'good', text: PAYMENT_SUCCESS }
    case 'declined':
    case 'pending': // the specification's words for whatever is not COMPLETED; the page says beside them what it is
      return { kind: 'bad', text: PAYMENT_FAILED }
    case 'not-recorded':
      return { kind: 'bad', text: notRecorded(outcome.error) }
    case 'provider-error':
      return { kind: 'bad', text: PROVIDER_ERROR }
    case 'price-changed':
    case 'changed':
      return undefined
  }
}
