import { createAccess, editorToken } from './access/access.ts'
import { openAssetFiles } from './assets/asset-files.ts'
import { assetRoutes } from './assets/assets.ts'
import { dataRoutes } from './data-routes.ts'
import { openDatasets } from './dataset.ts'
import { StartError, unauthorized } from './errors.ts'
import { createPresence } from './events/presence.ts'
import { type Route, sendJson } from './http/http.ts'
import { createPorts } from './http/ports.ts'
import { createRequests } from './http/requests.ts'
import { type Log, silent } from './log.ts'
import { projectRoutes } from './project/project-routes.ts'
import { createQueryPool } from './query/query-pool.ts'
import { openStore } from './store/store.ts'
import { checkIntegrity } from './store/store-file.ts'
import { createDevProxy } from './studio-host/dev-proxy.ts'
import { createSignIn } from './studio-host/sign-in.ts'
import { createStudioFiles } from './studio-host/studio-files.ts'

const RELEASES_CHECK_MS = 1000

export type LakeOptions = {
  /** 0 takes a free port. */
  port: number
  dataDir: string
  projectId?: string
  dataset?: string
  /** The start of asset URLs; the lake's origin by default. */
  assetBase?: string
  /** The number of ports above `port` for event streams. */
  streamPorts?: number
  studioDist?: string
  studioDevUrl?: string
  /** A key that signs one browser in, once. */
  studioKey?: string
  /** The URL of the site, for the Studio's preview. */
  siteUrl?: string
  /** Other origins that may call the lake. */
  allowedOrigins?: string[]
  /** The maximum time of a query, including the wait. */
  queryBudgetMs?: number
  /** The delay until the database check; `onDamage` gets the fault. */
  checkAfterMs?: number
  onDamage?: (fault: string) => void
  /** Further routes, tried before those of the API. */
  routes?: Route[]
  log?: Log
}
export type Lake = { url: string; port: number; token: string; close(): Promise<void> }

/** Starts a Content Lake on loopback. Throws StartError if the port or the data folder cannot be used. */
export async function startLake({
  port,
  dataDir,
  projectId = 'local',
  dataset = 'production',
  assetBase: assetOrigin,
  streamPorts = 16,
  studioDist = '',
  studioDevUrl,
  studioKey,
  siteUrl,
  allowedOrigins = [],
  queryBudgetMs = 10_000,
  checkAfterMs = 5000,
  onDamage = () => {},
  routes: furtherRoutes = [],
  log = silent,
}: LakeOptions): Promise<Lake> {
  const store = openStore(dataDir)
  const ports: number[] = []
  const listening = createPorts(log)
  const assetBase = () => assetOrigin ?? `http://localhost:${ports[0]}`
  const pool = createQueryPool({
    file: store.file,
    projectId,
    assetBase,
    budgetMs: queryBudgetMs,
    log,
  })
  let closing = false
  try {
    const token = editorToken(dataDir)
    const datasets = openDatasets({ projectId, store, pool }, dataset)
    const access = createAccess({ store, token, key: studioKey, allowedOrigins, ports: () => ports })
    const presence = createPresence(log)
    const files = openAssetFiles(dataDir)
    const devProxy = studioDevUrl ? createDevProxy(studioDevUrl) : undefined
    const serveStudio = createSignIn(access, devProxy?.serve ?? createStudioFiles(studioDist, siteUrl))

    let nextStream = 0
    const routes: Route[] = [
      ...furtherRoutes,
      ...dataRoutes({
        datasets,
        store,
        streamPort({ req: { headers, socket }, seesDrafts }) {
          // A redirect to another port loses a token. The Studio uses a cookie.
          if (headers.authorization !== undefined) return undefined
          // After a redirect, browsers send `Origin: null` for other pages.
          const own =
            headers['sec-fetch-site'] === 'same-origin' || headers.origin === `http://${headers.host}`
          if (!own) return undefined
          // Without its cookie, the Studio would wait for drafts forever.
          if (!seesDrafts) throw unauthorized()
          // The Studio's content security policy cannot contain [::1].
          if (socket.localPort !== ports[0] || ports.length < 2 || headers.host?.startsWith('['))
            return undefined
          return ports[1 + (nextStream++ % (ports.length - 1))]
        },
      }),
      ...assetRoutes({
        datasets,
        files,
        projectId,
        dataDir,
        baseUrl: assetBase,
      }),
      {
        method: 'POST',
        path: /^\/auth\/logout$/,
        access: 'anyone',
        run({ req, res }) {
          access.signOut(req, res)
          sendJson(res, {})
        },
      },
      ...projectRoutes({
        datasets,
        store,
        files,
        projectId,
        siteUrl,
        allowedOrigins,
        allowsOrigin: (origin) => access.allowsOrigin(origin),
      }),
    ]

    const requests = createRequests({
      projectId,
      access,
      routes,
      serveStudio,
      devProxy,
      presence,
      log,
    })
    const main = await listening.listenBoth(port, requests).catch((error) => {
      throw new StartError(
        error.code === 'EADDRINUSE'
          ? `Port ${port} is taken by another program`
          : `Port ${port} can’t be listened on (${error.code})`,
      )
    })
    ports.push(main)
    for (const open of datasets.all()) open.content.relocateAssets(assetBase())
    for (let i = 1; i <= streamPorts; i++) {
      await listening.listenBoth(port === 0 ? 0 : port + i, requests).then(
        (open) => ports.push(open),
        (error) => log('stream port not available', { port: port + i, code: error.code }, 'warn'),
      )
    }
    const releases = setInterval(() => {
      for (const open of datasets.all()) {
        open
          .fireReleases(new Date().toISOString())
          .catch((error) =>
            log('scheduled release failed', { dataset: open.name, error: (error as Error).message }, 'error'),
          )
      }
    }, RELEASES_CHECK_MS)
    releases.unref()
    const check = setTimeout(async () => {
      const fault = await checkIntegrity(store.file).catch((error) =>
        log('the database could not be checked', { file: store.file, error: String(error) }, 'warn'),
      )
      if (closing || !fault) return
      log('the database is damaged', { file: store.file, fault }, 'error')
      onDamage(fault)
    }, checkAfterMs)
    check.unref()
    log('listening', {
      port: ports[0],
      streams: ports.length - 1,
      data: dataDir,
      datasets: datasets
        .list()
        .map(({ name }) => name)
        .join(','),
    })

    return {
      url: `http://localhost:${main}`,
      port: main,
      token,
      async close() {
        if (closing) return
        closing = true
        clearInterval(releases)
        clearTimeout(check)
        presence.close()
        await listening.stop()
        await pool.close()
        await store.close()
      },
    }
  } catch (error) {
    await listening.stop()
    await pool.close()
    await store.close()
    throw error
  }
}
