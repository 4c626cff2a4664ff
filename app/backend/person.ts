import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type ConsentRecord, findConsents, ownedBy, type Whose } from '#app/backend/consents.ts'
import { vacuum } from '#app/backend/database.ts'
import { MISSING_RECORD } from '#app/backend/payments/reconcile.ts'
import type { PurchaseRow } from '#app/backend/payments/rows.ts'
import type { Database, EnquiryRow } from '#app/backend/schema.ts'

export type Kept = {
  enquiries: EnquiryRow[]
  purchases: PurchaseRow[]
  consents: ConsentRecord[]
  /** Orders that were paid from their PayPal account, and of which nothing else says who bought. */
  paidUnrecorded: { paypalOrderId: string | null; at: string; payer: string }[]
}

/** What the host keeps of one person, oldest first. Reviews name no address: they are found by their names. */
export async function findPerson(db: Database, whose: Whose): Promise<Kept> {
  const isTheirs = ownedBy(whose)
  const enquiries = await db.selectFrom('enquiries').selectAll().orderBy('receivedAt').execute()
  const purchases = await db.selectFrom('purchases').selectAll().orderBy('recordedAt').execute()
  const unrecorded = await db
    .selectFrom('paymentEvents')
    .innerJoin('paymentOrders', 'paymentOrders.id', 'paymentEvents.orderId')
    .select(['paypalOrderId', 'at', 'detail'])
    .where('type', '=', MISSING_RECORD)
    .orderBy('sequence')
    .execute()
  return {
    enquiries: enquiries.filter(isTheirs),
    purchases: purchases.filter(({ userEmail: email, phone }) => isTheirs({ email, phone })),
    consents: await findConsents(db, whose),
    paidUnrecorded: unrecorded
      .map(({ detail, ...event }) => ({ ...event, payer: String(JSON.parse(detail).payer ?? '') }))
      .filter(({ payer: email }) => isTheirs({ email, phone: '' })),
  }
}

/**
 * Removes a person's enquiries for good, with what waits to be mailed of them and their mails in `mailFolder`. Consents
 * (evidence) and purchases (bookkeeping) stay. Returns how many of each went.
 */
export async function erasePerson(
  db: Database,
  whose: Whose,
  mailFolder: string,
): Promise<{ enquiries: number; mails: number }> {
  const { enquiries, consents } = await findPerson(db, whose)
  // A mail names its enquiry. One that waits outlives its enquiry (retention.ts), whose consent names it still.
  const ids = [...new Set([...enquiries.map(({ id }) => id), ...consents.map(({ enquiryId }) => enquiryId)])]
  let mails = 0
  await db.transaction().execute(async (tx) => {
    for (const id of ids) {
      await tx.deleteFrom('enquiries').where('id', '=', id).execute()
      const waiting = await tx.deleteFrom('outbox').where('content', 'like', `%${id}%`).executeTakeFirst()
      mails += Number(waiting.numDeletedRows)
    }
  })
  const names = await readdir(mailFolder).catch(() => [] as string[])
  for (const name of ids.length > 0 ? names.filter((each) => each.endsWith('.eml')) : []) {
    const file = join(mailFolder, name)
    const text = decoded(await readFile(file, 'latin1').catch(() => ''))
    if (!ids.some((id) => text.includes(id))) continue
    await rm(file, { force: true })
    mails++
  }
  await vacuum(db)
  return { enquiries: enquiries.length, mails }
}

/** What a mail says, in ASCII at least: a part is in quoted-printable, or in base64 where most of its letters are others. */
const decoded = (mail: string): string =>
  [
    mail.replaceAll('=\r\n', ''),
    ...mail.split('\r\n\r\n').map((part) => Buffer.from(part, 'base64').toString('latin1')),
  ].join('\n')
