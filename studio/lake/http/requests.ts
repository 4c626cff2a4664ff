import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { Access } from '../access/access.ts'
import { hasRole } from '../access/users.ts'
import { httpError, isDiskFull, LakeError, unauthorized, wrongProject } from '../errors.ts'
import type { Presence } from '../events/presence.ts'
import type { Log } from '../log.ts'
import type { DevProxy } from '../studio-host/dev-proxy.ts'
import { type Call, type Route, sendJson } from './http.ts'

const ANONYMOUS = '<anonymous>'
const API_PATH = /^\/v(1|X|\d{4}-\d\d-\d\d)(?:\/.*)?$/
// A path with a wrong or missing API version must not get the Studio's page.
const LOOKS_VERSIONED = /^\/(?:v(?:\d|X)|(?:1|X|\d{4}-\d\d-\d\d)(?:\/|$))/i
const CLOUD_SERVICES =
  /^\/(?:apis\/|assets\/[^/]+\/[^/]+\/)?(?:projects\/[^/]+\/)?(?:datasets\/[^/]+\/(?:settings\/)?)?(graphql|agent|assist|blueprints|canvases|collaboration|context|dashboards|embeddings-index|functions|knowledge-bases|media-libraries|from-url|backups|embeddings|schedules|user-applications)(?=\/|$)/
const LINGER_MS = 2000

type Parts = {
  projectId: string
  access: Access
  routes: Route[]
  serveStudio: (call: Call) => unknown
  devProxy: DevProxy | undefined
  presence: Presence
  log: Log
}

