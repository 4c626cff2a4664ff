import type { CallContext, Host } from '#app/host/client.server.ts'
import type { Log } from '#app/platform/log.ts'
import { type ReviewList, reviewListOf } from '#app/reviews/review-list.server.ts'

/** Pages show a list of at most this age, and never wait for it. */
const MAX_AGE_MS = 15_000
/** How long `/reviews` is answered from the site's copy. */
const COPY_MS = 1_000

export type ReviewFeed = ReturnType<typeof createReviewFeed>

/** Caches the backend's list of reviews (specification 7, call 2). */
export function createReviewFeed(host: Host, log: Log) {
  const listeners = new Set<() => void>()
  let known: ReviewList | null = null
  let askedAt = Number.NEGATIVE_INFINITY
  let copyUntil = Number.NEGATIVE_INFINITY
  let running: Promise<ReviewList> | undefined
  /** Number of drop() calls. A response that was requested before the latest one is stale. */
  let drops = 0

  function fetchList(context: CallContext): Promise<ReviewList> {
    if (running) return running
    const own = request(context).finally(() => {
      if (running === own) running = undefined
    })
    running = own
    return own
  }

  async function request({ visitor: _, ...context }: CallContext): Promise<ReviewList> {
    const asked = drops
    askedAt = performance.now()
    try {
      // Many visitors share the response, so the request counts against no visitor's rate limit.
      const list = reviewListOf(await host.listReviews(context))
      if (asked !== drops) return list
      copyUntil = performance.now() + COPY_MS
      // An unchanged list stays the same object, so that cached pages that show it stay current.
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
    /** Returns the last known list at once; null before the first. An old list is reloaded in the background. */
    known(): ReviewList | null {
      if (performance.now() - askedAt > MAX_AGE_MS) fetchList({}).catch(() => {})
      return known
    },

    /** Returns a list that is at most a second old. Rejects with HostError if the backend fails. */
    async fresh(context: CallContext): Promise<ReviewList> {
      return known && performance.now() < copyUntil ? known : fetchList(context)
    },

    /** Makes the next `fresh` call request the list, because a review was added. */
    drop(): void {
      drops++
      running = undefined
      copyUntil = Number.NEGATIVE_INFINITY
    },

    /** Calls `listener` when the list changes; returns an unsubscribe function. */
    onChange(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
