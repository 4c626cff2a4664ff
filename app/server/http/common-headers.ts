import type { RequestHandler } from 'express'
import onHeaders from 'on-headers'
import { PAYPAL_PAGES } from '#app/checkout/paypal-hosts.ts'

const DENIED_FEATURES = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
/** Paying and copying: what the site and PayPal's frames ask a browser for. */
const PAYPAL_FEATURES = ['clipboard-write', 'payment', 'publickey-credentials-get']

/** Headers of every answer that does not set its own. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  // Documents have their own policy (app/layout/document-policy.server.ts); nothing else runs or loads anything.
  'Content-Security-Policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  // Without it, caches may keep a 200, 301, 404 or 405 for as long as they like (RFC 9111, 4.2.2).
  'Cache-Control': 'no-cache',
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': [
    ...DENIED_FEATURES.map((feature) => `${feature}=()`),
    ...PAYPAL_FEATURES.map(
      (feature) => `${feature}=(self ${PAYPAL_PAGES.map((origin) => `"${origin}"`).join(' ')})`,
    ),
  ].join(', '),
  // PayPal's window and the page that opened it talk to each other.
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // A preview in the Studio's frame gets a process of its own.
  'Origin-Agent-Cluster': '?1',
}

/** Permissions-Policy of images, scripts and fonts: browsers heed it on documents only, and it is long. */
export const FILE_HEADERS = {
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
}

/** Adds the common headers that an answer does not set itself. An answer that sets a cookie is not stored by anybody. */
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
