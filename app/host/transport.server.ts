import { setTimeout as delay } from 'node:timers/promises'
import type { z } from 'zod'
import { type HostCall, HostError, type HostErrorKind, MAX_ERROR_CHARS } from '#app/host/host-error.ts'
import { parseJson, type Reviver } from '#app/platform/parse-json.ts'
import { readLimited } from '#app/platform/read-limited.server.ts'

/** Delays before the second, third … try. A backend restarts in less time. */
const RETRY_DELAYS_MS = [100, 300, 600, 1_000]
const MAX_ANSWER_BYTES = 4 * 1024 * 1024
/** After these errors nothing was sent, so a retry does nothing twice. */
const NOTHING_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT']

export type Exchange = {
  call: HostCall
  requestId: string
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: string
  /** The time limit of the call, including retries. */
  timeoutMs: number
  /** True if the backend stores a repeated call once. */
  repeatable: boolean
  /** False if only the status matters. */
  readBody: boolean
  /** True for our own backend, whose errors never contain what a visitor typed. */
  toBackend: boolean
}

export type Answer = {
  status: number
  ok: boolean
  text: string
  tries: number
  /** The target of a redirect that was not followed. */
  location?: string
}

/**
 * Makes one HTTP call, with its retries inside its timeout. Resolves with any status.
 * Throws HostError of kind `network`, `timeout`, or `answer` (more than 4 MiB).
 */
export async function exchange(request: Exchange): Promise<Answer> {
  const signal = AbortSignal.timeout(Math.ceil(request.timeoutMs))
  const timeout = () => failure(request, 'timeout', `no answer within ${request.timeoutMs} ms`)
  /** The backend may have received an earlier try. */
  let maybeSent = false
  for (let tries = 1; ; tries++) {
    const wait = RETRY_DELAYS_MS[tries - 1]
    try {
      const response = await fetch(request.url, {
        method: request.method,
        headers: request.headers,
        body: request.body,
        // A redirected POST may become a GET, whose 200 is no success.
        redirect: request.method === 'GET' ? 'follow' : 'manual',
        signal,
      })
      const { status, ok } = response
      if (ok && !request.readBody) {
        response.body?.cancel().catch(() => {})
        return { status, ok, text: '', tries }
      }
      const location = response.headers.get('location') ?? undefined
      return { status, ok, text: await readText(response, request), tries, location }
    } catch (error) {
      if (error instanceof HostError) throw error
      if (signal.aborted) throw timeout()
      const { code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException
      const unsent = NOTHING_SENT.includes(code ?? '')
      maybeSent ||= !unsent
      if (!(request.repeatable || unsent) || wait === undefined)
        throw failure(request, 'network', code ?? 'connection lost', { unsent: !maybeSent, cause: error })
    }
    await delay(wait, undefined, { signal }).catch(() => {
      throw timeout()
    })
  }
}

/** Parses the answer's JSON. Throws HostError of kind `answer` if it is not JSON or not as documented. */
export function readAnswer<T>(schema: z.ZodType<T>, request: Exchange, { status, text }: Answer): T {
  const { success, data } = schema.safeParse(parseJson(text, exactNumber))
  if (success) return data
  throw new HostError('the answer is not as documented', {
    ...request,
    kind: 'answer',
    status,
    body: bodyForLog(text, request),
  })
}

/** Keeps an order number that is too large for JavaScript as text. */
const exactNumber: Reviver = (_key, value, { source = '' } = {}) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? source : value

/** Returns an answer's body for the log. Another backend may repeat a visitor's text, so the log gets only the keys. */
export function bodyForLog(text: string, { toBackend }: Exchange): string {
  const json = parseJson(text)
  if (typeof json !== 'object' || json === null) return `${text.length} characters that are no JSON object`
  return toBackend
    ? text.slice(0, MAX_ERROR_CHARS)
    : `JSON with the keys: ${Object.keys(json).slice(0, 10).join(', ')}`
}

async function readText(response: Response, request: Exchange): Promise<string> {
  if (!response.body) return ''
  const bytes = await readLimited(response.body, MAX_ANSWER_BYTES)
  if (bytes) return new TextDecoder().decode(bytes)
  throw new HostError(`the answer is larger than ${MAX_ANSWER_BYTES} bytes`, {
    ...request,
    kind: 'answer',
    status: response.status,
  })
}

function failure(
  { call, requestId }: Exchange,
  kind: HostErrorKind,
  message: string,
  more: { unsent?: boolean; cause?: unknown } = {},
): HostError {
  return new HostError(message, { call, requestId, kind, ...more })
}
