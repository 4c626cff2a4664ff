/** PayPal's own pages and frames: for money, and in its sandbox. */
export const PAYPAL_PAGES = ['https://www.paypal.com', 'https://www.sandbox.paypal.com']
/** Where PayPal's script comes from, and the scripts that it loads by name. */
export const PAYPAL_SCRIPTS = [...PAYPAL_PAGES, 'https://www.paypalobjects.com']
