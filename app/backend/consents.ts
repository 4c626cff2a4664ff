import { setImmediate as nextTurn } from 'node:timers/promises'
import { HttpError } from '#app/backend/http-error.ts'
import { CHAIN_START } from '#app/backend/migrations.ts'
import type { ConsentRow, Database, EnquiryRow, Writes } from '#app/backend/schema.ts'
import { asciiEmail } from '#app/platform/email-address.ts'
import { type Evidence, sha256, wordingHash } from '#app/platform/evidence.server.ts'

/** A record as it was written, with the texts that its hashes name; null for one that is gone or was changed. */
export type ConsentRecord = ConsentRow & { texts: { field: string; hash: string; text: string | null }[] }

/**
 * Writes who agreed to what, in the transaction that stores the enquiry. An enquiry without evidence (a caller that signs nothing)
 * gets a record too, which then says that the wording is unknown. Throws HttpError 422 for a wording that nobody has registered.
 */
export async function appendConsent(
  tx: Writes,
  enquiry: EnquiryRow,
  evidence: Evidence | undefined,
): Promise<void> {
  const shown = evidence?.wordings ?? []
  for (const { hash, text } of shown) {
    if (text !== undefined) await keepWording(tx, text, hash)
    else {
      const known = await tx.selectFrom('wordings').select('hash').where('hash', '=', hash).executeTakeFirst()
      if (!known) throw new HttpError(422, 'The wording is not known')
    }
  }
  // Takes the chain's only row: on PostgreSQL a second writer waits here until the first has committed.
  const end = await tx
    .updateTable('consentChain')
    .set((row) => ({ sequence: row('sequence', '+', 1) }))
    .where('id', '=', 1)
    .returning(['sequence', 'hash'])
    .executeTakeFirstOrThrow()
  const record: Omit<ConsentRow, 'hash'> = {
    sequence: end.sequence,
    enquiryId: enquiry.id,
    recordedAt: new Date().toISOString(),
    firstName: enquiry.firstName,
    lastName: enquiry.lastName,
    email: enquiry.email,
    phone: enquiry.phone,
    smsConsent: enquiry.smsConsent,
    marketingConsent: enquiry.marketingConsent,
    wordings: JSON.stringify(shown.map(({ field, hash }) => ({ field, hash }))),
    page: evidence?.page ?? null,
    address: evidence?.address ?? null,
    userAgent: evidence?.userAgent ?? null,
    campaign: enquiry.campaign,
    signedAt: evidence?.at ?? null,
    requestId: enquiry.requestId,
    previousHash: end.hash,
    emailKey: emailKey(enquiry.email),
    phoneKey: phoneKey(enquiry.phone),
  }
  const hash = recordHash(record)
  await tx
    .insertInto('consents')
    .values({ ...record, hash })
    .execute()
  await tx.updateTable('consentChain').set({ hash }).where('id', '=', 1).execute()
}

/** Keeps a text under its hash; the same text is kept once. Throws HttpError 422 when `hash` is not the text's. */
export async function keepWording(
  db: Database | Writes,
  text: string,
  hash: string = wordingHash(text),
): Promise<void> {
  if (hash !== wordingHash(text)) throw new HttpError(422, 'The wording’s hash is not that of its text')
  await db
    .insertInto('wordings')
    .values({ hash, text, firstSeenAt: new Date().toISOString() })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()
}

/** All records of one person, oldest first. */
export async function findConsents(db: Database, by: Whose): Promise<ConsentRecord[]> {
  const [column, key] =
    'phone' in by ? (['phoneKey', phoneKey(by.phone)] as const) : (['emailKey', emailKey(by.email)] as const)
  if (!key) return []
  const rows = await db
    .selectFrom('consents')
    .selectAll()
    .where(column, '=', key)
    .orderBy('sequence')
    .execute()
  return Promise.all(rows.map((row) => withTexts(db, row)))
}

/** The record with this number; undefined where there is none. */
export async function findConsent(db: Database, sequence: number): Promise<ConsentRecord | undefined> {
  const row = await db.selectFrom('consents').selectAll().where('sequence', '=', sequence).executeTakeFirst()
  return row && withTexts(db, row)
}

const shownIn = ({ wordings }: ConsentRow) => JSON.parse(wordings) as { field: string; hash: string }[]

async function withTexts(db: Database, row: ConsentRow): Promise<ConsentRecord> {
  const texts = shownIn(row).map(async ({ field, hash }) => {
    const kept = await db.selectFrom('wordings').select('text').where('hash', '=', hash).executeTakeFirst()
    return { field, hash, text: kept && wordingHash(kept.text) === hash ? kept.text : null }
  })
  return { ...row, texts: await Promise.all(texts) }
}

export type ChainCheck = { records: number; brokenAt: number | null }

/** Recomputes every hash, of records and wordings, from the first record on. `brokenAt` is the first sequence number that does not fit. */
export async function checkChain(db: Database): Promise<ChainCheck> {
  let previousHash = CHAIN_START
  let sequence = 0
  for (;;) {
    await nextTurn() // visitors are answered in between
    // Before the records: one that is written meanwhile is found among them, and all is looked at once more.
    const end = await db.selectFrom('consentChain').selectAll().executeTakeFirstOrThrow()
    const rows = await db
      .selectFrom('consents')
      .selectAll()
      .where('sequence', '>', sequence)
      .orderBy('sequence')
      .limit(500)
      .execute()
    // After the records: whatever they name was kept before.
    const kept = await db.selectFrom('wordings').select(['hash', 'text']).execute()
    const whole = new Set(kept.flatMap(({ hash, text }) => (wordingHash(text) === hash ? [hash] : [])))
    for (const row of rows) {
      const fits =
        row.sequence === sequence + 1 && row.previousHash === previousHash && row.hash === recordHash(row)
      if (!fits || !shownIn(row).every(({ hash }) => whole.has(hash)))
        return { records: sequence, brokenAt: sequence + 1 }
      sequence = row.sequence
      previousHash = row.hash
    }
    if (rows.length > 0) continue
    const ends = end.sequence === sequence && end.hash === previousHash
    return { records: sequence, brokenAt: ends ? null : sequence + 1 }
  }
}

/** SHA-256 over the record's columns in this order, the hash before it among them. */
function recordHash(record: Omit<ConsentRow, 'hash'>): string {
  return sha256(
    JSON.stringify([
      record.sequence,
      record.enquiryId,
      record.recordedAt,
      record.firstName,
      record.lastName,
      record.email,
      record.phone,
      record.smsConsent,
      record.marketingConsent,
      record.wordings,
      record.page,
      record.address,
      record.userAgent,
      record.campaign,
      record.signedAt,
      record.requestId,
      record.previousHash,
    ]),
  )
}

/**
 * The person whose records are read. Phone numbers are compared by their digits, e-mail addresses without regard to case and with
 * the domain in either spelling.
 */
export type Whose = { phone: string } | { email: string }

/** Matches the person's records. An empty value matches nothing, because many visitors leave the field empty. */
export function ownedBy(whose: Whose): (theirs: { email: string; phone: string }) => boolean {
  const keyOf = (of: { email: string; phone: string }) =>
    'phone' in whose ? phoneKey(of.phone) : emailKey(of.email)
  const wanted = keyOf({ email: '', phone: '', ...whose })
  return (theirs) => wanted !== '' && keyOf(theirs) === wanted
}

export const emailKey = (email: string) => asciiEmail(email.trim().toLowerCase())

/** Digits alone, without the country code of the USA. */
export function phoneKey(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
}
