import { z } from 'zod'
import type { Database } from '#app/backend/database/schema.ts'
import { HttpError } from '#app/backend/http/http-error.ts'
import { readDocument, text } from '#app/backend/http/validation.ts'
import { enqueue } from '#app/backend/mail/outbox.ts'
import { centsOfDollars, formatCents } from '#app/backend/payments/money.ts'
import { isPaid, type OrderState, statesWith } from '#app/backend/payments/order-states.ts'
import {
  appendHistory,
  applyView,
  capturesOf,
  changeOrder,
  findOrder,
} from '#app/backend/payments/order-store.ts'
import type { PayPal } from '#app/backend/payments/paypal.ts'
import { noticeMail, receiptMail } from '#app/backend/payments/purchase-mails.ts'
import type { PurchaseRow } from '#app/backend/payments/tables.ts'
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

/** Stores a purchase and its mails once. Returns false for a repetition. Throws HttpError 404, 409 (unpaid), 422, 502, 504. */
export async function recordPurchase(db: Database, json: unknown, context: Context): Promise<boolean> {
  const { paypal, requestId, log, test, receiptsToStaff } = context
  const { orderID: paypalOrderId, packagePrice, ...fields } = readDocument(newPurchase, json)
  const found = await findOrder(db, { paypalOrderId })
  if (!found) throw new HttpError(404, 'There is no such order')
  const recorded = db.selectFrom('purchases').select('orderId').where('orderId', '=', found.id)
  if (await recorded.executeTakeFirst()) return false
  // A capture's answer may have been lost.
  const order = statesWith('paid', 'returned').includes(found.state)
    ? found
    : await applyView(db, found, await paypal.read(paypalOrderId), { source: 'call', log })
  if (!isPaid(order.state)) throw notPaid(order.state)
  const { id, amountCents, title } = order
  const priceCents = centsOfDollars(packagePrice)
  if (priceCents !== amountCents)
    throw new HttpError(422, `The price does not match the payment of $${formatCents(amountCents)}`)
  const recordedAt = new Date().toISOString()
  const purchase: PurchaseRow = { ...fields, orderId: id, paypalOrderId, priceCents, recordedAt, requestId }
  let isNew = false
  const { order: now, effect } = await changeOrder(db, id, {
    source: 'call',
    log,
    event: 'purchase_recorded',
    effects: {
      async store_purchase(tx) {
        const insert = tx.insertInto('purchases').values(purchase).returning('orderId')
        const stored = await insert.onConflict((conflict) => conflict.doNothing()).executeTakeFirst()
        if (!stored) return
        isNew = true
        const receipt = receiptMail(purchase, test)
        const to = receiptsToStaff ? undefined : receipt?.to
        if (receipt) await enqueue(tx, { ...receipt, to })
        const captures = (await capturesOf(tx, [id])).get(id)
        await enqueue(tx, noticeMail(purchase, captures, test))
        const another = purchase.packageTitle !== title && { orderedTitle: title }
        const detail = { receipt: receipt !== undefined, ...another }
        await appendHistory(tx, { orderId: id, type: 'purchase.recorded', source: 'call', detail })
      },
    },
  })
  // Refunded in the meantime.
  if (effect !== 'store_purchase') throw notPaid(now.state)
  return isNew
}

function notPaid(state: OrderState): HttpError {
  if (state === 'mismatch') return new HttpError(422, 'The price does not match the payment')
  if (state === 'refunded') return new HttpError(409, 'The payment was refunded')
  return new HttpError(409, state === 'pending' ? 'The payment is pending' : 'The order is not paid')
}
