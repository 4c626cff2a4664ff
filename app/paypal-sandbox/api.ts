import { createHmac } from 'node:crypto'
import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  Router,
} from 'express'
import { ApiError, errorReply } from '#app/paypal-sandbox/errors.ts'
import type { Orders } from '#app/paypal-sandbox/orders.ts'
import type { ApiReply } from '#app/paypal-sandbox/shapes.ts'
import type { Store } from '#app/paypal-sandbox/store.ts'
import { isSameSecret } from '#app/platform/constant-time-equal.server.ts'

/** The backend times out earlier. */
const SLOW_MS = 10_000
const TOKEN_LIFETIME_S = 32_400

type Options = {
  store: Store
  orders: Orders
  credentials: { clientId: string; clientSecret: string }
  tokenKey: string
}

/** PayPal's REST API for the backend: OAuth 2 client credentials and Orders v2. */
export function createApi({ store, orders, credentials, tokenKey }: Options): Router {
  const basic = Buffer.from(`${credentials.clientId}:${credentials.clientSecret}`).toString('base64')
  const tokenUntil = (expiresAt: number) =>
    `${expiresAt}.${createHmac('sha256', tokenKey).update(String(expiresAt)).digest('base64url')}`

  const issueToken: RequestHandler = (request, response) => {
    if (!isSameSecret(request.get('authorization') ?? '', `Basic ${basic}`)) {
      const refusal = { error: 'invalid_client', error_description: 'Client Authentication failed' }
      return void response.status(401).json(refusal)
    }
    response.json({
      access_token: tokenUntil(Math.floor(Date.now() / 1000) + TOKEN_LIFETIME_S),
      token_type: 'Bearer',
      expires_in: TOKEN_LIFETIME_S,
    })
  }

  const requireToken: RequestHandler = (request, _response, next) => {
    const token = (request.get('authorization') ?? '').replace('Bearer ', '')
    const expiresAt = Number(token.split('.')[0])
    const isValid = isSameSecret(token, tokenUntil(expiresAt)) && expiresAt > Date.now() / 1000
    next(isValid ? undefined : new ApiError(401))
  }

  /** Runs a request once. A repeated PayPal-Request-Id gets the first response, with status 200. */
  const once =
    (run: (request: Request) => ApiReply): RequestHandler =>
    (request, response) => {
      const requestId = request.get('paypal-request-id')
      const reply = store.transaction(() => {
        const key = `${request.path} ${requestId}`
        const first = requestId ? store.reply(key) : undefined
        if (first) return { ...first, status: first.status === 201 ? 200 : first.status }
        const reply = run(request)
        if (requestId) store.saveReply(key, reply)
        return reply
      })
      if (reply.outcome === 'lost') throw new ApiError(503)
      if (reply.outcome === 'slow') setTimeout(send, SLOW_MS, response, reply).unref()
      else send(response, reply)
    }

  const sendError: ErrorRequestHandler = (error, _request, response, next) => {
    if (error instanceof ApiError) send(response, error.reply)
    // Express could not parse the body.
    else if (error.status < 500) send(response, errorReply(400, { issue: 'MALFORMED_REQUEST_JSON' }))
    else next(error)
  }

  return Router()
    .post('/v1/oauth2/token', issueToken)
    .use(requireToken, express.json({ limit: '64kb' }))
    .post(
      '/v2/checkout/orders',
      once(({ body }) => orders.create(body)),
    )
    .get('/v2/checkout/orders/:id', ({ params }, response) => send(response, orders.read(params.id)))
    .post(
      '/v2/checkout/orders/:id/capture',
      once(({ params }) => orders.capture(params.id!)),
    )
    .use(() => {
      throw new ApiError(404)
    })
    .use(sendError)
}

const send = (response: Response, { status, body }: ApiReply): void => void response.status(status).json(body)
