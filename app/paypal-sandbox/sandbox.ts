import { createHmac } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import express, { type ErrorRequestHandler, type Request, type Response } from 'express'
import { createApi } from '#app/paypal-sandbox/api.ts'
import { createBrowserRoutes } from '#app/paypal-sandbox/browser.ts'
import { errorReply } from '#app/paypal-sandbox/errors.ts'
import { createOrders } from '#app/paypal-sandbox/orders.ts'
import { openStore } from '#app/paypal-sandbox/store.ts'
import { createWebhooks } from '#app/paypal-sandbox/webhooks.ts'
import type { Log } from '#app/platform/log.ts'

/** Paths on the backend. The site relays the second one under `RELAY_PATH`. */
const API_PATH = '/paypal-sandbox/api'
const BROWSER_PATH = '/paypal-sandbox/browser'
const RELAY_PATH = '/test-payments'

export type PayPalSandbox = ReturnType<typeof createPayPalSandbox>

type Options = {
  dataDir: string
  /** The backend's secret, from which the client secret and the webhook key are derived. */
  secret: string
  /** The address of the backend, once it listens. */
  hostUrl: () => string
  webhookUrl: () => string
  log: Log
}

/** Replaces PayPal for a backend without credentials: Orders v2, JS SDK, approval page, webhooks. No money moves. */
export function createPayPalSandbox({ dataDir, secret, hostUrl, webhookUrl, log }: Options) {
  // The original names of keys and file. Existing data depends on them.
  const derive = (name: string) => createHmac('sha256', secret).update(`paypal-standin ${name}`).digest('hex')
  const store = openStore(join(dataDir, 'paypal-standin.sqlite'))
  const webhookKey = derive('webhook')
  const webhooks = createWebhooks({ store, key: webhookKey, url: webhookUrl, log })
  const baseUrl = () => hostUrl() + API_PATH
  const orders = createOrders({
    store,
    apiUrl: baseUrl,
    approvalUrl: (id, returnUrl) =>
      returnUrl
        ? new URL(`${RELAY_PATH}/checkoutnow?token=${id}`, returnUrl).href
        : `${hostUrl()}${BROWSER_PATH}/checkoutnow?token=${id}`,
    emit: webhooks.emit,
  })
  const credentials = { clientId: 'test', clientSecret: derive('client') }

  const handleError: ErrorRequestHandler = (error, _request, response, next) => {
    if (response.headersSent) return next(error)
    log('error', 'PayPal sandbox: a request failed', { error: String(error) })
    response.status(500).json(errorReply(500).body)
  }
  const app = express()
    .disable('x-powered-by')
    .disable('etag')
    .set('query parser', 'simple')
    .use((_request, response, next) => {
      response.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' })
      next()
    })
    .use(API_PATH, createApi({ store, orders, credentials, tokenKey: derive('token') }))
    .use(BROWSER_PATH, createBrowserRoutes(orders))
    .use(handleError)

  return {
    /** Answers a request below the sandbox's paths. Returns false for any other path. */
    async handle(req: IncomingMessage, res: ServerResponse): Promise<boolean> {
      const isOurs = [API_PATH, BROWSER_PATH].some((path) => req.url?.startsWith(`${path}/`))
      if (isOurs) app(req as Request, res as Response)
      return isOurs
    },
    credentials,
    webhookKey,
    baseUrl,
    orders,
    start: webhooks.start,
    async close(): Promise<void> {
      await webhooks.stop()
      store.close()
    },
  }
}
