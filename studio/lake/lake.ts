import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { createAccess, editorToken } from '#studio/lake/access.ts'
import { openAssetFiles } from '#studio/lake/asset-files.ts'
import { assetRoutes } from '#studio/lake/assets.ts'
import { dataRoutes } from '#studio/lake/data-routes.ts'
import { openDatasets } from '#studio/lake/dataset.ts'
import { createDevProxy } from '#studio/lake/dev-proxy.ts'
import { httpError, LakeError, StartError, unauthorized } from '#studio/lake/errors.ts'
import { type Call, type Route, sendJson } from '#studio/lake/http.ts'
import { type Log, silent } from '#studio/lake/log.ts'
import { createPresence } from '#studio/lake/presence.ts'
import { EDITOR, projectRoutes } from '#studio/lake/project-routes.ts'
import { createQueryPool } from '#studio/lake/query-pool.ts'
import { type StaffHost, staffRoutes } from '#studio/lake/staff-routes.ts'
import { openStore } from '#studio/lake/store.ts'
import { checkIntegrity } from '#studio/lake/store-file.ts'
import { createStudioFiles } from '#studio/lake/studio-files.ts'

const PROJECT_ID = 'local'
const ANONYMOUS = '<anonymous>'
const API_PATH = /^\/v(1|X|\d{4}-\d\d-\d\d)(\/.*)$/
// `v9`, `v2021-1-1`: a mistaken version must not be answered with the Studio's page.
const LOOKS_VERSIONED = /^\/v(\d|X)[^/]*\/(data|assets|projects|users|datasets|auth)\b/
const RELEASES_LOOK_MS = 1000
const MOST_UNANSWERED_TOLD = 200

export type LakeOptions = {
  /** 0 takes a free one. */
  port: number
  dataDir: string
  dataset?: string
  /** How many ports above `port` carry event streams; with port 0 each is a free one. */
  streamPorts?: number
  /** The built Studio's folder. */
  studioDist?: string
  /** Address of `sanity dev`, instead of a built Studio. */
  studioDevUrl?: string
  /** Where the site that shows this content is: the Studio shows it, and asks it. */
  siteUrl?: string
  /** Browser origins that may ask besides the lake's own. */
  allowedOrigins?: string[]
  /** How long a query may take, waiting included. */
  queryBudgetMs?: number
  /** When, after the start, the whole file is checked; `onDamage` is told what is wrong with it. */
  checkAfterMs?: number
  onDamage?: (fault: string) => void
  /** Whom the inbox asks. */
  staffHost?: StaffHost
  log?: Log
}
export type Lake = { url: string; port: number; token: string; close(): Promise<void> }

/**
 * Starts a Content Lake on loopback. Throws StartError, with a line for a person, when the port is taken or the
 * data folder can't be used.
 */
