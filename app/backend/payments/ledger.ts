import { randomUUID } from 'node:crypto'
import { formatCents, parseAmount } from '#app/backend/payments/money.ts'
import type { CaptureView, OrderView } from '#app/backend/payments/paypal.ts'
import type {
  CaptureState,
  OrderState,
  PaymentCaptureRow,
  PaymentOrderRow,
} from '#app/backend/payments/rows.ts'
import type { Database, Writes } from '#app/backend/schema.ts'

export type Source = 'call' | 'webhook' | 'reconcile' | 'staff'

/** Later states never give way to earlier ones, in whatever order PayPal's answers and events arrive. */
const RANK: Record<CaptureState, number> = {
  PENDING: 0,
  DECLINED: 1,
  FAILED: 1,
  COMPLETED: 2,
  PARTIALLY_REFUNDED: 3,
  REFUNDED: 4,
}

const isCaptureState = (state: string): state is CaptureState => Object.hasOwn(RANK, state)

/** The money is with us. */
export const PAID: OrderState[] = ['captured', 'partially_refunded']
export const isPaid = (state: OrderState): boolean => PAID.includes(state)
/** Money was taken and is not given back: what was ordered, or another amount. */
export const isTaken = (state: OrderState): boolean => isPaid(state) || state === 'mismatch'

/** Captures in these states took money, or may yet, or gave it back. */
const MOVED: CaptureState[] = ['PENDING', 'COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED']

/** PayPal’s ids of what was captured, by order (our id). Its reports call each a transaction, and name no order. */
export async function capturesOf(db: Writes | Database, orderIds: string[]): Promise<Map<string, string[]>> {
  const captures = new Map<string, string[]>()
  if (orderIds.length === 0) return captures
  const rows = await db
    .selectFrom('paymentCaptures')
    .select(['orderId', 'id'])
    .where('state', 'in', MOVED)
    .where('orderId', 'in', orderIds)
    .orderBy('createdAt')
    .execute()
  for (const { orderId, id } of rows) captures.set(orderId, [...(captures.get(orderId) ?? []), id])
  return captures
}

export async function findOrder(db: Database, paypalOrderId: string) {
  return db
    .selectFrom('paymentOrders')
    .selectAll()
    .where('paypalOrderId', '=', paypalOrderId)
    .executeTakeFirst()
}

/** Takes the order's row: on PostgreSQL a second writer waits here until the first has committed. */
export function lockOrder(tx: Writes, id: string): Promise<PaymentOrderRow> {
  return tx
    .updateTable('paymentOrders')
    .set({ updatedAt: new Date().toISOString() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Writes history, in the transaction of what it tells. */
export async function appendEvent(
  tx: Writes | Database,
  event: { orderId: string; type: string; source: Source; detail?: Record<string, unknown> },
): Promise<void> {
  await tx
    .insertInto('paymentEvents')
    .values({
      orderId: event.orderId,
      type: event.type,
      source: event.source,
      at: new Date().toISOString(),
      detail: JSON.stringify(event.detail ?? {}),
    } as never)
    .execute()
}

export async function setState(
  tx: Writes,
  order: PaymentOrderRow,
  state: OrderState,
  { source, detail }: { source: Source; detail?: Record<string, unknown> },
): Promise<PaymentOrderRow> {
  if (order.state === state) return order
  // After a decline, or where the buyer has to approve again, the next capture is another operation: PayPal would repeat
  // its old answer.
  const isAnother = state === 'declined' || (state === 'created' && order.state !== 'creating')
  const captureRequestId = isAnother ? randomUUID() : order.captureRequestId
  await tx.updateTable('paymentOrders').set({ state, captureRequestId }).where('id', '=', order.id).execute()
  await appendEvent(tx, {
    orderId: order.id,
    type: `order.${state}`,
    source,
    detail: { from: order.state, ...detail },
  })
  return { ...order, state, captureRequestId }
}

/** Takes over what PayPal says of an order, its captures and refunds. Returns the order as it stands then. */
export async function applyOrder(
  db: Database,
  orderId: string,
  view: OrderView,
  source: Source,
): Promise<PaymentOrderRow> {
  return db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId)
    for (const capture of view.captures) await applyCapture(tx, order, capture, source)
    for (const refund of view.refunds) await applyRefund(tx, order, refund, source)
    const settled = await settle(tx, order, source)
    if (view.status === 'APPROVED' && ['created', 'declined'].includes(settled.state))
      return setState(tx, settled, 'approved', { source })
    if (settled.state !== order.state || view.captures.length > 0) return settled
    // Declined without our hearing of it: the buyer has to approve again.
    if (
      ['CREATED', 'PAYER_ACTION_REQUIRED'].includes(view.status) &&
      ['approved', 'capturing'].includes(order.state)
    )
      return setState(tx, order, 'created', { source })
    if (view.status === 'VOIDED')
      return setState(tx, order, 'failed', { source, detail: { status: 'VOIDED' } })
    return order
  })
}

