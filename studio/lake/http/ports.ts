import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { httpError } from '../errors.ts'
import type { Log } from '../log.ts'

type Handlers = {
  handle: RequestListener
  upgrade: (...args: [Parameters<RequestListener>[0], Duplex, Buffer]) => void
}

/** The ports of the lake, on `host` or on both loopback addresses. */
export function createPorts(log: Log, host: string | undefined) {
  const servers: Server[] = []
  const sockets = new Set<Duplex>()

  const listen = async (port: number, host: string, { handle, upgrade }: Handlers) => {
    const server = createServer(
      {
        keepAliveTimeout: 65_000,
        // Java and `curl --http2` offer HTTP/2 and accept HTTP/1.1.
        shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
      },
      handle,
    )
    server.on('upgrade', upgrade).on('clientError', refuse)
    server.on('connection', (socket: Socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    })
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
    server.on('error', (error) => log('server error', { error: error.message }, 'error'))
    servers.push(server)
    return (server.address() as AddressInfo).port
  }
  /** Listens on a port. Resolves to its number. */
  const open = async (port: number, handlers: Handlers): Promise<number> => {
    if (host !== undefined) return listen(port, host, handlers)
    const boundPort = await listen(port, '127.0.0.1', handlers)
    await listen(boundPort, '::1', handlers).catch((error) => {
      if (error.code === 'EADDRINUSE' && port !== 0) throw error
    })
    return boundPort
  }

  return { open, stop: () => stop(servers, sockets) }
}

/** Answers a request that Node cannot parse. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const { status, body } =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? httpError(431, 'The address and the headers are longer than 16 KB')
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? httpError(408, 'The request took too long')
        : httpError(400, 'This is not an HTTP request')
  const text = JSON.stringify(body)
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`,
  )
}

async function stop(servers: Server[], sockets: Set<Duplex>) {
  // This also closes idle connections.
  const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)))
  // Event streams never end by themselves.
  const end = setTimeout(() => {
    for (const socket of sockets) socket.destroy()
  }, 200)
  await Promise.all(closed)
  clearTimeout(end)
}
