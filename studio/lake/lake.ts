import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAccess, editorToken, isLoopback } from './access/access.ts'
import { openAssetFiles } from './assets/asset-files.ts'
import { assetRoutes } from './assets/asset-routes.ts'
import { dataRoutes } from './data-routes.ts'
import { openDatasets } from './dataset.ts'
import { StartError } from './errors.ts'
import { createPresence } from './events/presence.ts'
import type { Route } from './http/http.ts'
import { createPorts } from './http/ports.ts'
import { createRequests } from './http/requests.ts'
import { type Log, silent } from './log.ts'
import { isDatasetName } from './project/dataset-routes.ts'
import { projectRoutes } from './project/project-routes.ts'
import { createQueryPool } from './query/query-pool.ts'
import { openSeed } from './seed.ts'
import { createSnapshots, type Snapshot } from './snapshots.ts'
import { realSources, type Sources } from './sources.ts'
import { openStore } from './store/store.ts'
import { checkIntegrity } from './store/store-file.ts'
import { createDevProxy } from './studio-host/dev-proxy.ts'
import { createSignIn } from './studio-host/sign-in.ts'
import { createStudioFiles } from './studio-host/studio-files.ts'
import { webhookRoutes } from './webhooks/webhook-routes.ts'
import { createWebhooks, type WebhookTiming } from './webhooks/webhooks.ts'

const RELEASES_CHECK_MS = 1000
/** The rule of @sanity/client. */
const PROJECT_ID = /^[-a-z0-9]+$/i

export type LakeOptions = {
  /** 0 takes a free port. */
  port: number
  /** The address to listen on, by default loopback. Other machines need a token for all but published content. */
  host?: string
  /**
   * The folder of the database and the files. Without it, the lake works in a temporary folder that `close()` removes.
   * Nothing there needs to survive a crash, so its writes are not synced to disk.
   */
  dataDir?: string
  /**
   * An archive of `sanity dataset export` (.tar.gz) or an NDJSON file, imported into `dataset` if that never had a document.
   * Cross-dataset references are left out. The import is cached in `$XDG_CACHE_HOME/content-lake` or `~/.cache/content-lake`.
   */
  seed?: string
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
  /** The URL of the site, for the Studio's preview. The served Studio then reaches this site and the lake only. */
  siteUrl?: string
  /** Other origins that may call the lake. */
  allowedOrigins?: string[]
  /** The maximum time of a query, including the wait. */
  queryBudgetMs?: number
  /** @internal */
  webhookTiming?: WebhookTiming
  /** The delay until the database check; `onDamage` gets the fault. */
  checkAfterMs?: number
  onDamage?: (fault: string) => void
  /** @internal Further routes, tried before those of the API. */
  routes?: Route[]
  log?: Log
  /** The clock of stored times, scheduled releases and GROQ's `now()`. It may return another time with each call. */
  now?: Sources['now']
  /** Generates the ids of documents, transactions, array items and listeners. It must never return the same id again. */
  randomId?: Sources['randomId']
}
export type Lake = {
  url: string
  port: number
  /** The token of an administrator. */
  token: string
  /** Returns the whole state: datasets with their history, settings and files. Waits for writes in progress. */
  snapshot(): Promise<Snapshot>
  /** Returns to a snapshot. Clients stay connected, or reconnect, and fetch everything again. */
  restore(snapshot: Snapshot): Promise<void>
  /** Returns to the state after the start, with the seed. Rejects if the data folder had content before the start. */
  reset(): Promise<void>
  close(): Promise<void>
}

