import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Log } from '#studio/lake/log.ts'

type Handlers = {
  handle: RequestListener
  upgrade: (...args: [Parameters<RequestListener>[0], Duplex, Buffer]) => void
}

/** The ports that the lake listens on, on loopback alone. */
export function createPorts(log: Log) {
  const servers: Server[] = []
  const sockets = new Set<Duplex>()

  const listen = async (at: number, host: string, { handle, upgrade }: Handlers) => {
    const server = createServer({ keepAliveTimeout: 65_000 }, handle).on('upgrade', upgrade)
    server.on('connection', (socket: Socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    })
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(at, host, resolve))
    server.on('error', (error) => log('server error', { error: error.message }, 'error'))
    servers.push(server)
    return (server.address() as AddressInfo).port
  }
  /** Both loopback addresses, so that `localhost` works whichever it means; 0 takes a free port. Resolves to the port. */
  const listenBoth = async (at: number, handlers: Handlers): Promise<number> => {
    const taken = await listen(at, '127.0.0.1', handlers)
    await listen(taken, '::1', handlers).catch((error) => {
      if (error.code === 'EADDRINUSE' && at !== 0) throw error
    })
    return taken
  }

  return { listenBoth, stop: () => stop(servers, sockets) }
}

async function stop(servers: Server[], sockets: Set<Duplex>) {
  const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)))
  for (const server of servers) server.closeIdleConnections()
  // Requests under way get a moment; event streams would never end by themselves.
  const end = setTimeout(() => {
    for (const socket of sockets) socket.destroy()
  }, 200)
  await Promise.all(closed)
  clearTimeout(end)
}
