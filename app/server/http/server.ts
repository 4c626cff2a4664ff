import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { networks } from '#app/platform/rate-limit.ts'
import { log } from '#app/server/log.ts'

/** Timeouts for clients (ms), and the maximum numbers of connections. */
export type ServerLimits = {
  /** Until all headers have arrived. */
  headersMs: number
  /** Until the whole request has arrived. */
  requestMs: number
  /** Timeout of an idle connection. Longer than the usual 60 s of a proxy in front. */
  keepAliveMs: number
  /** Timeout without any data sent or received. Longer than any response takes. */
  stalledMs: number
  /** Connections in total. At the limit, a new one closes the one that has been idle longest. */
  connections: number
  /** Connections per client network (IPv6: /64, and four times as many per /48). An office may share one address. */
  connectionsPerClient: number
}

const SERVER_LIMITS: ServerLimits = {
  headersMs: 10_000,
  requestMs: 20_000,
  keepAliveMs: 75_000,
  stalledMs: 90_000,
  connections: 4_000,
  connectionsPerClient: 400,
}
const MAX_HEADER_BYTES = 16 * 1024
const MAX_HEADER_COUNT = 100
const CHECK_MS = 2_000
/** Pipelined requests on one connection. Browsers and proxies send one at a time. */
const MAX_PIPELINED = 8
const LOG_AGAIN_MS = 60_000

/** Creates Node's HTTP server with limits. `limitPerClient` is false behind a proxy. */
export function createHttpServer({
  limitPerClient,
  ...overrides
}: Partial<ServerLimits> & { limitPerClient: boolean }): Server {
  const limits = { ...SERVER_LIMITS, ...overrides }
  const server = createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: CHECK_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
  })
  server.maxHeadersCount = MAX_HEADER_COUNT
  server.timeout = limits.stalledMs
  limitConnections(
    server,
    limits.connections,
    limitPerClient ? limits.connectionsPerClient : Number.POSITIVE_INFINITY,
  )
  return server
}

function limitConnections(server: Server, max: number, maxPerClient: number): void {
  const perClient = new Map<string, number>()
  /** Connections without a request, the longest idle first. */
  const idle = new Set<Socket>()
  let open = 0
  let loggedAt = Number.NEGATIVE_INFINITY

  server.on('connection', (socket: Socket) => {
    const clients = networks(socket.remoteAddress ?? '')
    const full = clients.find(({ name, share }) => (perClient.get(name) ?? 0) >= share * maxPerClient)
    const [longestIdle] = idle
    if (full || (open >= max && !longestIdle)) {
      if (performance.now() - loggedAt > LOG_AGAIN_MS) {
        loggedAt = performance.now()
        log('warn', 'connections are refused: too many are open', { client: full?.name, open })
      }
      return void socket.destroy()
    }
    if (open >= max) longestIdle?.destroy()
    const count = (by: 1 | -1) => {
      open += by
      for (const { name } of clients) {
        const connections = (perClient.get(name) ?? 0) + by
        if (connections > 0) perClient.set(name, connections)
        else perClient.delete(name)
      }
    }
    count(1)
    idle.add(socket)
    socket.once('close', () => {
      count(-1)
      idle.delete(socket)
    })
  })
  server.prependListener('request', ({ socket }, response) => {
    idle.delete(socket)
    response.once('close', () => {
      if (!socket.destroyed) idle.add(socket)
    })
  })
}

/** Closes a connection that pipelines too many requests. Node would hold all responses in memory. */
export function limitPipelining(listener: RequestListener): RequestListener {
  const unanswered = new WeakMap<Socket, number>()
  return (request, response) => {
    const { socket } = request
    const count = (unanswered.get(socket) ?? 0) + 1
    if (count > MAX_PIPELINED) return void socket.destroy()
    unanswered.set(socket, count)
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
    listener(request, response)
  }
}

/** Closes idle connections, and all others once they are idle or after `maxMs`. */
export async function closeServer(server: Server, maxMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const timer = setTimeout(() => server.closeAllConnections(), maxMs)
  await closed
  clearTimeout(timer)
}
