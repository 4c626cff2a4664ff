import type { CallContext, Host } from '#app/host/client.server.ts'
import type { Review } from '#app/host/review.ts'
import type { Log } from '#app/log.ts'

/** Pages show a list of at most this age, and never wait for it. */
const MAX_AGE_MS = 15_000

export type ReviewFeed = ReturnType<typeof createReviewFeed>

/** The list of reviews as `<host>` gave it last (specification 7, call 2). */
export function createReviewFeed(host: Host, log: Log) {
  const listeners = new Set<() => void>()
  let known: Review[] | null = null
  let askedAt = Number.NEGATIVE_INFINITY
  let asked = 0
  let shown = 0

  async function fetchList(context: CallContext): Promise<Review[]> {
    const turn = ++asked
    askedAt = performance.now()
    try {
      const list = await host.listReviews(context)
      // An answer that a later one overtook is old. One that is merely followed by further questions is not.
      if (turn > shown) {
        shown = turn
        // The same list stays the same object: by that a page that shows it knows that it still holds.
        if (JSON.stringify(list) !== JSON.stringify(known)) {
          known = list
          for (const tell of listeners) tell()
        }
      }
      return list
    } catch (error) {
      // Specification 8, "Reviews fetch failure": nothing is shown.
      log('warn', 'Error fetching reviews', { requestId: context.requestId, error: String(error) })
      throw error
    }
  }

  return {
    /** The last known list, at once; null before the first. An old one is read anew in the background. */
    known(): Review[] | null {
      if (performance.now() - askedAt > MAX_AGE_MS) fetchList({ background: true }).catch(() => {})
      return known
    },

    /** The list as it is now. Rejects with HostError when `<host>` doesn't give it. */
    fresh: (context: CallContext): Promise<Review[]> => fetchList(context),

    /** Calls `listener` each time that `known` gives another list than before, until the returned function is called. */
    onChange(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
