import { defineQuery } from 'groq'

/** Every "show from" and "show until". */
export const SCHEDULE_QUERY = defineQuery(
  `*[_type in ["page", "plan", "faqItem", "article", "partner"] && (defined(showFrom) || defined(showUntil))]{ showFrom, showUntil }`,
)

/** A period without scheduled changes. */
export type Period = {
  /** Its start, passed to queries as `$now`. It is constant, so that the CDN can cache the answer. */
  now: string
  /** Its end, epoch ms. */
  validUntil: number | undefined
}

/** The period of `at` (epoch ms) in SCHEDULE_QUERY's result. Invalid dates are ignored. */
export function periodOf(schedule: unknown, at: number): Period {
  const dates = (Array.isArray(schedule) ? schedule : [])
    .flatMap(({ showFrom, showUntil }: { showFrom?: unknown; showUntil?: unknown }) => [showFrom, showUntil])
    .flatMap((date) => (typeof date === 'string' ? Date.parse(date) : []))
  const start = Math.max(0, ...dates.filter((date) => date <= at))
  const future = dates.filter((date) => date > at)
  return {
    now: new Date(start).toISOString(),
    validUntil: future.length > 0 ? Math.min(...future) : undefined,
  }
}
