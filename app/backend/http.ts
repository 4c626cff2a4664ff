import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import { HttpError } from '#app/backend/http-error.ts'
import { maskAddress } from '#app/backend/log.ts'
import { checkStaff } from '#app/backend/staff/access.ts'
import { EVIDENCE_HEADER, type Evidence, sha256, verifyEvidence } from '#app/platform/evidence.server.ts'
import type { Log } from '#app/platform/log.ts'
import { isLoopbackAddress } from '#app/platform/loopback.ts'
import type { Spender } from '#app/platform/rate-limit.ts'
import { readAtMost } from '#app/platform/read-at-most.server.ts'
import { readRequestId } from '#app/platform/request-id.server.ts'

const MAX_BODY_BYTES = 64 * 1024
/** After an answer that came before the whole request: how long the rest of it is passed over, then the connection ends. */
const LINGER_MS = 1_000

/** A request that has passed the edge. */
export type Call = {
  /** The body’s JSON, an object; undefined for GET. */
  json: unknown
  /** What the site signed; undefined from a caller that signs nothing. */
  evidence: Evidence | undefined
  /** The visitor's address; empty for the site’s own call. */
  address: string
  requestId: string
  /** Behind the path’s question mark. */
  search: URLSearchParams
  headers: IncomingHttpHeaders
  /** The body’s bytes, for what is signed over them. */
  body: Buffer
}
type Reply = { status: number; body: unknown }
export type Route = {
  method: 'GET' | 'POST'
  path: string
  /** Budgets are per call and address. */
  call: string
  /** Refuses whoever does not share the secret. */
  signed?: boolean
  /** The route reads `body` itself and knows its callers by other means: neither JSON nor budgets. */
  raw?: boolean
  /** For the Studio’s Inbox: the site signs the call, or the local lake shows the staff’s token. No budget is spent. */
  staff?: boolean
  /** Asked every few seconds by whoever watches: while all is well, a line each would drown the others. */
  quiet?: boolean
  run(call: Call): Promise<Reply>
}
type Edge = {
  routes: Route[]
  budgets: Spender
  /** For what is only read. */
  readings: Spender
  secret: string
  staffToken: string
  log: Log
}

/** Answers every request with JSON: a route’s reply, or `{error}` with the status that fits. Never a stack trace. */
export function createEdge(edge: Edge) {
  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const startedAt = performance.now()
    const requestId = readRequestId(req.headers['x-request-id']) ?? randomUUID()
    const [path = '/', search] = (req.url ?? '/').split(/\?(.*)/s)
    let reply: Reply
    let headers: Record<string, string> = {}
    let address = ''
    let quiet = false
    try {
      const route = findRoute(edge.routes, req.method, path)
      quiet = route.quiet === true
      const evidence = readEvidence(req, route, edge.secret)
      if (route.staff) checkStaff(req, edge.staffToken, evidence !== undefined)
      address = visitorAddress(req, evidence)
      // A signed call without a visitor is the site’s own.
      const spends = address && !route.raw && !route.staff
      const budgets = route.method === 'GET' ? edge.readings : edge.budgets
      const wait = spends ? await budgets.spend(route.call, address) : 0
      if (wait) throw new HttpError(429, 'Too many requests', { 'retry-after': String(wait) })
      const body = await readBody(req)
      if (evidence && evidence.body !== sha256(body))
        throw new HttpError(403, 'Evidence refused: signed for another body')
      const json = route.method === 'POST' && !route.raw ? readJson(req, body) : undefined
      reply = await route.run({
        json,
        evidence,
        address,
        requestId,
        search: new URLSearchParams(search),
        headers: req.headers,
        body,
      })
    } catch (error) {
      if (error instanceof HttpError) {
        reply = { status: error.status, body: { error: error.message } }
        headers = error.headers
      } else if (res.destroyed || req.errored) {
        edge.log('info', 'caller went away', { requestId, method: req.method, path: path.slice(0, 100) })
        return
      } else {
        edge.log('error', 'request failed', { requestId, error: (error as Error).stack ?? String(error) })
        reply = { status: 500, body: { error: 'The host could not do this' } }
      }
    }
    send(req, res, reply, { ...headers, 'x-request-id': requestId })
    if (quiet && reply.status < 400) return
    edge.log(reply.status >= 500 ? 'error' : 'info', 'request', {
      requestId,
      method: req.method,
      path: path.slice(0, 100),
      status: reply.status,
      ms: Math.round(performance.now() - startedAt),
      address: maskAddress(address),
    })
  }
}

