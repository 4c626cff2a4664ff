/** Whether a URL's host name is one of this machine's own. */
export const isLoopbackName = (hostname: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

/** Whether a connection's other end is this machine. */
export const isLoopbackAddress = (address: string | undefined): boolean =>
  /^(?:::ffff:)?127\.|^::1$/.test(address ?? '')
