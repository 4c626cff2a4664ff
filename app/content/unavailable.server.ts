import type { Log } from '#app/platform/log.ts'

export const RETRY_AFTER_S = 5

export type RequestLog = { log: Log; requestId: string }

/** True for LakeUnavailable. Compares names, because Remix bundles its own copy of the class. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof Error && error.name === 'LakeUnavailable'

/** Responds with 503 and Retry-After if the content is unavailable: crawlers would treat Remix's 500 as an error of the page. */
export async function respondOr503(
  { log, requestId }: RequestLog,
  respond: () => Promise<Response>,
): Promise<Response> {
  try {
    return await respond()
  } catch (error) {
    if (!isUnavailable(error)) throw error
    log('error', 'content: unavailable, answered with 503', { requestId, error: String(error) })
    return new Response('Back in a moment.\n', {
      status: 503,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': String(RETRY_AFTER_S) },
    })
  }
}
