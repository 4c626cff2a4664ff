import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response } from 'express'
import { HttpError } from '#app/backend/http/http-error.ts'
import { maskAddress } from '#app/backend/log.ts'
import type { PaymentProvider } from '#app/backend/payments/provider.ts'
import { checkStaff } from '#app/backend/staff/access.ts'
import { EVIDENCE_HEADER, type Evidence, sha256, verifyEvidence } from '#app/platform/evidence.server.ts'
import type { Log } from '#app/platform/log.ts'
import type { RateLimiter } from '#app/platform/rate-limit.ts'
import { readRequestId } from '#app/platform/request-id.server.ts'

const MAX_BODY_BYTES = 64 * 1024
const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i

/** A request that has passed all checks. */
export type Call = {
  /** The JSON of a POST. */
  json: unknown
  /** The bytes of a `raw` route. */
  body: Buffer
  /** The data that the site signed; undefined for an unsigned call. */
  evidence: Evidence | undefined
  /** The visitor's address; empty for a call of the site itself. */
  address: string
  requestId: string
  query: Request['query']
  headers: IncomingHttpHeaders
}
export type Route = {
  method: 'GET' | 'POST'
  path: string
  /** Rate limits count per call and address. */
  call: string
  /** Only the site may call it. */
  signed?: boolean
  /** It authenticates its callers, reads the raw body, and has no rate limit. */
  raw?: boolean
  /** Only the site or the holder of the staff token may call it. It has no rate limit. */
  staff?: boolean
  /** Successes are not logged, because monitoring calls it every few seconds. */
  quiet?: boolean
  run(call: Call): Promise<{ status: number; body: unknown }>
}
type Options = {
  routes: Route[]
  provider: PaymentProvider
  /** Per visitor, for posts and for reads. */
  limits: { posts: RateLimiter; reads: RateLimiter }
  /** Shared with the site, which signs its calls. */
  secret: string
  /** Refuses the unsigned calls that another site could make. */
  signedOnly: boolean
  staffToken: string
  log: Log
}

/** The backend's Express app. Answers are JSON; an error is `{error}`. */
export function createApp({ routes, provider, limits, log, ...keys }: Options): express.Express {
  const app = express()
  app.disable('x-powered-by').disable('etag')
  app.enable('case sensitive routing').enable('strict routing')
  app.set('query parser', 'simple')
  // Only processes on this machine can connect, so X-Forwarded-For is trusted.
  app.set('trust proxy', 1)

  app.use(setHeaders, logRequests(log), refuseForeignPages, paypalSandbox(provider))
  for (const route of routes) {
    const handlers = [authenticate(route, keys), limitRate(route, limits), readBody(route), answer(route)]
    if (route.method === 'GET') app.get(route.path, ...handlers)
    else app.post(route.path, ...handlers)
    app.all(route.path, refuseMethod(route))
  }
  app.use(() => {
    throw new HttpError(404, 'There is nothing at this path')
  })
  app.use(answerError(log))
  return app
}

const setHeaders: RequestHandler = (request, response, next) => {
  const requestId = readRequestId(request.get('X-Request-Id')) ?? randomUUID()
  response.locals.requestId = requestId
  response.set({
    'X-Request-Id': requestId,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  })
  next()
}

function logRequests(log: Log): RequestHandler {
  return ({ method, path }, response, next) => {
    const startedAt = performance.now()
    response.once('close', () => {
      const { statusCode: status, locals } = response
      const detail = { requestId: locals.requestId, method, path: path.slice(0, 100) }
      if (!response.writableFinished) return log('info', 'the caller disconnected', detail)
      if (locals.quiet && status < 400) return
      const ms = Math.round(performance.now() - startedAt)
      const address = maskAddress(locals.address ?? '')
      log(status >= 500 ? 'error' : 'info', 'request', { ...detail, status, ms, address })
    })
    next()
  }
}

