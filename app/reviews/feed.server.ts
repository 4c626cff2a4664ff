import type { CallContext, Host } from '#app/host/client.server.ts'
import type { Log } from '#app/log.ts'
import { type ReviewList, reviewListOf } from '#app/reviews/review-list.server.ts'

/** Pages show a list of at most this age, and never wait for it. */
const MAX_AGE_MS = 15_000
/** `/reviews` is answered from the site's copy for this long, however many visitors ask. */
const COPY_MS = 1_000

export type ReviewFeed = ReturnType<typeof createReviewFeed>

/** The list of reviews as `<host>` gave it last (specification 7, call 2). */
export function createReviewFeed(host: Host, log: Log) {
  const listeners = new Set<() => void>()
  let known: ReviewList | null = null
  let askedAt = Number.NEGATIVE_INFINITY
  let copyUntil = Number.NEGATIVE_INFINITY
  let running: Promise<ReviewList> | undefined
  /** Counts the drops: an answer to a question from before the last one is old. */
  let drops = 0

  function fetchList(context: CallContext): Promise<ReviewList> {
    if (running) return running
    const own = ask(context).finally(() => {
      if (running === own) running = undefined
    })
    running = own
    return own
  }

  async function ask({ visitor: _, ...context }: CallContext): Promise<ReviewList> {
    const asked = drops
    askedAt = performance.now()
    try {
      // The site's own question: many visitors share the answer, so it uses up nobody's rate limit.
      const list = reviewListOf(await host.listReviews(context))
      if (asked !== drops) return list
      copyUntil = performance.now() + COPY_MS
      // The same list stays the same object: by that a cached page that shows it knows that it is current.
      if (list.text === known?.text) return known
      known = list
      for (const notify of listeners) notify()
      return list
    } catch (error) {
      // Specification 8, "Reviews fetch failure": nothing is shown.
      log('warn', 'Error fetching reviews', { requestId: context.requestId, error: String(error) })
      throw error
    }
  }

  return {
    /** The last known list, at once; null before the first. An old one is read again in the background. */
    known(): ReviewList | null {
      if (performance.now() - askedAt > MAX_AGE_MS) fetchList({ background: true }).catch(() => {})
      return known
    },

    /** The list, at most a second old. Rejects with HostError when `<host>` doesn't give it. */
    async fresh(context: CallContext): Promise<ReviewList> {
      return known && performance.now() < copyUntil ? known : fetchList(context)
    },

    /** Makes the next `fresh` ask `<host>`: somebody has just added a review. */
    drop(): void {
      drops++
      running = undefined
      copyUntil = Number.NEGATIVE_INFINITY
    },

    /** Calls `listener` each time that `known` gives another list than before, until the returned function is called. */
    onChange(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
