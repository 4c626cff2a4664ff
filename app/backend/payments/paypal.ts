import { setTimeout as delay } from 'node:timers/promises'
import { HttpError } from '#app/backend/http/http-error.ts'
import { formatCents } from '#app/backend/payments/money.ts'
import type { PaymentOrderRow } from '#app/backend/payments/tables.ts'
import { describeError, type Log } from '#app/platform/log.ts'
import { parseJson } from '#app/platform/parse-json.ts'

/** Limits all requests of one call to PayPal. The site waits 8 s for the backend. */
export const OPERATION_TIMEOUT_MS = 6_500
/** Waits between attempts, which share a PayPal-Request-Id. */
const RETRY_DELAYS_MS = [250, 700]
/** A token is renewed this long before it expires. */
const TOKEN_MARGIN_MS = 60_000
export const API = { sandbox: 'https://api-m.sandbox.paypal.com', live: 'https://api-m.paypal.com' }
const ORDERS_PATH = '/v2/checkout/orders'
/** PayPal's longest description of a purchase unit. */
const MAX_DESCRIPTION_CHARS = 127
/** Temporary errors. 409: a request with this PayPal-Request-Id is running. */
const PASSING_STATUS = [401, 403, 408, 409, 425, 429]

// PayPal's JSON, as far as it is used (Orders v2). Amounts are texts: `499.00`.
export type Link = { rel: string; href: string; method?: string }
type Money = { value: string; currency_code: string }
/** A capture or a refund. */
export type PayPalPayment = {
  id?: string
  status?: string
  amount?: Money
  status_details?: { reason?: string }
  links?: Link[]
  supplementary_data?: { related_ids?: { order_id?: string; capture_id?: string } }
}
type PurchaseUnit = {
  custom_id?: string
  amount?: Money
  payments?: { captures?: PayPalPayment[]; refunds?: PayPalPayment[] }
}
export type PayPalOrder = {
  id: string
  status?: string
  purchase_units?: PurchaseUnit[]
  links?: Link[]
  payer?: { email_address?: string }
}

type ErrorJson = { name?: string; debug_id?: string; details?: { issue?: string }[] }
type NewOrder = Pick<PaymentOrderRow, 'id' | 'createRequestId' | 'amountCents' | 'currency' | 'title'>

type Failure = {
  /** `refused`: PayPal's decision. `unavailable`: no decision (network, timeout, 5xx, 429, credentials). */
  kind: 'refused' | 'unavailable'
  /** The HTTP status of PayPal's answer. */
  status?: number
  /** e.g. INSTRUMENT_DECLINED */
  issue?: string
  debugId?: string
}
/** Its message is for the caller, `reason` for the log. */
export class PayPalError extends HttpError {
  readonly reason: string
  readonly failure: Failure

  constructor(reason: string, failure: Failure) {
    if (failure.issue === 'TIMEOUT') super(504, 'PayPal did not answer in time')
    else super(502, failure.kind === 'refused' ? 'PayPal refused this' : 'PayPal can’t be reached')
    this.reason = reason
    this.failure = failure
  }
}

type PayPalSettings = {
  clientId: string
  clientSecret: string
  environment: 'sandbox' | 'live'
  /** Replaces PayPal's address; called at each request. */
  baseUrl?: () => string
  operationTimeoutMs?: number
  log?: Log
}

export type PayPal = ReturnType<typeof createPayPal>

