/** Whether a host name is loopback. */
export const isLoopbackName = (hostname: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

/** Whether an IP address is loopback. */
export const isLoopbackAddress = (address: string | undefined): boolean =>
  /^(?:::ffff:)?127\.|^::1$/.test(address ?? '')
