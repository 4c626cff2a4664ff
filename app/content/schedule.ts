import { defineQuery } from 'groq'

/** Every date at which a published document appears or disappears by itself. */
export const SCHEDULE_QUERY = defineQuery(
  `*[_type in ["page", "plan", "faqItem", "article", "partner"] && (defined(showFrom) || defined(showUntil))]{ showFrom, showUntil }`,
)

/** A time in which nothing appears or disappears by itself. */
export type Period = {
  /** Its beginning, as queries get it in `$now`: the same for all of it, so that caches on the way can keep an answer. */
  now: string
  /** Its end, epoch ms; undefined where none is in sight. */
  validUntil: number | undefined
}

/** The period that `at` (epoch ms) lies in, by SCHEDULE_QUERY's result. Dates that are none are left out, as GROQ does. */
export function periodOf(schedule: unknown, at: number): Period {
  const dates = (Array.isArray(schedule) ? schedule : [])
    .flatMap(({ showFrom, showUntil }: { showFrom?: unknown; showUntil?: unknown }) => [showFrom, showUntil])
    .flatMap((date) => (typeof date === 'string' ? Date.parse(date) : []))
  const began = Math.max(0, ...dates.filter((date) => date <= at))
  const ahead = dates.filter((date) => date > at)
  return {
    now: new Date(began).toISOString(),
    validUntil: ahead.length > 0 ? Math.min(...ahead) : undefined,
  }
}
