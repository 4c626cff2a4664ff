import {
  type Document,
  isPublishedId,
  isVersionId,
  publishedId,
  releaseOf,
} from '#studio/lake/document-ids.ts'
import { mendozaPatch } from '#studio/lake/mendoza.ts'
import type { Change, Transaction } from '#studio/lake/store.ts'

/** A change as mendoza patches, there and back. `_rev` is left out, as Sanity does: a reader takes it from the transaction. */
export function effectsOf(change: Pick<Change, 'before' | 'after'>) {
  const before = withoutRevision(change.before),
    after = withoutRevision(change.after)
  return { apply: mendozaPatch(before, after), revert: mendozaPatch(after, before) }
}

function withoutRevision(doc: Document | null) {
  if (!doc) return null
  const { _rev, ...fields } = doc
  return fields
}

/** A line of `/data/history/…/transactions`. */
export function transactionLog(
  { id, timestamp, author, changes }: Transaction,
  { documentIds, mutations, effects }: { documentIds?: string[]; mutations: boolean; effects: boolean },
) {
  const shown = documentIds ? changes.filter((change) => documentIds.includes(change.id)) : changes
  return {
    id,
    timestamp,
    author,
    documentIDs: changes.map((change) => change.id),
    ...(mutations && { mutations: shown.flatMap((change) => change.mutations) }),
    ...(effects && { effects: Object.fromEntries(shown.map((change) => [change.id, effectsOf(change)])) }),
  }
}

/**
 * The events that the Studio's History tab lists for one draft, version or published document, in the order of
 * the transactions. Edits aren't among them: the Studio makes those out of the transactions itself.
 */
export function documentEvents(id: string, transactions: Transaction[]) {
  return transactions.flatMap((transaction) => {
    const change = transaction.changes.find((candidate) => candidate.id === id)
    const event =
      change && (isPublishedId(id) ? publishedEvent(change, transaction) : versionEvent(change, transaction))
    return event
      ? [
          {
            timestamp: transaction.timestamp,
            author: transaction.author,
            documentId: publishedId(id),
            ...event,
          },
        ]
      : []
  })
}

const publishCause = ({ id }: Change) => (isVersionId(id) ? 'release.publish' : 'document.publish')

function versionEvent(change: Change, { id: revisionId, changes }: Transaction) {
  const version = { versionId: change.id, releaseId: releaseOf(change.id) }
  if (!change.before) return { type: 'createDocumentVersion', ...version, versionRevisionId: revisionId }
  if (change.after) return undefined
  // What was published or deleted is the version as it stood before.
  const ended = { ...version, versionRevisionId: change.before._rev, revisionId }
  const published = changes.some((other) => other.id === publishedId(change.id) && other.after)
  return published
    ? { type: 'publishDocumentVersion', ...ended, publishCause: publishCause(change) }
    : { type: 'deleteDocumentVersion', ...ended }
}

function publishedEvent(change: Change, { id: revisionId, changes }: Transaction) {
  const versions = changes.filter((other) => other.id !== change.id && publishedId(other.id) === change.id)
  const source = versions.find((other) => other.before && !other.after)
  if (!change.after) {
    const copy = versions.find((other) => other.after)
    return copy
      ? { type: 'unpublishDocument', versionId: copy.id, versionRevisionId: revisionId }
      : { type: 'deleteDocumentGroup' }
  }
  if (!source) return { type: change.before ? 'updateLiveDocument' : 'createLiveDocument', revisionId }
  return {
    type: 'publishDocumentVersion',
    revisionId,
    versionId: source.id,
    versionRevisionId: source.before!._rev,
    releaseId: releaseOf(source.id),
    publishCause: publishCause(source),
  }
}
