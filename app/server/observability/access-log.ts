import type { Request, RequestHandler, Response } from 'express'
import { logLines } from '#app/platform/json-log.server.ts'
import { routeLabel } from '#app/server/observability/route-label.ts'

/** Source of a response: the page cache (hit), rendered for the cache (miss), a file, an image, or anything else (pass). */
export type Outcome = 'hit' | 'miss' | 'pass' | 'asset' | 'media'

type Count = { outcome: Outcome; status: number; route: string; count: number; seconds: number }

const FLUSH_MS = 200
const FLUSH_CHARACTERS = 64 * 1024
/** A client can send a path of 16 KB. */
const MAX_PATH_CHARACTERS = 200
/** Requested every few seconds, so they are not logged. */
const HEALTH = ['/healthz', '/readyz']

/** Status of an aborted request, as in nginx's log. */
const CLIENT_CLOSED = 499

const write = logLines('site', 1)
const counts = new Map<string, Count>()
let lines: string[] = []
let characters = 0
let timer: NodeJS.Timeout | undefined

/** Logs and counts each response. The outcome is `response.locals.outcome`, by default `pass`. */
export const accessLog: RequestHandler = (request, response, next) => {
  const startedAt = performance.now()
  response.once('close', () => logAnswer(request, response, performance.now() - startedAt))
  next()
}

function logAnswer(request: Request, response: Response, ms: number): void {
  // Without the query, which may hold personal data.
  const [path = '/'] = request.originalUrl.split('?', 1)
  if (HEALTH.includes(path)) return
  const { locals } = response
  // A client that disconnected got no response.
  const status = response.writableFinished ? response.statusCode : CLIENT_CLOSED
  const outcome: Outcome = locals.outcome ?? 'pass'
  count(outcome, status, routeLabel(path, status), ms)
  const line = `${JSON.stringify({
    time: new Date().toISOString(),
    level: 'info',
    part: 'site',
    message: 'request',
    requestId: locals.requestId,
    method: request.method,
    path: path.slice(0, MAX_PATH_CHARACTERS),
    status,
    outcome,
    bytes: Number(response.getHeader('Content-Length') ?? 0),
    ms: Number(ms.toFixed(1)),
  })}\n`
  // Lines are written in batches: one write costs as much as sending a cached page.
  lines.push(line)
  characters += line.length
  if (characters >= FLUSH_CHARACTERS) flush()
  else timer ??= setTimeout(flush, FLUSH_MS).unref()
}

function count(outcome: Outcome, status: number, route: string, ms: number): void {
  const key = `${outcome} ${status} ${route}`
  const counted = counts.get(key) ?? { outcome, status, route, count: 0, seconds: 0 }
  counted.count++
  counted.seconds += ms / 1_000
  counts.set(key, counted)
}

/** Number and total duration of the responses since the start. */
export const requestCounts = (): Iterable<Readonly<Count>> => counts.values()

function flush(): void {
  clearTimeout(timer)
  timer = undefined
  if (characters === 0) return
  const text = lines.join('')
  lines = []
  characters = 0
  write(text)
}
process.once('exit', flush)
