import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, isIPv6, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { StartError, unauthorized } from '../errors.ts'
import type { Log } from '../log.ts'
import type { Call } from './http.ts'

type Handlers = {
  handle: RequestListener
  upgrade: (...args: [Parameters<RequestListener>[0], Duplex, Buffer]) => void
}

/** The origin of the lake that listens on `host` and `port`. */
export function originOf(host = '0.0.0.0', port = 0): string {
  const isEveryAddress = host === '0.0.0.0' || host === '::'
  return `http://${isEveryAddress ? 'localhost' : isIPv6(host) ? `[${host}]` : host}:${port}`
}

/** The ports of the lake, on `host` or on both loopback addresses. */
export function createPorts(log: Log, host: string | undefined) {
  const servers: Server[] = []
  const sockets = new Set<Duplex>()
  /** The main port, and then those of event streams. */
  const numbers: number[] = []
  let nextStream = 0

  async function listen(port: number, address: string, { handle, upgrade }: Handlers): Promise<number> {
    const server = createServer(
      {
        keepAliveTimeout: 65_000,
        // Java and `curl --http2` offer HTTP/2 and accept HTTP/1.1.
        shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
      },
      handle,
    )
    server.on('upgrade', upgrade)
    server.on('connection', (socket: Socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    })
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, address, resolve))
    server.on('error', (error) => log('server error', { error: error.message }, 'error'))
    servers.push(server)
    return (server.address() as AddressInfo).port
  }
  async function open(port: number, handlers: Handlers) {
    const bound = await listen(port, host ?? '127.0.0.1', handlers)
    if (host === undefined)
      await listen(bound, '::1', handlers).catch((error) => {
        if (error.code === 'EADDRINUSE' && port !== 0) throw error
      })
    numbers.push(bound)
  }

  return {
    numbers,
    origin: () => originOf(host, numbers[0]),

    /** Throws StartError. */
    openMain: (port: number, handlers: Handlers) =>
      open(port, handlers).catch(({ code }) => {
        if (code === 'EADDRINUSE') throw new StartError(`Port ${port} is taken by another program`)
        throw new StartError(
          code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND'
            ? `${host} is not an address of this machine: 0.0.0.0 listens on all of them`
            : `Port ${port} of ${host ?? 'localhost'} can’t be listened on (${code})`,
        )
      }),
    /** Opens the ports above the main one, except those that are taken. */
    async openStreams(count: number, mainPort: number, handlers: Handlers) {
      for (let i = 1; i <= count; i++) {
        const port = mainPort && mainPort + i
        await open(port, handlers).catch(({ code }) =>
          log('stream port not available', { port, code }, 'warn'),
        )
      }
    },

    /**
     * The port to which a stream of the Studio is redirected: a browser opens only six connections per port.
     * Throws 401 for a Studio without its cookie, which would wait for drafts forever.
     */
    forStream({ req: { headers }, seesDrafts }: Call): number | undefined {
      // A redirect to another port loses a token. After one, browsers send `Origin: null` for other pages.
      const isOwn = headers['sec-fetch-site'] === 'same-origin' || headers.origin === `http://${headers.host}`
      if (headers.authorization !== undefined || !isOwn) return undefined
      if (!seesDrafts) throw unauthorized()
      // The Studio's content security policy cannot contain [::1]. Behind a proxy or a container's port,
      // the other ports may be out of reach.
      const [main, ...streams] = numbers
      if (!headers.host?.endsWith(`:${main}`) || headers.host.startsWith('[')) return undefined
      return streams[nextStream++ % streams.length]
    },

    async stop() {
      // This also closes idle connections.
      const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)))
      // Event streams never end by themselves.
      const end = setTimeout(() => {
        for (const socket of sockets) socket.destroy()
      }, 200)
      await Promise.all(closed)
      clearTimeout(end)
    },
  }
}
