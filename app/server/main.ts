// The site: one process, `node app/server/main.ts`. With NODE_ENV=development Vite serves it and reloads it.
import type { Server } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ServerBuild } from '@remix-run/node'
import type { RequestHandler } from 'express'
import { type Env, parseEnv } from '#app/env.server.ts'
import { makeFolder, takeLock } from '#app/kept-database.server.ts'
import type { Services } from '#app/load-context.ts'
import { readAssets } from '#app/server/assets.ts'
import { CDN_SECONDS } from '#app/server/cache-headers.ts'
import { EARLIER_FILES } from '#app/server/earlier-files.ts'
import { createFront } from '#app/server/front.ts'
import { log } from '#app/server/log.ts'
import { preparePictures } from '#app/server/main-pictures.ts'
import { type MediaRelay, mediaRelay, ShownPictures } from '#app/server/media.ts'
import { createMetrics, metricsServer } from '#app/server/metrics.ts'
import { PageCache } from '#app/server/page-cache.ts'
import { Pages } from '#app/server/pages.ts'
import { fail, stopWithParent } from '#app/server/process/shutdown.ts'
import { CdnPurge } from '#app/server/purge.ts'
import { QuickConnections } from '#app/server/quick-connections.ts'
import { readiness } from '#app/server/readiness.ts'
import { renderer, sameForAllRoutes } from '#app/server/render-page.ts'
import { startServices } from '#app/server/services.ts'
import { createSite } from '#app/server/site.ts'
import { createWebServer, nobodyWaits, PATIENCE } from '#app/server/web-server.ts'

/** The first search finds an index that was made so long after the start. */
const SEARCH_READY_MS = 1_000
/** After a signal `/readyz` says no for so long before the door closes, so that who watches it sends visitors elsewhere. */
const LEAVE_MS = 300
/** Then those who stand before the door come in first, for at most so long. */
const COME_IN_MS = 200
/** Answers in flight may take this long after a signal; then the process ends. */
const DRAIN_MS = 3_000
/** A site that was told to stop is gone within this. */
const LEAVING_MS = 5_000

const root = join(import.meta.dirname, '../..')

async function main() {
  const env = parseEnv(process.env)
  const lock = lockFolder(env.DATA_DIR)
  const metrics = createMetrics()
  const shown = new ShownPictures()
  const media = mediaRelay(env, shown)
  const { services, stop } = await startServices(env, metrics, media)
  let serving = true
  const server = createWebServer()
  const { build, middleware, finished, close } =
    env.NODE_ENV === 'development' ? await developed(server) : await built(env, services, media, shown)
  const isReady = readiness({
    isServing: () => serving,
    hasContent: () => services.content.settings().then(Boolean),
    pages: finished.pages,
  })
  const rest = createSite({ env, services, metrics, build, middleware, isReady })
  const front = createFront({
    rest,
    media,
    cdnSeconds: cdnSecondsOf(env),
    trustsRequestIds: env.TRUST_PROXY > 0,
    ...finished,
  })
  server.on('request', front.listener)
  const quick = new QuickConnections(front.answer, PATIENCE).before(server)
  server.listen(env.PORT)
  await new Promise<void>((resolve, reject) => server.once('listening', resolve).once('error', reject)).catch(
    (error) =>
      fail(
        error.code === 'EADDRINUSE'
          ? `Port ${env.PORT} is taken: stop what uses it, or set PORT.`
          : String(error),
      ),
  )
  const figures = metricsServer(env.METRICS_PORT, metrics, log)
  log('info', 'site ready', { url: env.SITE_URL })
  process.send?.({ ready: true }, () => {}) // who started it may have gone meanwhile
  void isReady() // makes the front page, before its first visitor asks
  // Not before the first visitors have their pages. It fails without the lake; whoever searches asks again.
  setTimeout(() => services.search.prepare().catch(() => {}), SEARCH_READY_MS).unref()

  stopWithParent(async () => {
    serving = false
    // Each connection's next answer is its last: a proxy keeps its own busy, and would be cut off in a request at the end.
    server.prependListener('request', (_request, response) => {
      response.shouldKeepAlive = false
    })
    quick.leave()
    log('info', 'site stopping')
    await pause(LEAVE_MS)
    services.previews.changes.stop() // streams of editors, which never end by themselves
    figures.close().closeAllConnections()
    await drain(server, quick)
    stop()
    await close()
    lock.close()
  })
}

/** Two sites would each record what `<host>` has not recorded yet of the purchases on disk. */
function lockFolder(dataDir: string) {
  try {
    makeFolder(dataDir)
    const lock = takeLock(join(dataDir, 'site.lock'), LEAVING_MS)
    return lock ?? fail(`DATA_DIR=${dataDir} is in use: another site works on it.`)
  } catch (error) {
    return fail(`DATA_DIR=${dataDir} can’t be written: ${(error as Error).message}`)
  }
}

/** The build, its files, and the pages made of it. */
async function built(env: Env, services: Services, media: MediaRelay, shown: ShownPictures) {
  const build: ServerBuild = await import('#build/server/index.js')
  const purge = env.CDN_PURGE_URL
    ? new CdnPurge({ url: env.CDN_PURGE_URL, token: env.CDN_PURGE_TOKEN, siteUrl: env.SITE_URL, log })
    : undefined
  const render = renderer(build, services, env.NODE_ENV)
  const cache = new PageCache({
    async render(address, requestId) {
      const rendered = await render(address, requestId)
      shown.note(rendered.body.toString())
      return rendered
    },
    onReplaced: (path) => purge?.changed(path),
    onEvicted: (path) => purge?.lostSight(path),
    onSettled: preparePictures(media),
  })
  const stopFollowing = [
    services.content.onChange(() => {
      cache.changed()
      purge?.contentChanged()
    }),
    services.reviews.onChange(() => cache.changed()),
  ]
  purge?.everything() // what changed before this process followed
  return {
    build,
    middleware: [] as RequestHandler[],
    finished: {
      assets: readAssets(join(root, 'build/client'), join(root, EARLIER_FILES)),
      pages: new Pages(cache, services.content, sameForAllRoutes(build)),
    },
    async close() {
      for (const stop of stopFollowing) stop()
      cache.stop()
      purge?.stop()
    },
  }
}

const cdnSecondsOf = (env: Env): number => (env.CDN_PURGE_URL ? CDN_SECONDS.purged : CDN_SECONDS.notPurged)

async function developed(server: Server) {
  const { createServer: createVite } = await import('vite')
  const vite = await createVite({ root, server: { middlewareMode: true, hmr: { server } } })
  const build = () => vite.ssrLoadModule('virtual:remix/server-build') as Promise<ServerBuild>
  const finished: Partial<Awaited<ReturnType<typeof built>>['finished']> = {}
  return { build, middleware: [vite.middlewares], finished, close: () => vite.close() }
}

/** Lets those before the door in and answers in flight finish, then closes what is left. */
async function drain(server: Server, quick: QuickConnections): Promise<void> {
  await nobodyWaits(server, COME_IN_MS)
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  quick.closeIdle()
  const timer = setTimeout(() => {
    server.closeAllConnections()
    quick.closeAll()
  }, DRAIN_MS)
  await closed
  clearTimeout(timer)
}

await main().catch((error) => fail(error instanceof Error ? error.message : String(error)))
