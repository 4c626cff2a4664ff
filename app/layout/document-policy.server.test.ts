import { expect, test } from 'vitest'
import { payPalHosts } from '#app/checkout/paypal-hosts.ts'
import { documentPolicy, inlineHashes } from '#app/layout/document-policy.server.ts'

// The pair of text and hash is CSP 3's own example (8.2).
const HELLO = "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='"

test('the CSP sources of a document are those of its inline scripts, but for data', () => {
  const html = `<script>alert('Hello, world.');</script><script src="/a.js"></script><script type="application/ld+json">[]</script>
    <script type="speculationrules">{}</script><script type="module" async>alert('Hello, world.');</script>`
  expect(inlineHashes(html, 'script')).toEqual([
    HELLO,
    "'sha256-RBNvo1WzZ4oRRq0W9+hknpT7T8If536DEMBg9hyq/4o='",
  ])
})

test('a document runs its own scripts, loads from this site and PayPal, and is framed by the Studio alone', () => {
  const headers = documentPolicy(`<script>alert('Hello, world.');</script>`, {
    siteUrl: 'https://site.example',
    studioOrigin: 'https://studio.example',
    payPal: payPalHosts('sandbox'),
    pictures: ['https://logos.example'],
  })
  const policy = headers['Content-Security-Policy'] ?? ''
  expect(policy).toContain("default-src 'none'; ")
  expect(policy).toContain(
    `script-src 'self' ${HELLO} https://www.paypal.com https://www.sandbox.paypal.com `,
  )
  expect(policy).toMatch(/; img-src 'self' data: [^;]* https:\/\/logos\.example; /)
  expect(policy).toContain("base-uri 'none'; ")
  expect(policy).toContain('frame-ancestors https://studio.example; ')
  expect(policy).toContain('report-uri /policy-reports; report-to policy')
  expect(policy).not.toMatch(/nonce|strict-dynamic|unsafe-eval/)
  expect(headers['Reporting-Endpoints']).toBe('policy="/policy-reports"')
  expect(headers['Content-Security-Policy-Report-Only']).toContain("require-trusted-types-for 'script'")
})

test('without https reports go where browsers send them then; without a Studio nobody may frame', () => {
  const headers = documentPolicy('', {
    siteUrl: 'http://localhost:3000',
    studioOrigin: undefined,
    payPal: payPalHosts(undefined),
    pictures: [],
  })
  expect(headers['Content-Security-Policy']).toContain("frame-ancestors 'none'; report-uri /policy-reports")
  expect(JSON.stringify(headers)).not.toMatch(/report-to|Reporting-Endpoints/)
})

test('styles that stand in a document are named for browsers that don’t know style-src-elem', () => {
  const parts = {
    siteUrl: 'https://site.example',
    studioOrigin: undefined,
    payPal: payPalHosts(undefined),
    pictures: [],
  }
  const styles = "<style>alert('Hello, world.');</style>"
  const policy = documentPolicy(styles, parts)['Content-Security-Policy'] ?? ''
  expect(policy).toContain(`; style-src 'self' ${HELLO}; style-src-elem 'self' 'unsafe-inline'; `)
  expect(policy).not.toContain(`script-src 'self' ${HELLO}`)
})

test('where money moves nothing is let in from PayPal’s sandbox', () => {
  const policyIn = (environment: 'sandbox' | 'live' | undefined) =>
    documentPolicy('', {
      siteUrl: 'https://site.example',
      studioOrigin: undefined,
      payPal: payPalHosts(environment),
      pictures: [],
    })['Content-Security-Policy']
  for (const environment of [undefined, 'sandbox'] as const)
    expect(policyIn(environment)?.match(/www\.sandbox\.paypal\.com/g)).toHaveLength(2)
  expect(policyIn('live')).not.toContain('sandbox')
  expect(policyIn('live')).toContain(
    "script-src 'self' https://www.paypal.com https://www.paypalobjects.com;",
  )
  expect(policyIn('live')).toContain("form-action 'self' https://site.example https://www.paypal.com;")
})
