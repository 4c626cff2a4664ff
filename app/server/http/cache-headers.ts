/**
 * What a CDN may do with a page (RFC 9213), in seconds. One that is told of each change (purge.ts) may keep it for longer:
 * the limit is for the case that this goes wrong. One that is not told asks again soon.
 */
export const CDN_SECONDS = { purged: 300, notPurged: 10 }
const WHILE_REVALIDATING_S = 30
const IF_ERROR_S = 86_400

/** `CDN-Cache-Control` of a page that holds for `msLeft`: Infinity unless something on it ends at a time. */
export function cdnCacheControl(cdnSeconds: number, msLeft = Number.POSITIVE_INFINITY): string {
  const secondsLeft = Math.max(0, Math.floor(msLeft / 1_000))
  const fresh = Math.min(cdnSeconds, secondsLeft)
  const stale = Math.min(WHILE_REVALIDATING_S, secondsLeft - fresh)
  return `public, s-maxage=${fresh}, stale-while-revalidate=${stale}, stale-if-error=${Math.min(IF_ERROR_S, secondsLeft)}`
}

/** Decided here, whatever the route said of it. */
const DECIDED = ['cdn-cache-control', 'vary', 'content-length', 'content-encoding', 'etag']

/** The headers of a cached page: those of its route, and for whom it is. Each answer adds how long a CDN may keep it (page-cache.ts). */
export function pageHeaders(
  given: Headers,
  page: { variesByPlan: boolean; isPersonal: boolean },
): Record<string, string> {
  const own = Object.fromEntries([...given].filter(([name]) => !DECIDED.includes(name)))
  return {
    ...own,
    ...(page.isPersonal && { 'cache-control': 'private, no-store' }),
    Vary: page.variesByPlan ? 'Accept-Encoding, Cookie' : 'Accept-Encoding',
  }
}
