/** CDN lifetimes in seconds (RFC 9213). `purged` applies when the site purges changed pages (purge.ts). */
export const CDN_SECONDS = { purged: 300, notPurged: 10 }
const WHILE_REVALIDATING_S = 30
const IF_ERROR_S = 86_400

/** `CDN-Cache-Control` of a page that stays valid for `msLeft`; Infinity if nothing on it ends. */
export function cdnCacheControl(cdnSeconds: number, msLeft = Number.POSITIVE_INFINITY): string {
  const secondsLeft = Math.max(0, Math.floor(msLeft / 1_000))
  const fresh = Math.min(cdnSeconds, secondsLeft)
  const stale = Math.min(WHILE_REVALIDATING_S, secondsLeft - fresh)
  return `public, s-maxage=${fresh}, stale-while-revalidate=${stale}, stale-if-error=${Math.min(IF_ERROR_S, secondsLeft)}`
}

/** Headers that the cache sets itself; the route's values are ignored. */
const OVERRIDDEN_HEADERS = ['cdn-cache-control', 'vary', 'content-length', 'content-encoding', 'etag']

/** The headers of a cached page. page-cache.ts adds `CDN-Cache-Control` to each response. */
export function pageHeaders(
  headers: Headers,
  page: { variesByPlan: boolean; isPersonal: boolean },
): Record<string, string> {
  const own = Object.fromEntries([...headers].filter(([name]) => !OVERRIDDEN_HEADERS.includes(name)))
  return {
    ...own,
    ...(page.isPersonal && { 'cache-control': 'private, no-store' }),
    Vary: page.variesByPlan ? 'Accept-Encoding, Cookie' : 'Accept-Encoding',
  }
}
