import http, { type IncomingHttpHeaders } from 'node:http'
import https from 'node:https'
import { isLoopbackName } from '#app/platform/loopback.ts'
import { parseJson } from '#app/platform/parse-json.ts'

const TIMEOUT_MS = 8_000

type Request = { method?: string; headers?: Record<string, string>; body?: string; agent?: https.Agent }
export type Reply = { status: number; headers: IncomingHttpHeaders; text: string; json: unknown }

/** Sends one request and follows no redirect. Rejects with an Error of one line. */
export async function ask(address: string, { body, ...options }: Request = {}): Promise<Reply> {
  const url = new URL(address)
  const { Agent, request } = url.protocol === 'https:' ? https : http
  // An agent of its own uses no proxy; the global one does with NODE_USE_ENV_PROXY.
  const agent = options.agent ?? (isLoopbackName(url.hostname) ? new Agent() : undefined)
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>()
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  request(url, { ...options, agent, signal }, resolve)
    .on('error', reject)
    .end(body)
  try {
    const response = await promise
    const text = Buffer.concat(await response.toArray()).toString()
    return { status: response.statusCode ?? 0, headers: response.headers, text, json: parseJson(text) }
  } catch (error) {
    throw new Error(signal.aborted ? `no answer within ${TIMEOUT_MS / 1_000} s` : reasonOf(error))
  }
}

/** The reason of a failed connection, like ECONNREFUSED. */
export const reasonOf = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException
  return code && !message.includes(code) ? `${message} (${code})` : message || String(code)
}