function findRoute(routes: Route[], method: string | undefined, path: string): Route {
  const here = routes.filter((route) => route.path === path)
  if (here.length === 0) throw new HttpError(404, 'There is nothing at this path')
  const found = here.find((route) => route.method === (method === 'HEAD' ? 'GET' : method))
  if (found) return found
  const allowed = here.map((route) => (route.method === 'GET' ? 'GET, HEAD' : route.method))
  throw new HttpError(405, 'The method is not allowed here', { allow: allowed.join(', ') })
}

function readEvidence(req: IncomingMessage, route: Route, secret: string): Evidence | undefined {
  const header = req.headers[EVIDENCE_HEADER]
  if (header === undefined) {
    if (route.signed) throw new HttpError(403, 'Only the site may do this')
    return undefined
  }
  const verified = verifyEvidence(secret, String(header), `${route.method} ${route.path}`)
  if (!verified.ok) throw new HttpError(403, `Evidence refused: ${verified.reason}`)
  return verified.evidence
}

/** Whose budget a request spends: the signed address; else the one that a proxy on this machine names last; else the peer. */
function visitorAddress(req: IncomingMessage, evidence: Evidence | undefined): string {
  if (evidence) return evidence.address ?? ''
  const peer = req.socket.remoteAddress ?? 'unknown'
  const forwarded = String(req.headers['x-forwarded-for'] ?? '')
    .split(',')
    .at(-1)!
    .trim()
  return isLoopbackAddress(peer) && isIP(forwarded) ? forwarded : peer
}

/** The body, of at most 64 KB. Throws 413 as soon as it is known to be more; the rest is not read. */
export async function readBody(req: IncomingMessage): Promise<Buffer> {
  const isTold = Number(req.headers['content-length']) > MAX_BODY_BYTES
  const body = isTold ? undefined : await readAtMost(req.iterator({ destroyOnReturn: false }), MAX_BODY_BYTES)
  if (!body) throw new HttpError(413, `The body is larger than ${MAX_BODY_BYTES} bytes`)
  return body
}

function readJson(req: IncomingMessage, body: Buffer): unknown {
  const type = req.headers['content-type'] ?? ''
  if (
    !/^application\/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?$/i.test(type) ||
    req.headers['content-encoding']
  )
    throw new HttpError(415, 'The body must be application/json in UTF-8')
  let json: unknown
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new HttpError(400, 'The body is not JSON')
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new HttpError(400, 'The body must be a JSON object')
  return json
}

function send(
  req: IncomingMessage,
  res: ServerResponse,
  { status, body }: Reply,
  headers: Record<string, string>,
): void {
  if (res.headersSent || res.destroyed) return
  const text = JSON.stringify(body)
  res.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
    ...(!req.complete && { connection: 'close' }),
  })
  end(res, req.method === 'HEAD' ? '' : text)
}

/** Ends an answer. Of a body that was not read to its end, the rest is passed over first: who is cut off while he sends may never see the answer. */
export function end(res: ServerResponse, text: string): void {
  const { req } = res
  if (req.complete) return void res.end(text)
  res.write(text)
  const ended = () => void res.end()
  setTimeout(ended, LINGER_MS).unref()
  req.once('end', ended).once('close', ended).resume()
}
