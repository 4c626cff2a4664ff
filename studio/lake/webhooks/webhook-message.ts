import { createHash } from 'node:crypto'
import { type Document, isDraftId, isVersionId } from '../documents/document-ids.ts'
import { operationOf } from '../groq/functions/diff.ts'
import { deltaJson } from '../query/query.ts'
import type { Change, Transaction } from '../store/store.ts'
import type { Operation, Webhook } from './webhook.ts'

// About five milliseconds.
const MAX_STEPS_OF_EXPRESSION = 100_000

export type Message = {
  /** The same after a restart, so that a receiver can ignore duplicates. */
  id: string
  dataset: string
  documentId: string
  transactionId: string
  transactionTime: string
  operation: Operation
  /** JSON. */
  payload: string
}

/** The message of a change, or undefined if the webhook ignores it. Throws if an expression fails or takes too many steps. */
export function messageOf(
  { id: hookId, rule, includeDrafts, includeAllVersions }: Webhook,
  { id: transactionId, timestamp, author }: Pick<Transaction, 'id' | 'timestamp' | 'author'>,
  change: Change,
  { projectId, dataset, documents }: { projectId: string; dataset: string; documents: Lookup },
): Message | undefined {
  const { id: documentId } = change
  if (isDraftId(documentId) && !includeDrafts) return undefined
  if (isVersionId(documentId) && !includeAllVersions) return undefined
  const { before, after } = change
  if (!before && !after) return undefined // purged meanwhile
  const operation = operationOf({ before, after })
  if (!rule.on.includes(operation)) return undefined
  const context = { view: viewOf(documents), projectId, dataset, identity: author, delta: { before, after } }
  const evaluate = (expression: string) =>
    deltaJson(expression, context, { stepBudget: MAX_STEPS_OF_EXPRESSION })
  if (rule.filter && evaluate(rule.filter) !== 'true') return undefined
  const payload = rule.projection ? evaluate(rule.projection) : JSON.stringify(after ?? before)
  const id = createHash('sha256').update(`${hookId} ${dataset} ${transactionId} ${documentId}`).digest('hex')
  return { id, dataset, documentId, transactionId, transactionTime: timestamp, operation, payload }
}

type Lookup = { get(id: string): Document | undefined }

/** Sanity follows references in webhooks, but subqueries find nothing. */
const viewOf = (documents: Lookup) => ({
  documents: [],
  byId: documents,
  byType: new Map(),
  bySlug: () => [],
  referrers: () => [],
})
