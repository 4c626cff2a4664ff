import { type Content, referencesOf } from '../documents/content.ts'
import { type Document, isVersionId, lockReason, releaseOf } from '../documents/document-ids.ts'
import { Multimap } from '../documents/multimap.ts'
import { mutationError } from '../errors.ts'
import { giveWay } from '../scheduling.ts'
import type { Change } from '../store/store.ts'

// https://www.sanity.io/docs/content-lake/content-release-document-flow
const MAX_RELEASE_DOCUMENTS = 1_000

/** A change, and the index of its last mutation. */
export type DraftChange = Change & { index: number }

/** Throws 409 for a document of a scheduled release. */
export function checkLocks(changes: DraftChange[], { documents }: Content) {
  for (const { id, index } of changes) {
    const lock = lockReason(id, (release) => documents.get(release))
    if (lock) throw mutationError(409, index, { type: 'mutationError', id, description: lock })
  }
}

/** Throws 400 if a transaction adds to a release with too many documents. `all` are the documents after it. */
export function checkReleases(changes: DraftChange[], all: Iterable<Document>) {
  const added = changes.filter(({ id, before }) => !before && isVersionId(id))
  if (added.length === 0) return
  const releases = Map.groupBy(all, ({ _id }) => releaseOf(_id))
  for (const { id, index } of added) {
    const { length } = releases.get(releaseOf(id))!
    const description = `Release "${releaseOf(id)}" may have ${MAX_RELEASE_DOCUMENTS} documents, not ${length}`
    if (length > MAX_RELEASE_DOCUMENTS)
      throw mutationError(400, index, { type: 'mutationError', id, description })
  }
}

/** Throws 409 for a strong reference without its document. */
export async function checkReferences(changes: DraftChange[], content: Content) {
  const after = new Map(changes.map((change) => [change.id, change.after]))
  const exists = (id: string) => (after.has(id) ? after.get(id) !== null : content.documents.has(id))
  /** The changed documents by the targets of their references. */
  const referring = new Multimap()
  for (const { id, after: doc } of changes) {
    for (const target of doc ? referencesOf(doc).strong : []) referring.add(target, id)
    await giveWay()
  }

  for (const { id, before, after: doc, index } of changes) {
    await giveWay()
    if (doc) {
      const known = before ? referencesOf(before).strong : undefined
      for (const target of referencesOf(doc).strong) {
        if (known?.has(target) || exists(target)) continue
        throw mutationError(409, index, {
          type: 'documentReferencesNonExistentDocumentError',
          id,
          referenceID: target,
          description: `Document "${id}" references non-existent document "${target}"`,
        })
      }
    }
    if (doc && (!before || before._type === doc._type)) continue
    const referencingIDs: string[] = []
    for (const other of content.referrers(id)) {
      if (!after.has(other) && referencesOf(content.documents.get(other)!).strong.has(id))
        referencingIDs.push(other)
      await giveWay()
    }
    referencingIDs.push(...referring.get(id).filter((other) => other !== id))
    if (referencingIDs.length > 0) {
      const action = doc ? 'change its type' : 'be deleted'
      throw mutationError(409, index, {
        type: 'documentHasExistingReferencesError',
        id,
        referencingIDs,
        description: `Document "${id}" cannot ${action} as there are references to it from "${referencingIDs[0]}"`,
      })
    }
  }
}
