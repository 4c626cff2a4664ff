import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { truncateWal } from '#app/backend/database.ts'
import { readDocument, text } from '#app/backend/document.ts'
import { SAMPLES } from '#app/backend/samples.ts'
import type { Database, ReviewRow, Writes } from '#app/backend/schema.ts'
import { isFirst } from '#app/backend/submissions.ts'
import { network } from '#app/platform/rate-limit.ts'

/** The list holds the newest so many, and ends before it is larger than this. The site reads answers of up to 4 MiB. */
const LIST_LIMIT = 1_000
const LIST_BYTES = 512 * 1024
const DAY_MS = 24 * 3_600_000
/** A client’s clock may be wrong by this much. */
const FUTURE_TOLERANCE_MS = 24 * 3_600_000
const FIRST_YEAR = 2000

/** Section 7, call 3. Nothing is required (section 5): every field as typed, within these lengths. */
const newReview = z.object({
  firstName: text(80),
  lastName: text(80),
  companyName: text(120),
  jobTitle: text(120),
  reviewDescription: text(4_000),
  rating: z.int().min(1).max(5),
  date: text(64),
})

const LISTED = [
  'id',
  'firstName',
  'lastName',
  'companyName',
  'jobTitle',
  'reviewDescription',
  'rating',
  'date',
] as const

type Sent = {
  evidenceId?: string
  submission?: string
  /** Network address of the author; empty for the site itself, which no limit holds for. */
  address?: string
  /** So many reviews of one network are listed at once within a day. Further ones wait for approval. */
  perDay?: number
}

/** Stores a review; the same evidence id or submission a second time changes nothing. Throws HttpError 422. */
export async function storeReview(
  db: Database,
  json: unknown,
  { evidenceId, submission, address = '', perDay = Number.POSITIVE_INFINITY }: Sent = {},
): Promise<{ id?: string; pending: boolean }> {
  const review = readDocument(newReview, json)
  const receivedAt = new Date().toISOString()
  const from = address ? network(address) : null
  return db.transaction().execute(async (tx) => {
    if (!(await isFirst(tx, 'createReview', submission))) return { pending: await isPending(tx, evidenceId) }
    const pending = from !== null && (await sentToday(tx, from)) >= perDay
    const stored = await tx
      .insertInto('reviews')
      .values({
        ...review,
        id: randomUUID(),
        date: plausibleDate(review.date, receivedAt),
        receivedAt,
        hiddenAt: null,
        pending: pending ? 1 : 0,
        network: from,
        sample: 0,
        evidenceId: evidenceId ?? null,
      })
      .onConflict((conflict) => conflict.column('evidenceId').doNothing())
      .returning('id')
      .executeTakeFirst()
    return stored ? { id: stored.id, pending } : { pending: await isPending(tx, evidenceId) }
  })
}

/** How many reviews of a network were received within the last 24 hours, whatever became of them. */
async function sentToday(tx: Writes, from: string): Promise<number> {
  const { count } = await tx
    .selectFrom('reviews')
    .select((row) => row.fn.countAll<number | string>().as('count'))
    .where('network', '=', from)
    .where('receivedAt', '>', new Date(Date.now() - DAY_MS).toISOString())
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Whether a review that was sent before waits: its author is told again. */
async function isPending(tx: Writes, evidenceId: string | undefined): Promise<boolean> {
  if (evidenceId === undefined) return false
  const row = await tx
    .selectFrom('reviews')
    .select('pending')
    .where('evidenceId', '=', evidenceId)
    .executeTakeFirst()
  return row?.pending === 1
}

/** Removes where reviews came from, once it no longer counts. */
export async function forgetNetworks(db: Database, at: number): Promise<void> {
  await db
    .updateTable('reviews')
    .set({ network: null })
    .where('network', 'is not', null)
    .where('receivedAt', '<', new Date(at - DAY_MS).toISOString())
    .execute()
}

type Listed = Pick<ReviewRow, (typeof LISTED)[number]>

/** The reviews that are shown, newest first: at most 1,000, and at most 512 KiB of JSON. */
export async function listReviews(db: Database): Promise<Listed[]> {
  const rows = await db
    .selectFrom('reviews')
    .select(LISTED)
    .where('hiddenAt', 'is', null)
    .where('pending', '=', 0)
    .orderBy('date', 'desc')
    .orderBy('receivedAt', 'desc')
    .orderBy('id')
    .limit(LIST_LIMIT)
    .execute()
  let bytes = 0
  const end = rows.findIndex((row) => {
    bytes += Buffer.byteLength(JSON.stringify(row))
    return bytes > LIST_BYTES
  })
  return end === -1 ? rows : rows.slice(0, end)
}

/** All reviews for the command line, hidden and waiting ones too, newest first. */
export function listAllReviews(db: Database): Promise<ReviewRow[]> {
  return db
    .selectFrom('reviews')
    .selectAll()
    .orderBy('date', 'desc')
    .orderBy('receivedAt', 'desc')
    .orderBy('id')
    .execute()
}

/** Hides reviews or shows them; either way they wait no longer. Their text stays as typed. Returns how many there are of them. */
export async function setHidden(db: Database, ids: string[], hidden: boolean): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('reviews')
    .set({ hiddenAt: hidden ? new Date().toISOString() : null, pending: 0 })
    .where('id', 'in', ids)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Removes a review for good. Returns false when there is none with this id. */
export async function deleteReview(db: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('reviews').where('id', '=', id).executeTakeFirst()
  await truncateWal(db)
  return numDeletedRows === 1n
}

/** Puts the samples in place once in a database’s life. */
export async function addSamplesOnce(db: Database): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const added = await tx
      .insertInto('hostState')
      .values({ key: 'samples', value: 'added' })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('key')
      .executeTakeFirst()
    if (!added) return
    const receivedAt = new Date().toISOString()
    const rows = SAMPLES.map((sample) => ({
      ...sample,
      id: randomUUID(),
      receivedAt,
      hiddenAt: null,
      pending: 0,
      network: null,
      sample: 1,
      evidenceId: null,
    }))
    await tx.insertInto('reviews').values(rows).execute()
  })
}

/** Removes the samples for good. Returns how many there were. */
export async function removeSamples(db: Database): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await tx
      .insertInto('hostState')
      .values({ key: 'samples', value: 'removed' })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: 'removed' }))
      .execute()
    const { numDeletedRows } = await tx.deleteFrom('reviews').where('sample', '=', 1).executeTakeFirst()
    return Number(numDeletedRows)
  })
}

/** The client’s date where it can be true, else the server’s: ISO in UTC, so that text sorts as time. */
function plausibleDate(date: string, now: string): string {
  const time = /^\d{4}-\d\d-\d\d/.test(date) ? Date.parse(date) : Number.NaN
  if (Number.isNaN(time) || time > Date.parse(now) + FUTURE_TOLERANCE_MS) return now
  const parsed = new Date(time)
  return parsed.getUTCFullYear() < FIRST_YEAR ? now : parsed.toISOString()
}
