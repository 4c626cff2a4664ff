import { setImmediate } from 'node:timers/promises'
import { CHAIN_START } from '#app/backend/database/migrations.ts'
import type { ConsentRow, Database, EnquiryRow, Writes } from '#app/backend/database/schema.ts'
import { HttpError } from '#app/backend/http/http-error.ts'
import { asciiEmail } from '#app/platform/email-address.ts'
import { type Evidence, sha256, wordingHash } from '#app/platform/evidence.server.ts'

/** A record with its wordings; null for a wording that is missing or was changed. */
export type ConsentRecord = ConsentRow & { texts: { field: string; hash: string; text: string | null }[] }

/** Records the consents of an enquiry in its transaction. Throws HttpError 422 for an unregistered wording. */
export async function appendConsent(
  tx: Writes,
  enquiry: EnquiryRow,
  evidence: Evidence | undefined,
): Promise<void> {
  const shown = evidence?.wordings ?? []
  for (const { hash, text } of shown) {
    if (text !== undefined) await storeWording(tx, text, hash)
    else if ((await readWording(tx, hash)) === undefined) throw new HttpError(422, 'The wording is not known')
  }
  // This locks the chain's only row: on PostgreSQL, a second writer waits here for the first to commit.
  const end = await tx
    .updateTable('consentChain')
    .set((row) => ({ sequence: row('sequence', '+', 1) }))
    .where('id', '=', 1)
    .returning(['sequence', 'hash'])
    .executeTakeFirstOrThrow()
  const { firstName, lastName, email, phone, smsConsent, marketingConsent, campaign, requestId } = enquiry
  const record: Omit<ConsentRow, 'hash'> = {
    ...{ firstName, lastName, email, phone, smsConsent, marketingConsent, campaign, requestId },
    sequence: end.sequence,
    enquiryId: enquiry.id,
    recordedAt: new Date().toISOString(),
    wordings: JSON.stringify(shown.map(({ field, hash }) => ({ field, hash }))),
    page: evidence?.page ?? null,
    address: evidence?.address ?? null,
    userAgent: evidence?.userAgent ?? null,
    signedAt: evidence?.at ?? null,
    previousHash: end.hash,
    ...keysOf(enquiry),
  }
  const hash = recordHash(record)
  await tx
    .insertInto('consents')
    .values({ ...record, hash })
    .execute()
  await tx.updateTable('consentChain').set({ hash }).where('id', '=', 1).execute()
}

/** Stores a wording once, under its hash. Throws HttpError 422 if `hash` is not that of the text. */
export async function storeWording(
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

async function readWording(db: Database | Writes, hash: string): Promise<string | undefined> {
  const row = await db.selectFrom('wordings').select('text').where('hash', '=', hash).executeTakeFirst()
  return row?.text
}

/** Finds all records of one person, oldest first. */
export async function findConsents(db: Database, person: Person): Promise<ConsentRecord[]> {
  const column = columnFor(person)
  const key = keysOf(person)[column]
  if (key === '') return []
  const rows = await db
    .selectFrom('consents')
    .selectAll()
    .where(column, '=', key)
    .orderBy('sequence')
    .execute()
  return Promise.all(rows.map((row) => withTexts(db, row)))
}

/** Finds the record with this number. */
export async function findConsent(db: Database, sequence: number): Promise<ConsentRecord | undefined> {
  const row = await db.selectFrom('consents').selectAll().where('sequence', '=', sequence).executeTakeFirst()
  return row && withTexts(db, row)
}

const wordingsOf = (row: ConsentRow) => JSON.parse(row.wordings) as { field: string; hash: string }[]

async function withTexts(db: Database, row: ConsentRow): Promise<ConsentRecord> {
  const texts = wordingsOf(row).map(async ({ field, hash }) => {
    const text = await readWording(db, hash)
    return { field, hash, text: text !== undefined && wordingHash(text) === hash ? text : null }
  })
  return { ...row, texts: await Promise.all(texts) }
}

export type ChainCheck = { records: number; brokenAt: number | null }

/** Recomputes the hashes of all records and wordings. `brokenAt` is the first sequence number that does not match. */
export async function checkChain(db: Database): Promise<ChainCheck> {
  let previousHash = CHAIN_START
  let sequence = 0
  for (;;) {
    await setImmediate() // other requests are answered in between
    // Read before the records: the next round finds a record that is appended meanwhile.
    const end = await db.selectFrom('consentChain').selectAll().executeTakeFirstOrThrow()
    const rows = await db
      .selectFrom('consents')
      .selectAll()
      .where('sequence', '>', sequence)
      .orderBy('sequence')
      .limit(500)
      .execute()
    // Read after the records, so that all their wordings are included.
    const wordings = await db.selectFrom('wordings').select(['hash', 'text']).execute()
    const intact = new Set(
      wordings.filter(({ hash, text }) => wordingHash(text) === hash).map(({ hash }) => hash),
    )
    for (const row of rows) {
      const fits =
        row.sequence === sequence + 1 &&
        row.previousHash === previousHash &&
        row.hash === recordHash(row) &&
        wordingsOf(row).every(({ hash }) => intact.has(hash))
      if (!fits) return { records: sequence, brokenAt: sequence + 1 }
      sequence = row.sequence
      previousHash = row.hash
    }
    if (rows.length > 0) continue
    const isEnd = end.sequence === sequence && end.hash === previousHash
    return { records: sequence, brokenAt: isEnd ? null : sequence + 1 }
  }
}

/** The columns that a record's hash covers, in this order. */
const HASHED = [
  'sequence',
  'enquiryId',
  'recordedAt',
  'firstName',
  'lastName',
  'email',
  'phone',
  'smsConsent',
  'marketingConsent',
  'wordings',
  'page',
  'address',
  'userAgent',
  'campaign',
  'signedAt',
  'requestId',
  'previousHash',
] as const

const recordHash = (record: Pick<ConsentRow, (typeof HASHED)[number]>): string =>
  sha256(JSON.stringify(HASHED.map((column) => record[column])))

/** Compared by the digits of the phone number or by e-mail address, ignoring case. */
export type Person = { phone: string } | { email: string }

/** The keys by which phone numbers and e-mail addresses are compared. */
export const keysOf = ({ email = '', phone = '' }: { email?: string; phone?: string }) => ({
  emailKey: asciiEmail(email.trim().toLowerCase()),
  phoneKey: phoneKey(phone),
})

const columnFor = (person: Person) => ('phone' in person ? 'phoneKey' : 'emailKey')

/** Matches the person's rows. An empty value matches nothing, because many visitors leave the field empty. */
export function ownedBy(person: Person): (row: { email: string; phone: string }) => boolean {
  const column = columnFor(person)
  const key = keysOf(person)[column]
  return (row) => key !== '' && keysOf(row)[column] === key
}

/** The digits, without the country code of the USA. */
export const phoneKey = (phone: string) => phone.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
