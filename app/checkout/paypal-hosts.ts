/** Origins of PayPal's pages and frames, live and sandbox. */
export const PAYPAL_PAGES = ['https://www.paypal.com', 'https://www.sandbox.paypal.com']
/** Scripts that PayPal's own script loads. */
const OTHER_SCRIPTS = 'https://www.paypalobjects.com'

export type PayPalHosts = { pages: string[]; scripts: string[] }

/** The origins that a site needs. With `PAYPAL_ENV=live`, it needs none of the sandbox. */
export function payPalHosts(environment: 'sandbox' | 'live' | undefined): PayPalHosts {
  const pages = environment === 'live' ? PAYPAL_PAGES.slice(0, 1) : PAYPAL_PAGES
  return { pages, scripts: [...pages, OTHER_SCRIPTS] }
}
