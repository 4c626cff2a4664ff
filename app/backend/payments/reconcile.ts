import { randomUUID } from 'node:crypto'
import type { Database } from '#app/backend/database/schema.ts'
import { HttpError } from '#app/backend/http/http-error.ts'
import { enqueue } from '#app/backend/mail/outbox.ts'
import { completeOrder } from '#app/backend/payments/complete-order.ts'
import type { OrderState } from '#app/backend/payments/order-states.ts'
import { appendHistory, applyView, capturesOf, changeOrder } from '#app/backend/payments/order-store.ts'
import { type PayPal, PayPalError } from '#app/backend/payments/paypal.ts'
import { missingRecordMail } from '#app/backend/payments/purchase-mails.ts'
import type { PaymentOrderRow } from '#app/backend/payments/tables.ts'
import type { Log } from '#app/platform/log.ts'

/** PayPal forgets an order that nobody approved after 3 hours, an approved one after 72. */
const ABANDONED_MS = 72 * 3_600_000
/** A visitor may still be paying. */
const IN_FLIGHT_MS = 30_000
/** The history event of a mail to the staff about an unrecorded payment. Its detail has the PayPal account, `payer`. */
export const MISSING_RECORD = 'purchase.missing'

/** The reason, for the staff, why an order without a recorded purchase is open. */
const PROBLEMS: Partial<Record<OrderState, string>> = {
  captured: 'captured, not recorded',
  partially_refunded: 'captured, not recorded',
  approved: 'approved, not captured',
  capturing: 'capture requested, outcome unknown',
  pending: 'pending at PayPal',
  mismatch: 'CAPTURED AT ANOTHER AMOUNT',
}

const unrecorded = (db: Database) =>
  db
    .selectFrom('paymentOrders')
    .leftJoin('purchases', 'purchases.orderId', 'paymentOrders.id')
    .selectAll('paymentOrders')
    .where('purchases.orderId', 'is', null)
    .orderBy('paymentOrders.createdAt')

/** Lists open orders, oldest first. */
export async function listOpenOrders(db: Database) {
  const states = Object.keys(PROBLEMS) as OrderState[]
  const rows = await unrecorded(db).where('paymentOrders.state', 'in', states).execute()
  return rows.map((order) => ({ order, problem: PROBLEMS[order.state]! }))
}

/** `all`: also what may still be under way. */
type Context = { paypal: PayPal; log: Log; test: boolean; all?: boolean }

/** Asks PayPal about every undecided order and repairs it. Never captures an order that is only approved. Returns the actions. */
export async function reconcile(db: Database, context: Context) {
  const rows = await unrecorded(db).where('paymentOrders.state', 'not in', ['failed', 'refunded']).execute()
  const results: { order: PaymentOrderRow; done: string }[] = []
  for (const order of rows) {
    // Absolute: a time ahead is from before the clock was set back.
    const isInFlight = Math.abs(Date.now() - Date.parse(order.updatedAt)) < IN_FLIGHT_MS
    if (isInFlight && !context.all) continue
    const done = await reconcileOrder(db, order, context).catch((error: Error) => {
      if (!(error instanceof HttpError)) throw error
      return `failed: ${error.message}`
    })
    if (done) results.push({ order, done })
  }
  return results
}

async function reconcileOrder(db: Database, order: PaymentOrderRow, context: Context): Promise<string> {
  const { paypal, log, test } = context
  const { id, paypalOrderId, createdAt } = order
  const change = { source: 'reconcile', log } as const
  const close = async (reason: string) => {
    const closing = { event: 'order_closed', basedOn: order, detail: { reason } } as const
    const { order: current } = await changeOrder(db, id, { ...change, ...closing })
    return current.state === 'failed' ? `closed: ${reason}` : ''
  }
  if (!paypalOrderId)
    return Date.parse(createdAt) < Date.now() - ABANDONED_MS ? close('PayPal never answered') : ''
  const view = await paypal.read(paypalOrderId).catch((error) => {
    if (error instanceof PayPalError && error.failure.status === 404) return undefined
    throw error
  })
  if (!view) return close('PayPal no longer knows it')
  const current = await applyView(db, order, view, change)
  const done = current.state === order.state ? [] : [`${order.state} → ${current.state}`]
  if (order.state === 'capturing' && view.status === 'APPROVED') {
    const request = { paypal, requestId: randomUUID(), ...change }
    const { status } = await completeOrder(db, { order_id: paypalOrderId }, request)
    done.push(`capture repeated: ${status}`)
  }
  await changeOrder(db, id, {
    ...change,
    event: 'purchase_missing',
    effects: {
      async notify_staff(tx, order) {
        const notices = tx.selectFrom('paymentEvents').select('sequence').where('type', '=', MISSING_RECORD)
        if (await notices.where('orderId', '=', id).executeTakeFirst()) return
        const payer = view.payer?.email_address
        const captures = (await capturesOf(tx, [id])).get(id)
        await enqueue(tx, missingRecordMail(order, { captures, payer, test }))
        const entry = { orderId: id, type: MISSING_RECORD, source: 'reconcile', detail: { payer } } as const
        await appendHistory(tx, entry)
        done.push('notified the staff that it is not recorded')
      },
    },
  })
  return done.join('; ')
}
