import { hostCookieIn } from '#app/platform/cookie.ts'
import { parseUrl } from '#app/platform/parse-url.ts'

/** First-party, for the session, set by the page's script (app/visit): no answer of the site sets or needs it. */
export const CAMPAIGN_COOKIE = 'visit'
/** What is remembered of how somebody came here; nothing that says who. */
const NAMES = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', 'referrer', 'landing']
const MAX_CHARS = 200
/** Browsers keep no cookie that is longer than 4,096 bytes with its name. */
const MAX_COOKIE_CHARS = 4_000

/** By name: the utm parameters, the page that led here and the one it led to. */
export type Campaign = Record<string, string>

/** What the first page of a visit tells; undefined for one that nobody led to. */
export function campaignOfVisit(address: URL, referrer: string): Campaign | undefined {
  const from = parseUrl(referrer)
  // The first page was left before its script could write down what led there.
  if (from?.origin === address.origin) return campaignOfVisit(from, '') ?? campaignOfVisit(address, '')
  const foreign = from && from.origin !== address.origin && from.protocol.startsWith('http')
  const given = Object.fromEntries(NAMES.map((name) => [name, address.searchParams.get(name) ?? '']))
  const known = bounded({
    ...given,
    // Of another site's address no more than the place: what stands behind it may be somebody's own.
    referrer: foreign ? from.origin + from.pathname : '',
    landing: '',
  })
  return Object.keys(known).length > 0
    ? { ...known, landing: address.pathname.slice(0, MAX_CHARS) }
    : undefined
}

/** The cookie's value in a `Cookie` header, or in `document.cookie`; over https its name has a prefix. */
export const campaignCookieIn = (cookies: string | null): string | undefined =>
  hostCookieIn(cookies, CAMPAIGN_COOKIE)

/** The cookie's value: of characters that stand in a cookie as they are, which takes up to nine for one; cut so that all has room. */
export function writeCampaign(campaign: Campaign, maxChars = MAX_CHARS): string {
  const written = new URLSearchParams(bounded(campaign, maxChars)).toString()
  return written.length > MAX_COOKIE_CHARS ? writeCampaign(campaign, maxChars / 2) : written
}

/** What the cookie says; a stranger may have written it. */
export function readCampaign(cookie: string): Campaign | undefined {
  const known = bounded(Object.fromEntries(new URLSearchParams(cookie.slice(0, MAX_COOKIE_CHARS))))
  return Object.keys(known).length > 0 ? known : undefined
}

function bounded(given: Record<string, string>, maxChars = MAX_CHARS): Campaign {
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      // Line breaks and the like have no business in a record or a mail, nor has half a sign where it is cut.
      const value = (given[name] ?? '')
        .trim()
        .slice(0, maxChars)
        .replace(/[\p{C}\s]+/gu, ' ')
        .trim()
      return value ? [[name, value]] : []
    }),
  )
}
