import { hash } from 'node:crypto'
import type { PayPalHosts } from '#app/checkout/paypal-hosts.ts'
import type { ProviderHosts } from '#app/content/measuring.ts'
import { SANITY_CDN } from '#app/content/media.ts'

/** Browsers report violations to this path (app/server/observability/policy-reports.ts). */
export const REPORTS_PATH = '/policy-reports'

/** PayPal's iframes, requests and images use several of its hosts. */
const PAYPAL = 'https://*.paypal.com https://*.paypalobjects.com'

type PolicyParts = {
  siteUrl: string
  /** The only origin that may frame a document. */
  studioOrigin: string | undefined
  payPal: PayPalHosts
  /** Origins of images that are stored elsewhere. */
  imageOrigins: string[]
  /** Hosts of the provider that measures visitors, if there is one. */
  provider?: ProviderHosts | undefined
}

/**
 * Returns the CSP of a document (CSP 3). Only inline scripts with this rendering's nonce may run. Every
 * document allows PayPal: after a client-side navigation to checkout, the first document's policy still applies.
 */
export function contentSecurityPolicy(
  html: string,
  nonce: string,
  { siteUrl, studioOrigin, payPal, imageOrigins, provider }: PolicyParts,
): string {
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${[...scriptHashes(html, nonce), ...payPal.scripts, ...(provider?.scripts ?? [])].join(' ')}`,
    // PayPal inserts styles. Browsers without the last two directives apply the stricter first one.
    "style-src 'self'",
    "style-src-elem 'self' 'unsafe-inline'",
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: ${[SANITY_CDN, PAYPAL, ...imageOrigins, ...(provider?.images ?? [])].join(' ')}`,
    "font-src 'self'",
    `connect-src 'self' ${[PAYPAL, ...(provider?.connections ?? [])].join(' ')}`,
    `frame-src ${PAYPAL}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    // The form that approves an order redirects to PayPal. Browsers apply form-action to redirects too.
    ['form-action', "'self'", new URL(siteUrl).origin, ...payPal.pages].join(' '),
    `frame-ancestors ${studioOrigin ?? "'none'"}`,
    // All browsers support report-uri. They ignore it beside a report-to, which needs https.
    `report-uri ${REPORTS_PATH}`,
  ]
  return policy.join('; ')
}

/** Returns the CSP sources of the inline scripts with this nonce: `'sha256-…'` of each script's text (CSP 3, 6.7.3.2). */
export function scriptHashes(html: string, nonce: string): string[] {
  const marked = html.matchAll(new RegExp(`<script nonce="${nonce}"[^>]*>(.*?)</script>`, 'gs'))
  return [...new Set([...marked].map(([, code = '']) => `'sha256-${hash('sha256', code, 'base64')}'`))]
}

/** Removes the nonces. A cached page would send the same nonce to everybody, which protects nothing. */
export const withoutNonce = (html: string, nonce: string): string => html.replaceAll(` nonce="${nonce}"`, '')
