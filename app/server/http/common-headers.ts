import type { RequestHandler } from 'express'
import onHeaders from 'on-headers'
import { PAYPAL_PAGES } from '#app/checkout/paypal-hosts.ts'

/** Default headers of every response. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  // Documents have their own policy (app/layout/content-security-policy.server.ts). Other responses may load nothing.
  'Content-Security-Policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  // Without it, caches may store a 200, 301, 404 or 405 for any time (RFC 9111, 4.2.2).
  'Cache-Control': 'no-cache',
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': `camera=(), geolocation=(), microphone=(), payment=(self ${PAYPAL_PAGES.map((origin) => `"${origin}"`).join(' ')})`,
  // PayPal's popup exchanges messages with the page that opened it.
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // A preview in the Studio's iframe runs in its own process.
  'Origin-Agent-Cluster': '?1',
}

/** Adds missing common headers; the default Cache-Control is no-store with Set-Cookie. */
export const commonHeaders: RequestHandler = (_request, response, next) => {
  onHeaders(response, () => {
    for (const [name, value] of Object.entries(COMMON_HEADERS))
      if (!response.hasHeader(name))
        response.setHeader(
          name,
          name === 'Cache-Control' && response.hasHeader('Set-Cookie') ? 'no-store' : value,
        )
  })
  next()
}
