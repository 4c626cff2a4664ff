import { type Document, isDraftId, isVersionId, publishedId, releaseOf } from '#studio/lake/document-ids.ts'
import type { Change, Transaction } from '#studio/lake/store.ts'

/**
 * A change as mendoza patches, there and back. The smallest valid patch sets the whole value: `[0, value]`.
 * `_rev` is left out, as Sanity does: a reader takes it from the transaction.
 */
export function effectsOf({ before, after }: Pick<Change, 'before' | 'after'>) {
  return { apply: [0, withoutRevision(after)], revert: [0, withoutRevision(before)] }
}

function withoutRevision(doc: Document | null) {
  if (!doc) return null
  const { _rev, ...fields } = doc
  return fields
}

/** A line of `/data/history/…/transactions`. */
export function transactionLog({ id, timestamp, author, changes }: Transaction, { documentIds, mutations, effects }: { documentIds?: string[]; mutations: boolean; effects: boolean }) {
  const shown = documentIds ? changes.filter((change) => documentIds.includes(change.id)) : changes
  return {
    id, timestamp, author, documentIDs: changes.map((change) => change.id),
    ...(mutations && { mutations: shown.flatMap((change) => change.mutations) }),
    ...(effects && { effects: Object.fromEntries(shown.map((change) => [change.id, effectsOf(change)])) }),
  }
}

/** The events that the Studio's History tab lists for one draft, version or published document, newest first. */
export function documentEvents(id: string, transactions: Transaction[]) {
  return transactions.flatMap((transaction) => {
    const change = transaction.changes.find((candidate) => candidate.id === id)
    if (!change) return []
    const base = { id: transaction.id, timestamp: transaction.timestamp, author: transaction.author, documentId: publishedId(id), versionId: id, versionRevisionId: transaction.id, revisionId: transaction.id, releaseId: releaseOf(id) }
    const born = !change.before, gone = !change.after
    if (!isDraftId(id) && !isVersionId(id)) {
      if (gone) return [transaction.changes.some((other) => other.after && publishedId(other.id) === id) ? { ...base, type: 'unpublishDocument' } : { ...base, type: 'deleteDocumentGroup' }]
      return [{ ...base, type: 'publishDocumentVersion', cause: { type: 'document.publish' } }]
    }
    if (gone) {
      const published = transaction.changes.some((other) => other.id === publishedId(id) && other.after)
      return [published ? { ...base, type: 'publishDocumentVersion', cause: { type: 'document.publish' } } : { ...base, type: 'deleteDocumentVersion' }]
    }
    return born ? [{ ...base, type: 'createDocumentVersion' }] : []
  })
}
