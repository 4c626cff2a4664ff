// @vitest-environment happy-dom

import { beforeEach, expect, test, vi } from 'vitest'
import { measuredAddress } from '#app/analytics/providers.ts'
import { type Measuring, readMeasuring } from '#app/content/measuring.ts'

const read = (provider: Measuring['provider'], account: string) =>
  readMeasuring({ measuring: { provider, account }, measuringWords: null })!
const GA4 = read('ga4', 'G-AB12')
const PLAN = { name: 'plan_chosen', plan: 'pro-closer', amount: 999 } as const
const PAGE = 'https://site.example/pricing?utm_source=mail&email=ann@b.example#x'
const ADDRESS = 'https://site.example/pricing?utm_source=mail'
const globals = window as unknown as Record<string, unknown>

beforeEach(() => {
  vi.resetModules()
  for (const name of ['dataLayer', '_paq', 'plausible']) delete globals[name]
  document.head.innerHTML = ''
  ;(window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(PAGE)
  Object.defineProperty(document, 'referrer', { value: 'https://other.example/a?q=Ann', configurable: true })
})

/** Sends a page view, a chosen plan and an enquiry; returns the address of the loaded script. */
async function send(measuring: Measuring): Promise<HTMLScriptElement | null> {
  // The module's state belongs to one document.
  const { sendEvent } = await import('#app/analytics/providers.ts')
  sendEvent(measuring, PLAN)
  sendEvent(measuring, { name: 'enquiry_sent' })
  return document.head.querySelector('script')
}

test('an address keeps its campaign only', () => {
  expect(measuredAddress(PAGE)).toBe(ADDRESS)
  expect(measuredAddress('https://a.example/search?q=Ann#e')).toBe('https://a.example/search')
  expect(measuredAddress('https://a.example/to/ann@b.example?utm_term=ann%2540b.example')).toBe(
    'https://a.example/to/',
  )
  expect(['', 'android-app://a.example'].map(measuredAddress)).toEqual(['', ''])
})

test('GA4 gets each event with plan, value and currency, and no advertising', async () => {
  const script = await send(GA4)
  expect(script?.src).toBe('https://www.googletagmanager.com/gtag/js?id=G-AB12')
  const commands = (globals.dataLayer as ArrayLike<unknown>[]).map((command) => Array.from(command))
  const page = {
    page_location: ADDRESS,
    page_referrer: 'https://other.example/a',
    page_title: '/pricing',
  }
  expect(commands).toEqual([
    [
      'consent',
      'default',
      {
        analytics_storage: 'granted',
        ad_storage: 'denied',
        ad_user_data: 'denied',
        ad_personalization: 'denied',
      },
    ],
    ['js', expect.any(Date)],
    ['config', 'G-AB12', { send_page_view: false, allow_google_signals: false, cookie_domain: 'none' }],
    ['set', page],
    ['event', 'page_view'],
    ['event', 'plan_chosen', { plan: 'pro-closer', value: 999, currency: 'USD' }],
    ['event', 'enquiry_sent', {}],
  ])
})

test('withdrawing disables GA4 and deletes its cookies', async () => {
  await send(GA4)
  const { stopSending } = await import('#app/analytics/providers.ts')
  for (const name of ['_ga', '_ga_AB12', '_pk_id.1.1fff', 'kept', '_gaming']) {
    // biome-ignore lint/suspicious/noDocumentCookie: the providers set them like this
    document.cookie = `${name}=1; Path=/`
  }
  stopSending()
  expect(globals['ga-disable-G-AB12']).toBe(true)
  // The emulated browser keeps some deleted cookies without their value.
  expect(document.cookie.match(/[^ ]+=1/g)).toEqual(['kept=1', '_gaming=1'])
})

test('Plausible gets no query of an address or a referrer', async () => {
  const script = await send(read('plausible', 'https://plausible.io/js/pa-1.js'))
  expect(script?.src).toBe('https://plausible.io/js/pa-1.js')
  const { q, o } = globals.plausible as { q: unknown[]; o: { transformRequest(payload: object): object } }
  expect(q).toEqual([
    ['pageview', { url: ADDRESS }],
    ['plan_chosen', { props: { plan: 'pro-closer', amount: '999' }, url: ADDRESS }],
    ['enquiry_sent', { url: ADDRESS }],
  ])
  const payload = o.transformRequest({ n: 'engagement', u: PAGE, r: document.referrer })
  expect(payload).toEqual({ n: 'engagement', u: ADDRESS, r: 'https://other.example/a' })
})

test('Matomo waits for consent, or uses neither cookies nor browser features', async () => {
  const dashboard = 'https://a.example/matomo/index.php?module=CoreHome&idSite=7&period=day'
  const script = await send(read('matomo', dashboard))
  expect(script?.src).toBe('https://a.example/matomo/matomo.js')
  const calls = [
    ['setTrackerUrl', 'https://a.example/matomo/matomo.php'],
    ['setSiteId', '7'],
  ]
  const view = [
    ['setCustomUrl', ADDRESS],
    ['setReferrerUrl', 'https://other.example/a'],
    ['trackPageView', '/pricing'],
    ['trackEvent', 'visitor', 'plan_chosen', 'pro-closer', 999],
    ['trackEvent', 'visitor', 'enquiry_sent'],
  ]
  expect(globals._paq).toEqual([['requireConsent'], ...calls, ['setConsentGiven'], ...view])
  vi.resetModules()
  delete globals._paq
  await send(read('cookielessMatomo', dashboard))
  expect(globals._paq).toEqual([['disableCookies'], ['disableBrowserFeatureDetection'], ...calls, ...view])
})
