import {
  type Document,
  isPublishedId,
  isVersionId,
  publishedId,
  releaseDocumentId,
  releaseOf,
} from '../documents/document-ids.ts'
import type { Change, Transaction } from '../store/store.ts'

/** The ids whose transactions contain the events of a document. */
export const eventDocumentIds = (id: string) =>
  isVersionId(id) ? [id, releaseDocumentId(releaseOf(id)!)] : [...new Set([id, publishedId(id)])]

/** The events of one document for the Studio's History tab, newest first. The Studio adds edits of drafts itself. */
export function documentEvents(
  id: string,
  transactions: Transaction[],
  revisionAt: (transaction: string) => string | undefined,
) {
  let next: unknown // the release state after the current transaction
  return transactions.flatMap((transaction) => {
    const base = { timestamp: transaction.timestamp, author: transaction.author, documentId: publishedId(id) }
    const change = transaction.changes.find((candidate) => candidate.id === id)
    const release = isVersionId(id)
      ? transaction.changes.find((candidate) => candidate.id === releaseDocumentId(releaseOf(id)!))
      : undefined
    const scheduled = release && scheduleEvent(id, release, next, () => revisionAt(transaction.id))
    if (release && release.after?.state !== release.before?.state) next = release.after?.state
    const own = change
      ? isPublishedId(id)
        ? publishedEvent(change, transaction)
        : versionEvent(change, transaction)
      : endOfGroup(id, transaction)
    return [own, scheduled].flatMap((event) => (event ? [{ ...base, ...event }] : []))
  })
}

function scheduleEvent(
  versionId: string,
  { before, after }: Change,
  next: unknown,
  revision: () => string | undefined,
) {
  if (!after || after.state === before?.state) return undefined
  const type =
    after.state === 'scheduled'
      ? 'scheduleDocumentVersion'
      : before?.state === 'scheduled' && after.state === 'active'
        ? 'unscheduleDocumentVersion'
        : undefined
  const versionRevisionId = type && revision()
  if (!versionRevisionId) return undefined
  const event = { type, releaseId: releaseOf(versionId), versionId, versionRevisionId }
  if (after.state !== 'scheduled') return event
  const state = next === undefined ? 'pending' : next === 'published' ? 'published' : 'unscheduled'
  return { ...event, state, publishAt: after.publishAt }
}

function causeOfPublish(source: Change, { changes }: Transaction) {
  if (!isVersionId(source.id)) return 'document.publish'
  const release = changes.find(({ id }) => id === releaseDocumentId(releaseOf(source.id)!))
  if (release?.after?.state !== 'published') return 'document.publish'
  return release.before?.state === 'scheduled' ? 'release.schedule' : 'release.publish'
}

function versionEvent(change: Change, transaction: Transaction) {
  const { id: revisionId, changes } = transaction
  const version = { versionId: change.id, releaseId: releaseOf(change.id) }
  if (!change.before) return { type: 'createDocumentVersion', ...version, versionRevisionId: revisionId }
  if (change.after) return undefined
  const ended = { ...version, versionRevisionId: change.before._rev, revisionId }
  const published = changes.some(
    (other) => other.id === publishedId(change.id) && (other.after || unpublishes(change)),
  )
  return published
    ? { type: 'publishDocumentVersion', ...ended, publishCause: causeOfPublish(change, transaction) }
    : { type: 'deleteDocumentVersion', ...ended }
}

/** The Studio offers to restore a document when its draft has this event. */
function endOfGroup(id: string, transaction: Transaction) {
  const published = transaction.changes.find((other) => other.id === publishedId(id))
  if (!published || published.after) return undefined
  const event = publishedEvent(published, transaction)
  return event.type === 'deleteDocumentGroup' ? event : undefined
}

function publishedEvent(change: Change, transaction: Transaction) {
  const { id: revisionId, changes } = transaction
  const versions = changes.filter((other) => other.id !== change.id && publishedId(other.id) === change.id)
  const source = versions.find((other) => other.before && !other.after)
  if (!change.after) {
    const cause = versions.find((other) => other.after) ?? versions.find(unpublishes)
    return cause
      ? {
          type: 'unpublishDocument',
          versionId: cause.id,
          versionRevisionId: cause.after?._rev ?? cause.before?._rev,
          releaseId: releaseOf(cause.id),
        }
      : { type: 'deleteDocumentGroup' }
  }
  if (!source) return { type: change.before ? 'updateLiveDocument' : 'createLiveDocument', revisionId }
  return {
    type: 'publishDocumentVersion',
    revisionId,
    versionId: source.id,
    versionRevisionId: source.before!._rev,
    releaseId: releaseOf(source.id),
    publishCause: causeOfPublish(source, transaction),
  }
}

const unpublishes = ({ before }: Change) =>
  (before?._system as { delete?: boolean } | undefined)?.delete === true

const RELEASE_EVENTS: Record<string, string> = {
  'active>scheduled': 'scheduleRelease',
  'scheduled>active': 'unscheduleRelease',
  'active>archived': 'archiveRelease',
  'archived>active': 'unarchiveRelease',
  'active>published': 'publishRelease',
  'scheduled>published': 'publishRelease',
}

/** The events of a release, from its transactions and those of its versions. */
export function releaseEvents(releaseName: string, transactions: Transaction[]) {
  return transactions.flatMap(({ id: revisionId, timestamp, author, changes }) => {
    const base = { timestamp, author, releaseName }
    const release = changes.find(({ id }) => id === releaseDocumentId(releaseName))
    const type = release && typeOfRelease(release.before, release.after)
    const own = type
      ? [{ ...base, type, ...(type === 'scheduleRelease' && { publishAt: release.after?.publishAt }) }]
      : []
    // Publishing or archiving a release deletes its versions; these are no events.
    if (type && type !== 'createRelease') return own
    const documents = changes.flatMap((change) => {
      if (releaseOf(change.id) !== releaseName) return []
      const { id, before, after } = change
      if (before && after) return []
      const about = { documentId: publishedId(id), documentType: (after ?? before)!._type, versionId: id }
      return after
        ? [{ ...base, type: 'addDocumentToRelease', ...about, revisionId, versionRevisionId: revisionId }]
        : [{ ...base, type: 'discardDocumentFromRelease', ...about, versionRevisionId: before!._rev }]
    })
    return [...documents, ...own]
  })
}

function typeOfRelease(before: Document | null, after: Document | null): string | undefined {
  if (!before) return 'createRelease'
  return after ? RELEASE_EVENTS[`${before.state}>${after.state}`] : undefined
}
