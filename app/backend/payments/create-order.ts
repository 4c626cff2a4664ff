import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { readDocument, text } from '#app/backend/document.ts'
import { HttpError } from '#app/backend/http-error.ts'
import { appendEvent, lockOrder, setState } from '#app/backend/payments/ledger.ts'
import { CURRENCY, parseAmount } from '#app/backend/payments/money.ts'
import { type Link, type PayPal, PayPalError } from '#app/backend/payments/paypal.ts'
import type { PaymentOrderRow } from '#app/backend/payments/rows.ts'
import type { Database } from '#app/backend/schema.ts'
import type { Evidence } from '#app/platform/evidence.server.ts'
import type { Log } from '#app/platform/log.ts'

/** Where PayPal’s own page sends the buyer; PayPal adds `token` (the order’s id) and `PayerID`. */
const RETURN_PATH = '/checkout/return'
const CANCEL_PATH = '/checkout'

/** Section 7, call 4. */
const newOrder = z.object({
  amount: z
    .string()
    .refine(
      (amount) => parseAmount(amount) !== undefined,
      'must be dollars with two decimals, from 0.01 to 100000.00',
    ),
  title: text(200).pipe(z.string().trim().min(1, 'must not be empty')),
  features: z.array(text(500)).max(50),
})

type Context = { paypal: PayPal; evidence: Evidence | undefined; requestId: string; log: Log }

/**
 * Makes one order at PayPal and keeps it. The amount is dollars with two decimals (`499.00`). Returns PayPal's order id and links.
 * The same evidence id again continues with the same order. Throws HttpError 422, 502, 504.
 */
export async function createOrder(
  db: Database,
  json: unknown,
  { paypal, evidence, requestId, log }: Context,
): Promise<{ id: string; links: Link[] }> {
  const { amount, title, features } = readDocument(newOrder, json)
  const order = await keepOrder(
    db,
    {
      amountCents: parseAmount(amount)!,
      title,
      features: JSON.stringify(features),
      requestId,
      evidenceId: evidence?.id ?? null,
    },
    evidence?.campaign,
  )
  if (order.paypalOrderId) return { id: order.paypalOrderId, links: readLinks(order) }
  const origin = evidence?.origin
  try {
    const { id, links } = await paypal.create({
      customId: order.id,
      requestId: order.createRequestId,
      cents: order.amountCents,
      currency: order.currency,
      title: order.title,
      ...(origin && { returnUrl: origin + RETURN_PATH, cancelUrl: origin + CANCEL_PATH }),
    })
    const forBuyer = links.filter(({ rel }) => rel === 'approve' || rel === 'payer-action')
    await db.transaction().execute(async (tx) => {
      await tx
        .updateTable('paymentOrders')
        .set({ paypalOrderId: id, links: JSON.stringify(forBuyer) })
        .where('id', '=', order.id)
        .execute()
      const now = await lockOrder(tx, order.id)
      if (now.state === 'creating')
        await setState(tx, now, 'created', { source: 'call', detail: { paypalOrderId: id } })
    })
    return { id, links: forBuyer }
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error
    log('error', 'PayPal made no order', { requestId, error: error.message, debugId: error.debugId })
    if (error.kind === 'refused')
      await db
        .transaction()
        .execute((tx) => setState(tx, order, 'failed', { source: 'call', detail: { issue: error.issue } }))
    throw unavailable(error)
  }
}

/** What the caller reads when PayPal gave no usable answer. */
export function unavailable(error: PayPalError): HttpError {
  if (error.issue === 'TIMEOUT') return new HttpError(504, 'PayPal did not answer in time')
  return new HttpError(502, error.kind === 'refused' ? 'PayPal refused this' : 'PayPal can’t be reached')
}

async function keepOrder(
  db: Database,
  given: Pick<PaymentOrderRow, 'amountCents' | 'title' | 'features' | 'requestId' | 'evidenceId'>,
  campaign: Evidence['campaign'],
): Promise<PaymentOrderRow> {
  const now = new Date().toISOString()
  const order: PaymentOrderRow = {
    ...given,
    id: randomUUID(),
    paypalOrderId: null,
    state: 'creating',
    currency: CURRENCY,
    createRequestId: randomUUID(),
    captureRequestId: randomUUID(),
    leaseUntil: 0,
    leaseHolder: null,
    links: null,
    createdAt: now,
    updatedAt: now,
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
        .where('evidenceId', '=', given.evidenceId)
        .executeTakeFirstOrThrow()
    const { amountCents, currency, title } = stored
    await appendEvent(tx, {
      orderId: stored.id,
      type: 'order.creating',
      source: 'call',
      // How the buyer came here: the order's history is the purchase's.
      detail: { amountCents, currency, title, ...(campaign && { campaign }) },
    })
    return stored
  })
}

const readLinks = ({ links }: PaymentOrderRow): Link[] => (links ? (JSON.parse(links) as Link[]) : [])
