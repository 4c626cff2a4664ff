import { type Document, isPublicId, isPublishedId, randomId } from '#studio/lake/document-ids.ts'
import { LakeError } from '#studio/lake/errors.ts'
import { dismiss, type EventStream, encodeEvent } from '#studio/lake/event-stream.ts'
import { effectsOf } from '#studio/lake/history.ts'
import { filterIn } from '#studio/lake/query.ts'
import type { Change, Store, Transaction } from '#studio/lake/store.ts'

type ListenOptions = {
  query: string
  params: Record<string, unknown>
  includeResult: boolean
  includePreviousRevision: boolean
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
  identity: string
}
type Listener = {
  stream: EventStream
  options: ListenOptions
  /** Listeners with the same filter hear of the same changes; with the same form too, in the same bytes. */
  filter: string
  form: string
}
type Heard = { change: Change; transition: 'appear' | 'update' | 'disappear' }
/** What one transaction is to a listener: its events, one after the other, and whose the last one is. */
type Told = { bytes: Buffer; lastDocument: string | undefined }
type Matches = (doc: Document, options: ListenOptions) => boolean

const MOST_REPLAYED_TRANSACTIONS = 10_000
const REPLAYED_AT_ONCE = 50
// The position in a dataset to which nothing was ever written.
const START = 'start'

