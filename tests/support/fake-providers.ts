import type { BrowserContext } from '@playwright/test'
import type { Product } from '#tests/support/product.ts'
import { eventually } from '#tests/support/studio.ts'

export const GA4_ID = 'G-AB12CD34EF'

// The stand-ins do what the providers document, as far as the site uses it.
const GTAG = `(() => {
  const page = {}
  const run = ([command, name, fields = {}]) => {
    if (command === 'set') Object.assign(page, name)
    if (command !== 'event' || window['ga-disable-${GA4_ID}']) return
    document.cookie = '_ga=GA1.1.1; Path=/'
    document.cookie = '_ga_AB12CD34EF=GS1; Path=/'
    const body = JSON.stringify({ name, ...page, ...fields })
    navigator.sendBeacon('https://region1.google-analytics.com/g/collect?' + encodeURIComponent(body))
  }
  dataLayer.forEach(run)
  dataLayer.push = run
})()`
const PLAUSIBLE = `(() => {
  const { src } = document.currentScript
  const { q, o } = window.plausible
  const send = (n, { url, props: p }) => fetch(
    new URL('/api/event?' + encodeURIComponent(JSON.stringify(o.transformRequest({ n, u: url, p }))), src),
    { method: 'POST', keepalive: true, mode: 'no-cors' },
  )
  window.plausible = send
  for (const call of q) send(...call)
})()`
const MATOMO = `(() => {
  let url, isAllowed = true, hasCookies = true, fields = {}
  const send = (more) => {
    if (!isAllowed) return
    if (hasCookies) document.cookie = '_pk_id.7.1fff=1; Path=/'
    navigator.sendBeacon(url + '?' + encodeURIComponent(JSON.stringify({ ...fields, ...more })))
  }
  const methods = {
    requireConsent: () => void (isAllowed = false),
    setConsentGiven: () => void (isAllowed = true),
    forgetConsentGiven: () => void (isAllowed = false),
    disableCookies: () => void (hasCookies = false),
    disableBrowserFeatureDetection() {},
    setTrackerUrl: (value) => void (url = value),
    setSiteId: (idsite) => void (fields = { ...fields, idsite }),
    setCustomUrl: (page) => void (fields = { ...fields, url: page }),
    setReferrerUrl: (urlref) => void (fields = { ...fields, urlref }),
    trackPageView: (action_name) => send({ action_name }),
    trackEvent: (e_c, e_a, e_n, e_v) => send({ e_c, e_a, e_n, e_v }),
  }
  const run = ([name, ...values]) => methods[name](...values)
  _paq.forEach(run)
  _paq.push = run
})()`

export type Sent = { host: string; fields: Record<string, unknown> }

/** Answers every request that leaves this machine. Returns the scripts that were loaded and the data that was sent. */
export async function fakeProviders(context: BrowserContext): Promise<{ scripts: string[]; sent: Sent[] }> {
  const scripts: string[] = []
  const sent: Sent[] = []
  await context.route(/^https:\/\//, async (route) => {
    const { hostname, pathname, search } = new URL(route.request().url())
    const body = pathname.endsWith('/gtag/js')
      ? GTAG
      : pathname.endsWith('/matomo.js')
        ? MATOMO
        : pathname.endsWith('.js')
          ? PLAUSIBLE
          : undefined
    if (body) scripts.push(hostname + pathname)
    else sent.push({ host: hostname, fields: JSON.parse(decodeURIComponent(search.slice(1))) })
    await route.fulfill(body ? { contentType: 'text/javascript', body } : { status: 204 })
  })
  return { scripts, sent }
}

/** Publishes a provider in Settings; resolves when the site serves it. */
export async function setProvider({ editor, siteUrl }: Product, measuring: object): Promise<void> {
  const { _rev } = await editor.patch('siteSettings').set({ measuring }).commit()
  await eventually('the site serves the provider', async () => {
    const answer = await fetch(`${siteUrl}/api/content-revision?id=siteSettings`)
    return ((await answer.json()) as { rev: string | null }).rev === _rev
  })
}
