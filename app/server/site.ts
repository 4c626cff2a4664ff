import { STATUS_CODES } from 'node:http'
import { constants } from 'node:zlib'
import { createRequestHandler } from '@remix-run/express'
import type { ServerBuild } from '@remix-run/node'
import compression from 'compression'
import express, { type ErrorRequestHandler, type RequestHandler } from 'express'
import type { Env } from '#app/env.server.ts'
import { sessionSecret } from '#app/host/secret.server.ts'
import { XSRF_PATH } from '#app/host/xsrf.ts'
import { REPORTS_PATH } from '#app/layout/document-policy.server.ts'
import type { Services } from '#app/load-context.ts'
import { onBehalfOf } from '#app/request-id.server.ts'
import { oneAddress } from '#app/server/addresses.ts'
import { WINDOW_BITS } from '#app/server/coding.ts'
import { budgets, requestLimits, webhookBudget } from '#app/server/limits.ts'
import { log } from '#app/server/log.ts'
import type { Media } from '#app/server/media/media.ts'
import { type Metrics, metricsPage } from '#app/server/metrics.ts'
import { policyReports } from '#app/server/policy-reports.ts'
import { previewed } from '#app/server/previewed.ts'
import { relay } from '#app/server/relay.ts'
import { vitals } from '#app/server/vitals.ts'
import { createXsrf } from '#app/server/xsrf.ts'
import { VITALS_PATH } from '#app/visit/vitals-path.ts'

type SiteParts = {
  env: Env
  services: Services
  metrics: Metrics
  media: Pick<Media, 'handler'>
  build: ServerBuild | (() => Promise<ServerBuild>)
  /** What comes before Remix: Vite while developing. */
  middleware: RequestHandler[]
  /** Whether visitors may be sent here. */
  isReady: () => Promise<boolean>
}

/** First parts of the addresses that are answered before Remix: no page can stand there. */
export const BEFORE_REMIX = new Set([
  'healthz',
  'readyz',
  'webhooks',
  'test-payments',
  'metrics',
  'media',
  ...[VITALS_PATH, REPORTS_PATH, XSRF_PATH].map((path) => path.slice(1)),
])

/** What is not finished bytes (front.ts): health, the ways to the host, and Remix for everything else. */
export function createSite({
  env,
  services,
  metrics,
  media,
  build,
  middleware,
  isReady,
}: SiteParts): express.Express {
  const site = express()
  site.disable('x-powered-by')
  site.set('env', env.NODE_ENV)
  // How many proxies of ours stand in front: only they are believed about the visitor's address.
  site.set('trust proxy', env.TRUST_PROXY)
  site.get('/healthz', (_request, response) => void response.type('text').send('ok\n'))
  site.get('/readyz', async (_request, response) => {
    const ready = await isReady()
    response
      .status(ready ? 200 : 503)
      .type('text')
      .send(ready ? 'ready\n' : 'not ready\n')
  })
  site.use((_request, response, next) => {
    response.locals.requestId = response.get('X-Request-Id')
    onBehalfOf(response.locals.requestId, next)
  })
  // PayPal's webhooks carry a signature over the body as it was sent.
  site.use('/webhooks/paypal', webhookBudget(env), relay(`${env.hostUrl}/api/paypal/webhook`))
  if (services.paymentSetup.kind === 'stand-in')
    site.use('/test-payments', relay(`${env.hostUrl}/standin/browser`))
  site.use('/media', media.handler)
  site.use(requestLimits)
  const xsrf = createXsrf(env.SITE_URL, sessionSecret(env))
  site.get(XSRF_PATH, xsrf.give)
  site.use(xsrf.guard)
  site.get('/metrics', metricsPage(env, metrics))
  site.post(REPORTS_PATH, ...policyReports(env.SITE_URL, metrics))
  site.post(VITALS_PATH, ...vitals(metrics))
  site.use(budgets(env))
  site.use(compression({ brotli: { params: { [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS } } }))
  for (const handler of middleware) site.use(handler)
  site.use(oneAddress)
  site.all(
    '*',
    createRequestHandler({
      build,
      mode: env.NODE_ENV,
      getLoadContext: async (request, response) => ({
        ...services,
        ...(await previewed(request, response, services)),
        requestId: response.locals.requestId,
        address: request.ip ?? '',
        build: typeof build === 'function' ? undefined : build.assets.version,
      }),
    }),
  )
  site.use(failed)
  return site
}

/** What no route could take: an address or Host that is none (400), or a fault of ours, told to the log alone and, while developing, in the page. */
export const failed: ErrorRequestHandler = (error, _request, response, next) => {
  if (response.headersSent) return next(error)
  const status: number = error.status ?? (error.code === 'ERR_INVALID_URL' ? 400 : 500)
  if (status >= 500)
    log('error', 'a request failed', { requestId: response.locals.requestId, error: String(error) })
  const developing = response.app.get('env') === 'development'
  response
    .status(status)
    .type('text')
    .send(`${developing ? error.stack : (STATUS_CODES[status] ?? 'Error')}\n`)
}
