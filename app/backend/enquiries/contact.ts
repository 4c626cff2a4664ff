import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Database, EnquiryRow } from '#app/backend/database/schema.ts'
import { appendConsent } from '#app/backend/enquiries/consents.ts'
import { enquiryMail } from '#app/backend/enquiries/enquiry-mail.ts'
import { ENQUIRY_FIELDS, type EnquiryField } from '#app/backend/enquiries/fields.ts'
import { claimKey } from '#app/backend/http/idempotency-key.ts'
import { readDocument, text } from '#app/backend/http/validation.ts'
import { enqueue } from '#app/backend/mail/outbox.ts'
import type { Evidence } from '#app/platform/evidence.server.ts'

const texts = Object.fromEntries(
  ENQUIRY_FIELDS.map(({ name, maxChars, ...field }) => [
    name,
    'optional' in field ? text(maxChars).default('') : text(maxChars),
  ]),
) as Record<EnquiryField, ReturnType<typeof text>>
/** Section 7, call 1. The documented fields must be present, but may be empty (section 5). */
const enquirySchema = z.object({
  ...texts,
  smsConsent: z.boolean(),
  marketingConsent: z.boolean(),
})

/** Stores an enquiry with its consent record and mail, once per evidence id and submission. */
export async function storeEnquiry(
  db: Database,
  json: unknown,
  { evidence, requestId, submission }: { evidence?: Evidence; requestId: string; submission?: string },
): Promise<void> {
  const fields = readDocument(enquirySchema, json)
  const enquiry: EnquiryRow = {
    ...fields,
    id: randomUUID(),
    receivedAt: new Date().toISOString(),
    smsConsent: Number(fields.smsConsent),
    marketingConsent: Number(fields.marketingConsent),
    campaign: evidence?.campaign ? JSON.stringify(evidence.campaign) : null,
    requestId,
    evidenceId: evidence?.id ?? null,
  }
  await db.transaction().execute(async (tx) => {
    if (!(await claimKey(tx, 'contact', submission))) return
    const stored = await tx
      .insertInto('enquiries')
      .values(enquiry)
      .onConflict((conflict) => conflict.column('evidenceId').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!stored) return
    await appendConsent(tx, enquiry, evidence)
    await enqueue(tx, enquiryMail(enquiry, evidence?.page))
  })
}
