import type { RequestHandler } from 'express'
import { log } from '#app/server/log.ts'

const TIMEOUT_MS = 30_000
const MAX_BODY_BYTES = 64 * 1024
/** What goes through in each direction; everything else is between the two neighbours. */
const REQUEST_HEADERS = [/^accept$/, /^content-type$/, /^paypal-/, /^user-agent$/]
const ANSWER_HEADERS = [
  /^content-type$/,
  /^cache-control$/,
  /^location$/,
  /^content-security-policy$/,
  /^x-content-type-options$/,
]

/** Passes requests on to the host as they are, body untouched, and its answers back. 502 when it does not answer. */
export function relay(base: string): RequestHandler {
  return async (request, response) => {
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of request) {
      size += chunk.length
      if (size > MAX_BODY_BYTES) return void response.status(413).set('Connection', 'close').end()
      chunks.push(chunk)
    }
    const headers = Object.entries(request.headers)
      .filter(([name]) => REQUEST_HEADERS.some((pattern) => pattern.test(name)))
      .map(([name, value]): [string, string] => [name, String(value)])
    try {
      const answer = await fetch(base + (request.url === '/' ? '' : request.url), {
        method: request.method,
        headers: [...headers, ['x-request-id', response.locals.requestId]],
        body: chunks.length > 0 ? Buffer.concat(chunks) : undefined,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      response.status(answer.status)
      for (const [name, value] of answer.headers) {
        if (ANSWER_HEADERS.some((pattern) => pattern.test(name))) response.set(name, value)
      }
      response.send(Buffer.from(await answer.arrayBuffer()))
    } catch (error) {
      log('warn', 'relay: the host did not answer', { path: request.path, error: String(error) })
      response.status(502).json({ error: 'The host did not answer.' })
    }
  }
}
