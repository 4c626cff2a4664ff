import { type Document, isPublicId } from '../documents/document-ids.ts'
import { dismiss, type EventStream } from '../http/event-stream.ts'
import { tagsOfChanges } from '../query/sync-tags.ts'
import type { Change, Store, Transaction } from '../store/store.ts'

const MAX_REPLAYED_TRANSACTIONS = 500

/** What a reader gets: tags of all changes, tags of changes to published documents, or `restart` instead of the latter. */
type Shows = 'drafts' | 'published' | 'restarts'

/** The streams of `/data/live/events`. https://www.sanity.io/docs/http-reference/live */
export function createLive(dataset: string, store: Store, versions: (id: string) => Document[]) {
  const readers = new Set<{ stream: EventStream; shows: Shows }>()
  const noPosition = () => `start-${store.sources.randomId()}`
  const position = () => store.lastTransactionId(dataset) ?? noPosition()

  const visibleChanges = ({ changes }: Transaction, includeDrafts: boolean) =>
    includeDrafts ? changes : changes.filter((change) => isPublicId(change.id))

  /** Undefined after a purge: the tags of a purged document are unknown. */
  function missedSince(lastEventId: string, includeDrafts: boolean): Change[] | undefined {
    const missed = store
      .transactionsAfter(dataset, lastEventId, MAX_REPLAYED_TRANSACTIONS)
      ?.flatMap((transaction) => visibleChanges(transaction, includeDrafts))
    return missed?.some(({ before, after }) => !before && !after) ? undefined : missed
  }

  const eventOf = (changes: Change[], includeDrafts: boolean) => ({
    tags: tagsOfChanges(changes, includeDrafts ? versions : () => []),
  })
  return {
    subscribe(stream: EventStream, { shows, lastEventId }: { shows: Shows; lastEventId?: string }) {
      const reader = { stream, shows }
      readers.add(reader)
      stream.onClose(() => readers.delete(reader))
      if (shows === 'restarts') {
        stream.send('welcome', {}, noPosition())
        if (lastEventId) stream.send('restart', {}, noPosition())
        return
      }
      const includeDrafts = shows === 'drafts'
      // A connection may break after any event, so only a complete reader gets a position.
      const missed = lastEventId ? missedSince(lastEventId, includeDrafts) : []
      stream.send('welcome', {}, missed?.length === 0 ? position() : undefined)
      if (!missed) stream.send('restart', {}, position())
      // Sent as one event, because many could exceed the stream's buffer.
      else if (missed.length > 0) stream.send('message', eventOf(missed, includeDrafts), position())
    },
    announce(transaction: Transaction) {
      for (const [shows, all] of Map.groupBy(readers, (reader) => reader.shows)) {
        const includeDrafts = shows === 'drafts'
        const changes = visibleChanges(transaction, includeDrafts)
        if (changes.length === 0) continue
        if (shows === 'restarts') {
          for (const { stream } of all) stream.send('restart', {}, noPosition())
          continue
        }
        const event = eventOf(changes, includeDrafts)
        for (const { stream } of all) stream.send('message', event, transaction.id)
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
