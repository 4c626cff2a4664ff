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
 * The headers by which a browser runs the inline scripts that bear the nonce of this rendering and no others (CSP 3). Checkout is
 * reached by client navigation under whichever policy came first, so every document's lets PayPal in.
 */
export function documentPolicy(
  html: string,
  nonce: string,
  { siteUrl, studioOrigin, payPal, pictures }: PolicyParts,
): Record<string, string> {
  const https = siteUrl.startsWith('https:')
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${[...scriptHashes(html, nonce), ...payPal.scripts].join(' ')}`,
    // PayPal writes styles into the page. Browsers that know these two go by them; the rest allow less.
    "style-src 'self'",
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
    // Where both are given, browsers take report-to, and its endpoint only over https: without, reports would get lost.
    `report-uri ${REPORTS_PATH}${https ? `; report-to ${REPORTS_GROUP}` : ''}`,
  ]
  return {
    'Content-Security-Policy': policy.join('; '),
    ...(https && { 'Reporting-Endpoints': `${REPORTS_GROUP}="${REPORTS_PATH}"` }),
  }
}

/** The CSP sources of the inline scripts that bear a nonce: `'sha256-…'` over each one's text (CSP 3, 6.7.3.2). */
export function scriptHashes(html: string, nonce: string): string[] {
  const marked = html.matchAll(new RegExp(`<script nonce="${nonce}"[^>]*>(.*?)</script>`, 'gs'))
  return [...new Set([...marked].map(([, code = '']) => `'sha256-${hash('sha256', code, 'base64')}'`))]
}

/** A page is cached, and a nonce that somebody has read marks nothing: it is sent without. */
export const withoutNonce = (html: string, nonce: string): string => html.replaceAll(` nonce="${nonce}"`, '')
