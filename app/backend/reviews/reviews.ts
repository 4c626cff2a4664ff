import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { truncateWal } from '#app/backend/database/database.ts'
import type { Database, ReviewRow, Writes } from '#app/backend/database/schema.ts'
import { claimKey } from '#app/backend/http/idempotency-key.ts'
import { readDocument, text } from '#app/backend/http/validation.ts'
import { SAMPLES } from '#app/backend/reviews/samples.ts'
import { network, networks } from '#app/platform/rate-limit.ts'

const MAX_LISTED = 1_000
/** The site reads answers of up to 4 MiB. */
const MAX_LIST_BYTES = 512 * 1024
const DAY_MS = 24 * 3_600_000
/** A visitor's clock may be ahead by this much. */
const MAX_AHEAD_MS = DAY_MS
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
type NewReview = z.infer<typeof newReview>

type Submission = {
  evidenceId?: string
  submission?: string
  /** The author's network address; empty for a call of the site itself, which has no limit. */
  address?: string
  /** Reviews of one network beyond this number a day wait for approval. */
  perDay?: number
}

/** Stores a review once per evidence id and submission. Throws HttpError 422. */
export async function storeReview(
  db: Database,
  json: unknown,
  { evidenceId, submission, address = '', perDay = Number.POSITIVE_INFINITY }: Submission = {},
): Promise<{ pending: boolean }> {
  const review = readDocument(newReview, json)
  const receivedAt = new Date().toISOString()
  const from = address ? network(address) : null
  return db.transaction().execute(async (tx) => {
    if (!(await claimKey(tx, 'createReview', submission))) return { pending: await isPending(tx, review) }
    const pending = address !== '' && (await isOverLimit(tx, address, perDay))
    const stored = await tx
      .insertInto('reviews')
      .values({
        ...review,
        id: randomUUID(),
        date: plausibleDate(review.date, receivedAt),
        receivedAt,
        pending: Number(pending),
        network: from,
        sample: 0,
        evidenceId,
      })
      .onConflict((conflict) => conflict.column('evidenceId').doNothing())
      .returning('id')
      .executeTakeFirst()
    return { pending: stored ? pending : await isPending(tx, review) }
  })
}

/** Whether a network of the author has reached its limit for a day. */
async function isOverLimit(tx: Writes, address: string, perDay: number): Promise<boolean> {
  for (const { name, share } of networks(address))
    if ((await countOfLastDay(tx, name)) >= share * perDay) return true
  return false
}

/** Includes hidden and waiting reviews. A review stores the /64 of an IPv6 address, which begins like its /48. */
async function countOfLastDay(tx: Writes, name: string): Promise<number> {
  const { count } = await tx
    .selectFrom('reviews')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('network', 'like', name.replace('::/48', ':%'))
    .where('receivedAt', '>', new Date(Date.now() - DAY_MS).toISOString())
    .executeTakeFirstOrThrow()
  return count
}

/** Whether the first copy of a repeated review waits for approval. It may have been sent with another evidence id. */
async function isPending(
  tx: Writes,
  { firstName, lastName, reviewDescription }: NewReview,
): Promise<boolean> {
  const row = await tx
    .selectFrom('reviews')
    .select('id')
    .where('pending', '=', 1)
    .where('firstName', '=', firstName)
    .where('lastName', '=', lastName)
    .where('reviewDescription', '=', reviewDescription)
    .executeTakeFirst()
  return row !== undefined
}

/** Removes the networks of reviews that are older than a day. */
export async function deleteOldNetworks(db: Database, now: number): Promise<void> {
  await db
    .updateTable('reviews')
    .set({ network: null })
    .where('network', 'is not', null)
    .where('receivedAt', '<', new Date(now - DAY_MS).toISOString())
    .execute()
}

const newestFirst = (db: Database) =>
  db.selectFrom('reviews').orderBy('date', 'desc').orderBy('receivedAt', 'desc').orderBy('id')

/** Lists all reviews, including hidden and waiting ones. */
export const listAllReviews = (db: Database): Promise<ReviewRow[]> => newestFirst(db).selectAll().execute()

/** The reviews that are shown, newest first: at most 1,000, and at most 512 KiB of JSON. */
export async function listReviews(db: Database) {
  const rows = await newestFirst(db)
    .select(['id', 'firstName', 'lastName', 'companyName', 'jobTitle', 'reviewDescription', 'rating', 'date'])
    .where('hiddenAt', 'is', null)
    .where('pending', '=', 0)
    .limit(MAX_LISTED)
    .execute()
  let bytes = 0
  const tooMany = rows.findIndex((row) => {
    bytes += Buffer.byteLength(JSON.stringify(row))
    return bytes > MAX_LIST_BYTES
  })
  return tooMany === -1 ? rows : rows.slice(0, tooMany)
}

/** Hides reviews, or shows and approves them. Returns the number of reviews found. */
export async function setHidden(db: Database, ids: string[], hidden: boolean): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('reviews')
    .set({ hiddenAt: hidden ? new Date().toISOString() : null, pending: 0 })
    .where('id', 'in', ids)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Removes a review from the database and its files. Returns false when there is none with this id. */
export async function deleteReview(db: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('reviews').where('id', '=', id).executeTakeFirst()
  await truncateWal(db)
  return numDeletedRows === 1n
}

/** Adds the samples to a new database, and never again. */
export async function addSamplesOnce(db: Database): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const first = await tx
      .insertInto('hostState')
      .values({ key: 'samples', value: 'added' })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('key')
      .executeTakeFirst()
    if (!first) return
    const receivedAt = new Date().toISOString()
    const rows = SAMPLES.map((sample) => ({ ...sample, id: randomUUID(), receivedAt, pending: 0, sample: 1 }))
    await tx.insertInto('reviews').values(rows).execute()
  })
}

/** Removes the samples permanently. Returns their number. */
export async function removeSamples(db: Database): Promise<number> {
  await db
    .insertInto('hostState')
    .values({ key: 'samples', value: 'removed' })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const { numDeletedRows } = await db.deleteFrom('reviews').where('sample', '=', 1).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Returns the visitor's date if it is plausible, else the server's, as ISO text in UTC. */
function plausibleDate(date: string, now: string): string {
  const time = /^\d{4}-\d\d-\d\d/.test(date) ? Date.parse(date) : Number.NaN
  if (Number.isNaN(time) || time > Date.parse(now) + MAX_AHEAD_MS) return now
  const parsed = new Date(time)
  return parsed.getUTCFullYear() < FIRST_YEAR ? now : parsed.toISOString()
}
