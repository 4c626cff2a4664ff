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

const changeOf = (id: string, { changes }: Transaction) => changes.find((change) => change.id === id)
const releaseChangeOf = (versionId: string, transaction: Transaction) =>
  changeOf(releaseDocumentId(releaseOf(versionId)!), transaction)

/** The events of one document for the Studio's History tab, newest first. The Studio adds edits of drafts itself. */
export function documentEvents(
  id: string,
  transactions: Transaction[],
  revisionAt: (transaction: string) => string | undefined,
) {
  let nextState: unknown // of the release, after the current transaction
  return transactions.flatMap((transaction) => {
    const { timestamp, author } = transaction
    const change = changeOf(id, transaction)
    const release = isVersionId(id) ? releaseChangeOf(id, transaction) : undefined
    const scheduled = release && scheduleEvent(id, release, nextState, () => revisionAt(transaction.id))
    if (release && release.after?.state !== release.before?.state) nextState = release.after?.state
    const own = !change
      ? endOfGroup(id, transaction)
      : isPublishedId(id)
        ? publishedEvent(change, transaction)
        : versionEvent(change, transaction)
    return [own, scheduled].flatMap((event) =>
      event ? [{ timestamp, author, documentId: publishedId(id), ...event }] : [],
    )
  })
}

const SCHEDULE_EVENTS: Record<string, string> = {
  scheduleRelease: 'scheduleDocumentVersion',
  unscheduleRelease: 'unscheduleDocumentVersion',
}

function scheduleEvent(
  versionId: string,
  release: Change,
  nextState: unknown,
  revision: () => string | undefined,
) {
  const type = SCHEDULE_EVENTS[typeOfRelease(release) ?? '']
  const versionRevisionId = type && revision()
  if (!versionRevisionId) return undefined
  const event = { type, releaseId: releaseOf(versionId), versionId, versionRevisionId }
  if (release.after?.state !== 'scheduled') return event
  const state = nextState === undefined ? 'pending' : nextState === 'published' ? 'published' : 'unscheduled'
  return { ...event, state, publishAt: release.after.publishAt }
}

function causeOfPublish(source: Change, transaction: Transaction) {
  const release = isVersionId(source.id) ? releaseChangeOf(source.id, transaction) : undefined
  if (release?.after?.state !== 'published') return 'document.publish'
  return release.before?.state === 'scheduled' ? 'release.schedule' : 'release.publish'
}

function versionEvent(change: Change, transaction: Transaction) {
  const revisionId = transaction.id
  const version = { versionId: change.id, releaseId: releaseOf(change.id) }
  if (!change.before) return { type: 'createDocumentVersion', ...version, versionRevisionId: revisionId }
  if (change.after) return undefined
  const ended = { ...version, versionRevisionId: change.before._rev, revisionId }
  const published = changeOf(publishedId(change.id), transaction)
  return published && (published.after || unpublishes(change))
    ? { type: 'publishDocumentVersion', ...ended, publishCause: causeOfPublish(change, transaction) }
    : { type: 'deleteDocumentVersion', ...ended }
}

/** The Studio offers to restore a document when its draft has this event. */
function endOfGroup(id: string, transaction: Transaction) {
  const published = changeOf(publishedId(id), transaction)
  const event = published && !published.after ? publishedEvent(published, transaction) : undefined
  return event?.type === 'deleteDocumentGroup' ? event : undefined
}

function publishedEvent(change: Change, transaction: Transaction) {
  const { id: revisionId, changes } = transaction
  const versions = changes.filter((other) => other.id !== change.id && publishedId(other.id) === change.id)
  const source = change.after
    ? versions.find(({ before, after }) => before && !after)
    : (versions.find(({ after }) => after) ?? versions.find(unpublishes))
  if (!source && !change.after) return { type: 'deleteDocumentGroup' }
  if (!source) return { type: change.before ? 'updateLiveDocument' : 'createLiveDocument', revisionId }
  const version = {
    versionId: source.id,
    versionRevisionId: source.after?._rev ?? source.before?._rev,
    releaseId: releaseOf(source.id),
  }
  if (!change.after) return { type: 'unpublishDocument', ...version }
  const publishCause = causeOfPublish(source, transaction)
  return { type: 'publishDocumentVersion', revisionId, ...version, publishCause }
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
  return transactions.flatMap((transaction) => {
    const { id: revisionId, timestamp, author, changes } = transaction
    const base = { timestamp, author, releaseName }
    const release = changeOf(releaseDocumentId(releaseName), transaction)
    const type = release && typeOfRelease(release)
    const own = type
      ? [{ ...base, type, ...(type === 'scheduleRelease' && { publishAt: release.after?.publishAt }) }]
      : []
    // Publishing or archiving a release deletes its versions; these are no events.
    if (type && type !== 'createRelease') return own
    const documents = changes.flatMap(({ id, before, after }) => {
      if (releaseOf(id) !== releaseName || (before && after)) return []
      const { _type: documentType, _rev: versionRevisionId } = (after ?? before) as Document
      const document = { documentId: publishedId(id), documentType, versionId: id, versionRevisionId }
      return after
        ? [{ ...base, type: 'addDocumentToRelease', ...document, revisionId }]
        : [{ ...base, type: 'discardDocumentFromRelease', ...document }]
    })
    return [...documents, ...own]
  })
}

function typeOfRelease({ before, after }: Change): string | undefined {
  if (!before) return 'createRelease'
  return after ? RELEASE_EVENTS[`${before.state}>${after.state}`] : undefined
}
