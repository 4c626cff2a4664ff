import { PAYPAL_PAGES } from '#app/checkout/paypal-hosts.ts'

/** What is told with every answer, whoever gives it; an answer that says otherwise keeps its own. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  // Documents have their own (app/layout/document-policy.server.ts); nothing else runs or loads anything.
  'Content-Security-Policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  // Where nothing is said, browsers and caches may keep a 200, 301, 404 or 405 for as long as they like (RFC 9111, 4.2.2).
  'Cache-Control': 'no-cache',
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  // Paying and copying are what the site and PayPal's frames may ask a browser for.
  'Permissions-Policy': [
    ...[
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
    ].map((feature) => `${feature}=()`),
    ...['clipboard-write', 'payment', 'publickey-credentials-get'].map(
      (feature) => `${feature}=(self ${PAYPAL_PAGES.map((origin) => `"${origin}"`).join(' ')})`,
    ),
  ].join(', '),
  // PayPal’s window and the page that opened it have to hear of each other.
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // In the Studio's frame a draft shows as it is typed: beside the Studio, a process of its own, not between its work.
  'Origin-Agent-Cluster': '?1',
}

/**
 * What a file of a page says instead. Browsers heed this header on documents; in full, with the font it would not fit into
 * what a server may send before it hears from the browser (10 segments, RFC 6928).
 */
export const FILE_HEADERS = {
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
}

const COMMON = Object.entries(COMMON_HEADERS).map(
  ([name, value]) => [name.toLowerCase(), [name, value]] as const,
)

/**
 * Those that an answer does not speak of itself: names and values in turn. `own`: its names in any case. One that brings a
 * cookie (of a payment, say) is one visitor's.
 */
export function commonHeadersBeside(own: Iterable<string>): [string, string][] {
  const spoken = new Set([...own].map((name) => name.toLowerCase()))
  return COMMON.filter(([key]) => !spoken.has(key)).map(([key, [name, value]]) => [
    name,
    key === 'cache-control' && spoken.has('set-cookie') ? 'no-store' : value,
  ])
}
