import { readHostCookie } from '#app/platform/cookie.ts'
import { parseUrl } from '#app/platform/parse-url.ts'

/** A session cookie, set by the page's script (app/analytics). */
export const CAMPAIGN_COOKIE = 'visit'
/** None of these identifies the visitor. */
const NAMES = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', 'referrer', 'landing']
const MAX_CHARS = 200
/** Browsers drop cookies longer than 4,096 bytes, name included. */
const MAX_COOKIE_CHARS = 4_000

/** The utm parameters, the referrer and the landing page, by name. */
export type Campaign = Record<string, string>

/** The campaign of a visit's first page. Undefined for a visit without one. */
export function campaignOfVisit(address: URL, referrer: string): Campaign | undefined {
  const from = parseUrl(referrer)
  // The visitor left the first page before its script ran. This page records its campaign.
  if (from?.origin === address.origin) return campaignOfVisit(from, '') ?? campaignOfVisit(address, '')
  const foreign = from && from.origin !== address.origin && from.protocol.startsWith('http')
  const params = Object.fromEntries(NAMES.map((name) => [name, address.searchParams.get(name) ?? '']))
  const campaign = sanitize({
    ...params,
    // Another site's query may hold personal data, so only its path is stored.
    referrer: foreign ? from.origin + from.pathname : '',
    landing: '',
  })
  return Object.keys(campaign).length > 0
    ? { ...campaign, landing: address.pathname.slice(0, MAX_CHARS) }
    : undefined
}

/** The cookie's value in a `Cookie` header or in `document.cookie`. */
export const campaignCookieIn = (cookies: string | null): string | undefined =>
  readHostCookie(cookies, CAMPAIGN_COOKIE)

/** The cookie's value, URL-encoded and cut to fit into one cookie. */
export function writeCampaign(campaign: Campaign, maxChars = MAX_CHARS): string {
  const encoded = new URLSearchParams(sanitize(campaign, maxChars)).toString()
  return encoded.length > MAX_COOKIE_CHARS ? writeCampaign(campaign, maxChars / 2) : encoded
}

/** Parses the cookie, which a visitor can forge. */
export function readCampaign(cookie: string): Campaign | undefined {
  const campaign = sanitize(Object.fromEntries(new URLSearchParams(cookie.slice(0, MAX_COOKIE_CHARS))))
  return Object.keys(campaign).length > 0 ? campaign : undefined
}

function sanitize(params: Record<string, string>, maxChars = MAX_CHARS): Campaign {
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      // Control characters and cut surrogate pairs must not reach a record or a mail.
      const value = (params[name] ?? '')
        .trim()
        .slice(0, maxChars)
        .replace(/[\p{C}\s]+/gu, ' ')
        .trim()
      return value ? [[name, value]] : []
    }),
  )
}
