import { ClientError } from '@sanity/client'
import type { RequestHandler } from '#studio/features/request-handler.ts'

let signingIn: Promise<unknown> | undefined

/** The local lake’s sign-in is to open the Studio’s page. One answer serves all who need it at that time. */
export const signIn = (): Promise<unknown> => {
  signingIn ??= fetch('/', { cache: 'no-store' }).finally(() => {
    signingIn = undefined
  })
  return signingIn
}

/**
 * Signs in again where the local lake does not know the editor’s cookie any more (it ran out, was cleared, or the content was
 * put back from a backup), and asks once more. The Studio (6.16) would drop what was typed last, show a page for developers
 * (“No login providers available”) and never come back from it by itself. Stands nearest to the network: the Studio’s own
 * handler signs the editor out as soon as it sees such an answer.
 */
export const signedInAgain =
  (original?: RequestHandler): RequestHandler =>
  (request, next) => {
    const ask: typeof next = async (asked) => {
      try {
        return await next(asked)
      } catch (error) {
        if (!(error instanceof ClientError) || error.statusCode !== 401) throw error
        await signIn()
        return next(asked)
      }
    }
    return original ? original(request, ask) : ask(request)
  }
