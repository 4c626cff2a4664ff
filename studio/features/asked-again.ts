import { ClientError, ServerError } from '@sanity/client'
import type { RequestHandler } from '#studio/features/request-handler.ts'
import { setSent, setTrouble } from '#studio/features/unstored.ts'

const ASK_AGAIN_MS = 2_000

/** Refusals of this moment: it took too long, or there were too many. */
const NOT_NOW = [408, 429]

/**
 * What is asked until there is an answer, by the Studio's names for it: is what a document refers to there, is its address
 * free, which releases are there? And what was typed is sent until it has arrived.
 */
const UNTIL_ANSWERED =
  /\.(?:preview\.documents-availability|validation\.[a-z-]+|releases\.listen|document\.commit)$/

/**
 * Asks for some things until there is an answer. Without one, a few seconds without a network end the whole desk wherever
 * something is typed into a document with a picture (sanity 6.16), leave an error at an address that keeps Publish shut until
 * somebody changes the document, or leave the list of releases, and the menu that previews them, empty until the Studio is
 * loaded anew. What is typed into a document that has no draft yet would be dropped, without a word, where its first keystroke
 * can’t be sent: to the Studio a draft that the lake does not know was deleted (@sanity/mutator 6.16).
 */
export const askedAgain =
  (original?: RequestHandler): RequestHandler =>
  async (request, next) => {
    const ask = () => (original ? original(request, next) : next(request))
    const { tag = '' } = (request.query ?? {}) as { tag?: string }
    if (!UNTIL_ANSWERED.test(tag)) return ask()
    setSent(request, !tag.endsWith('.document.commit'))
    try {
      for (let isSentAgain = false; ; isSentAgain = true) {
        try {
          return await ask()
        } catch (error) {
          if (isSentAgain && hasArrived(error)) return {}
          if (isRefused(error) || request.signal?.aborted) throw error
          setTrouble(request, error instanceof ServerError ? error.message : undefined)
        }
        await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
      }
    } finally {
      setSent(request, true)
    }
  }

const isRefused = (error: unknown): boolean =>
  error instanceof ClientError && !NOT_NOW.includes(error.statusCode)

/** What was sent before had arrived, and only its answer got lost. */
const hasArrived = (error: unknown): boolean =>
  error instanceof ClientError && error.statusCode === 409 && error.message.includes('already exists')
