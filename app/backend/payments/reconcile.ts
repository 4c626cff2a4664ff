import { randomUUID } from 'node:crypto'
import { HttpError } from '#app/backend/http-error.ts'
import { enqueue } from '#app/backend/outbox.ts'
import { completeOrder } from '#app/backend/payments/complete-order.ts'
import {
  appendEvent,
  applyOrder,
  capturesOf,
  isTaken,
  lockOrder,
  setState,
} from '#app/backend/payments/ledger.ts'
import { type PayPal, PayPalError } from '#app/backend/payments/paypal.ts'
import { missingRecordMail } from '#app/backend/payments/purchase-mails.ts'
import type { OrderState, PaymentOrderRow } from '#app/backend/payments/rows.ts'
import type { Database } from '#app/backend/schema.ts'
import type { Log } from '#app/platform/log.ts'

/** PayPal forgets an order that nobody approved after 3 hours, an approved one after 72. */
const ABANDONED_MS = 72 * 3_600_000
/** A visitor may still be on the way. */
const IN_FLIGHT_MS = 30_000
/** The event that the staff was told of money without a record; its detail names the PayPal account, `payer`. */
export const MISSING_RECORD = 'purchase.missing'

type OpenOrder = PaymentOrderRow & {
  /** - `unrecorded`: captured, but call 6 has not come
   * - `uncaptured`: approved, or a capture whose outcome is not known
   * - `pending`: PayPal holds the capture back
   * - `mismatch`: captured at another amount than ordered */
  problem: 'unrecorded' | 'uncaptured' | 'pending' | 'mismatch'
}

const PROBLEM: Partial<Record<OrderState, OpenOrder['problem']>> = {
  captured: 'unrecorded',
  partially_refunded: 'unrecorded',
  approved: 'uncaptured',
  capturing: 'uncaptured',
  pending: 'pending',
  mismatch: 'mismatch',
}

/** Orders that are neither finished nor merely begun, oldest first. */
export async function listOpenOrders(db: Database): Promise<OpenOrder[]> {
  const rows = await db
    .selectFrom('paymentOrders')
    .leftJoin('purchases', 'purchases.orderId', 'paymentOrders.id')
    .selectAll('paymentOrders')
    .where('purchases.orderId', 'is', null)
    .where('paymentOrders.state', 'in', Object.keys(PROBLEM) as OrderState[])
    .orderBy('paymentOrders.createdAt')
    .execute()
  return rows.map((row) => ({ ...row, problem: PROBLEM[row.state]! }))
}

type Mended = { order: PaymentOrderRow; what: string }
type Context = {
  paypal: PayPal
  log: Log
  test: boolean
  /** Also what may still be under way. */
  all?: boolean
}

/**
 * Asks PayPal about every order whose end is not known, and mends what it can: takes over captures and refunds whose answer
 * was lost, repeats a capture that was asked for (under its old PayPal-Request-Id), closes what PayPal has forgotten, and
 * tells the staff once of money without a record. An approved order whose capture nobody asked for is only listed.
 */
export async function reconcile(db: Database, context: Context): Promise<Mended[]> {
  const now = Date.now()
  const before = new Date(now - (context.all ? -1 : IN_FLIGHT_MS)).toISOString()
  const ahead = new Date(now + IN_FLIGHT_MS).toISOString()
  const rows = await db
    .selectFrom('paymentOrders')
    .leftJoin('purchases', 'purchases.orderId', 'paymentOrders.id')
    .selectAll('paymentOrders')
    .where('purchases.orderId', 'is', null)
    .where('paymentOrders.state', 'not in', ['failed', 'refunded'])
    // One that lies ahead is from before the clock was set back.
    .where((is) =>
      is.or([is('paymentOrders.updatedAt', '<=', before), is('paymentOrders.updatedAt', '>', ahead)]),
    )
    .orderBy('paymentOrders.createdAt')
    .execute()
  const mended: Mended[] = []
  for (const order of rows) {
    const what = await mend(db, order, context).catch((error: Error) => {
      if (!(error instanceof PayPalError) && !(error instanceof HttpError)) throw error
      return `not mended: ${error.message}`
    })
    if (what) mended.push({ order, what })
  }
  return mended
}

async function mend(db: Database, order: PaymentOrderRow, context: Context): Promise<string | undefined> {
  const { paypal, log } = context
  if (!order.paypalOrderId) return isAbandoned(order) ? close(db, order, 'PayPal never answered') : undefined
  const view = await paypal.read(order.paypalOrderId).catch((error) => {
    if (error instanceof PayPalError && error.status === 404) return undefined
    throw error
  })
  if (!view) return isTaken(order.state) ? undefined : close(db, order, 'PayPal knows it no more')
  const now = await applyOrder(db, order.id, view, 'reconcile')
  if (order.state === 'capturing' && view.status === 'APPROVED') {
    const json = { order_id: order.paypalOrderId }
    const requestId = randomUUID()
    const { status } = await completeOrder(db, json, { paypal, requestId, log, source: 'reconcile' })
    const repeated = `capture repeated: ${status}`
    if (status !== 'COMPLETED') return repeated
    await tellStaff(db, order, view.payer, context)
    return `${repeated}; not recorded yet`
  }
  const change = now.state === order.state ? undefined : `${order.state} → ${now.state}`
  if (!isTaken(now.state)) return change
  const told = await tellStaff(db, now, view.payer, context)
  return (
    [change, told ? 'the staff was told that it is not recorded' : undefined].filter(Boolean).join('; ') ||
    undefined
  )
}

async function tellStaff(
  db: Database,
  order: PaymentOrderRow,
  payer: string | undefined,
  { test }: Context,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const now = await lockOrder(tx, order.id)
    const told = await tx
      .selectFrom('paymentEvents')
      .select('sequence')
      .where('orderId', '=', order.id)
      .where('type', '=', MISSING_RECORD)
      .executeTakeFirst()
    if (told) return false
    const captures = (await capturesOf(tx, [order.id])).get(order.id)
    await enqueue(tx, missingRecordMail(now, { captures, payer, test }))
    await appendEvent(tx, { orderId: order.id, type: MISSING_RECORD, source: 'reconcile', detail: { payer } })
    return true
  })
}

async function close(db: Database, order: PaymentOrderRow, reason: string): Promise<string> {
  await db
    .transaction()
    .execute(async (tx) =>
      setState(tx, await lockOrder(tx, order.id), 'failed', { source: 'reconcile', detail: { reason } }),
    )
  return `closed: ${reason}`
}

const isAbandoned = ({ createdAt }: PaymentOrderRow) => Date.parse(createdAt) < Date.now() - ABANDONED_MS
