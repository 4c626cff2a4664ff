import { type Document, isPublicId, isPublishedId } from '../documents/document-ids.ts'
import { LakeError } from '../errors.ts'
import { effectsOf } from '../history/mendoza.ts'
import { dismiss, type EventStream, encodeEvent } from '../http/event-stream.ts'
import { filterIn } from '../query/run-query.ts'
import { giveWay } from '../scheduling.ts'
import type { Change, Store, Transaction } from '../store/store.ts'

type ListenOptions = {
  query: string
  params: Record<string, unknown>
  includeResult: boolean
  includePreviousRevision: boolean
  includeMutations: boolean
  mendoza: boolean
  /** API versions since 2025-02-19 leave drafts and versions out by default. */
  includeAllVersions: boolean
  /** Every transaction is visible to queries before it is announced. */
  visibility: 'query' | 'transaction'
  enableResume: boolean
  lastEventId?: string
  seesDrafts: boolean
  identity: string
}
type Listener = {
  stream: EventStream
  options: ListenOptions
  /** Listeners of the same form share the encoded events. */
  form: string
}
type Transition = 'appear' | 'update' | 'disappear'
/** The encoded events of one transaction for a listener. */
type EncodedEvents = { bytes: Buffer; lastDocument: string | undefined }
type Matches = (doc: Document, options: ListenOptions) => boolean

const MAX_REPLAYED_TRANSACTIONS = 10_000
const REPLAYED_AT_ONCE = 50
// The position in an empty dataset.
const START = 'start'

