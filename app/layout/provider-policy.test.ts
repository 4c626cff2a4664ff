import { expect, test } from 'vitest'
import { matomoScript, providerHosts } from '#app/analytics/provider-hosts.ts'
import { payPalHosts } from '#app/checkout/paypal-hosts.ts'
import { type Measuring, readMeasuring } from '#app/content/measuring.ts'
import { contentSecurityPolicy } from '#app/layout/content-security-policy.server.ts'

const NO_FIELDS = {
  plausibleDomain: null,
  plausibleScript: null,
  ga4Id: null,
  matomoUrl: null,
  matomoSiteId: null,
  matomoCookieless: null,
}
const read = (fields: Record<string, unknown>): Measuring | null =>
  readMeasuring({ measuring: { ...NO_FIELDS, provider: null, ...fields } as never, measuringWords: null })

function policyWith(measuring: Measuring | null): string {
  const headers = contentSecurityPolicy('', 'n1', {
    siteUrl: 'https://site.example',
    studioOrigin: undefined,
    payPal: payPalHosts('live'),
    imageOrigins: [],
    provider: providerHosts(measuring),
  })
  return headers['Content-Security-Policy'] ?? ''
}
/** The sources of each directive that the policy without a provider lacks. */
function addedBy(measuring: Measuring | null): Record<string, string[]> {
  const before = policyWith(null).split('; ')
  return Object.fromEntries(
    policyWith(measuring)
      .split('; ')
      .flatMap((directive, index) => {
        const [name = '', ...sources] = directive.split(' ')
        const added = sources.filter((source) => !before[index]?.split(' ').includes(source))
        return added.length > 0 ? [[name, added]] : []
      }),
  )
}

test('a site without a provider sends the same policy as before there were providers', () => {
  expect(policyWith(null)).toBe(
    "default-src 'none'; script-src 'self' https://www.paypal.com https://www.paypalobjects.com; style-src 'self'; style-src-elem 'self' 'unsafe-inline'; style-src-attr 'unsafe-inline'; img-src 'self' data: https://cdn.sanity.io https://*.paypal.com https://*.paypalobjects.com; font-src 'self'; connect-src 'self' https://*.paypal.com https://*.paypalobjects.com; frame-src https://*.paypal.com https://*.paypalobjects.com; manifest-src 'self'; base-uri 'none'; form-action 'self' https://site.example https://www.paypal.com; frame-ancestors 'none'; report-uri /policy-reports; report-to policy",
  )
})

test('the policy opens for the documented hosts of the provider only', () => {
  expect(addedBy(read({ provider: 'ga4', ga4Id: 'G-AB12CD34EF' }))).toEqual({
    'script-src': ['https://*.googletagmanager.com'],
    'img-src': ['https://*.google-analytics.com', 'https://*.googletagmanager.com'],
    'connect-src': [
      'https://*.google-analytics.com',
      'https://*.analytics.google.com',
      'https://*.googletagmanager.com',
    ],
  })
  expect(addedBy(read({ provider: 'plausible', plausibleDomain: 'keyturn.example' }))).toEqual({
    'script-src': ['https://plausible.io'],
    'connect-src': ['https://plausible.io'],
  })
  const own = 'https://stats.keyturn.example:8443/js/pa-Ab_1.js'
  expect(
    addedBy(read({ provider: 'plausible', plausibleDomain: 'keyturn.example', plausibleScript: own })),
  ).toEqual({
    'script-src': ['https://stats.keyturn.example:8443'],
    'connect-src': ['https://stats.keyturn.example:8443'],
  })
  expect(
    addedBy(read({ provider: 'matomo', matomoUrl: 'https://a.example/matomo', matomoSiteId: '1' })),
  ).toEqual({
    'script-src': ['https://a.example'],
    'img-src': ['https://a.example'],
    'connect-src': ['https://a.example'],
  })
  expect(
    addedBy(read({ provider: 'matomo', matomoUrl: 'https://key.matomo.cloud', matomoSiteId: '1' })),
  ).toEqual({
    'script-src': ['https://cdn.matomo.cloud'],
    'img-src': ['https://key.matomo.cloud'],
    'connect-src': ['https://key.matomo.cloud'],
  })
  expect(matomoScript('https://key.matomo.cloud/')).toBe(
    'https://cdn.matomo.cloud/key.matomo.cloud/matomo.js',
  )
})

test('a provider without its fields, or with one that is unsafe in a policy, is none', () => {
  const plausible = { provider: 'plausible', plausibleDomain: 'keyturn.example' }
  const matomo = { provider: 'matomo', matomoUrl: 'https://a.example', matomoSiteId: '1' }
  expect(read(matomo)).toMatchObject({ url: 'https://a.example/' })
  for (const fields of [
    {},
    { provider: 'none', ga4Id: 'G-AB12CD34EF' },
    { provider: 'ga4', ga4Id: 'UA-1234-1' },
    { provider: 'ga4', ga4Id: "G-AB12'; alert()" },
    { provider: 'plausible' },
    { ...plausible, plausibleScript: 'https://plausible.io/js/script.js' },
    { ...plausible, plausibleScript: "https://a.example; script-src 'unsafe-inline'/pa-1.js" },
    { ...plausible, plausibleScript: 'http://a.example/js/pa-1.js' },
    { ...matomo, matomoSiteId: 'one' },
    { ...matomo, matomoUrl: 'https://a.example, https://*' },
  ])
    expect(read(fields), JSON.stringify(fields)).toBeNull()
})

test('GA4 needs consent always, Matomo with cookies, Plausible never', () => {
  const matomo = { provider: 'matomo', matomoUrl: 'https://a.example/', matomoSiteId: '1' }
  const needsConsent = (fields: Record<string, unknown>) => read(fields)?.words != null
  expect(needsConsent({ provider: 'ga4', ga4Id: 'G-AB12CD34EF' })).toBe(true)
  expect(needsConsent(matomo)).toBe(true)
  expect(needsConsent({ ...matomo, matomoCookieless: true })).toBe(false)
  expect(needsConsent({ provider: 'plausible', plausibleDomain: 'keyturn.example' })).toBe(false)
})
