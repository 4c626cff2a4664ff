import { z } from 'zod'
import { readDocument, text } from '#app/backend/document.ts'
import { HttpError } from '#app/backend/http-error.ts'
import { formatCents } from '#app/backend/payments/money.ts'
import {
  isTaken,
  type OrderEvent,
  type OrderState,
  wasCaptureRequested,
} from '#app/backend/payments/order-states.ts'
import {
  appendHistory,
  applyView,
  changeOrder,
  findOrder,
  type Source,
} from '#app/backend/payments/order-store.ts'
import {
  OPERATION_TIMEOUT_MS,
  type PayPal,
  PayPalError,
  type PayPalOrder,
} from '#app/backend/payments/paypal.ts'
import type { PaymentOrderRow } from '#app/backend/payments/rows.ts'
import type { Database } from '#app/backend/schema.ts'
import type { Log } from '#app/platform/log.ts'

/** Section 7, call 5. */
const completion = z.object({ order_id: text(64).pipe(z.string().min(1, 'must not be empty')) })
/** A visitor may have begun it at another host, whose ids are longer. */
const question = z.object({ order_id: text(4_000) })

/** `COMPLETED` or why not; `issue` is PayPal's name for a refusal. */
type Completion = { status: string; issue?: string }
type Context = { paypal: PayPal; requestId: string; log: Log; source?: Source; timeoutMs?: number }

/** What the site is told; no word where nobody knows what became of the money. */
const STATUS: Partial<Record<OrderState, string>> = {
  created: 'CREATED',
  pending: 'PENDING',
  captured: 'COMPLETED',
  partially_refunded: 'COMPLETED',
  // The site then keeps the buyer's details for the staff, and call 6 is refused.
  mismatch: 'COMPLETED',
  refunded: 'REFUNDED',
  declined: 'DECLINED',
  failed: 'FAILED',
}

/** Issues after which the buyer can try again on the same order, with another card. */
const DECLINES = [
  'INSTRUMENT_DECLINED',
  'TRANSACTION_REFUSED',
  'PAYER_CANNOT_PAY',
  'PAYEE_BLOCKED_TRANSACTION',
  'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
  'CARD_EXPIRED',
]

/**
 * Captures an approved order, once: all requests for an order carry the same PayPal-Request-Id, and later ones get the
 * outcome. Throws HttpError 404 for an order that was not made here, 422, and 502 to 504 when PayPal's decision is not known:
 * ask again.
 */
export async function completeOrder(db: Database, json: unknown, context: Context): Promise<Completion> {
  const { order_id: paypalOrderId } = readDocument(completion, json)
  const order = await findOrder(db, paypalOrderId)
  if (!order) throw new HttpError(404, 'There is no such order')
  const isDecided = isTaken(order.state) || order.state === 'refunded' || order.state === 'failed'
  return isDecided ? answer(order) : capture(db, order, paypalOrderId, context)
}

/**
 * Whether the capture of an order was requested and money was, or may yet be, taken. Null for one that was not made here.
 * Throws HttpError 422.
 */
export async function isCaptureAsked(db: Database, json: unknown): Promise<boolean | null> {
  const order = await findOrder(db, readDocument(question, json).order_id)
  return order ? wasCaptureRequested(order.state) : null
}

async function capture(
  db: Database,
  order: PaymentOrderRow,
  paypalOrderId: string,
  { paypal, requestId, log, source = 'call', timeoutMs = OPERATION_TIMEOUT_MS }: Context,
): Promise<Completion> {
  const deadline = performance.now() + timeoutMs
  const context = { source, log }
  /** The order when PayPal was last asked. */
  let since = order
  try {
    // A browser can change an order's amount at PayPal, and an earlier capture may have lost its answer.
    const view = await paypal.read(paypalOrderId, deadline)
    const seen = await applyView(db, order, view, context)
    const isCapturable =
      view.status === 'APPROVED' && (seen.state === 'approved' || seen.state === 'capturing')
    if (!isCapturable) return answer(seen, reasonOf(view))
    const { amount, custom_id: customId } = view.purchase_units?.[0] ?? {}
    const isAsOrdered =
      amount?.value === formatCents(order.amountCents) && amount.currency_code === order.currency
    if (!isAsOrdered || customId !== order.id) {
      log('error', 'an order’s amount was changed at PayPal: not captured', { requestId, id: paypalOrderId })
      const detail = { amount: amount?.value, currency: amount?.currency_code, customId }
      await appendHistory(db, { orderId: order.id, type: 'order.tampered', source, detail })
      return { status: 'AMOUNT_MISMATCH' }
    }
    const requested = await changeOrder(db, order.id, { ...context, events: ['capture_requested'] })
    since = requested.order
    if (requested.effect !== 'ask_capture') return answer(since)
    const captured = await paypal.capture(paypalOrderId, since.captureRequestId, deadline)
    return answer(await applyView(db, since, captured, context), reasonOf(captured))
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error
    const { issue, debugId, reason, paypalStatus } = error
    if (issue === 'ORDER_ALREADY_CAPTURED') {
      const view = await paypal.read(paypalOrderId, deadline)
      return answer(await applyView(db, since, view, context), reasonOf(view))
    }
    log('warn', 'not captured', { requestId, id: paypalOrderId, error: reason, debugId })
    // A refusal to be read says nothing of the money, unless PayPal does not know the order.
    if (error.kind === 'refused' && (since !== order || paypalStatus === 404)) {
      const declined = DECLINES.includes(issue ?? '')
      const event = declined ? 'capture_declined' : paypalStatus === 404 ? 'order_closed' : 'approval_lost'
      const change = { ...context, events: [event] as OrderEvent[], since, detail: { issue, debugId } }
      return answer((await changeOrder(db, order.id, change)).order, issue)
    }
    await appendHistory(db, {
      orderId: order.id,
      type: 'capture.unknown',
      source,
      detail: { error: reason },
    })
    throw error
  }
}

/** Throws HttpError 502 where nobody knows what became of the money: told of a failure, the buyer would pay again. */
function answer({ state }: PaymentOrderRow, issue?: string): Completion {
  const status = STATUS[state]
  if (!status) throw new HttpError(502, 'PayPal does not say what became of the payment')
  return { status, ...(issue && status !== 'COMPLETED' && { issue }) }
}

const reasonOf = ({ purchase_units: units }: PayPalOrder) =>
  units?.[0]?.payments?.captures?.at(-1)?.status_details?.reason
