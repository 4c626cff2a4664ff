import { once } from 'node:events'
import { createServer, type RequestListener, Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { onTestFinished } from 'vitest'

/** Serves on a free loopback port until the test is over; resolves to the port. `prepare` gets the server first. */
export async function listen(
  handler: RequestListener | Server,
  prepare: (server: Server) => void = () => {},
): Promise<number> {
  const server = handler instanceof Server ? handler : createServer(handler)
  prepare(server)
  onTestFinished(() => void server.close().closeAllConnections())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** Sends raw bytes before it reads. Resolves with the whole response; empty if the connection was reset. */
export async function sendRaw(port: number, ...parts: (string | Buffer)[]): Promise<string> {
  const socket = connect(port, '127.0.0.1').pause()
  let received = ''
  socket.on('data', (chunk) => (received += chunk)).on('error', () => {})
  for (const part of parts) await new Promise((resolve) => socket.write(part, resolve))
  if (!socket.destroyed) await once(socket.resume(), 'close')
  return received
}
