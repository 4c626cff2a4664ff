import { type ClientConfig, ClientError } from '@sanity/client'

type RequestHandler = NonNullable<ClientConfig['requestHandler']>

const RETRY_MS = 2_000
/** A timeout, and too many requests. */
const TRANSIENT = [408, 429]
/** Sanity's tags for saving what was typed, and for asking whether a referenced document exists. */
const RETRIED = /\.(?:document\.commit|preview\.documents-availability)$/

/**
 * Sends what was typed until the lake answers. Sanity (6.16) discards a new draft when its first request fails: ten seconds
 * without a network lose all that was typed, without a message. The other request crashes the desk when it fails.
 */
export const retrySaves =
  (studios?: RequestHandler): RequestHandler =>
  async (request, next) => {
    const send = () => (studios ? studios(request, next) : next(request))
    const { tag } = (request.query ?? {}) as { tag?: string }
    if (!tag || !RETRIED.test(tag)) return send()
    for (let isRepeated = false; ; isRepeated = true) {
      try {
        return await send()
      } catch (error) {
        const status = error instanceof ClientError ? error.statusCode : undefined
        // The transaction arrived before; only its answer was lost.
        if (isRepeated && status === 409) return {}
        if ((status && !TRANSIENT.includes(status)) || request.signal?.aborted) throw error
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
