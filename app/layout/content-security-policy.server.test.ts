import { expect, test } from 'vitest'
import { payPalHosts } from '#app/checkout/paypal-hosts.ts'
import {
  contentSecurityPolicy,
  scriptHashes,
  withoutNonce,
} from '#app/layout/content-security-policy.server.ts'

// The text and hash are the example of CSP 3 (8.2).
const HELLO = "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='"

test('only inline scripts with the nonce of this rendering may run', () => {
  const html = `<script nonce="n1">alert('Hello, world.');</script><script nonce="n1" type="module" async="">1</script>
    <script>injected()</script><script nonce="n2">injected()</script><p title="&lt;script nonce=">&lt;script nonce="n1"&gt;</p>`
  expect(scriptHashes(html, 'n1')).toEqual([HELLO, "'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='"])
  expect(withoutNonce(html, 'n1')).not.toContain('n1"')
})

test('a document runs its own scripts, loads from this site and PayPal, and may be framed only by the Studio', () => {
  const policy = contentSecurityPolicy(`<script nonce="n1">alert('Hello, world.');</script>`, 'n1', {
    siteUrl: 'https://site.example',
    studioOrigin: 'https://studio.example',
    payPal: payPalHosts('sandbox'),
    imageOrigins: ['https://logos.example'],
  })
  expect(policy).toContain("default-src 'none'; ")
  expect(policy).toContain(
    `script-src 'self' ${HELLO} https://www.paypal.com https://www.sandbox.paypal.com `,
  )
  expect(policy).toMatch(/; img-src 'self' data: [^;]* https:\/\/logos\.example; /)
  expect(policy).toContain("base-uri 'none'; ")
  expect(policy).toContain('frame-ancestors https://studio.example; ')
  expect(policy).toContain('report-uri /policy-reports')
  expect(policy).not.toMatch(/nonce|strict-dynamic|unsafe-eval/)
})

test('live payments allow nothing from the PayPal sandbox', () => {
  const policyIn = (environment: 'sandbox' | 'live' | undefined) =>
    contentSecurityPolicy('', 'n1', {
      siteUrl: 'https://site.example',
      studioOrigin: undefined,
      payPal: payPalHosts(environment),
      imageOrigins: [],
    })
  for (const environment of [undefined, 'sandbox'] as const)
    expect(policyIn(environment)?.match(/www\.sandbox\.paypal\.com/g)).toHaveLength(2)
  expect(policyIn('live')).not.toContain('sandbox')
  expect(policyIn('live')).toContain(
    "script-src 'self' https://www.paypal.com https://www.paypalobjects.com;",
  )
  expect(policyIn('live')).toContain("form-action 'self' https://site.example https://www.paypal.com;")
})
