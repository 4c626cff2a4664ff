import { randomUUID } from 'node:crypto'
import type { Database, Writes } from '#app/backend/database/schema.ts'
import { parseAmount } from '#app/backend/payments/money.ts'
import { type Effect, type OrderEvent, transition } from '#app/backend/payments/order-states.ts'
import { captureOf, type PayPalOrder, type PayPalPayment } from '#app/backend/payments/paypal.ts'
import type { CaptureState, PaymentCaptureRow, PaymentOrderRow } from '#app/backend/payments/tables.ts'
import type { Log } from '#app/platform/log.ts'

export type Source = 'call' | 'webhook' | 'reconcile' | 'staff'

type Change = {
  source: Source
  log: Log
  /** PayPal's captures and refunds. They are stored and may cause an event. */
  captures?: PayPalPayment[]
  refunds?: PayPalPayment[]
  event?: OrderEvent
  /** The order at the request to PayPal. `event` is ignored if the order has changed in the meantime. */
  basedOn?: PaymentOrderRow
  /** Columns and detail for the history, if the event is accepted. */
  set?: Partial<Pick<PaymentOrderRow, 'paypalOrderId' | 'links'>>
  detail?: Record<string, unknown>
  /** Run in the same transaction. */
  effects?: Partial<Record<Effect, (tx: Writes, order: PaymentOrderRow) => Promise<unknown>>>
}

/** Applies an event to an order in one transaction. The caller performs the returned effect `request_capture`. */
export async function changeOrder(
  db: Database | Writes,
  id: string,
  change: Change,
): Promise<{ order: PaymentOrderRow; effect?: Effect }> {
  if (!db.isTransaction) return db.transaction().execute((tx) => changeOrder(tx, id, change))
  const tx = db as Writes
  const { source, log, captures = [], refunds = [], basedOn, set, detail, effects = {} } = change
  // This update locks the row: on PostgreSQL a second writer waits here for the first.
  const lock = tx.updateTable('paymentOrders').set({ updatedAt: now() }).where('id', '=', id)
  let order = await lock.returningAll().executeTakeFirstOrThrow()
  const isOutdated =
    basedOn && (basedOn.state !== order.state || basedOn.captureRequestId !== order.captureRequestId)
  let hasChanged = false
  for (const capture of captures) if (await storeCapture(tx, id, capture, source)) hasChanged = true
  for (const refund of refunds) if (await storeRefund(tx, id, refund, source)) hasChanged = true

  let effect: Effect | undefined
  const money = hasChanged ? await moneyEvent(tx, order) : undefined
  for (const event of [money, isOutdated ? undefined : change.event]) {
    const next = event ? transition(order.state, event) : 'ignored'
    if (next === 'ignored') continue
    const from = order.state
    effect = next.effect
    const captureRequestId = effect === 'new_request_id' ? randomUUID() : order.captureRequestId
    const values = { ...set, state: next.state, captureRequestId }
    order = { ...order, ...values }
    await tx.updateTable('paymentOrders').set(values).where('id', '=', id).execute()
    const entry = { orderId: id, type: `order.${next.state}`, source, detail: { from, ...detail } }
    if (next.state !== from) await appendHistory(tx, entry)
    if (effect === 'log_mismatch')
      log('error', 'captured at another amount than ordered', { id: order.paypalOrderId ?? '' })
    if (effect) await effects[effect]?.(tx, order)
  }
  return { order, effect }
}

/** The event for each of PayPal's order_status. */
const STATUS_EVENTS: Record<string, OrderEvent> = {
  CREATED: 'approval_lost',
  PAYER_ACTION_REQUIRED: 'approval_lost',
  APPROVED: 'buyer_approved',
  COMPLETED: 'order_completed',
  VOIDED: 'order_closed',
}

/** Applies PayPal's view of an order. Returns the changed order. */
export async function applyView(
  db: Database,
  basedOn: PaymentOrderRow,
  { status = '', purchase_units: units }: PayPalOrder,
  context: { source: Source; log: Log },
): Promise<PaymentOrderRow> {
  const change = { ...context, ...units?.[0]?.payments, event: STATUS_EVENTS[status], basedOn }
  return (await changeOrder(db, basedOn.id, change)).order
}

