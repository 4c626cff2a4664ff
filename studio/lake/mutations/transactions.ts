import type { Content } from '../documents/content.ts'
import type { Document } from '../documents/document-ids.ts'
import { dataError, mutationError } from '../errors.ts'
import { giveWay } from '../scheduling.ts'
import type { Store, Transaction } from '../store/store.ts'
import { applyMutation, mutationForListeners, stamp, withArrayKeys } from './apply-mutation.ts'
import { checkDocument } from './limits.ts'
import type { ParsedMutation, SingleMutation } from './parse-mutations.ts'
import { checkLocks, checkReferences, checkReleases, type DraftChange } from './transaction-checks.ts'

export type TransactionOptions = {
  transactionId?: string
  author: string
  dryRun?: boolean
  autoGenerateArrayKeys?: boolean
  /** Allows changes to documents of a scheduled release. */
  writesScheduled?: boolean
}
type MutationResult = {
  id: string
  operation: 'create' | 'update' | 'delete' | 'none'
  document: Document | null
}
export type Committed = { transaction: Transaction; results: MutationResult[] }

const MAX_SELECTED = 10_000 // https://www.sanity.io/docs/http-reference/mutation

export type Draft = ReturnType<typeof startDraft>

/**
 * Starts a transaction that nobody sees until it is written. Nothing else may change the content meanwhile.
 * Throws LakeError 400 or 409 for its id.
 */
export function startDraft(dataset: string, store: Store, content: Content, options: TransactionOptions) {
  const { now, randomId } = store.sources
  const id = options.transactionId || randomId()
  if (typeof id !== 'string' || !/^[^\s#,]{1,128}$/.test(id))
    throw dataError(400, 'mutationParseError', `Invalid transaction ID ${JSON.stringify(id)}`)
  if (store.seqOf(dataset, id) !== undefined)
    throw dataError(409, 'transactionAlreadyExistsError', `Transaction with ID "${id}" already exists`, {
      id,
    })
  const timestamp = now().toISOString()
  const changes = new Map<string, DraftChange>()
  const results: MutationResult[] = []
  const purged: string[] = []

  function mutate(single: SingleMutation) {
    const before = content.documents.get(single.id) ?? null
    const change = changes.get(single.id) ?? {
      id: single.id,
      before,
      after: before,
      mutations: [],
      index: 0,
    }
    const current = change.after
    const applied = applyMutation(single, current)
    if (applied && applied !== current) checkDocument(applied, before, single.index)
    const keyed = applied && options.autoGenerateArrayKeys ? withArrayKeys(applied, randomId) : applied
    const after = keyed && applied !== current ? stamp(keyed, current, single, { id, timestamp }) : applied
    if (after !== current) {
      changes.set(single.id, change)
      change.after = after
      change.index = single.index
      change.mutations.push(mutationForListeners(single, after, keyed !== applied))
    }
    const operation = after === current ? 'none' : !after ? 'delete' : current ? 'update' : 'create'
    results.push({ id: single.id, operation, document: after ?? current })
  }

  /** The documents after the mutations so far. */
  function* all() {
    for (const doc of content.documents.values()) if (!changes.has(doc._id)) yield doc
    for (const { after } of changes.values()) if (after) yield after
  }

  return {
    all,
    /** A document after the mutations so far. */
    get: (id: string): Document | undefined => {
      const change = changes.get(id)
      return change ? (change.after ?? undefined) : content.documents.get(id)
    },
    /** Applies mutations. Throws LakeError 400, 404 or 409. */
    async apply(mutations: ParsedMutation[]) {
      for (const { operation, body, index, ids = [] } of mutations) {
        if (ids.length > MAX_SELECTED)
          throw mutationError(400, index, {
            type: 'mutationError',
            description: `A query may select at most ${MAX_SELECTED} documents; this one selects ${ids.length}`,
          })
        for (const id of ids) {
          mutate({ operation, id, body, index })
          await giveWay()
        }
        if (operation === 'delete' && body.purge === true) purged.push(...ids)
      }
    },
    /** Checks the whole. Throws LakeError 400 or 409. */
    async finish(): Promise<Committed & { purged: string[] }> {
      const effective = [...changes.values()].filter((change) => change.before !== change.after)
      if (!options.writesScheduled) checkLocks(effective, content)
      checkReleases(effective, all())
      await checkReferences(effective, content)
      const transaction = {
        id,
        timestamp,
        author: options.author,
        changes: effective.map(({ index: _, ...change }) => change),
      }
      return { transaction, results, purged }
    },
  }
}
