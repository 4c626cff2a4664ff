import { createServer, type RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Serves on a free port of this machine until the test is over; resolves to the port. `prepare` gets the server first. */
export async function listen(
  handler: RequestListener | Server,
  host = 'localhost',
  prepare: (server: Server) => void = () => {},
): Promise<number> {
  const server = handler instanceof Server ? handler : createServer(handler)
  prepare(server)
  onTestFinished(() => void server.close().closeAllConnections())
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  return (server.address() as AddressInfo).port
}
