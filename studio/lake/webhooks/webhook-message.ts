import { createHash } from 'node:crypto'
import { type Document, isDraftId, isVersionId } from '../documents/document-ids.ts'
import { operationOf } from '../groq/functions/delta.ts'
import { deltaJson } from '../query/run-query.ts'
import type { Change, Transaction } from '../store/store.ts'
import type { Webhook } from './webhook.ts'

// About five milliseconds.
const MAX_STEPS_OF_EXPRESSION = 100_000

/** A change for one webhook, as the log of messages shows it. */
export type Message = NonNullable<ReturnType<typeof messageOf>>
/** As the log of attempts shows it. */
export type Attempt = {
  id: string
  resultCode: number | null
  /** The start of the receiver's answer. */
  resultBody: string
  failureReason: 'http' | 'network' | 'timeout' | 'other' | null
  [field: string]: unknown
}
type Place = { projectId: string; dataset: string; documents: { get(id: string): Document | undefined } }

/** The message of a change; undefined if the webhook ignores it. Throws if an expression fails or takes too many steps. */
export function messageOf(
  { id: hookId, rule, includeDrafts, includeAllVersions }: Webhook,
  { id: transactionId, timestamp: transactionTime, author }: Transaction,
  { id: documentId, before, after }: Change,
  { projectId, dataset, documents }: Place,
) {
  if ((isDraftId(documentId) && !includeDrafts) || (isVersionId(documentId) && !includeAllVersions)) return
  const operation = operationOf({ before, after })
  const isPurged = !before && !after
  if (isPurged || !rule.on.includes(operation)) return
  // As at Sanity, an expression follows references, but its subqueries find nothing.
  const lookup = { documents: [], byType: new Map(), bySlug: () => [], referrers: () => [], byId: documents }
  const context = { view: lookup, projectId, dataset, identity: author, delta: { before, after } }
  const evaluate = (expression: string) =>
    deltaJson(expression, context, { stepBudget: MAX_STEPS_OF_EXPRESSION })
  if (rule.filter && evaluate(rule.filter) !== 'true') return
  return {
    /** The same after a restart, so that receivers can ignore duplicates. */
    id: createHash('sha256').update(`${hookId} ${dataset} ${transactionId} ${documentId}`).digest('hex'),
    ...{ hookId, projectId, dataset, documentId, transactionId, transactionTime, operation },
    payload: rule.projection ? evaluate(rule.projection) : JSON.stringify(after ?? before),
    createdAt: new Date().toISOString(),
    status: 'queued' as 'queued' | 'success' | 'failure',
    failureCount: 0,
    resultCode: null as number | null,
    attempts: [] as Attempt[],
  }
}