export async function startLake({
  port,
  dataDir,
  dataset = 'production',
  streamPorts = 16,
  studioDist = '',
  studioDevUrl,
  siteUrl,
  allowedOrigins = [],
  queryBudgetMs = 10_000,
  checkAfterMs = 5000,
  onDamage = () => {},
  staffHost,
  log = silent,
}: LakeOptions): Promise<Lake> {
  const store = openStore(dataDir)
  const servers: Server[] = [],
    ports: number[] = []
  const assetBase = () => `http://localhost:${ports[0]}`
  const pool = createQueryPool({
    file: store.file,
    projectId: PROJECT_ID,
    assetBase,
    budgetMs: queryBudgetMs,
    log,
  })
  const sockets = new Set<Duplex>()
  let closing = false
  try {
    const token = editorToken(dataDir)
    const datasets = openDatasets({ projectId: PROJECT_ID, store, pool }, dataset)
    const access = createAccess({ store, token, allowedOrigins, ports: () => ports })
    const presence = createPresence(log)
    const files = openAssetFiles(dataDir)
    const webSockets = new WebSocketServer({ noServer: true, maxPayload: 1024 * 1024 })
    const grant = ({ req, res }: Call) => access.grant(req, res)
    const devProxy = studioDevUrl ? createDevProxy(studioDevUrl, grant) : undefined
    const serveStudio = devProxy?.serve ?? createStudioFiles(studioDist, grant, siteUrl)

    const told = new Set<string>()
    const tellOnce = (request: string) => {
      if (told.has(request) || told.size >= MOST_UNANSWERED_TOLD) return
      told.add(request)
      log('no endpoint', { request }, 'warn')
    }
    let nextStream = 0
    const routes: Route[] = [
      ...dataRoutes({
        datasets,
        store,
        streamPort({ req: { headers, socket } }) {
          // A redirect to another port loses a token; the Studio comes with a cookie. (Node's fetch says `sec-fetch-mode` too.)
          if (headers.authorization !== undefined) return undefined
          const browser = headers.origin !== undefined || headers['sec-fetch-mode'] !== undefined
          // The Studio's content security policy can't name [::1]; there the streams stay where they are.
          if (!browser || socket.localPort !== ports[0] || ports.length < 2 || headers.host?.startsWith('['))
            return undefined
          return ports[1 + (nextStream++ % (ports.length - 1))]
        },
      }),
      ...assetRoutes({
        datasets,
        files,
        projectId: PROJECT_ID,
        dataDir,
        baseUrl: assetBase,
      }),
      ...staffRoutes({ staffHost, dataDir }),
      ...projectRoutes({ datasets, store, files, projectId: PROJECT_ID, siteUrl }),
    ]

    function callOf(req: IncomingMessage, res: ServerResponse): Call & { api: boolean } {
      const url = URL.parse(req.url ?? '/', 'http://lake')
      if (!url) throw httpError(400, 'Bad address')
      access.checkPlace(req, url.pathname)
      let pathname: string
      try {
        pathname = decodeURIComponent(url.pathname)
      } catch {
        throw httpError(400, 'Bad address')
      }
      const api = API_PATH.exec(pathname)
      const editor = access.isEditor(req)
      return {
        req,
        res,
        path: api?.[2] ?? pathname,
        search: url.searchParams,
        apiVersion: api?.[1] ?? '1',
        editor,
        identity: editor ? EDITOR.id : ANONYMOUS,
        api: api !== null,
      }
    }

    async function answer(req: IncomingMessage, res: ServerResponse) {
      const { origin } = req.headers
      if (origin && access.allowsOrigin(origin)) allowCrossOrigin(req, res, origin)
      if (req.method === 'OPTIONS' && req.headers['access-control-request-method']) {
        access.checkPlace(req, '/v1')
        return void res.writeHead(204).end()
      }
      const call = callOf(req, res)
      if (!call.api && LOOKS_VERSIONED.test(call.path))
        throw httpError(400, `Invalid API version in ${call.path.slice(0, 80)}`)
      if (!call.api && !/^\/(images|files)\//.test(call.path)) {
        return await serveStudio(call)
      }
      for (const route of routes) {
        const groups = route.path.exec(call.path)
        if (!groups || ![route.method].flat().includes(req.method === 'HEAD' ? 'GET' : (req.method ?? '')))
          continue
        if (route.access === 'editor' && !call.editor) throw unauthorized()
        return await route.run(call, ...groups.slice(1))
      }
      tellOnce(`${req.method} ${call.path}`)
      throw httpError(404, `No endpoint at ${req.method} ${call.path}`)
    }

    /** What is asked on behalf of a visitor's request is a line with its id; the Studio's many requests are none. */
    function tellAtEnd(req: IncomingMessage, res: ServerResponse, requestId: string) {
      const startedAt = performance.now()
      res.setHeader('x-request-id', requestId)
      res.once('close', () =>
        log('request', {
          requestId,
          method: req.method,
          path: req.url?.replace(/\?.*/s, '').slice(0, 200),
          status: res.statusCode,
          whole: res.writableFinished,
          ms: Math.round(performance.now() - startedAt),
        }),
      )
    }

    const handle = (req: IncomingMessage, res: ServerResponse) => {
      const requestId = givenRequestId(req)
      if (requestId) tellAtEnd(req, res, requestId)
      res.on('error', () => {})
      answer(req, res).catch((error) => {
        if (!(error instanceof LakeError)) {
          if (!res.destroyed || !res.headersSent)
            log(
              'failed',
              {
                requestId,
                method: req.method,
                path: req.url?.slice(0, 200),
                error: (error as Error)?.stack ?? String(error),
              },
              'error',
            )
        }
        if (res.headersSent) return res.destroy()
        const refusal =
          error instanceof LakeError ? error : httpError(500, 'The lake failed to answer; its log says why')
        // What is left of a refused body isn't read.
        if (!req.complete) res.setHeader('connection', 'close')
        sendJson(res, refusal.body, refusal.status)
      })
    }

    const upgrade = (req: IncomingMessage, socket: Duplex, head: Buffer) => {
      socket.on('error', () => socket.destroy())
      try {
        const pathname = URL.parse(req.url ?? '/', 'http://lake')?.pathname ?? '/'
        access.checkPlace(req, '/v1')
        if (/^\/v(1|X|\d{4}-\d\d-\d\d)\/socket\/[^/]+$/.test(pathname)) {
          if (!access.isEditor(req)) throw unauthorized()
          return webSockets.handleUpgrade(req, socket, head, (webSocket) =>
            presence.join(webSocket, EDITOR.id),
          )
        }
        if (devProxy && !API_PATH.test(pathname)) return devProxy.upgrade(req, socket, head)
        throw httpError(404, 'No socket here')
      } catch (error) {
        const { status, message } = error instanceof LakeError ? error : httpError(400, 'Bad request')
        socket.end(`HTTP/1.1 ${status} ${message}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
      }
    }

    const listen = async (at: number, host: string) => {
      const server = createServer({ keepAliveTimeout: 65_000 }, handle).on('upgrade', upgrade)
      server.on('connection', (socket: Socket) => {
        sockets.add(socket)
        socket.on('close', () => sockets.delete(socket))
      })
      await new Promise<void>((resolve, reject) => server.once('error', reject).listen(at, host, resolve))
      server.on('error', (error) => log('server error', { error: error.message }, 'error'))
      servers.push(server)
      return (server.address() as AddressInfo).port
    }
    /** Both loopback addresses, so that `localhost` works whichever it means. */
    const listenBoth = async (at: number) => {
      const taken = await listen(at, '127.0.0.1')
      await listen(taken, '::1').catch((error) => {
        if (error.code === 'EADDRINUSE' && at !== 0) throw error
      })
      return taken
    }

    const main = await listenBoth(port).catch((error) => {
      throw new StartError(
        `STUDIO_PORT=${port} ${error.code === 'EADDRINUSE' ? 'is taken by another program' : `can't be listened on (${error.code})`}`,
      )
    })
    ports.push(main)
    for (const open of datasets.all()) open.content.relocateAssets(assetBase())
    for (let i = 1; i <= streamPorts; i++) {
      await listenBoth(port === 0 ? 0 : port + i).then(
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
    }, RELEASES_LOOK_MS)
    releases.unref()
    const check = setTimeout(async () => {
      const fault = await checkIntegrity(store.file).catch((error) => String(error))
      if (closing || fault === undefined) return
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
        await stop(servers, sockets)
        await pool.close()
        store.close()
      },
    }
  } catch (error) {
    await stop(servers, sockets)
    await pool.close()
    store.close()
    throw error
  }
}

function givenRequestId({ headers }: IncomingMessage): string | undefined {
  const given = String(headers['x-request-id'] ?? '')
  return /^[\w.:-]{1,128}$/.test(given) ? given : undefined
}

async function stop(servers: Server[], sockets: Set<Duplex>) {
  const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)))
  for (const server of servers) server.closeIdleConnections()
  // Requests under way get a moment; event streams would never end by themselves.
  const end = setTimeout(() => {
    for (const socket of sockets) socket.destroy()
  }, 200)
  await Promise.all(closed)
  clearTimeout(end)
}

function allowCrossOrigin(req: IncomingMessage, res: ServerResponse, origin: string) {
  res.setHeader('access-control-allow-origin', origin)
  res.setHeader('access-control-allow-credentials', 'true')
  res.setHeader('vary', 'Origin')
  res.setHeader('access-control-expose-headers', 'x-sanity-shard, retry-after')
  if (req.method !== 'OPTIONS') return
  res.setHeader('access-control-allow-methods', 'GET,POST,PUT,PATCH,DELETE,HEAD')
  res.setHeader('access-control-allow-headers', req.headers['access-control-request-headers'] ?? '*')
  res.setHeader('access-control-max-age', '86400')
  res.setHeader('access-control-allow-private-network', 'true')
}
