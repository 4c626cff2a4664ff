/** PayPal's own pages and frames: for money, and in its sandbox. */
export const PAYPAL_PAGES = ['https://www.paypal.com', 'https://www.sandbox.paypal.com']
/** Scripts that PayPal's own script loads. */
const OTHER_SCRIPTS = 'https://www.paypalobjects.com'

export type PayPalHosts = { pages: string[]; scripts: string[] }

/** Of both, what a site needs: where money moves (`PAYPAL_ENV`), none of the sandbox’s. */
export function payPalHosts(environment: 'sandbox' | 'live' | undefined): PayPalHosts {
  const pages = environment === 'live' ? PAYPAL_PAGES.slice(0, 1) : PAYPAL_PAGES
  return { pages, scripts: [...pages, OTHER_SCRIPTS] }
}
