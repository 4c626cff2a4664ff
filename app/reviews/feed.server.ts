import type { CallContext, Host } from '#app/host/client.server.ts'
import type { Log } from '#app/platform/log.ts'
import { type ReviewList, reviewListOf } from '#app/reviews/review-list.server.ts'

/** Pages show an older list while it is reloaded, and never wait. */
const MAX_AGE_MS = 15_000
/** `/reviews` returns a cached list for this long. */
const FRESH_MS = 1_000

export type ReviewFeed = ReturnType<typeof createReviewFeed>

/** Caches the backend's list of reviews (specification 7, call 2). */
export function createReviewFeed(host: Host, log: Log) {
  const listeners = new Set<() => void>()
  let cached: ReviewList | null = null
  let requestedAt = Number.NEGATIVE_INFINITY
  let freshUntil = Number.NEGATIVE_INFINITY
  let running: Promise<ReviewList> | undefined
  /** The number of invalidate() calls. A response that was requested before the latest one is stale. */
  let invalidations = 0

  function fetchList(context: CallContext): Promise<ReviewList> {
    if (running) return running
    const current = request(context).finally(() => {
      if (running === current) running = undefined
    })
    running = current
    return current
  }

  async function request({ visitor: _, ...context }: CallContext): Promise<ReviewList> {
    const invalidationsBefore = invalidations
    requestedAt = performance.now()
    try {
      // Many visitors share the response, so the request counts against no visitor's rate limit.
      const list = reviewListOf(await host.listReviews(context))
      if (invalidationsBefore !== invalidations) return list
      freshUntil = performance.now() + FRESH_MS
      // An unchanged list stays the same object, so that cached pages with it stay valid.
      if (list.text === cached?.text) return cached
      cached = list
      for (const notify of listeners) notify()
      return list
    } catch (error) {
      // Specification 8, "Reviews fetch failure": nothing is shown.
      log('warn', 'Error fetching reviews', { requestId: context.requestId, error: String(error) })
      throw error
    }
  }

  return {
    /** Returns the cached list without waiting. Null before the first. Reloads an old list in the background. */
    cached(): ReviewList | null {
      if (performance.now() - requestedAt > MAX_AGE_MS) fetchList({}).catch(() => {})
      return cached
    },

    /** Returns a list that is at most a second old. Rejects with HostError if the backend fails. */
    async fresh(context: CallContext): Promise<ReviewList> {
      return cached && performance.now() < freshUntil ? cached : fetchList(context)
    },

    /** Makes the next `fresh` call request the list, because a review was added. */
    invalidate(): void {
      invalidations++
      running = undefined
      freshUntil = Number.NEGATIVE_INFINITY
    },

    /** Calls `listener` when the list changes. Returns the unsubscribe function. */
    onChange(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