/** Finds an order by our id, PayPal's id, or PayPal's id of a capture. */
export function findOrder(
  db: Database | Writes,
  {
    id = '',
    paypalOrderId = '',
    captureId = '',
  }: { id?: string; paypalOrderId?: string; captureId?: string },
): Promise<PaymentOrderRow | undefined> {
  return db
    .selectFrom('paymentOrders')
    .selectAll()
    .where((is) => {
      const byCapture = is.selectFrom('paymentCaptures').select('orderId').where('id', '=', captureId)
      return is.or([is('id', '=', id), is('paypalOrderId', '=', paypalOrderId), is('id', 'in', byCapture)])
    })
    .executeTakeFirst()
}

/** Returns PayPal's capture ids by our order id. PayPal's reports call them transactions. */
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

/** Appends an entry to an order's history. */
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

/** A capture's state only moves to a higher rank, because events may come in any order. */
const RANK: Record<CaptureState, number> = {
  PENDING: 0,
  DECLINED: 1,
  FAILED: 1,
  COMPLETED: 2,
  PARTIALLY_REFUNDED: 3,
  REFUNDED: 4,
}
const isCaptureState = (state: string): state is CaptureState => Object.hasOwn(RANK, state)

/** Returns whether something changed. */
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
  const detail = { capture: id, ...amount, reason: status_details?.reason }
  await appendHistory(tx, { orderId, type: `capture.${state.toLowerCase()}`, source, detail })
  return true
}

/** Returns whether something changed. */
async function storeRefund(
  tx: Writes,
  orderId: string,
  { id, status: state = 'COMPLETED', amount, ...refund }: PayPalPayment,
  source: Source,
): Promise<boolean> {
  const captureId = captureOf(refund)
  if (!id || !captureId) return false
  const known = await tx.selectFrom('paymentRefunds').select('state').where('id', '=', id).executeTakeFirst()
  if (known?.state === state || known?.state === 'COMPLETED') return false
  await tx
    .insertInto('paymentRefunds')
    .values({ id, captureId, orderId, state, ...paymentColumns(amount) })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ state, updatedAt: now() }))
    .execute()
  const detail = { refund: id, capture: captureId, ...amount }
  await appendHistory(tx, { orderId, type: `refund.${state.toLowerCase()}`, source, detail })
  return true
}

const now = () => new Date().toISOString()
const paymentColumns = (amount: PayPalPayment['amount']) => ({
  amountCents: parseAmount(amount?.value ?? '') ?? 0,
  currency: amount?.currency_code ?? '',
  createdAt: now(),
  updatedAt: now(),
})

/** Returns the event that follows from the stored captures and refunds of an order. */
async function moneyEvent(tx: Writes, order: PaymentOrderRow): Promise<OrderEvent | undefined> {
  const rows = tx.selectFrom('paymentCaptures').selectAll().where('orderId', '=', order.id)
  // A pending capture outranks a declined one.
  const weight = ({ state }: PaymentCaptureRow) => (RANK[state] === RANK.DECLINED ? -1 : RANK[state])
  const [capture] = (await rows.execute()).sort((a, b) => weight(b) - weight(a))
  if (!capture) return undefined
  const refunds = await tx
    .selectFrom('paymentRefunds')
    .select('amountCents')
    .where('captureId', '=', capture.id)
    .where('state', '=', 'COMPLETED')
    .execute()
  const refunded = refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const { state, amountCents, currency } = capture
  if (state === 'PENDING') return 'capture_pending'
  if (state === 'DECLINED' || state === 'FAILED') return 'capture_declined'
  if (state === 'REFUNDED' || (refunded > 0 && refunded >= amountCents)) return 'fully_refunded'
  if (amountCents !== order.amountCents || currency !== order.currency) return 'capture_mismatched'
  return state === 'PARTIALLY_REFUNDED' || refunded > 0 ? 'partly_refunded' : 'capture_completed'
}
