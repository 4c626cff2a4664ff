import { createServer, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { commonHeadersBeside } from '#app/server/common-headers.ts'
import { log } from '#app/server/log.ts'

/** How patient the site is with its clients; ms, bytes, counts. */
export type Patience = {
  /** Until all headers are there. */
  headersMs: number
  /** Until the whole request is there. */
  requestMs: number
  /** A connection that asks nothing. Longer than a proxy in front keeps one (60 s is common): else it would ask a closed one. */
  keepAliveMs: number
  /** Nothing comes and nothing leaves: what was asked is not read, say. Longer than any answer takes. */
  stalledMs: number
  /** Who was refused is heard out for so long: what comes to a closed door would have the kernel take the refusal back. */
  lingerMs: number
  /** How often the first two are looked at. */
  checkMs: number
  headerBytes: number
  headerCount: number
  connections: number
}

export const PATIENCE: Patience = {
  headersMs: 10_000,
  requestMs: 20_000,
  keepAliveMs: 75_000,
  stalledMs: 90_000,
  lingerMs: 2_000,
  checkMs: 2_000,
  headerBytes: 16 * 1024,
  headerCount: 100,
  connections: 4_000,
}

/**
 * The site's HTTP server: who sends slowly, too much or nonsense is answered in a line and let go, so that clients who hold
 * connections cost a bounded number of them for a bounded time.
 */
export function createWebServer(listener?: RequestListener, patience: Partial<Patience> = {}): Server {
  const {
    headersMs,
    requestMs,
    keepAliveMs,
    stalledMs,
    lingerMs,
    checkMs,
    headerBytes,
    headerCount,
    connections,
  } = { ...PATIENCE, ...patience }
  const server = createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      keepAliveTimeout: keepAliveMs,
      connectionsCheckingInterval: checkMs,
      maxHeaderSize: headerBytes,
      requireHostHeader: false, // front.ts says what is wrong with it
    },
    listener,
  )
  server.maxHeadersCount = headerCount
  server.maxConnections = connections
  saysThatItIsFull(server)
  server.timeout = stalledMs
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuse(error, socket, lingerMs))
  // What nobody knows to expect is passed over (RFC 9110, 10.1.1): Node's own refusal would say nothing of what all answers do.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  sendsBeforeClosing(server)
  return server
}

/** The same again is said after so long. */
const SAID_AGAIN_MS = 60_000

/** Whoever comes then is turned away without an answer: no request, so nothing else would tell of them. */
function saysThatItIsFull(server: Server): void {
  let saidAt = Number.NEGATIVE_INFINITY
  let turnedAway = 0
  server.on('drop', () => {
    turnedAway++
    if (performance.now() - saidAt < SAID_AGAIN_MS) return
    log('warn', 'all connections are taken: others are turned away', {
      connections: server.maxConnections,
      turnedAway,
    })
    saidAt = performance.now()
    turnedAway = 0
  })
}

/**
 * Node takes a connection for idle once its answer is given, though the client reads slowly and most of it has not left yet:
 * `close` would cut it. Such an answer leaves whole, and its connection goes with it.
 */
function sendsBeforeClosing(server: Server): void {
  const answers = new Set<ServerResponse>()
  server.on('request', (_request, response) => {
    answers.add(response)
    response.once('close', () => answers.delete(response))
  })
  const closeIdle = server.closeIdleConnections.bind(server)
  server.closeIdleConnections = () => {
    const unsent = [...answers].filter(
      ({ writableEnded, writableFinished }) => writableEnded && !writableFinished,
    )
    for (const answer of unsent) {
      const { socket } = answer
      answer.once('finish', () => socket?.destroySoon())
      answer.finished = false // which is what Node asks
    }
    closeIdle()
    for (const answer of unsent) answer.finished = true
  }
}

/** The first may be what is left of one in which nobody was looked for. */
const QUIET_TURNS = 3

/**
 * Resolves when no connection waits to be taken, of which a turn of the event loop takes one: a door that closes before has
 * the kernel reset them, with what was asked on them. Where they never end to come, after `atMostMs`.
 */
export async function nobodyWaits(server: Server, atMostMs: number): Promise<void> {
  const end = performance.now() + atMostMs
  let quiet = 0
  const come = () => {
    quiet = 0
  }
  server.on('connection', come)
  while (quiet++ < QUIET_TURNS && performance.now() < end) await turn()
  server.off('connection', come)
}

const STATUS: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
}

/** What Node could not read as a request, or not in time. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex, lingerMs: number): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  // Something was answered on it already: a second answer would pass for another request's.
  if ('bytesWritten' in socket && Number(socket.bytesWritten) > 0) return void socket.destroy()
  const status = STATUS[error.code ?? ''] ?? 400
  const text = `${STATUS_CODES[status]}\n`
  const headers = [
    ['Content-Type', 'text/plain; charset=utf-8'],
    ['Content-Length', String(text.length)],
    ['Cache-Control', 'no-store'],
    ['Connection', 'close'],
  ]
  const common = commonHeadersBeside(headers.map(([name = '']) => name))
  const head = [...headers, ...common].map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${text}`)
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref()
  socket.once('close', () => clearTimeout(timer))
}
