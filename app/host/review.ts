import { parseDate } from '#app/content/parse-date.ts'
import { z } from '#app/platform/zod.ts'

/** A listed review. Its field names are not documented, so each may be missing (specification, sections 3 and 7). */
export type Review = {
  id: string | null
  firstName: string | null
  lastName: string | null
  companyName: string | null
  jobTitle: string | null
  reviewDescription: string | null
  /** 1 to 5 */
  rating: number | null
  /** ISO timestamp in UTC, whatever format the backend uses. Browsers parse fewer formats than servers. */
  date: string | null
}

const text = z.string().nullable().catch(null)
const key = z
  .union([z.string().min(1), z.number()])
  .transform(String)
  .nullable()
  .catch(null)
/** Smaller numbers are seconds: as milliseconds, they would be before 1974. */
const SECONDS_END = 1e11
const MAX_TIME_MS = 8.64e15
const date = z
  .union([
    z.string().transform(parseDate),
    z
      .number()
      .min(0)
      .transform((time) => (time < SECONDS_END ? time * 1_000 : time)),
  ])
  .pipe(z.number().max(MAX_TIME_MS))
  .transform((time) => new Date(time).toISOString())
  // A card can't show years outside 0 to 9999.
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

/** Keeps the backend's order. Drops items that have no name, text or rating. */
export const reviewList = z.array(z.unknown()).transform((items) =>
  items.flatMap((value) => {
    const { data: review } = item.safeParse(value)
    const contents = [review?.firstName, review?.lastName, review?.reviewDescription, review?.rating]
    return review && contents.some((field) => field !== null) ? [review] : []
  }),
)
