import { randomUUID } from 'node:crypto'
import { parseAmount } from '#app/backend/payments/money.ts'
import { type Effect, type OrderEvent, transition } from '#app/backend/payments/order-states.ts'
import { captureOf, type PayPalOrder, type PayPalPayment } from '#app/backend/payments/paypal.ts'
import type { CaptureState, PaymentCaptureRow, PaymentOrderRow } from '#app/backend/payments/rows.ts'
import type { Database, Writes } from '#app/backend/schema.ts'
import type { Log } from '#app/platform/log.ts'

export type Source = 'call' | 'webhook' | 'reconcile' | 'staff'

type Change = {
  source: Source
  log: Log
  /** What PayPal says of captures and refunds: stored, and turned into an event. */
  captures?: PayPalPayment[]
  refunds?: PayPalPayment[]
  /** In this order, each as far as the table accepts it. */
  events?: OrderEvent[]
  /** The order when PayPal was asked: if it has changed since, `events` are outdated. */
  since?: PaymentOrderRow
  /** More columns to set, and detail for the history, with what the table accepts. */
  set?: Partial<Pick<PaymentOrderRow, 'paypalOrderId' | 'links'>>
  detail?: Record<string, unknown>
  /** Effects that the caller brings; they run in the same transaction. */
  effects?: Partial<Record<Effect, (tx: Writes, order: PaymentOrderRow) => Promise<unknown>>>
}

/**
 * The only way to change an order: locks its row, applies the table (order-states.ts), and writes state, history and effects
 * in one transaction. `effect` is the last one that the table asked for; `ask_capture` is left to the caller.
 */
export async function changeOrder(
  db: Database | Writes,
  id: string,
  change: Change,
): Promise<{ order: PaymentOrderRow; effect?: Effect }> {
  if (!db.isTransaction) return db.transaction().execute((tx) => changeOrder(tx, id, change))
  const tx = db as Writes
  const { source, log, captures = [], refunds = [], events = [], since, set, detail, effects = {} } = change
  let order = await lockOrder(tx, id)
  const isOutdated =
    since && (since.state !== order.state || since.captureRequestId !== order.captureRequestId)
  let isNews = false
  for (const capture of captures) if (await storeCapture(tx, id, capture, source)) isNews = true
  for (const refund of refunds) if (await storeRefund(tx, id, refund, source)) isNews = true
  const money = isNews ? await moneyEvent(tx, order) : undefined

  let effect: Effect | undefined
  for (const event of [...(money ? [money] : []), ...(isOutdated ? [] : events)]) {
    const next = transition(order.state, event)
    if (next === 'ignored') continue
    const { state: from, captureRequestId } = order
    effect = next.effect
    const values = {
      ...set,
      state: next.state,
      captureRequestId: effect === 'new_request_id' ? randomUUID() : captureRequestId,
    }
    order = { ...order, ...values }
    await tx.updateTable('paymentOrders').set(values).where('id', '=', id).execute()
    if (order.state !== from) {
      const type = `order.${order.state}`
      await appendHistory(tx, { orderId: id, type, source, detail: { from, ...detail } })
    }
    if (effect === 'log_mismatch')
      log('error', 'captured at another amount than ordered', { id: order.paypalOrderId ?? '' })
    if (effect) await effects[effect]?.(tx, order)
  }
  return { order, effect }
}

/** What PayPal's order_status says, beside captures and refunds. */
const STATUS_EVENTS: Record<string, OrderEvent> = {
  CREATED: 'approval_lost',
  PAYER_ACTION_REQUIRED: 'approval_lost',
  APPROVED: 'buyer_approved',
  COMPLETED: 'order_completed',
  VOIDED: 'order_closed',
}

/** Takes over what PayPal says of an order that it was asked for. Returns the order as it stands then. */
export async function applyView(
  db: Database,
  since: PaymentOrderRow,
  { status = '', purchase_units: units }: PayPalOrder,
  context: { source: Source; log: Log },
): Promise<PaymentOrderRow> {
  const event = STATUS_EVENTS[status]
  const change = { ...context, ...units?.[0]?.payments, events: event && [event], since }
  return (await changeOrder(db, since.id, change)).order
}

export function findOrder(db: Database, paypalOrderId: string): Promise<PaymentOrderRow | undefined> {
  return db
    .selectFrom('paymentOrders')
    .selectAll()
    .where('paypalOrderId', '=', paypalOrderId)
    .executeTakeFirst()
}

/** PayPal’s ids of what was captured, by order (our id). Its reports call each a transaction, and name no order. */
export async function capturesOf(db: Writes | Database, orderIds: string[]): Promise<Map<string, string[]>> {
  const captures = new Map<string, string[]>()
  if (orderIds.length === 0) return captures
  const rows = await db
    .selectFrom('paymentCaptures')
    .select(['orderId', 'id'])
    .where('state', 'not in', ['DECLINED', 'FAILED'])
    .where('orderId', 'in', orderIds)
    .orderBy('createdAt')
    .execute()
  for (const { orderId, id } of rows) captures.set(orderId, [...(captures.get(orderId) ?? []), id])
  return captures
}

