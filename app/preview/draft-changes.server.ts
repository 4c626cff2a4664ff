import type { SanityClient } from '@sanity/client'

/** What a page can show; the Studio's own documents (secrets, comments, releases) are none of it. */
const FILTER = '*[!(_type match "sanity.*") && !(_type match "system.*")]'
/** A connection that says nothing is taken down by what stands between. */
const SIGN_OF_LIFE_MS = 25_000
const TRY_AGAIN_MS = 2_000

/**
 * Tells open previews that something was typed or published. The Studio's own word (`presentation/refresh`) waits until
 * nothing was typed for a second; the lake has it within that. One listener at the lake serves everybody, while anybody looks.
 */
export function createDraftChanges(editorClient: () => SanityClient | undefined) {
  /** What tells each open stream something, with what ends it. */
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
          for (const tell of streams.keys()) tell('data: changed\n\n')
        },
        // The client goes on by itself after a lost connection; this is a refusal.
        error: () => {
          timer = setTimeout(() => streams.size > 0 && listen(), TRY_AGAIN_MS)
        },
      })
    stopListening = () => {
      clearTimeout(timer)
      subscription.unsubscribe()
    }
  }

  return {
    /** A stream of events (`text/event-stream`), one for each change, until the request ends. */
    stream(signal: AbortSignal): Response {
      let leave = () => {}
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          const encoder = new TextEncoder()
          const tell = (text: string) => controller.enqueue(encoder.encode(text))
          const alive = setInterval(() => tell(':\n\n'), SIGN_OF_LIFE_MS)
          leave = () => {
            if (!streams.delete(tell)) return
            clearInterval(alive)
            if (streams.size > 0) return
            stopListening?.()
            stopListening = undefined
          }
          streams.set(tell, () => {
            leave()
            controller.close()
          })
          tell(`retry: ${TRY_AGAIN_MS}\n\n`)
          if (streams.size === 1) listen()
          signal.addEventListener('abort', leave, { once: true })
          if (signal.aborted) leave()
        },
        cancel: () => leave(),
      })
      return new Response(body, {
        // Compressing would hold events back, as nginx does until it has 4 KB of them.
        headers: {
          'Content-Type': 'text/event-stream',
          'Cache-Control': 'no-store, no-transform',
          'X-Accel-Buffering': 'no',
        },
      })
    },
    /** Ends all streams: the process is about to. */
    stop() {
      for (const end of [...streams.values()]) end()
    },
  }
}
