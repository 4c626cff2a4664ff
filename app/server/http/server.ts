import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { network } from '#app/host/embedded/budgets.ts'
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
  /** Connections per client network. Many visitors of an office may share one address. */
  connectionsPerClient: number
}

export const SERVER_LIMITS: ServerLimits = {
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
const LOG_AGAIN_MS = 60_000

/**
 * Node's HTTP server with limits, so that slow, idle or greedy clients hold a bounded number of connections for a bounded
 * time. `limitPerClient` is false behind a proxy, whose connections carry everybody's requests.
 */
export function createHttpServer({
  limitPerClient,
  ...given
}: Partial<ServerLimits> & { limitPerClient: boolean }): Server {
  const limits = { ...SERVER_LIMITS, ...given }
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
  const refused = logAtMost('connections are refused: too many are open')

  server.on('connection', (socket: Socket) => {
    const client = network(socket.remoteAddress ?? '')
    const ofClient = (perClient.get(client) ?? 0) + 1
    const [longestIdle] = idle
    if (ofClient > maxPerClient || (open >= max && !longestIdle)) {
      refused({ client: ofClient > maxPerClient ? client : undefined, open })
      return void socket.destroy()
    }
    if (open >= max) longestIdle?.destroy()
    open++
    perClient.set(client, ofClient)
    idle.add(socket)
    socket.once('close', () => {
      open--
      idle.delete(socket)
      const left = (perClient.get(client) ?? 1) - 1
      if (left > 0) perClient.set(client, left)
      else perClient.delete(client)
    })
  })
  server.prependListener('request', ({ socket }, response) => {
    idle.delete(socket)
    response.once('close', () => {
      if (!socket.destroyed) idle.add(socket)
    })
  })
}

/** Logs a warning at most once a minute, with the number of events since the last one. */
function logAtMost(message: string): (detail: Record<string, unknown>) => void {
  let lastAt = Number.NEGATIVE_INFINITY
  let count = 0
  return (detail) => {
    count++
    if (performance.now() - lastAt < LOG_AGAIN_MS) return
    log('warn', message, { ...detail, count })
    lastAt = performance.now()
    count = 0
  }
}

/** Finishes the requests in flight, closes idle connections at once and all others after `atMostMs`. */
export async function closeServer(server: Server, atMostMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const timer = setTimeout(() => server.closeAllConnections(), atMostMs)
  await closed
  clearTimeout(timer)
}
