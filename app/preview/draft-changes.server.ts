import type { SanityClient } from '@sanity/client'

/** Excludes the Studio's own documents: secrets, comments, releases. */
const FILTER = '*[!(_type match "sanity.*") && !(_type match "system.*")]'
/** Proxies close connections that are silent for longer. */
const KEEP_ALIVE_MS = 25_000
const RETRY_MS = 2_000

/**
 * Notifies open previews of each edit in the lake, through one listener. The Studio's own message
 * (`presentation/refresh`) comes only after a second without typing.
 */
export function createDraftChanges(editorClient: () => SanityClient | undefined) {
  /** The `send` and `close` functions of each open stream. */
  const streams = new Map<(text: string) => void, () => void>()
  let stopListening: (() => void) | undefined

  function listen() {
    const client = editorClient()
    if (!client) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const subscription = client
      .listen(FILTER, {}, { includeResult: false, includeAllVersions: true, visibility: 'query' })
      .subscribe({
        next: () => {
          for (const send of streams.keys()) send('data: changed\n\n')
        },
        // Only a refusal: after a lost connection the client reconnects by itself.
        error: () => {
          timer = setTimeout(() => streams.size > 0 && listen(), RETRY_MS)
        },
      })
    stopListening = () => {
      clearTimeout(timer)
      subscription.unsubscribe()
    }
  }

  return {
    /** A `text/event-stream` with one event per change, until the request ends. */
    stream(signal: AbortSignal): Response {
      let leave = () => {}
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          const encoder = new TextEncoder()
          const send = (text: string) => controller.enqueue(encoder.encode(text))
          const keepAlive = setInterval(() => send(':\n\n'), KEEP_ALIVE_MS)
          leave = () => {
            if (!streams.delete(send)) return
            clearInterval(keepAlive)
            if (streams.size > 0) return
            stopListening?.()
            stopListening = undefined
          }
          streams.set(send, () => {
            leave()
            controller.close()
          })
          send(`retry: ${RETRY_MS}\n\n`)
          if (streams.size === 1) listen()
          signal.addEventListener('abort', leave, { once: true })
          if (signal.aborted) leave()
        },
        cancel: () => leave(),
      })
      return new Response(body, {
        // Compression and nginx's buffer would hold events back.
        headers: {
          'Content-Type': 'text/event-stream',
          'Cache-Control': 'no-store, no-transform',
          'X-Accel-Buffering': 'no',
        },
      })
    },
    /** Closes all streams before the process exits. */
    stop() {
      for (const close of [...streams.values()]) close()
    },
  }
}
