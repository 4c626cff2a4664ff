import type { Log } from '#app/platform/log.ts'

/** Until a visitor, a crawler or a CDN should ask again, in seconds. */
export const RETRY_AFTER_S = 5

/** What a request gives to tell of it in the log. */
export type Told = { log: Log; requestId: string }

/** Whether the lake has no answer to what was asked, and never had. By name: Remix's bundle has a class of its own. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof Error && error.name === 'LakeUnavailable'

/**
 * The answer of a route that makes no document; while there is no content to make it of, a 503 that says when to ask again
 * (RFC 9110, section 15.6.4). Remix would say 500, which tells crawlers of a fault. Throws what else goes wrong.
 */
export async function answerOfContent(
  { log, requestId }: Told,
  make: () => Promise<Response>,
): Promise<Response> {
  try {
    return await make()
  } catch (error) {
    if (!isUnavailable(error)) throw error
    log('error', 'a file of content failed', { requestId, error: String(error) })
    return new Response('Back in a moment.\n', {
      status: 503,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': String(RETRY_AFTER_S) },
    })
  }
}
