/** What the Studio says of an address such as `https://`. */
export const INVALID_ADDRESS = 'Type the whole address, for instance https://www.example.com'

const HOST = /^[a-z\d_-]+(?:\.[a-z\d_-]+)*\.?$/

/** Whether a browser can open a web address. Chromium parses “https://exa mple.com” and “https://example,com”, but finds nothing there. */
export const opensInBrowser = (address: string): boolean => HOST.test(URL.parse(address)?.hostname ?? '')