/** Writes history; in the transaction of what it tells. */
export async function appendHistory(
  tx: Writes | Database,
  entry: { orderId: string; type: string; source: Source; detail?: Record<string, unknown> },
): Promise<void> {
  const row = { ...entry, at: now(), detail: JSON.stringify(entry.detail ?? {}) }
  await tx
    .insertInto('paymentEvents')
    .values(row as never)
    .execute()
}

/** On PostgreSQL a second writer waits here until the first has committed; SQLite has one connection. */
function lockOrder(tx: Writes, id: string): Promise<PaymentOrderRow> {
  return tx
    .updateTable('paymentOrders')
    .set({ updatedAt: now() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A capture's later states never give way to earlier ones, in whatever order PayPal's answers and events arrive. */
const RANK: Record<CaptureState, number> = {
  PENDING: 0,
  DECLINED: 1,
  FAILED: 1,
  COMPLETED: 2,
  PARTIALLY_REFUNDED: 3,
  REFUNDED: 4,
}
const isCaptureState = (state: string): state is CaptureState => Object.hasOwn(RANK, state)

/** Returns whether it says something new. */
async function storeCapture(
  tx: Writes,
  orderId: string,
  { id, status: state = '', amount, status_details }: PayPalPayment,
  source: Source,
): Promise<boolean> {
  if (!id || !isCaptureState(state)) return false
  const known = await tx.selectFrom('paymentCaptures').select('state').where('id', '=', id).executeTakeFirst()
  if (known && RANK[known.state] >= RANK[state]) return false
  await tx
    .insertInto('paymentCaptures')
    .values({ id, orderId, state, ...paymentColumns(amount) })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ state, updatedAt: now() }))
    .execute()
  const detail = { capture: id, ...detailOf(amount), reason: status_details?.reason }
  await appendHistory(tx, { orderId, type: `capture.${state.toLowerCase()}`, source, detail })
  return true
}

/** Returns whether it says something new. */
async function storeRefund(
  tx: Writes,
  orderId: string,
  { id, status: state = 'COMPLETED', amount, ...refund }: PayPalPayment,
  source: Source,
): Promise<boolean> {
  const captures = await tx
    .selectFrom('paymentCaptures')
    .select('id')
    .where('orderId', '=', orderId)
    .execute()
  const captureId = captureOf(refund) ?? (captures.length === 1 ? captures[0]!.id : undefined)
  if (!id || !captureId) return false
  const known = await tx.selectFrom('paymentRefunds').select('state').where('id', '=', id).executeTakeFirst()
  if (known?.state === state || known?.state === 'COMPLETED') return false
  await tx
    .insertInto('paymentRefunds')
    .values({ id, captureId, orderId, state, ...paymentColumns(amount) })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ state, updatedAt: now() }))
    .execute()
  const detail = { refund: id, capture: captureId, ...detailOf(amount) }
  await appendHistory(tx, { orderId, type: `refund.${state.toLowerCase()}`, source, detail })
  return true
}

const now = () => new Date().toISOString()
const detailOf = (amount: PayPalPayment['amount']) => ({
  amount: amount?.value ?? '',
  currency: amount?.currency_code ?? '',
})
const paymentColumns = (amount: PayPalPayment['amount']) => ({
  amountCents: parseAmount(amount?.value ?? '') ?? 0,
  currency: amount?.currency_code ?? '',
  createdAt: now(),
  updatedAt: now(),
})

/** What the stored captures and refunds of an order amount to. */
async function moneyEvent(tx: Writes, order: PaymentOrderRow): Promise<OrderEvent | undefined> {
  const captures = await tx
    .selectFrom('paymentCaptures')
    .selectAll()
    .where('orderId', '=', order.id)
    .execute()
  // A capture that PayPal still looks at counts more than another one that was declined.
  const weight = ({ state }: PaymentCaptureRow) => (RANK[state] === RANK.DECLINED ? -1 : RANK[state])
  const [best] = captures.sort((a, b) => weight(b) - weight(a))
  if (!best) return undefined
  const refunds = await tx
    .selectFrom('paymentRefunds')
    .select('amountCents')
    .where('captureId', '=', best.id)
    .where('state', '=', 'COMPLETED')
    .execute()
  const refunded = refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)
  return eventOf(order, best, refunded)
}

function eventOf(
  order: PaymentOrderRow,
  { state, amountCents, currency }: PaymentCaptureRow,
  refundedCents: number,
): OrderEvent {
  if (state === 'PENDING') return 'capture_pending'
  if (state === 'DECLINED' || state === 'FAILED') return 'capture_declined'
  if (state === 'REFUNDED' || (refundedCents > 0 && refundedCents >= amountCents)) return 'fully_refunded'
  if (amountCents !== order.amountCents || currency !== order.currency) return 'capture_mismatched'
  return state === 'PARTIALLY_REFUNDED' || refundedCents > 0 ? 'partly_refunded' : 'capture_completed'
}
