import type { Content } from '#app/content/content.server.ts'

/** The version of a document that the site serves: what the Studio is told (`/api/content-revision`). */
type ServedRevision = {
  /** Null for a document that the site does not serve. */
  rev: string | null
  /** The site hears of every publish. */
  following: boolean
}

/** Tells the served version of a document from the same store that pages are made of. */
export const createRevisions =
  (content: Content) =>
  async (id: string): Promise<ServedRevision> => {
    const served = (await content.revisions()).find(({ _id }) => _id === id)
    return { rev: served?._rev ?? null, following: content.isLive() }
  }
