import { isMeasured, measuredAddress, measuredReferrer } from '#app/analytics/measured-page.ts'
import { matomoScript } from '#app/analytics/provider-hosts.ts'
import type { Measuring } from '#app/content/measuring.ts'
import type { MeasuredEvent } from '#app/forms/measure.ts'
import { pageCookies } from '#app/platform/cookie.ts'

/** A page view: no title, because that of a search has the visitor's words. */
type View = { address: string; referrer: string }
type Tracker = {
  view(view: View): void
  event(event: MeasuredEvent): void
  /** Starts or stops sending, as the provider documents. Only for providers that need consent. */
  allow?(isAllowed: boolean): void
}
type Of<Name> = Extract<Measuring, { provider: Name }>
type ProviderGlobals = {
  dataLayer?: unknown[]
  _paq?: unknown[][]
  plausible?: ((name: string, options: object) => void) & { q?: unknown[]; o?: object }
}
const globals = () => window as unknown as ProviderGlobals & Record<string, unknown>

function addScript(src: string, domain?: string): void {
  const script = document.createElement('script')
  script.async = true
  script.src = src
  if (domain) script.dataset.domain = domain
  document.head.append(script)
}

/** gtag.js: https://developers.google.com/tag-platform/gtagjs/reference and .../gtagjs/user-opt-out */
function ga4({ id }: Of<'ga4'>): Tracker {
  globals().dataLayer ??= []
  function gtag(..._command: unknown[]): void {
    // biome-ignore lint/complexity/noArguments: gtag.js reads nothing else
    globals().dataLayer?.push(arguments)
  }
  gtag('consent', 'default', {
    analytics_storage: 'granted',
    ad_storage: 'denied',
    ad_user_data: 'denied',
    ad_personalization: 'denied',
  })
  gtag('js', new Date())
  let isLoaded = false
  return {
    view({ address, referrer }) {
      const page = { page_location: address, page_referrer: referrer, page_title: new URL(address).pathname }
      gtag('set', page)
      if (!isLoaded) {
        gtag('config', id, { send_page_view: false, allow_google_signals: false, ...page })
        addScript(`https://www.googletagmanager.com/gtag/js?id=${id}`)
        isLoaded = true
      }
      gtag('event', 'page_view', page)
    },
    event(event) {
      const fields = 'plan' in event ? { plan: event.plan, value: event.amount, currency: 'USD' } : {}
      gtag('event', event.name, fields)
    },
    allow(isAllowed) {
      globals()[`ga-disable-${id}`] = !isAllowed
    },
  }
}

/** https://plausible.io/docs/script-extensions: `init` is for the scripts of one site (pa-….js), `u` for the others. */
function plausible({ domain, script }: Of<'plausible'>): Tracker {
  let page: View = { address: '', referrer: '' }
  const isOwnScript = /\/pa-[^/]+$/.test(script)
  const q: unknown[] = []
  globals().plausible ??= Object.assign((...call: unknown[]) => void q.push(call), {
    q,
    o: {
      autoCapturePageviews: false,
      outboundLinks: false,
      fileDownloads: false,
      formSubmissions: false,
      transformRequest: (payload: object) => ({ ...payload, u: page.address, r: page.referrer || null }),
    },
  })
  // The other scripts send the referrer with its query.
  const isSilent = !isOwnScript && measuredReferrer(document.referrer) !== document.referrer
  if (!isSilent) addScript(script, domain)
  const send = (name: string, options: object) => {
    if (!isSilent) globals().plausible?.(name, { ...options, u: page.address })
  }
  return {
    view(view) {
      page = view
      send('pageview', {})
    },
    event(event) {
      // Plausible's properties are strings.
      send(event.name, 'plan' in event ? { props: { plan: event.plan, amount: `${event.amount}` } } : {})
    },
  }
}

/** https://developer.matomo.org/api-reference/tracking-javascript and .../guides/tracking-consent */
function matomo({ url, siteId, cookieless }: Of<'matomo'>): Tracker {
  globals()._paq ??= []
  const push = (...command: unknown[]) => void globals()._paq?.push(command)
  // The second reads the browser's features, which German law treats like cookies.
  if (cookieless) for (const method of ['disableCookies', 'disableBrowserFeatureDetection']) push(method)
  else push('requireConsent')
  push('setTrackerUrl', `${url}matomo.php`)
  push('setSiteId', siteId)
  addScript(matomoScript(url))
  return {
    view({ address, referrer }) {
      push('setCustomUrl', address)
      push('setReferrerUrl', referrer)
      push('trackPageView', new URL(address).pathname)
    },
    event(event) {
      push('trackEvent', 'visitor', event.name, ...('plan' in event ? [event.plan, event.amount] : []))
    },
    allow(isAllowed) {
      // Without cookies nobody is asked, and `setConsentGiven` would enable them.
      if (!cookieless) push(isAllowed ? 'setConsentGiven' : 'forgetConsentGiven')
    },
  }
}

function trackerOf(measuring: Measuring): Tracker {
  switch (measuring.provider) {
    case 'ga4':
      return ga4(measuring)
    case 'plausible':
      return plausible(measuring)
    case 'matomo':
      return matomo(measuring)
  }
}

// One per document, because scripts can't be unloaded.
let tracker: Tracker | undefined
let viewed: string | undefined

/** Loads the provider's script at the first call. Sends a page view if the page is another one than before. */
export function sendPageView(measuring: Measuring): void {
  const { pathname, href } = window.location
  if (viewed === pathname || !isMeasured(pathname)) return
  tracker ??= trackerOf(measuring)
  if (viewed === undefined) tracker.allow?.(true)
  const referrer = viewed === undefined ? document.referrer : new URL(viewed, href).href
  viewed = pathname
  tracker.view({ address: measuredAddress(href), referrer: measuredReferrer(referrer) })
}

/** Sends an event, after the view of its page. */
export function sendEvent(measuring: Measuring, event: MeasuredEvent): void {
  sendPageView(measuring)
  if (isMeasured(window.location.pathname)) tracker?.event(event)
}

/** Stops the provider and deletes its cookies: GA4's `_ga…`, Matomo's `_pk_…` and `mtm_…`. */
export function stopSending(): void {
  tracker?.allow?.(false)
  viewed = undefined
  const parts = window.location.hostname.split('.')
  // GA4 sets its cookies for the widest domain possible.
  const domains = ['', ...parts.map((_, index) => `; Domain=${parts.slice(index).join('.')}`)]
  for (const [name] of (pageCookies() ?? '').matchAll(/\b(?:_ga(?:_\w+)?|(?:_pk|mtm)_[^=;]*)(?==)/g))
    for (const domain of domains) {
      // biome-ignore lint/suspicious/noDocumentCookie: Firefox and Safari lack the Cookie Store API
      document.cookie = `${name}=; Path=/; Max-Age=0${domain}`
    }
}
