import { createHmac } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { createApi } from '#app/paypal-sandbox/api.ts'
import { createBrowserSide } from '#app/paypal-sandbox/browser.ts'
import { apiError } from '#app/paypal-sandbox/errors.ts'
import { createOrders } from '#app/paypal-sandbox/orders.ts'
import type { StandInReply } from '#app/paypal-sandbox/shapes.ts'
import { openStore } from '#app/paypal-sandbox/store.ts'
import { createWebhooks } from '#app/paypal-sandbox/webhooks.ts'
import type { Log } from '#app/platform/log.ts'
import { readAtMost } from '#app/platform/read-at-most.server.ts'

/** Where the host answers for PayPal. */
const API_PATH = '/standin/api'
/** What the site relays to browsers, there under `RELAY_PATH`. */
const BROWSER_PATH = '/standin/browser'
const RELAY_PATH = '/test-payments'
const MAX_BODY_BYTES = 64 * 1024

export type StandIn = ReturnType<typeof createStandIn>

type Options = {
  dataDir: string
  /** The host's: client secret and webhook key come from it, so that nobody else has them. */
  secret: string
  /** The host's own address, once it listens. */
  hostUrl: () => string
  webhookUrl: () => string
  log: Log
}

/**
 * Stands in for PayPal where no credentials are set: Orders v2 for the server SDK, the JS SDK for browsers, PayPal's page,
 * webhooks. Test money only. The host makes one only without PayPal's credentials (payments.ts).
 */
export function createStandIn({ dataDir, secret, hostUrl, webhookUrl, log }: Options) {
  const derive = (name: string) => createHmac('sha256', secret).update(`paypal-standin ${name}`).digest('hex')
  const store = openStore(join(dataDir, 'paypal-standin.sqlite'))
  const webhookKey = derive('webhook')
  const webhooks = createWebhooks({ store, key: webhookKey, url: webhookUrl, log })
  const apiUrl = () => hostUrl() + API_PATH
  const orders = createOrders({
    store,
    apiUrl,
    approvalUrl: (id, returnUrl) =>
      returnUrl
        ? new URL(`${RELAY_PATH}/checkoutnow?token=${id}`, returnUrl).href
        : `${hostUrl()}${BROWSER_PATH}/checkoutnow?token=${id}`,
    emit: webhooks.emit,
  })
  const credentials = { clientId: 'test', clientSecret: derive('client') }
  const api = createApi({ store, orders, credentials, tokenKey: derive('token') })
  const browser = createBrowserSide({ store, orders })

  /** Answers what lies under the stand-in's paths. Returns false for anything else. */
  async function handle(req: IncomingMessage, res: ServerResponse): Promise<boolean> {
    const url = URL.parse(req.url ?? '/', 'http://localhost')
    if (!url) return false
    const side = url.pathname.startsWith(`${API_PATH}/`)
      ? { run: api, path: url.pathname.slice(API_PATH.length) }
      : url.pathname.startsWith(`${BROWSER_PATH}/`)
        ? { run: browser, path: url.pathname.slice(BROWSER_PATH.length) }
        : undefined
    if (!side) return false
    try {
      const { method = 'GET', headers } = req
      const body = await readAtMost(req.iterator({ destroyOnReturn: false }), MAX_BODY_BYTES)
      if (body) answer(res, await side.run({ method, path: side.path, url, headers, body }))
      else {
        refuse(res, apiError(400, [{ issue: 'MALFORMED_REQUEST_JSON' }]))
        req.resume()
      }
    } catch (error) {
      if (res.destroyed) return true
      log('error', 'test payment failed', { error: String(error) })
      refuse(res, apiError(500))
    }
    return true
  }

  return {
    handle,
    credentials,
    webhookKey,
    baseUrl: apiUrl,
    orders,
    start: webhooks.start,
    async close(): Promise<void> {
      await webhooks.stop()
      store.close()
    },
  }
}

const refuse = (res: ServerResponse, { status, body }: ReturnType<typeof apiError>) =>
  answer(res, { status, body: JSON.stringify(body), type: 'application/json' })

function answer(
  res: ServerResponse,
  { status, body = '', type = 'text/plain', headers = {} }: StandInReply,
): void {
  if (res.headersSent || res.destroyed) return
  res.writeHead(status, {
    ...(body && { 'content-type': `${type}; charset=utf-8` }),
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  })
  res.end(body)
}
