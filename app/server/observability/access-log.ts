import type { Request, RequestHandler, Response } from 'express'
import { writeLines } from '#app/platform/json-log.server.ts'
import type { Metrics } from '#app/server/observability/metrics.ts'
import { routeLabel } from '#app/server/observability/route-label.ts'

const FLUSH_MS = 200
const FLUSH_CHARACTERS = 64 * 1024
/** A client can send a path of 16 KB. */
const MAX_PATH_CHARACTERS = 200
/** Requested every few seconds, so they are not logged. */
const HEALTH = ['/healthz', '/readyz']
/** Status of an aborted request, as in nginx's log. */
const CLIENT_CLOSED = 499

/** Logs and counts each response. `response.locals.outcome` is hit, miss, asset, media or pass. */
export function accessLog(metrics: Pick<Metrics, 'response'>): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now()
    response.once('close', () => logResponse(request, response, performance.now() - startedAt, metrics))
    next()
  }
}

function logResponse(
  request: Request,
  response: Response,
  ms: number,
  metrics: Pick<Metrics, 'response'>,
): void {
  // Without the query, which may hold personal data.
  const [path = '/'] = request.originalUrl.split('?', 1)
  if (HEALTH.includes(path)) return
  const { requestId, outcome = 'pass' } = response.locals
  // A client that disconnected got no response.
  const status = response.writableFinished ? response.statusCode : CLIENT_CLOSED
  metrics.response({ route: routeLabel(path, status), outcome, status, ms })
  writeBatched(
    `${JSON.stringify({
      time: new Date().toISOString(),
      level: 'info',
      part: 'site',
      message: 'request',
      requestId,
      method: request.method,
      path: path.slice(0, MAX_PATH_CHARACTERS),
      status,
      outcome,
      bytes: Number(response.getHeader('Content-Length') ?? 0),
      ms: Number(ms.toFixed(1)),
    })}\n`,
  )
}

let batch = ''
let timer: NodeJS.Timeout | undefined

/** Writes lines in batches, because one write takes as long as sending a cached page. */
function writeBatched(line: string): void {
  batch += line
  if (batch.length >= FLUSH_CHARACTERS) flush()
  else timer ??= setTimeout(flush, FLUSH_MS).unref()
}

function flush(): void {
  clearTimeout(timer)
  timer = undefined
  if (batch) writeLines(batch)
  batch = ''
}
process.once('exit', flush)