/** Refuses requests of web pages from other origins, including DNS rebinding. */
const refuseForeignPages: RequestHandler = ({ headers: { host = '', origin } }, _response, next) => {
  if (!LOOPBACK_HOST.test(host)) throw new HttpError(403, 'Host not allowed')
  // The sandbox's approval page has a form that posts to its own address.
  if (origin !== undefined && origin !== `http://${host}`) throw new HttpError(403, 'Origin not allowed')
  next()
}

function paypalSandbox(provider: PaymentProvider): RequestHandler {
  return (request, response, next) => {
    const handled = (isHandled: boolean) => {
      response.locals.quiet = isHandled
      if (!isHandled) next()
    }
    provider.handle(request, response).then(handled, next)
  }
}

type Keys = Pick<Options, 'secret' | 'signedOnly' | 'staffToken'>

/** Verifies the site's signature, or the staff token. */
function authenticate(
  { method, path, ...route }: Route,
  { secret, signedOnly, staffToken }: Keys,
): RequestHandler {
  return (request, { locals }, next) => {
    locals.quiet = route.quiet
    const header = request.get(EVIDENCE_HEADER)
    const verified = header === undefined ? undefined : verifyEvidence(secret, header, `${method} ${path}`)
    if (verified?.ok === false) throw new HttpError(403, `Evidence refused: ${verified.reason}`)
    locals.evidence = verified?.evidence
    if (route.staff) checkStaff(request, staffToken, verified !== undefined)
    else if (!verified && (route.signed || (signedOnly && !route.raw)))
      throw new HttpError(403, 'This call needs the site’s signature')
    next()
  }
}

function limitRate({ method, call, raw, staff }: Route, { posts, reads }: Options['limits']): RequestHandler {
  const limiter = method === 'GET' ? reads : posts
  return ({ ip = '' }, { locals }, next) => {
    // A signed call without an address comes from the site itself and has no limit.
    locals.address = locals.evidence ? (locals.evidence.address ?? '') : ip
    if (!locals.address || raw || staff) return next()
    const counted = (wait: number) =>
      next(wait > 0 ? new HttpError(429, 'Too many requests', { 'Retry-After': `${wait}` }) : undefined)
    limiter(locals.address, call).then(counted, next)
  }
}

function readBody({ method, raw }: Route): RequestHandler {
  const options = { limit: MAX_BODY_BYTES, inflate: false, verify: checkBody }
  if (raw) return express.raw({ ...options, type: () => true })
  const readJson = express.json({ ...options, type: () => true })
  return (request, response, next) => {
    if (method === 'POST' && !request.is('application/json'))
      throw new HttpError(415, 'The body must be application/json in UTF-8')
    readJson(request, response, next)
  }
}

/** express.json and express.raw pass the bytes here before they parse them. */
function checkBody(_request: IncomingMessage, response: object, body: Buffer): void {
  const { evidence } = (response as Response).locals
  if (evidence && evidence.body !== sha256(body))
    throw new HttpError(403, 'Evidence refused: signed for another body')
  if (!isUtf8(body)) throw new HttpError(400, 'The body is not UTF-8')
}

function answer({ run }: Route): RequestHandler {
  return ({ body, query, headers }, response, next) => {
    const { evidence, address, requestId } = response.locals
    run({ json: body, body, evidence, address, requestId, query, headers })
      .then((reply) => response.status(reply.status).json(reply.body))
      .catch(next)
  }
}

function refuseMethod({ method }: Route): RequestHandler {
  const headers = { Allow: method === 'GET' ? 'GET, HEAD' : method }
  return () => {
    throw new HttpError(405, 'The method is not allowed here', headers)
  }
}

function answerError(log: Log): ErrorRequestHandler {
  return (error, _request, response, next) => {
    if (response.headersSent) return next(error)
    // Express marks its own errors like this, too.
    if (error.expose) {
      response.set(error.headers ?? {})
      return void response.status(error.status).json({ error: error.message })
    }
    const { requestId } = response.locals
    log('error', 'request failed', { requestId, error: error.stack ?? String(error) })
    response.status(500).json({ error: 'The backend failed. Its log has the cause under this X-Request-Id.' })
  }
}
