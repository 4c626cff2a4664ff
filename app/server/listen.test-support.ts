import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Serves on a free port of this machine until the test is over; resolves to the port. */
export async function listen(handler: RequestListener, host = 'localhost'): Promise<number> {
  const server = createServer(handler)
  onTestFinished(() => void server.close().closeAllConnections())
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  return (server.address() as AddressInfo).port
}
