import { z } from 'zod'
import type { Database } from '#app/backend/database/schema.ts'
import { HttpError } from '#app/backend/http/http-error.ts'
import { readDocument, text } from '#app/backend/http/validation.ts'
import { formatCents } from '#app/backend/payments/money.ts'
import { isDecided, ORDER_STATES, wasCaptureRequested } from '#app/backend/payments/order-states.ts'
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
import type { PaymentOrderRow } from '#app/backend/payments/tables.ts'
import type { Log } from '#app/platform/log.ts'

/** Section 7, call 5. */
const request = z.object({ order_id: text(4_000).pipe(z.string().min(1, 'must not be empty')) })

/** `COMPLETED` or why not; `issue` is PayPal's name for a refusal. */
type Completion = { status: string; issue?: string }
type Context = { paypal: PayPal; requestId: string; log: Log; source?: Source; timeoutMs?: number }

/** The buyer must approve again. Any other refusal of a capture is a decline. */
const NOT_APPROVED = ['ORDER_NOT_APPROVED', 'PAYER_ACTION_REQUIRED']

/** Captures an approved order once. Throws HttpError 404, 422, and 502 or 504 while the outcome is unknown. */
export async function completeOrder(db: Database, json: unknown, context: Context): Promise<Completion> {
  const { order_id: paypalOrderId } = readDocument(request, json)
  const order = await findOrder(db, { paypalOrderId })
  if (!order) throw new HttpError(404, 'There is no such order')
  return isDecided(order.state) ? answer(order) : capture(db, order, paypalOrderId, context)
}

/** Whether a capture was requested and may take money; null for an unknown order. Throws HttpError 422. */
export async function isCaptureRequested(db: Database, json: unknown): Promise<boolean | null> {
  const order = await findOrder(db, { paypalOrderId: readDocument(request, json).order_id })
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
  /** The order when its capture was requested. */
  let sent: PaymentOrderRow | undefined
  try {
    // A browser can change the amount at PayPal, and the answer to an earlier capture may have been lost.
    const view = await paypal.read(paypalOrderId, deadline)
    const { state } = await applyView(db, order, view, context)
    if (view.status !== 'APPROVED' || (state !== 'approved' && state !== 'capturing'))
      return answer({ state }, view)
    const { amount, custom_id } = view.purchase_units?.[0] ?? {}
    const found = [amount?.value, amount?.currency_code, custom_id].join(' ')
    if (found !== [formatCents(order.amountCents), order.currency, order.id].join(' ')) {
      log('error', 'an order’s amount was changed at PayPal: not captured', { requestId, id: paypalOrderId })
      await appendHistory(db, { orderId: order.id, type: 'order.tampered', source, detail: { found } })
      return { status: 'AMOUNT_MISMATCH' }
    }
    // After the deadline the site may already have said that nothing was captured.
    if (performance.now() > deadline) throw new HttpError(504, 'PayPal did not answer in time')
    const requested = await changeOrder(db, order.id, { ...context, event: 'capture_requested' })
    if (requested.effect !== 'request_capture') return answer(requested.order)
    sent = requested.order
    const captured = await paypal.capture(paypalOrderId, sent.captureRequestId, deadline)
    return answer(await applyView(db, sent, captured, context), captured)
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error
    const { kind, issue, debugId, status } = error.failure
    if (issue === 'ORDER_ALREADY_CAPTURED') {
      const view = await paypal.read(paypalOrderId, deadline)
      return answer(await applyView(db, sent ?? order, view, context), view)
    }
    // A refused read says nothing about the money.
    if (kind === 'refused' && (sent || status === 404)) {
      const decline = NOT_APPROVED.includes(issue ?? '') ? 'approval_lost' : 'capture_declined'
      const event = status === 404 ? 'order_closed' : decline
      const change = { ...context, event, basedOn: sent ?? order, detail: { issue, debugId } } as const
      return answer((await changeOrder(db, order.id, change)).order, undefined, issue)
    }
    const detail = { error: error.reason }
    await appendHistory(db, { orderId: order.id, type: 'capture.unknown', source, detail })
    throw error
  }
}

/** Throws HttpError 502 if the outcome is unknown: a buyer who reads of a failure would pay again. */
function answer(
  { state }: Pick<PaymentOrderRow, 'state'>,
  view?: PayPalOrder,
  issue = view?.purchase_units?.[0]?.payments?.captures?.at(-1)?.status_details?.reason,
): Completion {
  const { status } = ORDER_STATES[state]
  if (!status) throw new HttpError(502, 'The outcome of the payment is unknown')
  return { status, ...(issue && status !== 'COMPLETED' && { issue }) }
}
