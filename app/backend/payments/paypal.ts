import { setTimeout as delay } from 'node:timers/promises'
import type { LinkDescription, Order, OrdersCapture } from '@paypal/paypal-server-sdk'
import { formatCents } from '#app/backend/payments/money.ts'

/** The site waits 8 s for the host: everything that one call asks of PayPal must be over before. */
export const OPERATION_TIMEOUT_MS = 6_500
/** Waits between tries; the same PayPal-Request-Id goes with each. */
const RETRY_DELAYS_MS = [250, 700]
const SANDBOX_API = 'https://api-m.sandbox.paypal.com'
const LIVE_API = 'https://api-m.paypal.com'
/** PayPal's longest description of a purchase unit. */
const MAX_DESCRIPTION_CHARS = 127

type PayPalSettings = {
  clientId: string
  clientSecret: string
  environment: 'sandbox' | 'live'
  /** The stand-in's address; asked at the first call. */
  baseUrl?: () => string
  operationTimeoutMs?: number
}

export type Link = { rel: string; href: string; method?: string }
export type CaptureView = { id: string; status: string; amount: string; currency: string; reason?: string }
/** What of PayPal's order matters here. Amounts as PayPal writes them: `499.00`. */
export type OrderView = {
  id: string
  status: string
  customId?: string
  amount?: string
  currency?: string
  captures: CaptureView[]
  refunds: { id: string; captureId?: string; status: string; amount: string; currency: string }[]
  links: Link[]
  payer?: string
}

export type PayPal = {
  /** Each throws PayPalError; `deadline` (ms, performance.now’s) ends it when several calls share one time. */
  create(order: NewPayPalOrder): Promise<OrderView>
  read(orderId: string, deadline?: number): Promise<OrderView>
  capture(orderId: string, requestId: string, deadline?: number): Promise<OrderView>
  /** For PayPal's APIs that the SDK has no calls for. */
  post(path: string, json: string): Promise<unknown>
}
type NewPayPalOrder = {
  customId: string
  requestId: string
  cents: number
  currency: string
  title: string
  returnUrl?: string
  cancelUrl?: string
}

/**
 * - `refused`: PayPal decided (`issue` e.g. INSTRUMENT_DECLINED); the same again gets the same
 * - `unavailable`: no decision: not reached, too late, 5xx, 429, wrong credentials
 */
export class PayPalError extends Error {
  override readonly name = 'PayPalError'
  readonly kind: 'refused' | 'unavailable'
  readonly status: number | undefined
  readonly issue: string | undefined
  readonly debugId: string | undefined

  constructor(
    message: string,
    { kind, status, issue, debugId }: Pick<PayPalError, 'kind'> & Partial<PayPalError>,
    cause?: unknown,
  ) {
    super(message, { cause })
    this.kind = kind
    this.status = status
    this.issue = issue
    this.debugId = debugId
  }
}

/** Orders v2 through PayPal's server SDK, which takes its time to load: at the first call, or when `preload` is called. */
export function createPayPal(settings: PayPalSettings): PayPal & { preload(): Promise<unknown> } {
  let connected: ReturnType<typeof connect> | undefined
  const connection = () => {
    connected ??= connect(settings).catch((error) => {
      connected = undefined
      throw error
    })
    return connected
  }

  /** Tries until there is an answer or the time is up. Requests are told apart by PayPal-Request-Id, so nothing happens twice. */
  async function ask<T>(
    run: (sdk: Awaited<ReturnType<typeof connect>>, signal: AbortSignal) => Promise<T>,
    deadline = performance.now() + (settings.operationTimeoutMs ?? OPERATION_TIMEOUT_MS),
  ): Promise<T> {
    let sdk = await connection()
    for (let tries = 0; ; tries++) {
      const signal = AbortSignal.timeout(Math.max(1, Math.ceil(deadline - performance.now())))
      try {
        return await run(sdk, signal)
      } catch (error) {
        const failure = toPayPalError(error)
        const wait = RETRY_DELAYS_MS[tries]
        if (failure.status === 401 && tries === 0) {
          // The SDK keeps its token until it expires, even one that PayPal no longer takes.
          connected = undefined
          sdk = await connection()
          continue
        }
        if (failure.kind === 'refused' || !isPassing(failure) || wait === undefined) throw failure
        if (performance.now() + wait + 500 > deadline) throw failure
        await delay(wait)
      }
    }
  }

  return {
    preload: connection,

    create({ customId, requestId, cents, currency, title, returnUrl, cancelUrl }) {
      return ask(async ({ orders, sdk }, abortSignal) => {
        const { result } = await orders.createOrder(
          {
            paypalRequestId: requestId,
            prefer: 'return=representation',
            body: {
              intent: sdk.CheckoutPaymentIntent.Capture,
              purchaseUnits: [
                {
                  customId,
                  description: [...title].slice(0, MAX_DESCRIPTION_CHARS).join(''),
                  amount: { currencyCode: currency, value: formatCents(cents) },
                },
              ],
              // Not payment_source.paypal.experience_context: that would bind the order to the wallet and shut out cards.
              applicationContext: {
                shippingPreference: sdk.OrderApplicationContextShippingPreference.NoShipping,
                userAction: sdk.OrderApplicationContextUserAction.PayNow,
                ...(returnUrl && cancelUrl && { returnUrl, cancelUrl }),
              },
            },
          },
          { abortSignal },
        )
        return toView(result)
      })
    },

    read(id, deadline) {
      return ask(
        async ({ orders }, abortSignal) => toView((await orders.getOrder({ id }, { abortSignal })).result),
        deadline,
      )
    },

    capture(id, requestId, deadline) {
      return ask(async ({ orders }, abortSignal) => {
        const { result } = await orders.captureOrder(
          { id, paypalRequestId: requestId, prefer: 'return=representation' },
          { abortSignal },
        )
        return toView(result)
      }, deadline)
    },

    post(path, json) {
      return ask(async ({ client, base }, signal) => {
        const { accessToken } = await client.clientCredentialsAuthManager.fetchToken()
        const response = await fetch(base + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
          body: json,
          signal,
        })
        const body = (await response.json().catch(() => ({}))) as ErrorBody
        if (!response.ok) throw refusal(response.status, body)
        return body
      })
    },
  }
}

