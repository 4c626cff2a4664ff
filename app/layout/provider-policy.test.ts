import { expect, test } from 'vitest'
import { payPalHosts } from '#app/checkout/paypal-hosts.ts'
import { type Measuring, readMeasuring } from '#app/content/measuring.ts'
import { contentSecurityPolicy } from '#app/layout/content-security-policy.server.ts'

const read = (provider: Measuring['provider'] | 'none', account: string | null): Measuring | null =>
  readMeasuring({ measuring: { provider, account }, measuringWords: null })

function policyWith(measuring: Measuring | null): string {
  return contentSecurityPolicy('', 'n1', {
    siteUrl: 'https://site.example',
    studioOrigin: undefined,
    payPal: payPalHosts('live'),
    imageOrigins: [],
    provider: measuring?.hosts,
  })
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
    "default-src 'none'; script-src 'self' https://www.paypal.com https://www.paypalobjects.com; style-src 'self'; style-src-elem 'self' 'unsafe-inline'; style-src-attr 'unsafe-inline'; img-src 'self' data: https://cdn.sanity.io https://*.paypal.com https://*.paypalobjects.com; font-src 'self'; connect-src 'self' https://*.paypal.com https://*.paypalobjects.com; frame-src https://*.paypal.com https://*.paypalobjects.com; manifest-src 'self'; base-uri 'none'; form-action 'self' https://site.example https://www.paypal.com; frame-ancestors 'none'; report-uri /policy-reports",
  )
})

test('the policy opens for the documented hosts of the provider only', () => {
  expect(addedBy(read('ga4', 'G-AB12CD34EF'))).toEqual({
    'script-src': ['https://*.googletagmanager.com'],
    'img-src': ['https://*.google-analytics.com', 'https://*.googletagmanager.com'],
    'connect-src': [
      'https://*.google-analytics.com',
      'https://*.analytics.google.com',
      'https://*.googletagmanager.com',
      'https://www.google.com',
    ],
  })
  expect(addedBy(read('plausible', 'https://stats.keyturn.example:8443/js/pa-Ab_1.js'))).toEqual({
    'script-src': ['https://stats.keyturn.example:8443'],
    'connect-src': ['https://stats.keyturn.example:8443'],
  })
  expect(addedBy(read('matomo', ' https://a.example/matomo/?idSite=1\n'))).toEqual({
    'script-src': ['https://a.example'],
    'img-src': ['https://a.example'],
    'connect-src': ['https://a.example'],
  })
  const cloud = read('matomo', 'https://key.matomo.cloud/index.php?idSite=1#?idSite=1')
  expect(addedBy(cloud)).toEqual({
    'script-src': ['https://cdn.matomo.cloud'],
    'img-src': ['https://key.matomo.cloud'],
    'connect-src': ['https://key.matomo.cloud'],
  })
  expect(cloud?.script).toBe('https://cdn.matomo.cloud/key.matomo.cloud/matomo.js')
})

test.each([
  ['none', 'G-AB12CD34EF'],
  ['ga4', null],
  ['ga4', 'UA-1234-1'],
  ['ga4', "G-AB12'; alert()"],
  ['plausible', 'https://plausible.io/js/script.js'],
  ['plausible', "https://a.example; script-src 'unsafe-inline'/pa-1.js"],
  ['plausible', 'http://a.example/js/pa-1.js'],
  ['matomo', 'https://a.example/'],
  ['matomo', 'https://a.example/?idSite=one'],
  ['matomo', 'https://a.example, https://*/?idSite=1'],
] as const)('%s with the account %s measures nothing', (provider, account) => {
  expect(read(provider, account)).toBeNull()
})

test('GA4 needs consent always, Matomo with cookies, Plausible never', () => {
  const needsConsent = (...fields: Parameters<typeof read>) => read(...fields)?.words !== null
  expect(needsConsent('ga4', 'G-AB12CD34EF')).toBe(true)
  expect(needsConsent('matomo', 'https://a.example/?idSite=1')).toBe(true)
  expect(needsConsent('cookielessMatomo', 'https://a.example/?idSite=1')).toBe(false)
  expect(needsConsent('plausible', 'https://plausible.io/js/pa-1.js')).toBe(false)
})

test('an imported provider that does not exist counts as none', () => {
  expect(read('toString' as 'none', 'G-AB12CD34EF')).toBeNull()
})
