import { getVersionFromId } from '@sanity/client/csm'
import { listeners } from '#studio/features/listeners.ts'
import type { RequestHandler } from '#studio/features/request-handler.ts'
import { type RequestedAction, requestedActions } from '#studio/features/requested-actions.ts'

const MOST_UNHEARD_MS = 10_000

/** Ids of drafts and of releases' versions, and releases all of whose versions go; each with what asked for it last. */
const leaving = new Map<string, object>()
const changes = listeners()

const releaseKey = (name: string) => `versions.${name}`

const keysOf = (id: string) => {
  const release = getVersionFromId(id)
  return release ? [id, releaseKey(release)] : [id]
}

/** Whether a draft or a release's version is on its way out, and the Studio has not heard yet that it is gone. */
export const isLeaving = (id: string): boolean => keysOf(id).some((key) => leaving.has(key))

/** Calls whenever that changes for some document; returns how to stop. */
export const onLeaving = changes.on

/** Notes that the Studio knows that a draft or version is gone. */
export function hasLeft(id: string): void {
  forget(keysOf(id))
}

function forget(keys: string[]) {
  const known = keys.filter((key) => leaving.delete(key))
  if (known.length > 0) changes.tell()
}

/** Notes which drafts and versions are on their way out, whatever in the Studio asked for it. */
export const leavingDrafts =
  (original?: RequestHandler): RequestHandler =>
  async (request, next) => {
    const keys = requestedActions(request.body).flatMap(leavingWith)
    for (const key of keys) leaving.set(key, request)
    if (keys.length > 0) changes.tell()
    const giveBack = () => forget(keys.filter((key) => leaving.get(key) === request))
    try {
      const answer = await (original ? original(request, next) : next(request))
      // Whatever became of the event, the form is given back.
      setTimeout(giveBack, MOST_UNHEARD_MS)
      return answer
    } catch (error) {
      giveBack()
      throw error
    }
  }

function leavingWith({ actionType, draftId, versionId, releaseId }: RequestedAction): string[] {
  switch (actionType) {
    case 'sanity.action.document.publish':
      return draftId ? [draftId] : []
    case 'sanity.action.document.version.discard':
      return versionId ? [versionId] : []
    case 'sanity.action.release.publish':
    case 'sanity.action.release.archive':
      return releaseId ? [releaseKey(releaseId)] : []
    default:
      return []
  }
}