async function connect({
  clientId,
  clientSecret,
  environment,
  baseUrl,
  operationTimeoutMs = OPERATION_TIMEOUT_MS,
}: PayPalSettings) {
  const sdk = await import('@paypal/paypal-server-sdk')
  const standIn = baseUrl?.()
  const api = environment === 'live' ? LIVE_API : SANDBOX_API
  /** The SDK has no option for another address: each request is sent there on its way out. */
  class StandInClient extends sdk.Client {
    override getRequestBuilderFactory() {
      const factory = super.getRequestBuilderFactory()
      if (!standIn) return factory
      return (...args: Parameters<typeof factory>) => {
        const builder = factory(...args)
        builder.interceptRequest((request) => ({ ...request, url: request.url.replace(api, standIn) }))
        return builder
      }
    }
  }
  const client = new StandInClient({
    clientCredentialsAuthCredentials: { oAuthClientId: clientId, oAuthClientSecret: clientSecret },
    environment: environment === 'live' ? sdk.Environment.Production : sdk.Environment.Sandbox,
    // Also for the token, which no signal reaches.
    timeout: operationTimeoutMs,
  })
  return { sdk, client, base: standIn ?? api, orders: new sdk.OrdersController(client) }
}

function toView(order: Order): OrderView {
  const unit = order.purchaseUnits?.[0]
  const payments = unit?.payments
  return {
    id: order.id ?? '',
    status: order.status ?? '',
    customId: unit?.customId,
    amount: unit?.amount?.value,
    currency: unit?.amount?.currencyCode,
    captures: (payments?.captures ?? []).map(toCapture),
    refunds: (payments?.refunds ?? []).map((refund) => ({
      id: refund.id ?? '',
      captureId: captureOf(refund.links),
      status: refund.status ?? 'COMPLETED',
      amount: refund.amount?.value ?? '',
      currency: refund.amount?.currencyCode ?? '',
    })),
    links: (order.links ?? []).map(({ rel, href, method }) => ({ rel, href, ...(method && { method }) })),
    payer: order.payer?.emailAddress,
  }
}

function toCapture({ id, status, amount, statusDetails }: OrdersCapture): CaptureView {
  return {
    id: id ?? '',
    status: status ?? '',
    amount: amount?.value ?? '',
    currency: amount?.currencyCode ?? '',
    ...(statusDetails?.reason && { reason: statusDetails.reason }),
  }
}

/** A refund names its capture in the link `up`: …/v2/payments/captures/ID. */
export function captureOf(links: Pick<LinkDescription, 'rel' | 'href'>[] | undefined): string | undefined {
  const up = links?.find(({ rel, href }) => rel === 'up' && href.includes('/captures/'))
  return up?.href.split('/captures/')[1]?.split('/')[0]
}

type ErrorBody = { name?: string; message?: string; debug_id?: string; details?: { issue?: string }[] }

function toPayPalError(error: unknown): PayPalError {
  if (error instanceof PayPalError) return error
  const { statusCode, result, message, name } = error as Error & { statusCode?: number; result?: unknown }
  if (statusCode) return refusal(statusCode, (result ?? {}) as ErrorBody, error)
  const late = name === 'AbortError' || name === 'TimeoutError' || /timeout|abort/i.test(message)
  return new PayPalError(late ? 'PayPal did not answer in time' : `PayPal was not reached: ${message}`, {
    kind: 'unavailable',
    issue: late ? 'TIMEOUT' : undefined,
  })
}

/** What says nothing about the order itself: try later. */
const PASSING_STATUS = [401, 403, 408, 409, 425, 429]

function refusal(status: number, body: ErrorBody, cause?: unknown): PayPalError {
  const issue = body.details?.[0]?.issue ?? body.name
  const kind = status >= 500 || PASSING_STATUS.includes(status) ? 'unavailable' : 'refused'
  return new PayPalError(
    `PayPal answered ${status} ${issue ?? ''}`.trim(),
    { kind, status, issue, debugId: body.debug_id },
    cause,
  )
}

function isPassing({ status, issue }: PayPalError): boolean {
  return issue !== 'TIMEOUT' && status !== 401 && status !== 403
}
