// The site: one process, `node app/server/main.ts`. With NODE_ENV=development Vite serves it and reloads it.
import type { Server } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ServerBuild } from '@remix-run/node'
import { makeDataDir, takeLock } from '#app/platform/database-file.server.ts'
import { type Env, parseEnv } from '#app/platform/environment.server.ts'
import { createApp } from '#app/server/http/app.ts'
import { CDN_SECONDS } from '#app/server/http/cache-headers.ts'
import { createRoutes, pageAddresses } from '#app/server/http/page-address.ts'
import { PageCache } from '#app/server/http/page-cache.ts'
import { CdnPurge } from '#app/server/http/purge.ts'
import { readiness } from '#app/server/http/readiness.ts'
import { pageRenderer } from '#app/server/http/render-page.ts'
import { closeServer, createHttpServer, limitPipelining } from '#app/server/http/server.ts'
import type { Services } from '#app/server/load-context.ts'
import { log } from '#app/server/log.ts'
import { createMedia, type Media } from '#app/server/media/media.ts'
import { createMetrics, metricsServer } from '#app/server/observability/metrics.ts'
import { PREVIOUS_ASSETS } from '#app/server/process/previous-assets.ts'
import { fail, stopWithParent } from '#app/server/process/shutdown.ts'
import { startServices } from '#app/server/services.ts'

/** Delay before building the search index, so that the first visitors don't wait for it. */
const SEARCH_READY_MS = 1_000
/** How long `/readyz` is 503 before the port closes, so that a load balancer stops sending visitors. */
const UNREADY_MS = 300
/** Maximum wait for open requests after that. */
const DRAIN_MS = 3_000
/** Maximum wait for the stopping process's lock. */
const LOCK_WAIT_MS = 5_000

const root = join(import.meta.dirname, '../..')

async function main() {
  process.umask(0o077) // its files are private
  const env = parseEnv(process.env)
  const lock = lockFolder(env.DATA_DIR)
  const metrics = createMetrics()
  const media = createMedia({ env, log })
  const { services, stop } = await startServices(env, metrics)
  const server = createHttpServer({
    connections: env.MAX_CONNECTIONS,
    limitPerClient: env.TRUST_PROXY === 0,
  })
  const { build, pageCache, close, ...parts } =
    env.NODE_ENV === 'development' ? await startVite(server) : await loadBuild(env, services, media)
  let serving = true
  const isReady = readiness({
    isServing: () => serving,
    hasContent: () => services.content.addresses().then(({ pages }) => pages.length > 0),
    pageCache,
  })
  const app = createApp({ env, services, metrics, build, isReady, media: media.handler, ...parts })
  server.on('request', limitPipelining(app))
  await listen(server, env.PORT)
  const metricsPort = metricsServer(env.METRICS_PORT, metrics, log)
  log('info', 'site ready', { url: env.SITE_URL })
  process.send?.({ ready: true }, () => {}) // the parent process may have exited
  void isReady() // renders the front page before the first visit
  setTimeout(() => services.search.prepare().catch(() => {}), SEARCH_READY_MS).unref()

  stopWithParent(async () => {
    serving = false
    log('info', 'site stopping')
    server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'))
    await pause(UNREADY_MS)
    services.previews.changes.stop() // the event streams of editors never end by themselves
    metricsPort.close().closeAllConnections()
    await closeServer(server, DRAIN_MS)
    stop()
    await close()
    lock.close()
  })
}

/** Two sites on one folder would both record the same purchases. */
function lockFolder(dataDir: string) {
  try {
    makeDataDir(dataDir)
    const lock = takeLock(join(dataDir, 'site.lock'), LOCK_WAIT_MS)
    return lock ?? fail(`DATA_DIR=${dataDir} is in use: another site works on it.`)
  } catch (error) {
    return fail(`DATA_DIR=${dataDir} can’t be written: ${(error as Error).message}`)
  }
}

async function listen(server: Server, port: number): Promise<void> {
  const listening = new Promise<void>((resolve, reject) =>
    server.once('listening', resolve).once('error', reject),
  )
  server.listen(port)
  await listening.catch((error) =>
    fail(
      error.code === 'EADDRINUSE' ? `Port ${port} is taken: stop what uses it, or set PORT.` : String(error),
    ),
  )
}

/** Loads the build and creates the page cache. */
async function loadBuild(env: Env, services: Services, media: Media) {
  const build: ServerBuild = await import('#build/server/index.js')
  const purge = env.CDN_PURGE_URL
    ? new CdnPurge({ url: env.CDN_PURGE_URL, token: env.CDN_PURGE_TOKEN, siteUrl: env.SITE_URL, log })
    : undefined
  const routes = createRoutes(build)
  const pageCache = new PageCache({
    render: pageRenderer(build, services, env.NODE_ENV),
    addressOf: pageAddresses(routes, services),
    cdnSeconds: env.CDN_PURGE_URL ? CDN_SECONDS.purged : CDN_SECONDS.notPurged,
    onReplaced: (path) => purge?.changed(path),
    onRendered: media.prepare,
    maxBytes: env.PAGE_CACHE_MB * 1024 * 1024,
  })
  const unsubscribe = [
    services.content.onChange(() => pageCache.contentChanged()),
    services.reviews.onChange(() => pageCache.contentChanged()),
  ]
  purge?.everything() // content may have changed while the site was down
  return {
    build,
    pageCache,
    built: {
      assets: [join(root, 'build/client/assets'), join(root, PREVIOUS_ASSETS, 'assets')],
      publicFiles: join(root, 'build/client'),
      pageCache,
      isPage: routes.isPage,
    },
    async close() {
      for (const stop of unsubscribe) stop()
      pageCache.stop()
      purge?.stop()
    },
  }
}

async function startVite(server: Server) {
  const { createServer: createVite } = await import('vite')
  const vite = await createVite({ root, server: { middlewareMode: true, hmr: { server } } })
  const build = () => vite.ssrLoadModule('virtual:remix/server-build') as Promise<ServerBuild>
  return { build, vite: vite.middlewares, pageCache: undefined, close: () => vite.close() }
}

await main().catch((error) => fail(error instanceof Error ? error.message : String(error)))
