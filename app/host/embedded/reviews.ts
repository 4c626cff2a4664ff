import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { emptyLog } from '#app/host/embedded/database.ts'
import { readDocument, text } from '#app/host/embedded/document.ts'
import { SAMPLES } from '#app/host/embedded/samples.ts'
import type { Database, ReviewRow } from '#app/host/embedded/schema.ts'
import { isFirst } from '#app/host/embedded/submissions.ts'

/** The list holds the newest so many. */
const LIST_LIMIT = 200
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

/** Stores a review; the same evidence id or submission a second time changes nothing. Throws HttpError 422. */
export async function storeReview(
  db: Database,
  json: unknown,
  { evidenceId, submission }: { evidenceId?: string; submission?: string } = {},
): Promise<string | undefined> {
  const review = readDocument(newReview, json)
  const receivedAt = new Date().toISOString()
  return db.transaction().execute(async (tx) => {
    if (!(await isFirst(tx, 'createReview', submission))) return undefined
    const stored = await tx
      .insertInto('reviews')
      .values({
        ...review,
        id: randomUUID(),
        date: plausibleDate(review.date, receivedAt),
        receivedAt,
        hiddenAt: null,
        sample: 0,
        evidenceId: evidenceId ?? null,
      })
      .onConflict((conflict) => conflict.column('evidenceId').doNothing())
      .returning('id')
      .executeTakeFirst()
    return stored?.id
  })
}

/** The reviews that are shown, newest first, at most 200. */
export function listReviews(db: Database): Promise<Pick<ReviewRow, (typeof LISTED)[number]>[]> {
  return db
    .selectFrom('reviews')
    .select(LISTED)
    .where('hiddenAt', 'is', null)
    .orderBy('date', 'desc')
    .orderBy('receivedAt', 'desc')
    .orderBy('id')
    .limit(LIST_LIMIT)
    .execute()
}

/** All reviews for the command line, hidden ones too, newest first. */
export function listAllReviews(db: Database): Promise<ReviewRow[]> {
  return db
    .selectFrom('reviews')
    .selectAll()
    .orderBy('date', 'desc')
    .orderBy('receivedAt', 'desc')
    .orderBy('id')
    .execute()
}

/** Hides a review or shows it again; its words stay as they were typed. Returns false when there is none with this id. */
export async function setHidden(db: Database, id: string, hidden: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('reviews')
    .set({ hiddenAt: hidden ? new Date().toISOString() : null })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Removes a review for good. Returns false when there is none with this id. */
export async function deleteReview(db: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('reviews').where('id', '=', id).executeTakeFirst()
  await emptyLog(db)
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