/** Starts a Content Lake. Throws StartError if an option, the address, the data folder or the seed cannot be used. */
export async function startLake(options: LakeOptions): Promise<Lake> {
  const {
    port,
    host,
    dataDir: givenDataDir,
    seed: seedFile,
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
    webhookTiming,
    checkAfterMs = 5000,
    onDamage = () => {},
    routes: furtherRoutes = [],
    log = silent,
    now = realSources.now,
    randomId = realSources.randomId,
  } = options
  if (!PROJECT_ID.test(projectId))
    throw new StartError(`"${projectId}" is not a project id: letters, digits and -`)
  if (!isDatasetName(dataset))
    throw new StartError(`"${dataset}" is not a dataset name: lower case letters, digits, _ and -`)
  if (studioDevUrl && !isLoopback(host))
    throw new StartError(`The Studio's development server is for this machine only, not for ${host}`)

  const durable = givenDataDir !== undefined
  const dataDir = givenDataDir ?? mkdtempSync(join(tmpdir(), 'lake-'))
  const store = openStore(dataDir, { durable, sources: { now, randomId } })
  const ports = createPorts(log, host)
  const assetBase = () => assetOrigin ?? ports.origin()
  const pool = createQueryPool({ file: store.file, projectId, assetBase, budgetMs: queryBudgetMs, log })
  const webhooks = createWebhooks({ store, projectId, timing: webhookTiming, log })
  let isClosed = false
  async function stop() {
    await ports.stop()
    await webhooks.close()
    await pool.close()
    await store.close()
    if (!durable) await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const isNew = store.datasets().length === 0
    const files = openAssetFiles(dataDir, durable)
    const isSeeded = !seedFile || store.lastTransactionId(dataset) !== undefined
    const seed = isSeeded ? undefined : await openSeed(seedFile, { projectId, dataset }, startLake)
    if (seed) {
      await files.copyFrom(seed.assets)
      await store.append(dataset, seed.transaction(now()))
    }
    const datasets = openDatasets({ projectId, store, pool, webhooks }, dataset)
    const snapshots = createSnapshots({ store, datasets, files }, webhooks.announce)

    const token = editorToken(dataDir)
    const origins = { projectId, host, ports: ports.numbers, allowedOrigins }
    const access = createAccess({ store, token, key: studioKey, ...origins })
    const presence = createPresence(log, randomId)
    const devProxy = studioDevUrl ? createDevProxy(studioDevUrl) : undefined
    const requests = createRequests({
      projectId,
      access,
      routes: [
        ...furtherRoutes,
        ...dataRoutes({ datasets, store, streamPort: ports.forStream }),
        ...assetRoutes({ datasets, files, projectId, baseUrl: assetBase, randomId }),
        ...webhookRoutes(webhooks, projectId),
        ...projectRoutes({ datasets, store, files, projectId, siteUrl, allowedOrigins, access }),
      ],
      serveStudio: createSignIn(access, devProxy?.serve ?? createStudioFiles(studioDist, siteUrl)),
      devProxy,
      presence,
      log,
    })
    await ports.openMain(port, requests)
    for (const open of datasets.all()) open.content.relocateAssets(assetBase())
    await ports.openStreams(streamPorts, port, requests)
    webhooks.start((name) => datasets.get(name)?.content.documents)

    const releases = setInterval(() => {
      for (const { name, fireReleases } of datasets.all())
        fireReleases().catch(({ message }) =>
          log('scheduled release failed', { dataset: name, error: message }, 'error'),
        )
    }, RELEASES_CHECK_MS).unref()
    const check = setTimeout(async () => {
      const fault = await checkIntegrity(store.file).catch((error) =>
        log('the database could not be checked', { file: store.file, error: String(error) }, 'warn'),
      )
      if (isClosed || !fault) return
      log('the database is damaged', { file: store.file, fault }, 'error')
      onDamage(fault)
    }, checkAfterMs).unref()
    const [main = 0, ...streams] = ports.numbers
    log('listening', { host, port: main, streams: streams.length, data: dataDir })

    return {
      url: ports.origin(),
      port: main,
      token,
      snapshot: snapshots.take,
      restore: snapshots.restore,
      async reset() {
        if (!isNew)
          throw new Error(
            `The data folder ${dataDir} had content before the start: use snapshot() and restore() instead of reset()`,
          )
        await snapshots.replace(seed?.assets, async () => {
          store.clear()
          store.addDataset(dataset)
          if (seed) await store.append(dataset, seed.transaction(now()))
        })
      },
      async close() {
        if (isClosed) return
        isClosed = true
        clearInterval(releases)
        clearTimeout(check)
        presence.close()
        await stop()
        await snapshots.close()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}
