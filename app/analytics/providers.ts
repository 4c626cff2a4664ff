import type { Measuring } from '#app/content/measuring.ts'
import type { MeasuredEvent } from '#app/forms/measure.ts'
import { pageCookies } from '#app/platform/cookie.ts'
import { parseUrl } from '#app/platform/parse-url.ts'

/** A campaign parameter without an e-mail address. */
const CAMPAIGN = /^utm_(?:source|medium|campaign|term|content)=(?!.*(?:@|%40))/

/** An address without its query and without e-mail addresses. Only campaign parameters stay. Empty if it is no page's. */
export function measuredAddress(address: string): string {
  const page = parseUrl(address)
  if (!page?.protocol.startsWith('http')) return ''
  const campaign = [...page.searchParams].filter((parameter) => CAMPAIGN.test(parameter.join('=')))
  const path = page.pathname.replace(/[^/]*(?:@|%40)[^/]*/g, '')
  return page.origin + path + (campaign.length > 0 ? `?${new URLSearchParams(campaign)}` : '')
}

type Tracker = {
  /** No title of the page: that of a search has the visitor's words. */
  view(address: string, referrer: string): void
  event(event: MeasuredEvent): void
  /** Starts or stops sending, as the provider documents. */
  allow?(isAllowed: boolean): void
}
const globals = globalThis as unknown as Record<string, unknown> & {
  dataLayer?: unknown[]
  _paq?: unknown[][]
  plausible?: (name: string, options: object) => void
}

/** gtag.js: https://developers.google.com/tag-platform/gtagjs/reference and .../gtagjs/user-opt-out */
function ga4({ id = '' }: Measuring): Tracker {
  globals.dataLayer = []
  function gtag(..._command: unknown[]): void {
    // biome-ignore lint/complexity/noArguments: gtag.js reads nothing else
    globals.dataLayer?.push(arguments)
  }
  const noAds = { ad_storage: 'denied', ad_user_data: 'denied', ad_personalization: 'denied' }
  gtag('consent', 'default', { analytics_storage: 'granted', ...noAds })
  gtag('js', new Date())
  // stopSending() could not find the domain of other cookies.
  gtag('config', id, { send_page_view: false, allow_google_signals: false, cookie_domain: 'none' })
  return {
    view(address, referrer) {
      const { pathname } = new URL(address)
      gtag('set', { page_location: address, page_referrer: referrer, page_title: pathname })
      gtag('event', 'page_view')
    },
    event: ({ name, plan, amount }) =>
      gtag('event', name, plan ? { plan, value: amount, currency: 'USD' } : {}),
    allow(isAllowed) {
      globals[`ga-disable-${id}`] = !isAllowed
    },
  }
}

/** https://plausible.io/docs/script-extensions */
function plausible(): Tracker {
  const q: unknown[] = []
  const off = {
    autoCapturePageviews: false,
    outboundLinks: false,
    fileDownloads: false,
    formSubmissions: false,
  }
  const transformRequest = (payload: { u: string; r?: string | null }) => ({
    ...payload,
    u: measuredAddress(payload.u),
    r: measuredAddress(payload.r ?? '') || null,
  })
  globals.plausible = Object.assign((...call: unknown[]) => void q.push(call), {
    q,
    o: { ...off, transformRequest },
  })
  let url = ''
  return {
    view(address) {
      url = address
      globals.plausible?.('pageview', { url })
    },
    // Plausible's properties are strings.
    event: ({ name, plan, amount }) =>
      globals.plausible?.(name, { url, ...(plan && { props: { plan, amount: `${amount}` } }) }),
  }
}

/** https://developer.matomo.org/api-reference/tracking-javascript and .../guides/tracking-consent */
function matomo({ id, url, words }: Measuring): Tracker {
  // The second reads the browser's features, which German law treats like cookies.
  globals._paq = words ? [['requireConsent']] : [['disableCookies'], ['disableBrowserFeatureDetection']]
  const push = (...command: unknown[]) => void globals._paq?.push(command)
  push('setTrackerUrl', `${url}matomo.php`)
  push('setSiteId', id)
  return {
    view(address, referrer) {
      push('setCustomUrl', address)
      push('setReferrerUrl', referrer)
      push('trackPageView', new URL(address).pathname)
    },
    event: ({ name, plan, amount }) => push('trackEvent', 'visitor', name, ...(plan ? [plan, amount] : [])),
    // `setConsentGiven` would enable cookies.
    allow: (isAllowed) => words && push(isAllowed ? 'setConsentGiven' : 'forgetConsentGiven'),
  }
}

const TRACKERS = { ga4, plausible, matomo, cookielessMatomo: matomo }

// One per document, because scripts can't be unloaded.
let tracker: Tracker | undefined
let viewed: string | undefined

/** Loads the provider's script at the first call. Sends a page view if the page is another one than before. */
export function sendPageView(measuring: Measuring): void {
  const { pathname, href } = window.location
  if (viewed === pathname) return
  if (!tracker) {
    tracker = TRACKERS[measuring.provider](measuring)
    document.head.append(Object.assign(document.createElement('script'), { src: measuring.script }))
  }
  if (viewed === undefined) tracker.allow?.(true)
  const referrer = viewed === undefined ? document.referrer : new URL(viewed, href).href
  viewed = pathname
  tracker.view(measuredAddress(href), measuredAddress(referrer))
}

/** Sends an event, after the view of its page. */
export function sendEvent(measuring: Measuring, event: MeasuredEvent): void {
  sendPageView(measuring)
  tracker?.event(event)
}

/** Stops the provider and deletes its cookies: GA4's `_ga…`, Matomo's `_pk_…` and `mtm_…`. */
export function stopSending(): void {
  tracker?.allow?.(false)
  viewed = undefined
  const cookies = (pageCookies() ?? '').matchAll(/\b(?:_ga(?:_\w+)?|(?:_pk|mtm)_[^=;]*)(?==)/g)
  // biome-ignore lint/suspicious/noDocumentCookie: Firefox and Safari lack the Cookie Store API
  for (const [name] of cookies) document.cookie = `${name}=; Path=/; Max-Age=0`
}
