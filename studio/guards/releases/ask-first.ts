import type { RequestHandler } from '#studio/features/request-handler.ts'
import { requestedActions } from '#studio/features/requested-actions.ts'

/** Asks the editor about a release; resolves when it may go out, rejects when it may not. */
export type AskAboutRelease = (release: {
  releaseId: string
  /** The Studio made the release a moment ago, for "Schedule publish" of one document. */
  madeForIt: boolean
  /** When it goes out (ISO date and time), unless at once. */
  publishAt?: string
}) => Promise<void>

let ask: AskAboutRelease | undefined

/** Says who asks; resolves to how to stop. */
export function askWith(asker: AskAboutRelease): () => void {
  ask = asker
  return () => {
    if (ask === asker) ask = undefined
  }
}

const GOING_OUT = ['sanity.action.release.publish', 'sanity.action.release.schedule']
const madeForOne = new Set<string>()

/**
 * Holds what sends a release out until the editor has been asked. The Studio has no hook at its buttons for releases and
 * scheduled drafts (sanity 6.16); all of them go through its client, whatever they are called.
 */
export const askFirst =
  (original?: RequestHandler): RequestHandler =>
  async (request, next) => {
    for (const { actionType = '', releaseId = '', publishAt, metadata } of requestedActions(request.body)) {
      if (actionType === 'sanity.action.release.create' && metadata?.cardinality === 'one')
        madeForOne.add(releaseId)
      if (!GOING_OUT.includes(actionType)) continue
      if (!ask) throw new Error('The Studio is not ready to ask about this. Nothing was published.')
      await ask({ releaseId, madeForIt: madeForOne.delete(releaseId), ...(publishAt && { publishAt }) })
    }
    return original ? original(request, next) : next(request)
  }
