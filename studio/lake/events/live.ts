import { type Document, isPublicId, randomId } from '../documents/document-ids.ts'
import { dismiss, type EventStream, encodeEvent } from '../http/event-stream.ts'
import { addTags, type Tags } from '../query/sync-tags.ts'
import type { Store, Transaction } from '../store/store.ts'

const MAX_REPLAYED_TRANSACTIONS = 500
// Other readers wait while the changes are loaded.
const MAX_REPLAYED_CHANGES = 1_000

/** The streams of `/data/live/events`. https://www.sanity.io/docs/http-reference/live */
export function createLive(dataset: string, store: Store, versions: (id: string) => Document[]) {
  const readers = new Set<{ stream: EventStream; includeDrafts: boolean }>()
  const position = () => store.lastTransactionId(dataset) ?? `start-${randomId()}`

  /** The tags of missed changes. Undefined if there are too many, or after a purge: its tags are unknown. */
  function missedSince(lastEventId: string, includeDrafts: boolean): Set<string> | undefined {
    const missed = store
      .transactionsAfter(dataset, lastEventId, MAX_REPLAYED_TRANSACTIONS)
      ?.flatMap(({ changes }) => changes)
      .filter((change) => includeDrafts || isPublicId(change.id))
    if (!missed || missed.length > MAX_REPLAYED_CHANGES) return undefined
    if (missed.some(({ before, after }) => !before && !after)) return undefined
    const tags = new Set<string>()
    for (const change of missed) addTags(tags, change, includeDrafts ? versions(change.id) : [])
    return tags
  }

  return {
    async subscribe(
      stream: EventStream,
      { includeDrafts, lastEventId }: { includeDrafts: boolean; lastEventId?: string },
    ) {
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
      const reader = { stream, includeDrafts }
      readers.add(reader)
      stream.onClose(() => readers.delete(reader))
    },
    /** Call it in the tick in which the transaction becomes visible to queries. */
    announce(transaction: Transaction, tags: Tags) {
      for (const includeDrafts of [false, true]) {
        const recipients = [...readers].filter((reader) => reader.includeDrafts === includeDrafts)
        const visible = includeDrafts ? tags.all : tags.public
        if (recipients.length === 0 || visible.size === 0) continue
        const event = encodeEvent('message', { tags: [...visible] }, transaction.id)
        for (const { stream } of recipients) stream.write(event)
      }
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
