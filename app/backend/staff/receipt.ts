import type { Database } from '#app/backend/database/schema.ts'
import { HttpError } from '#app/backend/http/http-error.ts'
import { enqueue } from '#app/backend/mail/outbox.ts'
import { appendHistory } from '#app/backend/payments/order-store.ts'
import type { PaymentProvider } from '#app/backend/payments/provider.ts'
import { receiptMail } from '#app/backend/payments/purchase-mails.ts'

/** Sends the receipt of an order again and records it in the history. Throws HttpError 404, 409 (invalid e-mail address). */
export async function resendReceipt(
  db: Database,
  orderId: string,
  { test, receiptsToStaff }: Pick<PaymentProvider, 'test' | 'receiptsToStaff'>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const purchase = await tx
      .selectFrom('purchases')
      .selectAll()
      .where('orderId', '=', orderId)
      .executeTakeFirst()
    if (!purchase) throw new HttpError(404, 'No purchase is recorded for this order')
    const receipt = receiptMail(purchase, test)
    if (!receipt)
      throw new HttpError(
        409,
        'The buyer’s e-mail address is not valid, so no receipt was sent. Contact the buyer by phone.',
      )
    await enqueue(tx, { ...receipt, to: receiptsToStaff ? undefined : receipt.to })
    await appendHistory(tx, { orderId, type: 'receipt.resent', source: 'staff' })
  })
}