/** Handles requests and upgrades. Every error is a JSON body in Sanity's shape. */
export function createRequests({ projectId, access, routes, serveStudio, devProxy, presence, log }: Parts) {
  // A client whose `resource` is a dataset uses `/projects/local/datasets/production/query`.
  const resource = new RegExp(
    `^/projects/${projectId}/datasets/([^/]+)/(query|doc|mutate|actions|listen|live/events|export|history)(?=/|$)`,
  )
  const webSockets = new WebSocketServer({ noServer: true, maxPayload: 1024 * 1024 })
  function callOf(req: IncomingMessage, res: ServerResponse): Call & { api: boolean } {
    const { pathname, search } = addressOf(req)
    access.refuseForeignRequests(req, pathname)
    const api = apiOf(pathname)
    const user = access.userOf(req)
    return {
      req,
      res,
      path: api ? api.path.replace(resource, '/data/$2/$1') : pathname,
      search,
      apiVersion: api?.version ?? '1',
      role: user?.role,
      seesDrafts: user !== undefined,
      identity: user?.id ?? ANONYMOUS,
      api: api !== undefined,
    }
  }

  async function answer(req: IncomingMessage, res: ServerResponse) {
    const { origin } = req.headers
    if (origin && access.allowsOrigin(req)) allowCrossOrigin(req, res, origin, access.allowsOrigin(req, true))
    // Clients before 7 also send OPTIONS themselves before live events.
    if (req.method === 'OPTIONS') {
      access.refuseForeignRequests(req, '/v1/')
      return void res.writeHead(204).end()
    }
    const call = callOf(req, res)
    if (!call.api && LOOKS_VERSIONED.test(call.path))
      throw httpError(400, `Invalid API version in ${call.path.slice(0, 80)}`)
    if (!call.api && !/^\/(images|files)\//.test(call.path)) return await serveStudio(call)
    // A tool for another project must not change this one.
    const project = /^\/(?:projects|(?:access|hooks|invitations)\/projects?)\/([^/]+)/.exec(call.path)?.[1]
    if (project && project !== projectId) throw wrongProject(project, projectId)
    for (const route of routes) {
      const groups = route.path.exec(call.path)
      if (!groups || ![route.method].flat().includes(req.method === 'HEAD' ? 'GET' : (req.method ?? '')))
        continue
      assertRole(call, route.access)
      return await route.run(call, ...groups.slice(1))
    }
    log('no endpoint', { request: `${req.method} ${call.path}` })
    const service = CLOUD_SERVICES.exec(call.path)?.[1]
    if (service) throw cloudServiceError(service)
    throw httpError(404, `No endpoint at ${req.method} ${call.path}`)
  }

  /** Logs a request of a visitor, which has a request id; the Studio's have none. */
  function logRequest(req: IncomingMessage, res: ServerResponse, requestId: string) {
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
    const requestId = requestIdOf(req)
    if (requestId) logRequest(req, res, requestId)
    res.on('error', () => {})
    answer(req, res).catch((error) => {
      const isRefusal = error instanceof LakeError
      if (!isRefusal && !req.errored && !(res.destroyed && res.headersSent)) {
        const { method, url } = req
        const details = { requestId, method, path: url?.slice(0, 200), error: error?.stack ?? String(error) }
        log('failed', details, 'error')
      }
      if (res.headersSent) return res.destroy()
      const { body, status } = isRefusal
        ? error
        : isDiskFull(error)
          ? httpError(507, 'Nothing was saved: the disk of the content lake is full.')
          : httpError(500, 'The content lake failed. Its log has the cause.')
      const rest = remainingBody(req)
      if (rest) res.setHeader('connection', 'close')
      sendJson(res, body, status, rest)
    })
  }

  const upgrade = (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    try {
      const api = apiOf(addressOf(req).pathname)
      access.refuseForeignRequests(req, '/v1/')
      if (api && /^\/socket\/[^/]+$/.test(api.path)) {
        const user = access.userOf(req)
        if (!user && presence.hasTooManyAnonymous())
          throw httpError(503, 'Too many sockets are open without a sign-in')
        return webSockets.handleUpgrade(req, socket, head, (webSocket) =>
          presence.join(webSocket, {
            identity: user?.id,
            identify: (authorization) => access.userOfToken(authorization)?.id,
          }),
        )
      }
      if (devProxy && !api) return devProxy.upgrade(req, socket, head)
      throw httpError(404, 'No socket here')
    } catch (error) {
      const { status, message } = error instanceof LakeError ? error : httpError(400, 'Bad request')
      const answer = `HTTP/1.1 ${status} ${message}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`
      socket.end(answer, () => socket.destroy())
    }
  }

  return { handle, upgrade }
}

function assertRole({ req, role }: Call, access: Route['access']) {
  const isRead = req.method === 'GET' || req.method === 'HEAD'
  const least = typeof access === 'string' ? access : isRead ? access.read : access.change
  if (least === 'anyone') return
  if (!role) throw unauthorized()
  if (!hasRole(role, least))
    throw httpError(403, `Insufficient permissions: this needs the role ${least}, and the token has ${role}`)
}

/** `sanity graphql deploy` shows only the validation error. */
function cloudServiceError(service: string) {
  const message = `The local lake does not serve ${service}: only Sanity's cloud does`
  return httpError(404, message, { validationError: message })
}

/** Parses the API version, which must be a date of the calendar. */
function apiOf(pathname: string): { version: string; path: string } | undefined {
  const version = API_PATH.exec(pathname)?.[1]
  if (!version || (version.length > 1 && !new Date(version).toJSON()?.startsWith(version))) return undefined
  // Some clients put a slash before the question mark.
  return { version, path: pathname.slice(version.length + 2).replace(/\/$/, '') || '/' }
}

/** Throws 400. @sanity/migrate starts paths with two slashes. */
function addressOf({ url = '/' }: IncomingMessage) {
  try {
    const { pathname, searchParams } = new URL(url.replace(/^\/+/, '/'), 'http://lake')
    return { pathname: decodeURIComponent(pathname), search: searchParams }
  } catch {
    throw httpError(400, 'Bad address')
  }
}

/** Reads the rest of the body for a while, because some clients send everything before they read. */
function remainingBody(req: IncomingMessage): Promise<void> | undefined {
  if (req.complete) return undefined
  return new Promise((resolve) => {
    setTimeout(resolve, LINGER_MS).unref()
    req.once('end', resolve).once('close', resolve).resume()
  })
}

function requestIdOf({ headers }: IncomingMessage): string | undefined {
  const id = String(headers['x-request-id'] ?? '')
  return /^[\w.:-]{1,128}$/.test(id) ? id : undefined
}

function allowCrossOrigin(req: IncomingMessage, res: ServerResponse, origin: string, credentials: boolean) {
  res.setHeader('access-control-allow-origin', origin)
  if (credentials) res.setHeader('access-control-allow-credentials', 'true')
  res.setHeader('vary', 'Origin')
  res.setHeader('access-control-expose-headers', 'x-sanity-shard, retry-after')
  if (req.method !== 'OPTIONS') return
  res.setHeader('access-control-allow-methods', 'GET,POST,PUT,PATCH,DELETE,HEAD,OPTIONS')
  res.setHeader('access-control-allow-headers', req.headers['access-control-request-headers'] ?? '*')
  res.setHeader('access-control-max-age', '86400')
  res.setHeader('access-control-allow-private-network', 'true')
}
