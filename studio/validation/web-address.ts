/** What the field of an address says of `https://` (studio/schema/locale-overrides.ts). */
export const INVALID_ADDRESS = 'Type the whole address, as https://www.example.com'

const HOST = /^[a-z\d_-]+(?:\.[a-z\d_-]+)*\.?$/

/** Whether a browser can open a web address. Chromium parses “https://exa mple.com” and “https://example,com”, but finds nothing there. */
export const opensInBrowser = (address: string): boolean => HOST.test(URL.parse(address)?.hostname ?? '')
