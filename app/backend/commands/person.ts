import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { truncateWal } from '#app/backend/database/database.ts'
import type { Database, EnquiryRow } from '#app/backend/database/schema.ts'
import { type ConsentRecord, findConsents, ownedBy, type Person } from '#app/backend/enquiries/consents.ts'
import { MAIL_FOLDER } from '#app/backend/mail/mail.ts'
import { MISSING_RECORD } from '#app/backend/payments/reconcile.ts'
import type { PurchaseRow } from '#app/backend/payments/tables.ts'

export type PersonalData = {
  enquiries: EnquiryRow[]
  purchases: PurchaseRow[]
  consents: ConsentRecord[]
  /** Orders paid from their PayPal account whose buyer is not recorded. */
  paidUnrecorded: { paypalOrderId: string | null; at: string; payer: string }[]
}

/** Finds all data of one person, oldest first. Reviews have no address, so staff find them by name. */
export async function findPerson(db: Database, person: Person): Promise<PersonalData> {
  const isTheirs = ownedBy(person)
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
    consents: await findConsents(db, person),
    paidUnrecorded: unrecorded
      .map(({ detail, ...event }) => ({ ...event, payer: String(JSON.parse(detail).payer ?? '') }))
      .filter(({ payer: email }) => isTheirs({ email, phone: '' })),
  }
}

/** Erases a person's enquiries and their mails. Consents (evidence) and purchases (bookkeeping) stay. */
export async function erasePerson(
  db: Database,
  person: Person,
  dataDir: string,
): Promise<{ enquiries: number; mails: number }> {
  const { enquiries, consents } = await findPerson(db, person)
  // A waiting mail can outlive its enquiry (retention.ts), but the consent record has the enquiry's id.
  const ids = [...new Set([...enquiries.map(({ id }) => id), ...consents.map(({ enquiryId }) => enquiryId)])]
  let mails = 0
  await db.transaction().execute(async (tx) => {
    for (const id of ids) {
      await tx.deleteFrom('enquiries').where('id', '=', id).execute()
      const waiting = await tx.deleteFrom('outbox').where('content', 'like', `%${id}%`).executeTakeFirst()
      mails += Number(waiting.numDeletedRows)
    }
  })
  const folder = join(dataDir, MAIL_FOLDER)
  const names = ids.length > 0 ? await readdir(folder).catch(() => []) : []
  for (const name of names.filter((file) => file.endsWith('.eml'))) {
    const text = decode(await readFile(join(folder, name), 'latin1').catch(() => ''))
    if (!ids.some((id) => text.includes(id))) continue
    await rm(join(folder, name), { force: true })
    mails++
  }
  await truncateWal(db)
  return { enquiries: enquiries.length, mails }
}

/** The ASCII text of a mail in quoted-printable or base64. */
const decode = (mail: string): string =>
  [
    mail.replaceAll('=\r\n', ''),
    ...mail.split('\r\n\r\n').map((part) => Buffer.from(part, 'base64').toString('latin1')),
  ].join('\n')