export async function applyCapture(
  tx: Writes,
  order: PaymentOrderRow,
  { id, status, amount, currency, reason }: CaptureView,
  source: Source,
): Promise<void> {
  if (!id || !isCaptureState(status)) return
  const known = await tx.selectFrom('paymentCaptures').selectAll().where('id', '=', id).executeTakeFirst()
  if (known && RANK[known.state] >= RANK[status]) return
  const now = new Date().toISOString()
  await tx
    .insertInto('paymentCaptures')
    .values({
      id,
      orderId: order.id,
      state: status,
      amountCents: parseAmount(amount) ?? 0,
      currency,
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ state: status, updatedAt: now }))
    .execute()
  await appendEvent(tx, {
    orderId: order.id,
    type: `capture.${status.toLowerCase()}`,
    source,
    detail: { capture: id, amount, currency, ...(reason && { reason }) },
  })
}

export async function applyRefund(
  tx: Writes,
  order: PaymentOrderRow,
  refund: { id: string; captureId?: string; status: string; amount: string; currency: string },
  source: Source,
): Promise<void> {
  const captureId = refund.captureId ?? (await onlyCapture(tx, order.id))
  if (!refund.id || !captureId) return
  const known = await tx
    .selectFrom('paymentRefunds')
    .selectAll()
    .where('id', '=', refund.id)
    .executeTakeFirst()
  if (known && (known.state === refund.status || known.state === 'COMPLETED')) return
  const now = new Date().toISOString()
  await tx
    .insertInto('paymentRefunds')
    .values({
      id: refund.id,
      captureId,
      orderId: order.id,
      state: refund.status,
      amountCents: parseAmount(refund.amount) ?? 0,
      currency: refund.currency,
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ state: refund.status, updatedAt: now }))
    .execute()
  await appendEvent(tx, {
    orderId: order.id,
    type: `refund.${refund.status.toLowerCase()}`,
    source,
    detail: { refund: refund.id, capture: captureId, amount: refund.amount, currency: refund.currency },
  })
}

/** Works out the order's state from its captures and refunds. */
export async function settle(tx: Writes, order: PaymentOrderRow, source: Source): Promise<PaymentOrderRow> {
  const captures = await tx
    .selectFrom('paymentCaptures')
    .selectAll()
    .where('orderId', '=', order.id)
    .execute()
  // Of several captures one that is still looked at counts more than one that came to nothing.
  const weight = ({ state }: PaymentCaptureRow) =>
    state === 'DECLINED' || state === 'FAILED' ? -1 : RANK[state]
  const [best] = captures.sort((a, b) => weight(b) - weight(a))
  if (!best) return order
  const refunds = await tx
    .selectFrom('paymentRefunds')
    .selectAll()
    .where('captureId', '=', best.id)
    .where('state', '=', 'COMPLETED')
    .execute()
  const refunded = refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)
  return setState(tx, order, orderState(order, best, refunded), { source, detail: { capture: best.id } })
}

function orderState(order: PaymentOrderRow, best: PaymentCaptureRow, refundedCents: number): OrderState {
  if (best.state === 'PENDING') return 'pending'
  if (best.state === 'DECLINED' || best.state === 'FAILED') return 'declined'
  if (best.state === 'REFUNDED' || (refundedCents > 0 && refundedCents >= best.amountCents)) return 'refunded'
  if (best.amountCents !== order.amountCents || best.currency !== order.currency) return 'mismatch'
  return best.state === 'PARTIALLY_REFUNDED' || refundedCents > 0 ? 'partially_refunded' : 'captured'
}

async function onlyCapture(tx: Writes, orderId: string): Promise<string | undefined> {
  const rows = await tx.selectFrom('paymentCaptures').select('id').where('orderId', '=', orderId).execute()
  return rows.length === 1 ? rows[0]!.id : undefined
}

/** PayPal's order asks for what was stored: nobody changed amount, currency or owner in between. */
export function isAsStored(order: PaymentOrderRow, { amount, currency, customId }: OrderView): boolean {
  return amount === formatCents(order.amountCents) && currency === order.currency && customId === order.id
}
