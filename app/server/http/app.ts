import { randomUUID } from 'node:crypto'
import { type ServerResponse, STATUS_CODES } from 'node:http'
import { constants } from 'node:zlib'
import { createRequestHandler } from '@remix-run/express'
import type { ServerBuild } from '@remix-run/node'
import compression from 'compression'
import express, { type ErrorRequestHandler, type RequestHandler } from 'express'
import sirv from 'sirv'
import { VITALS_PATH } from '#app/analytics/vitals-path.ts'
import { XSRF_PATH } from '#app/forms/xsrf.ts'
import { REPORTS_PATH } from '#app/layout/content-security-policy.server.ts'
import type { Env } from '#app/platform/environment.server.ts'
import { readRequestId, runWithRequestId } from '#app/platform/request-id.server.ts'
import { sessionSecret } from '#app/platform/secret.server.ts'
import { redirectToCanonical } from '#app/server/http/canonical-address.ts'
import { commonHeaders } from '#app/server/http/common-headers.ts'
import { inFlightLimit, postLimits, readLimit, relayLimit, requestLimits } from '#app/server/http/limits.ts'
import { BROTLI_WINDOW_BITS, type PageCache } from '#app/server/http/page-cache.ts'
import { previewContext } from '#app/server/http/preview-context.ts'
import { relay } from '#app/server/http/relay.ts'
import { createXsrf } from '#app/server/http/xsrf.ts'
import type { Services } from '#app/server/load-context.ts'
import { log } from '#app/server/log.ts'
import { accessLog } from '#app/server/observability/access-log.ts'
import { type Metrics, metricsPage } from '#app/server/observability/metrics.ts'
import { policyReports } from '#app/server/observability/policy-reports.ts'
import { vitals } from '#app/server/observability/vitals.ts'

type AppParts = {
  env: Env
  services: Services
  metrics: Metrics
  build: ServerBuild | (() => Promise<ServerBuild>)
  /** Whether this process is ready for visitors. */
  isReady: () => Promise<boolean>
  media: RequestHandler
  /** Asset folders (newest first) and public files of the build. Undefined during development. */
  built?: { assets: string[]; publicFiles: string; pageCache: PageCache; isPage: (path: string) => boolean }
  /** Vite's middleware, during development. */
  vite?: RequestHandler
}

/** First path segments that Express handles itself: no page can use them. */
export const RESERVED_SEGMENTS = new Set([
  'healthz',
  'readyz',
  'webhooks',
  'test-payments',
  'metrics',
  'media',
  'assets',
  ...[VITALS_PATH, REPORTS_PATH, XSRF_PATH].map((path) => path.slice(1)),
])

/** The site's Express app. Requests pass it from top to bottom. */
export function createApp({
  env,
  services,
  metrics,
  build,
  isReady,
  media,
  built,
  vite,
}: AppParts): express.Express {
  const app = express()
  app.disable('x-powered-by')
  app.set('env', env.NODE_ENV)
  app.set('etag', false)
  app.set('query parser', 'simple')
  // The number of our own proxies in front: only they may set the visitor's address.
  app.set('trust proxy', env.TRUST_PROXY)

  // Every response
  app.use(requestId(env.TRUST_PROXY > 0))
  app.use(accessLog(metrics))
  app.use(commonHeaders)
  app.get('/healthz', (_request, response) => void response.type('text').send('ok\n'))
  app.get('/readyz', async (_request, response) => {
    const [status, text] = (await isReady()) ? [200, 'ready\n'] : [503, 'not ready\n']
    response.status(status).type('text').send(text)
  })

  // From disk and memory
  app.use('/media', outcome('media'), media)
  if (built) {
    app.use('/assets', outcome('asset'), ...built.assets.map(assets), notFound)
    app.use(built.pageCache.serve, publicFiles(built.publicFiles))
  }

  // Relayed to the backend. PayPal signs the body of a webhook, so it must not be parsed before.
  app.use('/webhooks/paypal', relayLimit(env), relay(`${env.hostUrl}/api/paypal/webhook`))
  if (services.paymentSetup.kind === 'sandbox')
    app.use('/test-payments', relayLimit(env), relay(`${env.hostUrl}/paypal-sandbox/browser`))

  // Limits and forgery protection
  app.use(requestLimits)
  const xsrf = createXsrf(env.SITE_URL, sessionSecret(env))
  app.get(XSRF_PATH, xsrf.issueToken)
  app.use(xsrf.requireProof)
  app.get('/metrics', metricsPage(env, metrics))
  app.post(REPORTS_PATH, ...policyReports(env.SITE_URL, metrics))
  app.post(VITALS_PATH, ...vitals(metrics))
  app.use(readLimit(env))
  app.use(postLimits(env))

  // Pages
  if (vite) app.use(vite)
  app.use(redirectToCanonical)
  app.use(compress)
  if (built) app.use(inFlightLimit(built.isPage), built.pageCache.fill)
  app.all(
    '*',
    createRequestHandler({
      build,
      mode: env.NODE_ENV,
      getLoadContext: async (request, response) => ({
        ...services,
        ...(await previewContext(request, response, services)),
        requestId: response.locals.requestId,
        address: request.ip ?? '',
      }),
    }),
  )
  app.use(failed)
  return app
}

/** Adds a request id to the log, the response and all requests to the lake and the backend. */
function requestId(trustsProxy: boolean): RequestHandler {
  return (request, response, next) => {
    const id = (trustsProxy ? readRequestId(request.get('X-Request-Id')) : undefined) ?? randomUUID()
    response.locals.requestId = id
    response.setHeader('X-Request-Id', id)
    runWithRequestId(id, next)
  }
}

const outcome =
  (name: 'asset' | 'media'): RequestHandler =>
  (_request, response, next) => {
    response.locals.outcome = name
    next()
  }

const notFound: RequestHandler = (_request, response) =>
  void response.status(404).type('text').send(`${STATUS_CODES[404]}\n`)

/** Scripts and styles. `dev` looks up files at each request, because a build may replace the folder. */
const assets = (folder: string): RequestHandler =>
  sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    dev: true,
    setHeaders: fileHeaders('public, max-age=31536000, immutable'),
  })

/** Fonts and icons, under the same names in each build. */
const publicFiles = (folder: string): RequestHandler =>
  express.static(folder, {
    index: false,
    redirect: false,
    cacheControl: false,
    setHeaders: fileHeaders('public, max-age=3600'),
  })

const fileHeaders = (cacheControl: string) => (response: ServerResponse) => {
  ;(response as express.Response).locals.outcome = 'asset'
  response.setHeader('Cache-Control', cacheControl)
}

/** Compresses all responses except those of the page cache, whose ETags belong to one content encoding each. */
const compress = compression({
  brotli: { params: { [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS } },
  filter: (request, response) => !response.hasHeader('ETag') && compression.filter(request, response),
})

/** Answers a malformed address or Host with 400 and our own errors with 500; only the log has the cause. */
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
