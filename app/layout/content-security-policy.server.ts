import { hash } from 'node:crypto'
import type { PayPalHosts } from '#app/checkout/paypal-hosts.ts'
import { SANITY_CDN } from '#app/content/media.ts'

/** Browsers report violations to this path (app/server/observability/policy-reports.ts). */
export const REPORTS_PATH = '/policy-reports'
const REPORTS_GROUP = 'policy'

/** PayPal's iframes, requests and images use several of its hosts. */
const PAYPAL = 'https://*.paypal.com https://*.paypalobjects.com'

type PolicyParts = {
  siteUrl: string
  /** The only origin that may frame a document. */
  studioOrigin: string | undefined
  payPal: PayPalHosts
  /** Origins of images that are stored elsewhere. */
  imageOrigins: string[]
}

/**
 * Returns the CSP headers of a document (CSP 3). Only inline scripts with the nonce of this rendering may run. Every document
 * allows PayPal, because a client-side navigation to checkout stays under the policy of the first document.
 */
export function contentSecurityPolicy(
  html: string,
  nonce: string,
  { siteUrl, studioOrigin, payPal, imageOrigins }: PolicyParts,
): Record<string, string> {
  const https = siteUrl.startsWith('https:')
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${[...scriptHashes(html, nonce), ...payPal.scripts].join(' ')}`,
    // PayPal inserts styles into the page. Browsers without support for the last two directives apply the stricter first one.
    "style-src 'self'",
    "style-src-elem 'self' 'unsafe-inline'",
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: ${[SANITY_CDN, PAYPAL, ...imageOrigins].join(' ')}`,
    "font-src 'self'",
    `connect-src 'self' ${PAYPAL}`,
    `frame-src ${PAYPAL}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    // A native post that approves an order redirects to PayPal, and browsers apply form-action to redirects too.
    ['form-action', "'self'", new URL(siteUrl).origin, ...payPal.pages].join(' '),
    `frame-ancestors ${studioOrigin ?? "'none'"}`,
    // Browsers prefer report-to, but accept its endpoint only over https. Over http reports would get lost.
    `report-uri ${REPORTS_PATH}${https ? `; report-to ${REPORTS_GROUP}` : ''}`,
  ]
  return {
    'Content-Security-Policy': policy.join('; '),
    ...(https && { 'Reporting-Endpoints': `${REPORTS_GROUP}="${REPORTS_PATH}"` }),
  }
}

/** Returns the CSP sources of the inline scripts with this nonce: `'sha256-…'` of each script's text (CSP 3, 6.7.3.2). */
export function scriptHashes(html: string, nonce: string): string[] {
  const marked = html.matchAll(new RegExp(`<script nonce="${nonce}"[^>]*>(.*?)</script>`, 'gs'))
  return [...new Set([...marked].map(([, code = '']) => `'sha256-${hash('sha256', code, 'base64')}'`))]
}

/** Removes the nonces: a cached page sends the same one to everybody, so it would protect nothing. */
export const withoutNonce = (html: string, nonce: string): string => html.replaceAll(` nonce="${nonce}"`, '')
