import { type ClientConfig, ClientError } from '@sanity/client'
import { rejectedSaves } from '#studio/ui/rejected-saves.ts'

type RequestHandler = NonNullable<ClientConfig['requestHandler']>

const RETRY_MS = 2_000
/** Request Timeout and Too Many Requests. */
const TRANSIENT = [408, 429]
/** Sanity's request tags for a save, and for checking a referenced document, which crashes the desk if it fails. */
const RETRIED = /\.(?:document\.commit|preview\.documents-availability)$/

/** Retries saves until the lake answers. Sanity (6.16) silently discards a new draft whose first save fails (README). */
export const retrySaves =
  (studioHandler?: RequestHandler): RequestHandler =>
  async (request, next) => {
    const send = () => (studioHandler ? studioHandler(request, next) : next(request))
    const { tag } = (request.query ?? {}) as { tag?: string }
    if (!tag || !RETRIED.test(tag)) return send()
    for (let isRetry = false; ; isRetry = true) {
      try {
        return await send()
      } catch (error) {
        const status = error instanceof ClientError ? error.statusCode : undefined
        // The lake has stored the transaction; only its response was lost.
        if (isRetry && status === 409) return {}
        const isRejected = status !== undefined && !TRANSIENT.includes(status)
        if (isRejected && tag.endsWith('.document.commit')) rejectedSaves.dispatchEvent(new Event('rejected'))
        if (isRejected || request.signal?.aborted) throw error
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