/** The listeners of `/data/listen` of one dataset. */
export function createListeners(dataset: string, store: Store, matches: Matches) {
  const { randomId } = store.sources
  const listeners = new Set<Listener>()
  let restarts = 0

  /** Undefined if the listener does not see the change. */
  function transitionOf(change: Change, options: ListenOptions): Transition | undefined {
    const { id, before, after } = change
    if (!options.seesDrafts && !isPublicId(id)) return undefined
    if (!options.includeAllVersions && !isPublishedId(id)) return undefined
    // A purged document has no content to filter, so every resumed listener gets its deletion.
    const matchedBefore = before ? matches(before, options) : !after
    const matchesNow = after !== null && matches(after, options)
    if (matchesNow) return matchedBefore ? 'update' : 'appear'
    return matchedBefore ? 'disappear' : undefined
  }

  /** Computes the events of a transaction once for each form. */
  function eventsOf(transaction: Transaction) {
    const effects = new Map<Change, ReturnType<typeof effectsOf>>()
    const effectsOnce = (change: Change) => {
      if (!effects.has(change)) effects.set(change, effectsOf(change))
      return effects.get(change)!
    }
    const encoded = new Map<string, EncodedEvents>()
    return async ({ options, form }: Listener): Promise<EncodedEvents> => {
      const known = encoded.get(form)
      if (known) return known
      const matched: { change: Change; transition: Transition }[] = []
      for (const change of transaction.changes) {
        const transition = transitionOf(change, options)
        if (transition) matched.push({ change, transition })
        await giveWay()
      }
      const events: Buffer[] = []
      for (const { change, transition } of matched) {
        const place = {
          transition,
          transactionTotalEvents: matched.length,
          transactionCurrentEvent: events.length + 1,
        }
        const event = eventOf(transaction, change, options, place, effectsOnce)
        events.push(encodeEvent('mutation', event, eventIdOf(transaction, change)))
        await giveWay()
      }
      const all = { bytes: Buffer.concat(events), lastDocument: matched.at(-1)?.change.id }
      encoded.set(form, all)
      return all
    }
  }

  async function send(listener: Listener, encode: ReturnType<typeof eventsOf>) {
    try {
      const { bytes } = await encode(listener)
      // One write, so that a large transaction does not disconnect its reader.
      if (bytes.length > 0) listener.stream.write(bytes)
    } catch (error) {
      refuse(listener.stream, error)
    }
  }

  function refuse(stream: EventStream, error: unknown) {
    const failed = "The listener's query failed, or takes too much work for one document"
    const body = error instanceof LakeError ? error.body : { message: failed }
    stream.send('channelError', body)
    stream.close()
  }

  /** Sends missed transactions at the reader's pace, then live ones. */
  async function resume(listener: Listener, fromSeq: number) {
    const { stream } = listener
    const started = restarts
    let seq = fromSeq
    for (;;) {
      if (stream.closed) return
      if (restarts !== started) return stream.close()
      const from = seq
      const page = await store.settled(() => store.transactionsFrom(dataset, from, REPLAYED_AT_ONCE))
      if (page.transactions.length === 0) return add(listener)
      for (const transaction of page.transactions) {
        await send(listener, eventsOf(transaction))
        await stream.taken()
      }
      seq = page.seq
    }
  }

  let isDeleted = false
  const dismissDeleted = (stream: EventStream) => dismiss(stream, `Dataset "${dataset}" was deleted`)
  function add(listener: Listener) {
    if (isDeleted) return dismissDeleted(listener.stream)
    if (listener.stream.closed) return
    listeners.add(listener)
    listener.stream.onClose(() => listeners.delete(listener))
  }

  /** Never between two events of one transaction: a reconnecting Studio (6.16) forgets the first. */
  async function positionOf(lastEventId: string, listener: Listener): Promise<number | undefined> {
    const [, transactionId = '', lastDocument = ''] = /^([^#]*)#?(.*)$/.exec(lastEventId) ?? []
    const seq = transactionId === START ? 0 : store.seqOf(dataset, transactionId)
    if (seq === undefined || store.countAfter(dataset, seq) > MAX_REPLAYED_TRANSACTIONS) return undefined
    const [lastTransaction] = lastDocument
      ? store.transactions(dataset, {
          fromTransaction: transactionId,
          toTransaction: transactionId,
          limit: 1,
        })
      : []
    const events = lastTransaction && (await eventsOf(lastTransaction)(listener))
    const last = events?.lastDocument // none after a purge
    return last !== undefined && last !== lastDocument ? undefined : seq
  }

  const position = () => `${store.lastTransactionId(dataset) ?? START}#`
  return {
    /** Starts a listener with `welcome`, or on resume with `welcomeback` or `reset`. */
    async listen(stream: EventStream, requested: ListenOptions) {
      const { lastEventId, enableResume } = requested
      const resuming = enableResume && lastEventId
      let listener: Listener
      let seq: number | undefined
      try {
        const options = { ...requested, query: filterIn(requested.query, requested.params) }
        listener = { stream, options, form: formOf(options) }
        matches({ _id: 'x', _type: 'x', _rev: '', _createdAt: '', _updatedAt: '' }, options) // reports a syntax error now
        if (resuming) seq = await positionOf(lastEventId, listener)
      } catch (error) {
        return refuse(stream, error)
      }
      const isKnown = seq !== undefined
      const type = isKnown ? 'welcomeback' : resuming ? 'reset' : 'welcome'
      const after = isKnown ? undefined : await store.settled(position)
      stream.send(type, { type, listenerName: randomId() }, after)
      if (seq !== undefined) await resume(listener, seq)
      else add(listener)
    },
    /** Call it in the tick in which the transaction becomes visible to queries. Later listeners have missed nothing. */
    async announce(transaction: Transaction) {
      const encode = eventsOf(transaction)
      for (const listener of [...listeners]) await send(listener, encode)
    },
    /** Ends all streams; clients reconnect and resume. */
    disconnectAll() {
      for (const { stream } of listeners) stream.close()
    },
    /** Call it after a restore: clients fetch everything again. */
    restart() {
      restarts++
      for (const { stream, options } of listeners) {
        if (!options.enableResume) stream.close()
        else stream.send('reset', { type: 'reset', listenerName: randomId() }, position())
      }
    },
    /** Ends all streams of a deleted dataset. */
    close() {
      isDeleted = true
      for (const { stream } of listeners) dismissDeleted(stream)
    },
  }
}

const formOf = ({ lastEventId, enableResume, ...form }: ListenOptions) => JSON.stringify(form)

const eventIdOf = (transaction: Transaction, change: Change) => `${transaction.id}#${change.id}`

function eventOf(
  transaction: Transaction,
  change: Change,
  options: ListenOptions,
  place: { transition: Transition; transactionTotalEvents: number; transactionCurrentEvent: number },
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
