import type { Content } from '#app/content/content.server.ts'

/** The version of a document that the site serves: what the Studio is told (`/api/content-revision`). */
type ServedRevision = {
  /** Null for a document that the site does not serve. */
  rev: string | null
  updatedAt: string | null
  /** How long it has been served, ms. */
  liveForMs: number | null
  /** The site hears of every publish. */
  following: boolean
}

/**
 * Tells the served version of a document from the same store that pages are made of: an answer there is as old, or as
 * new, as theirs. Remembers when a version was first seen.
 */
export function createRevisions(content: Content) {
  const seen = new Map<string, { rev: string; since: number }>()
  return async function revisionOf(id: string): Promise<ServedRevision> {
    const all = await content.revisions()
    const following = content.isLive()
    const served = all.find(({ _id }) => _id === id)
    if (!served) {
      seen.delete(id)
      return { rev: null, updatedAt: null, liveForMs: null, following }
    }
    const before = seen.get(id)
    if (before?.rev !== served._rev) {
      // Seen for the first time, it was there since it was written; one that followed another, since now.
      seen.set(id, { rev: served._rev, since: before ? Date.now() : Date.parse(served._updatedAt) })
    }
    const liveForMs = Math.max(0, Date.now() - seen.get(id)!.since)
    return { rev: served._rev, updatedAt: served._updatedAt, liveForMs, following }
  }
}
