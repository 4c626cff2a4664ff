import type { Content } from '#app/content/content.server.ts'

/** `rev` is null for a document that the site does not serve. `following`: live events arrive. */
type ServedRevision = { rev: string | null; following: boolean }

/** Looks up the revision of a document that the site serves. */
export const createRevisions =
  (content: Content) =>
  async (id: string): Promise<ServedRevision> => {
    const served = (await content.revisions()).find(({ _id }) => _id === id)
    return { rev: served?._rev ?? null, following: content.isLive() }
  }
