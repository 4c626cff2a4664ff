import { hash } from 'node:crypto'
import type { PayPalHosts } from '#app/checkout/paypal-hosts.ts'

/** Where violations are reported to (app/server/observability/policy-reports.ts). */
export const REPORTS_PATH = '/policy-reports'
/** The name of that address in `Reporting-Endpoints`. */
const REPORTS_GROUP = 'policy'

/** PayPal's frames, calls and pictures come from several hosts of its own. */
const PAYPAL = 'https://*.paypal.com https://*.paypalobjects.com'
/** Pictures of content in Sanity's hosted lake. */
const SANITY_PICTURES = 'https://cdn.sanity.io'

type PolicyParts = {
  siteUrl: string
  /** Who alone may frame a document. */
  studioOrigin: string | undefined
  payPal: PayPalHosts
  /** Origins of pictures that are kept elsewhere. */
  pictures: string[]
}

/**
 * The headers by which a browser runs the inline scripts of this document and no others (CSP 3). Checkout is reached by client
 * navigation under whichever policy came first, so every document's lets PayPal in.
 */
export function documentPolicy(
  html: string,
  { siteUrl, studioOrigin, payPal, pictures }: PolicyParts,
): Record<string, string> {
  const https = siteUrl.startsWith('https:')
  const report = reporting(https)
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${[...inlineHashes(html, 'script'), ...payPal.scripts].join(' ')}`,
    // PayPal writes styles into the page. Browsers that know these two go by them; the rest allow less.
    ['style-src', "'self'", ...inlineHashes(html, 'style')].join(' '),
    "style-src-elem 'self' 'unsafe-inline'",
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: ${[SANITY_PICTURES, PAYPAL, ...pictures].join(' ')}`,
    "font-src 'self'",
    `connect-src 'self' ${PAYPAL}`,
    `frame-src ${PAYPAL}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    // A native post to the approval of an order leads on to PayPal: redirects are held against this, too.
    ['form-action', "'self'", new URL(siteUrl).origin, ...payPal.pages].join(' '),
    `frame-ancestors ${studioOrigin ?? "'none'"}`,
    report,
  ]
  return {
    'Content-Security-Policy': policy.join('; '),
    'Content-Security-Policy-Report-Only': `require-trusted-types-for 'script'; ${report}`,
    ...(https && { 'Reporting-Endpoints': `${REPORTS_GROUP}="${REPORTS_PATH}"` }),
  }
}

/** Where both stand, browsers take report-to, and its endpoint only over https: without, reports would get lost. */
const reporting = (https: boolean): string =>
  `report-uri ${REPORTS_PATH}${https ? `; report-to ${REPORTS_GROUP}` : ''}`

const INLINE = {
  script: /<script\b([^>]*)>([\s\S]*?)<\/script>/gi,
  style: /<style\b([^>]*)>([\s\S]*?)<\/style>/gi,
}

/** What is only read is no script to a browser, and held against no policy (HTML, "prepare the script element"). */
const NEEDS_NONE = /\ssrc=|\stype="application\/ld\+json"/i

/** The CSP sources of a document's inline scripts or styles: `'sha256-…'` over each one's text (CSP 3, 6.7.3.2). */
export function inlineHashes(html: string, element: keyof typeof INLINE): string[] {
  const hashes = [...html.matchAll(INLINE[element])]
    .filter(([, attributes = '']) => !NEEDS_NONE.test(attributes))
    .map(([, , text = '']) => `'sha256-${hash('sha256', text, 'base64')}'`)
  return [...new Set(hashes)]
}
