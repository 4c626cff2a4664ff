import { type ClientConfig, ClientError } from '@sanity/client'

type RequestHandler = NonNullable<ClientConfig['requestHandler']>

const ASK_AGAIN_MS = 2_000

/** What a document is checked against, by the Studio's names for it: is what it refers to there, is its address free? */
const CHECK = /\.(?:preview\.documents-availability|validation\.[a-z-]+)$/

/**
 * What a document is checked against is asked until there is an answer. Without one, a few seconds without a network end the
 * whole desk wherever something is typed into a document with a picture (sanity 6.16), or leave an error at an address that
 * keeps Publish shut until somebody changes the document.
 */
export const askedAgain =
  (original?: RequestHandler): RequestHandler =>
  async (request, next) => {
    const ask = () => (original ? original(request, next) : next(request))
    const { tag = '' } = (request.query ?? {}) as { tag?: string }
    if (!CHECK.test(tag)) return ask()
    for (;;) {
      try {
        return await ask()
      } catch (error) {
        if (error instanceof ClientError || request.signal?.aborted) throw error
      }
      await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
    }
  }
