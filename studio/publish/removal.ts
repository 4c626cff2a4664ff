import { getPublishedId, getVersionFromId } from '@sanity/client/csm'
import type { SanityClient } from 'sanity'
import { type Action, publishDocument, putIntoRelease } from '#studio/publish/transactions.ts'
import type { StoredDocument } from '#studio/validation/document.ts'
import { EARLIER_VERSIONS, SINGLETONS } from '#studio/validation/document-kinds.ts'
import { type EarlierText, earlierText } from '#studio/validation/earlier-text.ts'
import { localDate } from '#studio/validation/local-date.ts'
import { isFrontPage, raw, readContext } from '#studio/validation/published-content.ts'
import { documentsAt } from '#studio/validation/redirect-routes.ts'
import { placesOf, type ReferencePlace } from '#studio/validation/references.ts'

/** `unpublishVersion`: a release unpublishes the document. */
export type RemovalKind = 'delete' | 'unpublish' | 'unpublishVersion'

/** The consequences of unpublishing or deleting a document. */
export type Removal = {
  /** The references in other documents. */
  places: ReferencePlace[]
  /** The text of a removed policy, which stays readable. */
  text: EarlierText | undefined
  /** Why the document cannot be removed. */
  refusal: string | undefined
}

const REFERRING_QUERY = '*[references($id) && !(_id in [$id, "drafts." + $id]) && !(_type in $earlier)]'

/** Reads the consequences of a removal, now or in the release of a version. */
export async function readRemoval(client: SanityClient, documentId: string): Promise<Removal> {
  const id = getPublishedId(documentId)
  const release = getVersionFromId(documentId)
  const [{ content, published }, referring] = await Promise.all([
    readContext(client, documentId, { fresh: true }),
    client
      .withConfig({ perspective: release ? [release] : 'raw' })
      .fetch<StoredDocument[]>(REFERRING_QUERY, { id, earlier: EARLIER_VERSIONS }),
  ])
  const hasOtherFrontPage =
    release && documentsAt(content.addresses, '/').some(({ _id }) => getPublishedId(_id) !== id)
  const isNeeded =
    SINGLETONS.includes(published?._type ?? '') || (isFrontPage(published) && !hasOtherFrontPage)
  return {
    places: placesOf(id, referring),
    text: published?._type === 'policy' ? earlierText(published, content) : undefined,
    refusal: isNeeded ? 'The site cannot do without this document. Change what it says instead.' : undefined,
  }
}

/** Removes a document and stores the text of a policy, in one transaction. */
export async function remove(
  client: SanityClient,
  documentId: string,
  kind: RemovalKind,
  { text }: Removal,
): Promise<void> {
  const publishedId = getPublishedId(documentId)
  if (kind === 'unpublishVersion') {
    const release = getVersionFromId(documentId) ?? ''
    const publishAt = await raw(client).fetch<string | null>(
      '*[_type == "system.release" && name == $release][0].metadata.intendedPublishAt',
      { release },
    )
    await putIntoRelease(client, release, text ? [textUntil(text, publishAt)] : [], [
      { actionType: 'sanity.action.document.version.unpublish', versionId: documentId, publishedId },
    ])
    return
  }
  const removal: Action =
    kind === 'delete'
      ? {
          actionType: 'sanity.action.document.delete',
          publishedId,
          includeDrafts: await raw(client).fetch<string[]>('*[sanity::versionOf($id) && _id != $id]._id', {
            id: publishedId,
          }),
        }
      : { actionType: 'sanity.action.document.unpublish', draftId: `drafts.${publishedId}`, publishedId }
  await client.action([...(text ? publishDocument(textUntil(text, null)) : []), removal])
}

/** Returns the earlier text of a policy that is removed at `time` (ISO), or now. */
function textUntil(text: EarlierText, time: string | null): StoredDocument {
  const day = localDate(time ? new Date(time) : new Date())
  if (day < text.since) return text.versionUntil(text.since)
  return text.versionUntil(day)
}
