import { type Document, isPublicId } from '../documents/document-ids.ts'
import { dismiss, type EventStream, encodeEvent } from '../http/event-stream.ts'
import { addTags, type Tags } from '../query/sync-tags.ts'
import type { Store, Transaction } from '../store/store.ts'

const MAX_REPLAYED_TRANSACTIONS = 500
// Other readers wait while the changes are loaded.
const MAX_REPLAYED_CHANGES = 1_000

/** The events of a reader: tags of all changes, tags of changes to published documents, or `restart` instead of the latter. */
type Shows = 'drafts' | 'published' | 'restarts'
type Reader = { stream: EventStream; shows: Shows }

/** The streams of `/data/live/events`. https://www.sanity.io/docs/http-reference/live */
export function createLive(dataset: string, store: Store, versions: (id: string) => Document[]) {
  const readers = new Set<Reader>()
  const noPosition = () => `start-${store.sources.randomId()}`
  const position = () => store.lastTransactionId(dataset) ?? noPosition()

  /** The tags of missed changes. Undefined if there are too many, or after a purge: its tags are unknown. */
  function missedSince(lastEventId: string, includeDrafts: boolean): Set<string> | undefined {
    const seq = store.seqOf(dataset, lastEventId)
    if (seq === undefined) return undefined
    const { transactions } = store.transactionsFrom(dataset, seq, MAX_REPLAYED_TRANSACTIONS + 1)
    if (transactions.length > MAX_REPLAYED_TRANSACTIONS) return undefined
    const missed = transactions
      .flatMap(({ changes }) => changes)
      .filter((change) => includeDrafts || isPublicId(change.id))
    if (missed.length > MAX_REPLAYED_CHANGES) return undefined
    if (missed.some(({ before, after }) => !before && !after)) return undefined
    const tags = new Set<string>()
    for (const change of missed) addTags(tags, change, includeDrafts ? versions(change.id) : [])
    return tags
  }

  function add(reader: Reader) {
    readers.add(reader)
    reader.stream.onClose(() => readers.delete(reader))
  }

  return {
    async subscribe(stream: EventStream, { shows, lastEventId }: { shows: Shows; lastEventId?: string }) {
      const reader = { stream, shows }
      const includeDrafts = shows === 'drafts'
      if (shows === 'restarts') {
        stream.send('welcome', {}, noPosition())
        if (lastEventId) stream.send('restart', {}, noPosition())
        return add(reader)
      }
      const { missed, last } = await store.settled(() => ({
        missed: lastEventId ? missedSince(lastEventId, includeDrafts) : new Set<string>(),
        last: position(),
      }))
      if (stream.closed) return
      // A connection may break after any event, so only a complete reader gets a position.
      stream.send('welcome', {}, missed?.size === 0 ? last : undefined)
      if (!missed) stream.send('restart', {}, last)
      // Sent as one event, because many could exceed the stream's buffer.
      else if (missed.size > 0) stream.send('message', { tags: [...missed] }, last)
      add(reader)
    },
    /** Call it in the tick in which the transaction becomes visible to queries. */
    announce(transaction: Transaction, tags: Tags) {
      for (const [shows, all] of Map.groupBy(readers, (reader) => reader.shows)) {
        const visible = shows === 'drafts' ? tags.all : tags.public
        if (visible.size === 0) continue
        const event =
          shows === 'restarts'
            ? encodeEvent('restart', {}, noPosition())
            : encodeEvent('message', { tags: [...visible] }, transaction.id)
        for (const { stream } of all) stream.write(event)
      }
    },
    /** Call it after a restore: clients fetch everything again. */
    restart() {
      for (const { stream, shows } of readers)
        stream.send('restart', {}, shows === 'restarts' ? noPosition() : position())
    },
    /** Ends all streams; clients reconnect and resume. */
    disconnectAll() {
      for (const { stream } of readers) stream.close()
    },
    /** Ends all streams of a deleted dataset. */
    close() {
      for (const { stream } of readers) dismiss(stream, `Dataset "${dataset}" was deleted`)
    },
  }
}