/** A client of Orders v2. Calls throw PayPalError. Calls can share a `deadline` (performance.now(), ms). */
export function createPayPal({
  clientId,
  clientSecret,
  environment,
  baseUrl = () => API[environment],
  operationTimeoutMs = OPERATION_TIMEOUT_MS,
  log,
}: PayPalSettings) {
  let token: { value: string; until: number } | undefined

  async function accessToken(signal: AbortSignal): Promise<string> {
    if (token && performance.now() < token.until) return token.value
    const answer = await send(`${baseUrl()}/v1/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
      signal,
    })
    const { access_token: value, expires_in } = answer as { access_token: string; expires_in: number }
    token = { value, until: performance.now() + expires_in * 1_000 - TOKEN_MARGIN_MS }
    return value
  }

  /** Retries until there is an answer or the deadline has passed. */
  async function ask<Answer>(
    path: string,
    { method = 'POST', ...request }: RequestInit = {},
    deadline = performance.now() + operationTimeoutMs,
  ): Promise<Answer> {
    for (let tries = 0; ; tries++) {
      const signal = AbortSignal.timeout(Math.max(1, Math.ceil(deadline - performance.now())))
      try {
        const authorization = `Bearer ${await accessToken(signal)}`
        const headers = { authorization, 'content-type': 'application/json', ...request.headers }
        return (await send(baseUrl() + path, { ...request, method, headers, signal })) as Answer
      } catch (error) {
        const failure = toPayPalError(error)
        const { kind, issue, status, debugId } = failure.failure
        if (status === 401 && tries === 0) {
          // PayPal may withdraw a token before it expires.
          token = undefined
          continue
        }
        const isPassing = kind === 'unavailable' && issue !== 'TIMEOUT' && status !== 401 && status !== 403
        const wait = RETRY_DELAYS_MS[tries]
        if (isPassing && wait && performance.now() + wait + 500 < deadline) await delay(wait)
        else {
          log?.('warn', 'PayPal did not answer, or refused', { path, error: failure.reason, debugId })
          throw failure
        }
      }
    }
  }
  const once = (requestId: string) => ({ 'paypal-request-id': requestId, prefer: 'return=representation' })

  return {
    /** PayPal's page sends the buyer back to `origin`, the site. */
    create({ id, createRequestId, amountCents, currency, title }: NewOrder, origin?: string) {
      const description = [...title].slice(0, MAX_DESCRIPTION_CHARS).join('')
      const amount = { currency_code: currency, value: formatCents(amountCents) }
      const body = JSON.stringify({
        intent: 'CAPTURE',
        purchase_units: [{ custom_id: id, description, amount }],
        // Not payment_source.paypal.experience_context: that would bind the order to the wallet and shut out cards.
        application_context: {
          shipping_preference: 'NO_SHIPPING',
          user_action: 'PAY_NOW',
          // PayPal adds `token`, its id of the order, and `PayerID`.
          ...(origin && { return_url: `${origin}/checkout/return`, cancel_url: `${origin}/checkout` }),
        },
      })
      return ask<PayPalOrder>(ORDERS_PATH, { headers: once(createRequestId), body })
    },
    read: (id: string, deadline?: number) =>
      ask<PayPalOrder>(`${ORDERS_PATH}/${id}`, { method: 'GET' }, deadline),
    capture: (id: string, requestId: string, deadline?: number) =>
      ask<PayPalOrder>(`${ORDERS_PATH}/${id}/capture`, { headers: once(requestId) }, deadline),
    /** Any other of PayPal's APIs. */
    post: (path: string, body: string) => ask<unknown>(path, { body }),
  }
}

async function send(url: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(url, { ...init, redirect: 'error' })
  const { ok, status } = response
  const json = parseJson(await response.text())
  if (ok && json) return json
  const { name, debug_id: debugId, details } = (json ?? {}) as ErrorJson
  const issue = details?.[0]?.issue ?? name
  // A decision of PayPal has a name. Other errors may come from a proxy.
  const isRefused = issue && status < 500 && !PASSING_STATUS.includes(status)
  const kind = isRefused ? 'refused' : 'unavailable'
  throw new PayPalError(`PayPal answered ${status} ${issue ?? ''}`.trim(), { kind, status, issue, debugId })
}

function toPayPalError(error: unknown): PayPalError {
  if (error instanceof PayPalError) return error
  const issue = (error as Error).name === 'TimeoutError' ? 'TIMEOUT' : undefined
  return new PayPalError(describeError(error), { kind: 'unavailable', issue })
}

/** The capture of a refund: in its link `up` (…/v2/payments/captures/ID), or in `related_ids`. */
export function captureOf({ links, supplementary_data }: PayPalPayment): string | undefined {
  const up = links?.find(({ rel, href }) => rel === 'up' && href.includes('/captures/'))
  return up?.href.split('/captures/')[1]?.split('/')[0] ?? supplementary_data?.related_ids?.capture_id
}
