// @vitest-environment happy-dom

import { beforeEach, expect, test, vi } from 'vitest'
import { measuredAddress, measuredReferrer } from '#app/analytics/measured-page.ts'
import type { Measuring } from '#app/content/measuring.ts'

const WORDS = { heading: null, text: null, accept: null, decline: null, change: null }
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

test('an address keeps its campaign only, a referrer nothing of its query', () => {
  expect(measuredAddress(PAGE)).toBe(ADDRESS)
  expect(measuredAddress('https://a.example/search?q=Ann')).toBe('https://a.example/search')
  expect(measuredAddress('https://a.example/?utm_term=ann@b.example')).toBe('https://a.example/')
  expect(measuredReferrer('https://a.example/b?c=d#e')).toBe('https://a.example/b')
  expect(measuredReferrer('')).toBe('')
})

test('GA4 gets each event with plan, value and currency, and no advertising', async () => {
  const script = await send({ provider: 'ga4', id: 'G-AB12', words: WORDS })
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
    ['set', page],
    ['config', 'G-AB12', { send_page_view: false, allow_google_signals: false, ...page }],
    ['event', 'page_view', page],
    ['event', 'plan_chosen', { plan: 'pro-closer', value: 999, currency: 'USD' }],
    ['event', 'enquiry_sent', {}],
  ])
})

test('withdrawing disables GA4 and deletes its cookies', async () => {
  await send({ provider: 'ga4', id: 'G-AB12', words: WORDS })
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

test("Plausible's script of one site sends addresses without query, the other one is told them", async () => {
  const script = await send({
    provider: 'plausible',
    domain: 'site.example',
    script: 'https://plausible.io/js/pa-1.js',
    words: null,
  })
  expect(script?.dataset.domain).toBe('site.example')
  const { q, o } = globals.plausible as { q: unknown[]; o: { transformRequest(payload: object): object } }
  expect(q).toEqual([
    ['pageview', { u: ADDRESS }],
    ['plan_chosen', { props: { plan: 'pro-closer', amount: '999' }, u: ADDRESS }],
    ['enquiry_sent', { u: ADDRESS }],
  ])
  const payload = o.transformRequest({ n: 'pageview', u: PAGE, r: document.referrer })
  expect(payload).toEqual({ n: 'pageview', u: ADDRESS, r: 'https://other.example/a' })
})

test("Plausible's older script is not loaded if it would send the referrer's query", async () => {
  const measuring = {
    provider: 'plausible',
    domain: 'site.example',
    script: 'https://plausible.io/js/script.manual.js',
    words: null,
  } as const
  expect(await send(measuring)).toBeNull()
  vi.resetModules()
  Object.defineProperty(document, 'referrer', { value: 'https://other.example/' })
  expect((await send(measuring))?.src).toBe(measuring.script)
})

test('Matomo waits for consent, or uses neither cookies nor browser features', async () => {
  const url = 'https://a.example/matomo/'
  const script = await send({ provider: 'matomo', url, siteId: '7', cookieless: false, words: WORDS })
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
  await send({ provider: 'matomo', url, siteId: '7', cookieless: true, words: null })
  expect(globals._paq).toEqual([['disableCookies'], ['disableBrowserFeatureDetection'], ...calls, ...view])
})

test('previews are not measured', async () => {
  ;(window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(
    'https://site.example/preview/ended',
  )
  expect(await send({ provider: 'ga4', id: 'G-AB12', words: WORDS })).toBeNull()
  expect(globals.dataLayer).toBeUndefined()
})
