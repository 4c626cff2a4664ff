import { type Document, isPublicId, isPublishedId, randomId } from '#studio/lake/document-ids.ts'
import { LakeError } from '#studio/lake/errors.ts'
import type { EventStream } from '#studio/lake/event-stream.ts'
import { effectsOf } from '#studio/lake/history.ts'
import type { Change, Store, Transaction } from '#studio/lake/store.ts'

export type ListenOptions = {
  query: string
  params: Record<string, unknown>
  includeResult: boolean
  includePreviousResult: boolean
  includeMutations: boolean
  mendoza: boolean
  /** Otherwise drafts and versions are left out, as API versions since 2025-02-19 do. */
  includeAllVersions: boolean
  /** Transactions are visible to queries before anyone hears of them: either promise is kept. */
  visibility: 'query' | 'transaction'
  enableResume: boolean
  lastEventId?: string
  /** A stranger hears of public documents only. */
  editor: boolean
}
type Listener = { stream: EventStream; options: ListenOptions }
type Matches = (doc: Document, options: ListenOptions) => boolean

const MOST_REPLAYED_TRANSACTIONS = 500

/** `/data/listen` of one dataset: tells each listener of the changes to documents that pass its filter. */
export function createListeners(dataset: string, store: Store, matches: Matches) {
  const listeners = new Set<Listener>()

  function tell({ stream, options }: Listener, transaction: Transaction, afterDocument = '') {
    const heard = transaction.changes.flatMap((change) => {
      if (!options.editor && !isPublicId(change.id)) return []
      if (!options.includeAllVersions && !isPublishedId(change.id)) return []
      const was = change.before !== null && matches(change.before, options)
      const is = change.after !== null && matches(change.after, options)
      return was || is ? [{ change, transition: !was ? 'appear' : !is ? 'disappear' : 'update' }] : []
    })
    const heardBefore = heard.findIndex(({ change }) => change.id === afterDocument)
    heard.forEach(({ change, transition }, i) => {
      if (i <= heardBefore) return
      stream.send(
        'mutation',
        eventOf(transaction, change, options, {
          transition,
          transactionTotalEvents: heard.length,
          transactionCurrentEvent: i + 1,
        }),
        eventIdOf(transaction, change),
      )
    })
  }

  return {
    /** Starts a listener: `welcome`, or on resume `welcomeback` and what was missed (`reset` when that is not known). */
    listen(stream: EventStream, options: ListenOptions) {
      const listener = { stream, options }
      try {
        matches({ _id: 'x', _type: 'x', _rev: '', _createdAt: '', _updatedAt: '' }, options) // a filter that doesn't parse says so now
      } catch (error) {
        stream.send(
          'channelError',
          error instanceof LakeError ? error.body : { message: "The listener's query failed" },
        )
        return stream.close()
      }
      const name = { listenerName: randomId() }
      const position = store.lastTransactionId(dataset) ?? 'nothing-yet'
      const missed =
        options.enableResume && options.lastEventId ? missedSince(options.lastEventId) : undefined
      if (missed) {
        stream.send('welcomeback', { type: 'welcomeback', ...name })
        for (const transaction of missed.transactions) {
          tell(listener, transaction, transaction.id === missed.within ? missed.afterDocument : '')
        }
      } else {
        const resuming = options.enableResume && options.lastEventId
        stream.send(
          resuming ? 'reset' : 'welcome',
          { type: resuming ? 'reset' : 'welcome', ...name },
          `${position}#`,
        )
      }
      listeners.add(listener)
      stream.onClose(() => listeners.delete(listener))
    },
    /** Called after a transaction is on disk and visible to queries. */
    announce(transaction: Transaction) {
      for (const listener of listeners) tell(listener, transaction)
    },
  }

  /** An event's id is `transaction#document`: the connection may have broken between two events of one transaction. */
  function missedSince(lastEventId: string) {
    const [, within = '', afterDocument = ''] = /^([^#]*)#?(.*)$/.exec(lastEventId) ?? []
    const later = store.transactionsAfter(dataset, within, MOST_REPLAYED_TRANSACTIONS)
    if (!later) return undefined
    const begun = afterDocument
      ? store.transactions(dataset, { fromTransaction: within, toTransaction: within, limit: 1 })
      : []
    return { transactions: [...begun, ...later], within, afterDocument }
  }
}

const eventIdOf = (transaction: Transaction, change: Change) => `${transaction.id}#${change.id}`

function eventOf(
  transaction: Transaction,
  change: Change,
  options: ListenOptions,
  place: { transition: string; transactionTotalEvents: number; transactionCurrentEvent: number },
) {
  return {
    type: 'mutation',
    eventId: eventIdOf(transaction, change),
    documentId: change.id,
    transactionId: transaction.id,
    transition: place.transition,
    identity: transaction.author,
    ...(options.includeMutations && { mutations: change.mutations }),
    ...(options.mendoza && { effects: effectsOf(change) }),
    ...(options.includeResult && change.after && { result: change.after }),
    ...(options.includePreviousResult && { previous: change.before }),
    ...(change.before && { previousRev: change.before._rev }),
    resultRev: transaction.id,
    timestamp: transaction.timestamp,
    visibility: options.visibility,
    transactionTotalEvents: place.transactionTotalEvents,
    transactionCurrentEvent: place.transactionCurrentEvent,
  }
}
