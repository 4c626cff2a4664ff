import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { readDocument, text } from '#app/backend/document.ts'
import { HttpError } from '#app/backend/http-error.ts'
import { unavailable } from '#app/backend/payments/create-order.ts'
import { withLease } from '#app/backend/payments/lease.ts'
import {
  appendEvent,
  applyOrder,
  findOrder,
  isAsStored,
  isTaken,
  lockOrder,
  type Source,
  setState,
} from '#app/backend/payments/ledger.ts'
import {
  OPERATION_TIMEOUT_MS,
  type OrderView,
  type PayPal,
  PayPalError,
} from '#app/backend/payments/paypal.ts'
import type { PaymentOrderRow } from '#app/backend/payments/rows.ts'
import type { Database, Writes } from '#app/backend/schema.ts'
import type { Log } from '#app/platform/log.ts'

/** Section 7, call 5. */
const completion = z.object({ order_id: text(64).pipe(z.string().min(1, 'must not be empty')) })
/** A visitor may have begun it at another host, whose ids are longer. */
const question = z.object({ order_id: text(4_000) })

/** `COMPLETED` or why not; `issue` is PayPal's name for a refusal. */
type Completion = { status: string; issue?: string }
type Context = {
  paypal: PayPal
  requestId: string
  log: Log
  /** PayPal's ids of orders of which the buyer wants one: while another is asked for, or taken, this one is not captured. */
  beside?: string[]
  source?: Source
  timeoutMs?: number
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

/** One process asks PayPal once, however many ask for the same order at the same time. */
const running = new WeakMap<Database, Map<string, Promise<Completion>>>()

/**
 * Captures an approved order, once: all who ask at the same time share one capture, and who asks later gets its outcome.
 * Throws HttpError 404 for an order that was not made here, 422, and 502 to 504 when PayPal's decision is not known: ask again.
 */
export async function completeOrder(db: Database, json: unknown, context: Context): Promise<Completion> {
  const { order_id: paypalOrderId } = readDocument(completion, json)
  const order = await findOrder(db, paypalOrderId)
  if (!order) throw new HttpError(404, 'There is no such order')
  const known = answer(order)
  if (known) return known
  const here = running.get(db) ?? new Map<string, Promise<Completion>>()
  running.set(db, here)
  const shared = here.get(order.id)
  if (shared) return shared
  const done = captureLeased(db, order.id, context).finally(() => here.delete(order.id))
  here.set(order.id, done)
  return done
}

/**
 * Whether the capture of an order was asked for and money was, or may yet be, taken. Null for one that was not made here.
 * Throws HttpError 422.
 */
export async function isCaptureAsked(db: Database, json: unknown): Promise<boolean | null> {
  const order = await findOrder(db, readDocument(question, json).order_id)
  return order ? isAsked(order) : null
}

const isAsked = ({ state }: PaymentOrderRow): boolean =>
  isTaken(state) || state === 'capturing' || state === 'pending'

async function captureLeased(db: Database, id: string, context: Context): Promise<Completion> {
  const deadline = performance.now() + (context.timeoutMs ?? OPERATION_TIMEOUT_MS)
  const outcome = await withLease(db, id, deadline, (order) => capture(db, order, deadline, context))
  if (outcome) return outcome
  throw new HttpError(503, 'Another process is capturing this order', { 'retry-after': '2' })
}

async function capture(
  db: Database,
  order: PaymentOrderRow,
  deadline: number,
  { paypal, requestId, log, beside = [], source = 'call' }: Context,
): Promise<Completion> {
  const known = answer(order)
  if (known) return known
  const paypalOrderId = order.paypalOrderId!
  try {
    // Asked first: a browser can change an order's amount at PayPal, and an earlier capture may have lost its answer.
    const view = await paypal.read(paypalOrderId, deadline)
    const before = await applyOrder(db, order.id, view, source)
    const again = before.state === 'approved' && view.status === 'APPROVED'
    if (view.captures.length > 0 && !again) return settled(before, view, log)
    if (!isAsStored(order, view)) {
      log('error', 'an order’s amount was changed at PayPal: not captured', { requestId, id: paypalOrderId })
      await appendEvent(db, {
        orderId: order.id,
        type: 'order.tampered',
        source,
        detail: { amount: view.amount, currency: view.currency, customId: view.customId },
      })
      return { status: 'AMOUNT_MISMATCH' }
    }
    if (view.status !== 'APPROVED') return settled(before, view, log)
    const now = await db.transaction().execute(async (tx) => {
      const rows = await lockWith(tx, order.id, beside)
      const locked = rows.find(({ id }) => id === order.id)!
      if (answer(locked)) return locked
      const other = rows.find((row) => row !== locked && isAsked(row))
      if (other && locked.state !== 'capturing') {
        const detail = { beside: other.paypalOrderId }
        await appendEvent(tx, { orderId: order.id, type: 'capture.beside', source, detail })
        return undefined
      }
      return setState(tx, locked, 'capturing', { source })
    })
    if (!now) return { status: 'CAPTURED_BESIDE' }
    // An event of PayPal's may have been quicker.
    const decided = answer(now)
    if (decided) return decided
    const captured = await paypal.capture(paypalOrderId, now.captureRequestId, deadline)
    return settled(await applyOrder(db, order.id, captured, source), captured, log)
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error
    if (error.issue === 'ORDER_ALREADY_CAPTURED') {
      const view = await paypal.read(paypalOrderId, deadline).catch((failure) => {
        throw failure instanceof PayPalError ? unavailable(failure) : failure
      })
      return settled(await applyOrder(db, order.id, view, source), view, log)
    }
    log('warn', 'not captured', {
      requestId,
      id: paypalOrderId,
      error: error.message,
      debugId: error.debugId,
    })
    if (error.kind === 'refused') return refused(db, order, error, source)
    await appendEvent(db, {
      orderId: order.id,
      type: 'capture.unknown',
      source,
      detail: { error: error.message },
    })
    throw unavailable(error)
  }
}

/** Takes an order's row and those of orders beside it; in one sequence, or two captures would wait for each other. */
async function lockWith(tx: Writes, id: string, beside: string[]): Promise<PaymentOrderRow[]> {
  const others =
    beside.length === 0
      ? []
      : await tx.selectFrom('paymentOrders').select('id').where('paypalOrderId', 'in', beside).execute()
  const rows: PaymentOrderRow[] = []
  for (const each of [...new Set([id, ...others.map((other) => other.id)])].sort())
    rows.push(await lockOrder(tx, each))
  return rows
}

/** PayPal decided against it. The next capture is another operation: with a PayPal-Request-Id of its own. */
async function refused(
  db: Database,
  { id }: PaymentOrderRow,
  { issue, debugId, status }: PayPalError,
  source: Source,
): Promise<Completion> {
  const declined = DECLINES.includes(issue ?? '')
  const decided = await db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, id)
    const known = answer(order)
    if (known) return known
    const captureRequestId = randomUUID()
    await tx.updateTable('paymentOrders').set({ captureRequestId }).where('id', '=', id).execute()
    const lost = status === 404
    const detail = { issue, debugId }
    const next = { ...order, captureRequestId }
    await setState(tx, next, declined ? 'declined' : lost ? 'failed' : 'created', { source, detail })
    return undefined
  })
  if (decided) return decided
  const of: Record<string, string> = {
    ORDER_NOT_APPROVED: 'CREATED',
    PAYER_ACTION_REQUIRED: 'PAYER_ACTION_REQUIRED',
  }
  return { status: declined ? 'DECLINED' : (of[issue ?? ''] ?? 'FAILED'), ...(issue && { issue }) }
}

function settled(order: PaymentOrderRow, { captures, status }: OrderView, log: Log): Completion {
  const known = answer(order)
  if (order.state === 'mismatch')
    log('error', 'captured at another amount than ordered', { id: order.paypalOrderId ?? '' })
  if (known) return known
  const reason = captures.at(-1)?.reason
  if (order.state === 'pending') return { status: 'PENDING', ...(reason && { issue: reason }) }
  if (order.state === 'declined' && captures.length > 0)
    return { status: 'DECLINED', ...(reason && { issue: reason }) }
  // The order's own COMPLETED says nothing of the money: that is for a capture to say. Who heard of a failure would pay again.
  if (status === 'COMPLETED') throw new HttpError(502, 'PayPal does not say what became of the payment')
  return { status }
}

/** What is decided for good; a pending one is asked for again. */
function answer({ state }: PaymentOrderRow): Completion | undefined {
  // Another amount has been taken all the same: who is told so keeps the buyer's details, and recording them is refused.
  if (isTaken(state)) return { status: 'COMPLETED' }
  if (state === 'refunded') return { status: 'REFUNDED' }
  if (state === 'failed') return { status: 'FAILED' }
  return undefined
}
