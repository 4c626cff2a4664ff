/** The message for an address such as `https://`. */
export const INVALID_ADDRESS = 'Type the whole address, for instance https://www.example.com'

/** At least two labels, not an IP address. `URL` turns "exa mple.com" into "exa%20mple.com". */
const PUBLIC_HOST =
  /^(?:[a-z\d_-]+\.)+(?!(?:localhost|local|internal|lan|test|invalid)\.?$)[a-z][a-z\d-]*\.?$/

/** Whether visitors can open a web address. */
export const isPublic = (address: string): boolean => PUBLIC_HOST.test(URL.parse(address)?.hostname ?? '')
