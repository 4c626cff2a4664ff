import type { RequestHandler } from 'express'
import { describeError } from '#app/platform/log.ts'
import { readLimited } from '#app/platform/read-limited.server.ts'
import { log } from '#app/server/log.ts'

const TIMEOUT_MS = 30_000
const METHODS = ['GET', 'HEAD', 'POST']
const MAX_BODY_BYTES = 64 * 1024
/** Headers that are forwarded in each direction. */
const REQUEST_HEADERS = [/^accept$/, /^content-type$/, /^paypal-/, /^user-agent$/]
const ANSWER_HEADERS = [
  /^content-type$/,
  /^cache-control$/,
  /^location$/,
  /^content-security-policy$/,
  /^x-content-type-options$/,
]

/** Forwards requests to the backend, body unchanged. Answers 502 if the backend does not respond. */
export function relay(base: string): RequestHandler {
  return async (request, response) => {
    if (!METHODS.includes(request.method))
      return void response.status(405).set('Allow', METHODS.join(', ')).end()
    const target = targetOf(base, request.url)
    if (!target) return void response.status(404).json({ error: 'There is nothing here.' })
    // A client that disconnects while sending only ends its own request.
    const body = await readLimited(request.iterator({ destroyOnReturn: false }), MAX_BODY_BYTES).catch(
      () => null,
    )
    if (body === null) return void response.destroy()
    if (!body) return void response.status(413).end(() => request.resume())
    const headers = Object.entries(request.headers)
      .filter(([name]) => REQUEST_HEADERS.some((pattern) => pattern.test(name)))
      .map(([name, value]): [string, string] => [name, String(value)])
    try {
      const answer = await fetch(target, {
        method: request.method,
        headers: [...headers, ['x-request-id', response.locals.requestId]],
        body: request.method === 'POST' ? body : undefined, // fetch allows no body with GET
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      response.status(answer.status)
      for (const [name, value] of answer.headers) {
        if (ANSWER_HEADERS.some((pattern) => pattern.test(name))) response.set(name, value)
      }
      response.send(Buffer.from(await answer.arrayBuffer()))
    } catch (error) {
      log('warn', 'relay: the backend did not answer', { path: request.path, error: describeError(error) })
      response.status(502).json({ error: 'The backend did not answer.' })
    }
  }
}

/** The URL below `base`; undefined if `..` in the path would leave it. */
function targetOf(base: string, path: string): URL | undefined {
  const root = new URL(base)
  const address = base + (path === '/' ? '' : path)
  const target = URL.canParse(address) ? new URL(address) : undefined
  const inside = target?.pathname === root.pathname || target?.pathname.startsWith(`${root.pathname}/`)
  return inside && target?.origin === root.origin ? target : undefined
}
