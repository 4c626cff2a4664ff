import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Database } from '#app/backend/database/schema.ts'
import { readDocument, text } from '#app/backend/http/validation.ts'
import { CURRENCY, parseAmount } from '#app/backend/payments/money.ts'
import { appendHistory, changeOrder } from '#app/backend/payments/order-store.ts'
import { type Link, type PayPal, PayPalError } from '#app/backend/payments/paypal.ts'
import type { PaymentOrderRow } from '#app/backend/payments/tables.ts'
import type { Evidence } from '#app/platform/evidence.server.ts'
import type { Log } from '#app/platform/log.ts'

const AMOUNT = 'must be dollars with two decimals, from 0.01 to 100000.00'
/** Section 7, call 4. */
const newOrder = z.object({
  amount: z.string().refine((amount) => parseAmount(amount) !== undefined, AMOUNT),
  title: text(200).pipe(z.string().trim().min(1, 'must not be empty')),
  features: z.array(text(500)).max(50),
})

type Context = { paypal: PayPal; evidence: Evidence | undefined; requestId: string; log: Log }

/** Creates an order at PayPal and stores it, once per evidence id. Throws HttpError 422, 502, 504. */
export async function createOrder(
  db: Database,
  json: unknown,
  { paypal, evidence, requestId, log }: Context,
): Promise<{ id: string; links: Link[] }> {
  const order = await storeOrder(db, readDocument(newOrder, json), { evidence, requestId })
  if (order.paypalOrderId) return { id: order.paypalOrderId, links: JSON.parse(order.links ?? '[]') }
  try {
    const { id, links: all = [] } = await paypal.create(order, evidence?.origin)
    const links = all.filter(({ rel }) => rel === 'approve' || rel === 'payer-action')
    const set = { paypalOrderId: id, links: JSON.stringify(links) }
    const detail = { paypalOrderId: id }
    await changeOrder(db, order.id, { source: 'call', log, event: 'order_created', set, detail })
    return { id, links }
  } catch (error) {
    if (error instanceof PayPalError && error.failure.kind === 'refused') {
      const detail = { issue: error.failure.issue }
      await changeOrder(db, order.id, { source: 'call', log, event: 'order_refused', detail })
    }
    throw error
  }
}

function storeOrder(
  db: Database,
  { amount, title, features }: z.infer<typeof newOrder>,
  { evidence, requestId }: Pick<Context, 'evidence' | 'requestId'>,
): Promise<PaymentOrderRow> {
  const now = new Date().toISOString()
  const order: PaymentOrderRow = {
    id: randomUUID(),
    paypalOrderId: null,
    state: 'creating',
    amountCents: parseAmount(amount)!,
    currency: CURRENCY,
    title,
    features: JSON.stringify(features),
    createRequestId: randomUUID(),
    captureRequestId: randomUUID(),
    links: null,
    createdAt: now,
    updatedAt: now,
    requestId,
    evidenceId: evidence?.id ?? null,
  }
  return db.transaction().execute(async (tx) => {
    const stored = await tx
      .insertInto('paymentOrders')
      .values(order)
      .onConflict((conflict) => conflict.column('evidenceId').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!stored)
      return tx
        .selectFrom('paymentOrders')
        .selectAll()
        .where('evidenceId', '=', order.evidenceId)
        .executeTakeFirstOrThrow()
    // How the buyer came here belongs to the order's history.
    const { amountCents, currency } = order
    const detail = { amountCents, currency, title, campaign: evidence?.campaign }
    await appendHistory(tx, { orderId: order.id, type: 'order.creating', source: 'call', detail })
    return stored
  })
}