/** `/data/listen` of one dataset: tells each listener of the changes to documents that pass its filter. */
export function createListeners(dataset: string, store: Store, matches: Matches) {
  const listeners = new Set<Listener>()

  /** Works out each filter and each form of a transaction's events once, for however many listeners. */
  function eventsOf(transaction: Transaction) {
    const effects = new Map<Change, ReturnType<typeof effectsOf>>()
    const effectsOnce = (change: Change) => {
      if (!effects.has(change)) effects.set(change, effectsOf(change))
      return effects.get(change)!
    }
    const heard = new Map<string, Heard[]>()
    const told = new Map<string, Told>()
    return ({ options, filter, form }: Listener): Told => {
      let changes = heard.get(filter)
      if (!changes) {
        changes = transaction.changes.flatMap((change) => {
          if (!options.editor && !isPublicId(change.id)) return []
          if (!options.includeAllVersions && !isPublishedId(change.id)) return []
          // Of what was purged nobody knows any more whether it passed: whoever comes back hears that it is gone.
          const was = change.before ? matches(change.before, options) : !change.after
          const is = change.after !== null && matches(change.after, options)
          return was || is ? [{ change, transition: !was ? 'appear' : !is ? 'disappear' : 'update' }] : []
        })
        heard.set(filter, changes)
      }
      let all = told.get(form)
      if (!all) {
        const events = changes.map(({ change, transition }, i) => {
          const place = {
            transition,
            transactionTotalEvents: changes.length,
            transactionCurrentEvent: i + 1,
          }
          const event = eventOf(transaction, change, options, place, effectsOnce)
          return encodeEvent('mutation', event, eventIdOf(transaction, change))
        })
        all = { bytes: Buffer.concat(events), lastDocument: changes.at(-1)?.change.id }
        told.set(form, all)
      }
      return all
    }
  }

  function tell(listener: Listener, toldTo: (listener: Listener) => Told) {
    try {
      const { bytes } = toldTo(listener)
      // In one piece: who reads is not taken for slow because a transaction is large.
      if (bytes.length > 0) listener.stream.write(bytes)
    } catch (error) {
      refuse(listener.stream, error) // the writer has nothing to do with it
    }
  }

  function refuse(stream: EventStream, error: unknown) {
    const failed = "The listener's query failed, or takes too much work for one document"
    const body = error instanceof LakeError ? error.body : { message: failed }
    stream.send('channelError', body)
    stream.close()
  }

  /** Tells what was missed, at the pace at which it is read, until there is no more; from then on it hears live. */
  async function resume(listener: Listener, missedFrom: number) {
    const { stream } = listener
    let seq = missedFrom
    for (;;) {
      if (stream.closed) return
      const page = store.transactionsFrom(dataset, seq, REPLAYED_AT_ONCE)
      if (page.transactions.length === 0) return hear(listener)
      for (const transaction of page.transactions) {
        tell(listener, eventsOf(transaction))
        await stream.taken()
      }
      seq = page.seq
    }
  }

  let gone = false
  const farewell = (stream: EventStream) => dismiss(stream, `Dataset "${dataset}" was deleted`)
  function hear(listener: Listener) {
    if (gone) return farewell(listener.stream) // while it was told what it had missed
    listeners.add(listener)
    listener.stream.onClose(() => listeners.delete(listener))
  }

  /**
   * The place in the log up to which a listener has heard everything. An event's id is `transaction#document`: where the
   * connection broke between two events of one transaction there is none. The Studio (6.16) forgets the first when it
   * reconnects, passes it over when it comes again, and waits for it with all that follows.
   */
  function heardUpTo(lastEventId: string, listener: Listener): number | undefined {
    const [, within = '', lastDocument = ''] = /^([^#]*)#?(.*)$/.exec(lastEventId) ?? []
    const seq = within === START ? 0 : store.seqOf(dataset, within)
    if (seq === undefined || store.countAfter(dataset, seq) > MOST_REPLAYED_TRANSACTIONS) return undefined
    const [begun] = lastDocument
      ? store.transactions(dataset, { fromTransaction: within, toTransaction: within, limit: 1 })
      : []
    const last = begun && eventsOf(begun)(listener).lastDocument // none where all of it was purged since
    return last !== undefined && last !== lastDocument ? undefined : seq
  }

  return {
    /** Starts a listener: `welcome`, or on resume `welcomeback` and what was missed (`reset` when that is not known). */
    async listen(stream: EventStream, asked: ListenOptions) {
      const { lastEventId, enableResume } = asked
      const resuming = enableResume && lastEventId
      let listener: Listener
      let heard: number | undefined
      try {
        const options = { ...asked, query: filterIn(asked.query, asked.params) }
        listener = { stream, options, ...keysOf(options) }
        matches({ _id: 'x', _type: 'x', _rev: '', _createdAt: '', _updatedAt: '' }, options) // a filter that doesn't parse says so now
        if (resuming) heard = heardUpTo(lastEventId, listener)
      } catch (error) {
        return refuse(stream, error)
      }
      const isKnown = heard !== undefined
      const type = isKnown ? 'welcomeback' : resuming ? 'reset' : 'welcome'
      const position = isKnown ? undefined : `${store.lastTransactionId(dataset) ?? START}#`
      stream.send(type, { type, listenerName: randomId() }, position)
      if (heard !== undefined) await resume(listener, heard)
      else hear(listener)
    },
    /** Called after a transaction is on disk and visible to queries. */
    announce(transaction: Transaction) {
      const toldTo = eventsOf(transaction)
      for (const listener of listeners) tell(listener, toldTo)
    },
    /** Who may listen still comes back by itself, and is told what it missed. */
    hangUp() {
      for (const { stream } of listeners) stream.close()
    },
    /** The dataset is gone, and with it all that could be heard of it. */
    close() {
      gone = true
      for (const { stream } of listeners) farewell(stream)
    },
  }
}

function keysOf(options: ListenOptions): Pick<Listener, 'filter' | 'form'> {
  const { query, params, editor, identity, includeAllVersions, lastEventId, enableResume, ...form } = options
  const filter = JSON.stringify([query, params, editor, identity, includeAllVersions])
  return { filter, form: filter + JSON.stringify(form) }
}

const eventIdOf = (transaction: Transaction, change: Change) => `${transaction.id}#${change.id}`

function eventOf(
  transaction: Transaction,
  change: Change,
  options: ListenOptions,
  place: { transition: string; transactionTotalEvents: number; transactionCurrentEvent: number },
  effects: (change: Change) => ReturnType<typeof effectsOf>,
) {
  return {
    type: 'mutation',
    eventId: eventIdOf(transaction, change),
    documentId: change.id,
    transactionId: transaction.id,
    identity: transaction.author,
    ...(options.includeMutations && { mutations: change.mutations }),
    ...(options.mendoza && { effects: effects(change) }),
    ...(options.includeResult && change.after && { result: change.after }),
    ...(options.includePreviousRevision && { previous: change.before }),
    ...(change.before && { previousRev: change.before._rev }),
    resultRev: transaction.id,
    timestamp: transaction.timestamp,
    visibility: options.visibility,
    ...place,
  }
}
