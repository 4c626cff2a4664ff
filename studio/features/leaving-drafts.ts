import type { ClientConfig } from '@sanity/client'
import { type RequestedAction, requestedActions } from '#studio/features/requested-actions.ts'

type RequestHandler = NonNullable<ClientConfig['requestHandler']>

const MOST_UNHEARD_MS = 10_000
const DRAFT = 'drafts.'

/** By the published id; each with what asked for it last. */
const leaving = new Map<string, object>()
const listeners = new Set<() => void>()

/** Whether a document's draft is being published or discarded, and the Studio has not heard yet that it is gone. */
export const isLeaving = (publishedId: string): boolean => leaving.has(publishedId)

/** Calls whenever that changes for some document; returns how to stop. */
export function onLeaving(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Notes that the Studio knows that the draft is gone. */
export function hasLeft(publishedId: string): void {
  if (leaving.delete(publishedId)) for (const listener of listeners) listener()
}

/** Notes which drafts are on their way out, whatever in the Studio asked for it. */
export const leavingDrafts =
  (original?: RequestHandler): RequestHandler =>
  async (request, next) => {
    const ids = requestedActions(request.body).flatMap(leavingWith)
    for (const id of ids) leaving.set(id, request)
    if (ids.length > 0) for (const listener of listeners) listener()
    const forget = () => {
      for (const id of ids) if (leaving.get(id) === request) hasLeft(id)
    }
    try {
      const answer = await (original ? original(request, next) : next(request))
      // Whatever became of the event, the form is given back.
      setTimeout(forget, MOST_UNHEARD_MS)
      return answer
    } catch (error) {
      forget()
      throw error
    }
  }

function leavingWith({ actionType, draftId, versionId }: RequestedAction) {
  const id =
    actionType === 'sanity.action.document.publish'
      ? draftId
      : actionType === 'sanity.action.document.version.discard'
        ? versionId
        : undefined
  return id?.startsWith(DRAFT) ? [id.slice(DRAFT.length)] : []
}
