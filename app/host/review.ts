import { timeOf } from '#app/content/time-of.ts'
import { z } from '#app/platform/zod.ts'

/** A review as `<host>` lists it. The field names are not documented: each may be missing (specification, sections 3 and 7). */
export type Review = {
  id: string | null
  firstName: string | null
  lastName: string | null
  companyName: string | null
  jobTitle: string | null
  reviewDescription: string | null
  /** 1 to 5 */
  rating: number | null
  /** ISO timestamp, UTC, whatever way `<host>` writes dates: browsers don't read all the ways that servers do. */
  date: string | null
}

const text = z.string().nullable().catch(null)
const key = z
  .union([z.string().min(1), z.number()])
  .transform(String)
  .nullable()
  .catch(null)
/** In seconds a moment of this size lies beyond the year 5000, in milliseconds before there were web sites. */
const SECONDS_END = 1e11
const MAX_TIME_MS = 8.64e15
const date = z
  .union([
    z.string().transform(timeOf),
    z
      .number()
      .min(0)
      .transform((time) => (time < SECONDS_END ? time * 1_000 : time)),
  ])
  .pipe(z.number().max(MAX_TIME_MS))
  .transform((time) => new Date(time).toISOString())
  // A year of more than four digits, or before 0, is written with a sign, and no way for a card.
  .pipe(z.string().regex(/^\d{4}-/))
  .nullable()
  .catch(null)
const rating = z
  .union([z.number(), z.string().regex(/^[1-5]$/)])
  .transform(Number)
  .pipe(z.number().min(1).max(5))
  .nullable()
  .catch(null)

const item = z
  .object({ firstName: text, lastName: text, companyName: text, jobTitle: text, reviewDescription: text })
  .extend({ id: key, _id: key, rating, date })
  .transform(({ _id, ...review }): Review => ({ ...review, id: review.id ?? _id }))

/** Items that are no objects, or have neither a name nor a text nor a rating, are left out; the host's order stays. */
export const reviewList = z.array(z.unknown()).transform((items) =>
  items.flatMap((value) => {
    const { data: review } = item.safeParse(value)
    const known = [review?.firstName, review?.lastName, review?.reviewDescription, review?.rating]
    return review && known.some((field) => field !== null) ? [review] : []
  }),
)
