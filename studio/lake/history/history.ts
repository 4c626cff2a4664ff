import type { Document } from '../documents/document-ids.ts'
import type { Change, Transaction } from '../store/store.ts'
import { mendozaPatch } from './mendoza.ts'

/** A change as mendoza patches. As in Sanity, they leave `_rev` out. */
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

/** One line of the transaction log. */
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
