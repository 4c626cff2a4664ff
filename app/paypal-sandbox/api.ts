import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { apiError, type Issue, MOCK_ISSUES } from '#app/paypal-sandbox/errors.ts'
import type { Orders } from '#app/paypal-sandbox/orders.ts'
import { Refusal } from '#app/paypal-sandbox/requests.ts'
import type { ApiReply, StandInReply } from '#app/paypal-sandbox/shapes.ts'
import type { Store } from '#app/paypal-sandbox/store.ts'
import { parseJson } from '#app/platform/parse-json.ts'
import { isSameSecret } from '#app/platform/same-secret.server.ts'

/** Longer than anybody waits for PayPal. */
const SLOW_MS = 10_000
const TOKEN_LIFETIME_S = 32_400

export type StandInRequest = {
  method: string
  /** Below the side's own path. */
  path: string
  url: URL
  headers: IncomingHttpHeaders
  body: Buffer | undefined
}
type Options = {
  store: Store
  orders: Orders
  credentials: { clientId: string; clientSecret: string }
  tokenKey: string
}

/** PayPal's REST API for the server: OAuth 2 client credentials, Orders v2, and of Payments v2 captures and refunds. */
export function createApi({ store, orders, credentials, tokenKey }: Options) {
  const token = (expiresAt: number) =>
    `${expiresAt}.${createHmac('sha256', tokenKey).update(String(expiresAt)).digest('base64url')}`

  function authorize({ headers, body }: StandInRequest): ApiReply {
    const { clientId, clientSecret } = credentials
    const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
    if (!isSameSecret(String(headers.authorization), basic))
      return {
        status: 401,
        body: { error: 'invalid_client', error_description: 'Client Authentication failed' },
      }
    if (new URLSearchParams(body?.toString()).get('grant_type') !== 'client_credentials')
      return {
        status: 400,
        body: { error: 'unsupported_grant_type', error_description: 'Grant Type is NULL' },
      }
    return {
      status: 200,
      body: {
        scope: 'https://uri.paypal.com/services/payments/payment',
        access_token: token(Math.floor(Date.now() / 1000) + TOKEN_LIFETIME_S),
        token_type: 'Bearer',
        app_id: 'APP-STANDIN',
        expires_in: TOKEN_LIFETIME_S,
        nonce: new Date().toISOString(),
      },
    }
  }

  function isAuthorized({ headers }: StandInRequest): boolean {
    const given = String(headers.authorization ?? '').replace('Bearer ', '')
    const expiresAt = Number(given.split('.')[0])
    return isSameSecret(given, token(expiresAt)) && expiresAt > Date.now() / 1000
  }

  function route({ method, path, headers, body }: StandInRequest): ApiReply {
    const writes = method === 'POST' || method === 'PATCH'
    if (writes && !/^application\/json\b/i.test(headers['content-type'] ?? '')) return apiError(415)
    const json = readJson(body)
    if (json === undefined) return malformed(path)
    const [, order, action] = /^\/v2\/checkout\/orders(?:\/([A-Z0-9]{1,36}))?(\/capture)?$/.exec(path) ?? []
    const [, refunded] = /^\/v2\/payments\/refunds\/([A-Z0-9]{1,36})$/.exec(path) ?? []
    const [, capture, refund] = /^\/v2\/payments\/captures\/([A-Z0-9]{1,36})(\/refund)?$/.exec(path) ?? []
    switch (`${method} ${path.replace(order ?? capture ?? refunded ?? '-', '{id}')}`) {
      case 'POST /v2/checkout/orders':
        return orders.create(json)
      case 'GET /v2/checkout/orders/{id}':
        return orders.read(order!)
      case 'PATCH /v2/checkout/orders/{id}':
        return orders.patch(order!, json)
      case 'POST /v2/checkout/orders/{id}/capture':
        return action ? orders.capture(order!, mockIssue(headers)) : apiError(404)
      case 'GET /v2/payments/captures/{id}':
        return orders.readCapture(capture!)
      case 'POST /v2/payments/captures/{id}/refund':
        return refund ? orders.refund(capture!, json) : apiError(404)
      case 'GET /v2/payments/refunds/{id}':
        return orders.readRefund(refunded!)
      default:
        return apiError(404)
    }
  }

  function answer(request: StandInRequest): ApiReply {
    try {
      return route(request)
    } catch (error) {
      if (error instanceof Refusal) return error.reply
      throw error
    }
  }

  return async (request: StandInRequest): Promise<StandInReply> => {
    if (request.path === '/v1/oauth2/token') return toReply(authorize(request))
    if (!isAuthorized(request)) return toReply(apiError(401))
    const mock = mockCode(request.headers)
    if (mock === 'INTERNAL_SERVER_ERROR') return toReply(apiError(500))
    if (mock === 'SERVICE_UNAVAILABLE') return toReply(apiError(503))
    const requestId = request.method === 'POST' && String(request.headers['paypal-request-id'] ?? '')
    let repeated = false
    const reply = store.transaction(() => {
      const key = `${request.path} ${requestId}`
      const before = requestId ? store.reply(key) : undefined
      repeated = before !== undefined
      const made = before ?? answer(request)
      if (requestId && !before) store.keepReply(key, made)
      return made
    })
    const outcome = repeated || reply.status !== 201 ? undefined : captureOutcome(request.path)
    if (outcome === 'slow') await delay(SLOW_MS, undefined, { ref: false })
    if (outcome === 'lost') return toReply(apiError(503))
    // PayPal: a repeated request that succeeded gets 200.
    return toReply(repeated && reply.status === 201 ? { ...reply, status: 200 } : reply, isBrief(request))
  }

  function captureOutcome(path: string): string | undefined {
    const id = /^\/v2\/checkout\/orders\/([A-Z0-9]+)\/capture$/.exec(path)?.[1]
    return id && orders.find(id)?.outcome
  }
}

/** Without `Prefer: return=representation` what was made is answered with its id, status and links (parameter prefer). */
const isBrief = ({ method, headers }: StandInRequest): boolean =>
  method === 'POST' && headers.prefer !== 'return=representation'

/** payments_payment_v2.json has no name of its own for it. */
const malformed = (path: string): ApiReply =>
  apiError(400, [
    { issue: path.startsWith('/v2/payments') ? 'INVALID_PARAMETER_SYNTAX' : 'MALFORMED_REQUEST_JSON' },
  ])

function toReply({ status, body }: ApiReply, brief = false): StandInReply {
  if (body === undefined) return { status }
  const { id, status: state, links } = body as Record<string, unknown>
  const shown = brief && status < 300 ? { id, status: state, links } : body
  return { status, body: JSON.stringify(shown), type: 'application/json' }
}

/** `PayPal-Mock-Response: {"mock_application_codes": "INSTRUMENT_DECLINED"}` (PayPal: "Negative testing"). */
function mockCode(headers: IncomingHttpHeaders): unknown {
  const given = parseJson(String(headers['paypal-mock-response']))
  const code = (given as { mock_application_codes?: unknown } | undefined)?.mock_application_codes
  return Array.isArray(code) ? code[0] : code
}
const mockIssue = (headers: IncomingHttpHeaders): Issue | undefined =>
  MOCK_ISSUES.find((issue) => issue === mockCode(headers))

/** Undefined when it is no JSON; null for an empty body. */
const readJson = (body: Buffer | undefined): unknown =>
  body?.length ? parseJson(body.toString('utf8')) : null
