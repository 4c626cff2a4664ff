import http, { type IncomingHttpHeaders } from 'node:http'
import https from 'node:https'
import type { BackendEnv } from '#app/backend/env.ts'
import type { Env } from '#app/platform/environment.server.ts'
import { isLoopbackName } from '#app/platform/loopback.ts'
import { parseJson } from '#app/platform/parse-json.ts'

export const TIMEOUT_MS = 8_000

/** A line of `npm run doctor`. Only `wrong` fails. */
export type Finding = { state: 'ok' | 'missing' | 'wrong'; text: string }
export const ok = (text: string): Finding => ({ state: 'ok', text })
export const missing = (text: string): Finding => ({ state: 'missing', text })
export const wrong = (text: string): Finding => ({ state: 'wrong', text })

/** The configuration to check. `backend`: undefined with HOST_URL. `isRunning`: the site answers on PORT. */
export type Setup = { env: Env; backend: BackendEnv | undefined; isRunning: boolean }
export type Check = (setup: Setup) => Promise<Finding | Finding[]>

type Reply = { status: number; headers: IncomingHttpHeaders; text: string; json: unknown }

/** Sends one request and follows no redirect. Rejects with an Error of one line. */
export async function ask(
  address: string,
  { body, ...options }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Reply> {
  const url = new URL(address)
  const { Agent, request } = url.protocol === 'https:' ? https : http
  // Like the product: @sanity/client uses HTTPS_PROXY, others only with NODE_USE_ENV_PROXY, and none on this machine.
  const isSanity = url.hostname.endsWith('.sanity.io')
  const proxyEnv = isSanity ? process.env : undefined
  const agent = isSanity || isLoopbackName(url.hostname) ? new Agent({ proxyEnv }) : undefined
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>()
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  signal.addEventListener('abort', reject) // the request itself ignores it while a proxy keeps it waiting
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

/** The reason of a failed connection. Several addresses of one name fail with a code alone. */
export const reasonOf = (error: unknown): string =>
  (error as Error).message || String((error as NodeJS.ErrnoException).code)
