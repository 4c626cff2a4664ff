import { z } from 'zod'
import { readDocument, text } from '#app/backend/document.ts'
import { HttpError } from '#app/backend/http-error.ts'
import { enqueue } from '#app/backend/outbox.ts'
import { unavailable } from '#app/backend/payments/create-order.ts'
import {
  appendEvent,
  applyOrder,
  capturesOf,
  findOrder,
  isPaid,
  lockOrder,
} from '#app/backend/payments/ledger.ts'
import { centsOfDollars, formatCents } from '#app/backend/payments/money.ts'
import { type PayPal, PayPalError } from '#app/backend/payments/paypal.ts'
import { noticeMail, receiptMail } from '#app/backend/payments/purchase-mails.ts'
import type { PaymentOrderRow, PurchaseRow } from '#app/backend/payments/rows.ts'
import type { Database } from '#app/backend/schema.ts'
import type { Log } from '#app/platform/log.ts'

/** Section 7, call 6. `packagePrice` is a number of dollars. */
const newPurchase = z.object({
  orderID: text(64).pipe(z.string().min(1, 'must not be empty')),
  userEmail: text(320),
  firstName: text(200),
  lastName: text(200),
  phone: text(40),
  address: text(500),
  city: text(200),
  state: text(200),
  packageTitle: text(200),
  packagePrice: z.number().nonnegative(),
})

type Context = {
  paypal: PayPal
  requestId: string
  log: Log
  test: boolean
  receiptsToStaff?: boolean
}

/**
 * Stores what was bought with a captured order, the receipt to the buyer and the notice to the staff, all or nothing.
 * The same order a second time changes nothing and succeeds. Returns false for such a repetition.
 * Throws HttpError 404 (no such order), 409 (not paid, or refunded), 422 (fields, or another price), 502, 504.
 */
export async function recordPurchase(db: Database, json: unknown, context: Context): Promise<boolean> {
  const given = readDocument(newPurchase, json)
  const found = await findOrder(db, given.orderID)
  if (!found) throw new HttpError(404, 'There is no such order')
  const { orderID: paypalOrderId, packagePrice, ...fields } = given
  if (await isRecorded(db, found.id)) return false
  const order = await paidOrder(db, found, context)
  const priceCents = centsOfDollars(packagePrice)
  if (priceCents !== order.amountCents)
    throw new HttpError(422, `The price does not match the payment of $${formatCents(order.amountCents)}`)
  const purchase: PurchaseRow = {
    ...fields,
    orderId: order.id,
    paypalOrderId,
    priceCents,
    recordedAt: new Date().toISOString(),
    requestId: context.requestId,
  }
  return db.transaction().execute(async (tx) => {
    await lockOrder(tx, order.id)
    const stored = await tx
      .insertInto('purchases')
      .values(purchase)
      .onConflict((conflict) => conflict.doNothing())
      .returning('orderId')
      .executeTakeFirst()
    if (!stored) return false
    const receipt = receiptMail(purchase, context.test)
    const to = context.receiptsToStaff ? undefined : receipt?.to
    if (receipt) await enqueue(tx, { ...receipt, to })
    const captures = (await capturesOf(tx, [order.id])).get(order.id)
    await enqueue(tx, noticeMail(purchase, captures, context.test))
    await appendEvent(tx, {
      orderId: order.id,
      type: 'purchase.recorded',
      source: 'call',
      detail: {
        receipt: receipt !== undefined,
        ...(purchase.packageTitle !== order.title && { orderedTitle: order.title }),
      },
    })
    return true
  })
}

async function isRecorded(db: Database, orderId: string): Promise<boolean> {
  const row = await db
    .selectFrom('purchases')
    .select('orderId')
    .where('orderId', '=', orderId)
    .executeTakeFirst()
  return row !== undefined
}

/** The order, if its money is here. PayPal is asked when the rows don't say so: a capture's answer may have been lost. */
async function paidOrder(
  db: Database,
  order: PaymentOrderRow,
  { paypal, requestId, log }: Context,
): Promise<PaymentOrderRow> {
  if (isPaid(order.state)) return order
  if (order.state === 'refunded') throw new HttpError(409, 'The payment was refunded')
  let now = order
  try {
    now = await applyOrder(db, order.id, await paypal.read(order.paypalOrderId!), 'call')
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error
    log('warn', 'can’t tell whether an order is paid', {
      requestId,
      id: order.paypalOrderId!,
      error: error.message,
    })
    throw unavailable(error)
  }
  if (isPaid(now.state)) return now
  if (now.state === 'pending') throw new HttpError(409, 'The payment is pending')
  if (now.state === 'mismatch') throw new HttpError(422, 'The price does not match the payment')
  throw new HttpError(409, 'The order is not paid')
}
