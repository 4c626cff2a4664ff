import { getPublishedId, getVersionFromId } from '@sanity/client/csm'
import type { SanityClient } from 'sanity'
import { type Action, publishDocument, putIntoRelease, setIn } from '#studio/publish/transactions.ts'
import type { StoredDocument } from '#studio/validation/document.ts'
import { KEPT_VERSIONS, SINGLETONS } from '#studio/validation/document-kinds.ts'
import { type EarlierText, earlierText } from '#studio/validation/earlier-text.ts'
import { localDate } from '#studio/validation/local-date.ts'
import { contentFor, isFrontPage, raw } from '#studio/validation/published-content.ts'
import { standingAt } from '#studio/validation/redirect-routes.ts'
import { placesOf, type ReferencePlace } from '#studio/validation/references.ts'

/** What it means that a document is unpublished or deleted. */
export type Removal = {
  published: StoredDocument | undefined
  /** Where it is referred to. */
  places: ReferencePlace[]
  /** The text of a policy, which stays readable. */
  text: EarlierText | undefined
  /** Why the site can't do without the document. */
  refusal: string | undefined
}

const REFERRING_QUERY = '*[references($id) && !(_id in [$id, "drafts." + $id]) && !(_type in $earlier)]'

/**
 * Reads what happens when a document is unpublished or deleted: now, drafts included, or by the release to which a version belongs,
 * with what else that changes.
 */
export async function readRemoval(client: SanityClient, documentId: string): Promise<Removal> {
  const id = getPublishedId(documentId)
  const release = getVersionFromId(documentId)
  const [content, published, referring] = await Promise.all([
    contentFor(client, documentId, { fresh: true }),
    raw(client).fetch<StoredDocument | null>('*[_id == $id][0]', { id }),
    client
      .withConfig({ perspective: release ? [release] : 'raw' })
      .fetch<StoredDocument[]>(REFERRING_QUERY, { id, earlier: KEPT_VERSIONS }),
  ])
  const needsFrontPage = isFrontPage(published) && !(release && standingAt(content.addresses, '/').length > 0)
  return {
    published: published ?? undefined,
    places: placesOf(id, referring),
    text: published?._type === 'policy' ? earlierText(published, content) : undefined,
    refusal:
      needsFrontPage || SINGLETONS.includes(published?._type ?? '')
        ? 'The site cannot do without this document. Change what it says instead.'
        : undefined,
  }
}

/** The first day on which the text of a removed policy is not in force: not before the day from which it was. */
const untilOf = ({ since }: EarlierText, day: string) => (day < since ? since : day)

/** Unpublishes or deletes a document and stores the text of a policy, all or nothing. */
export async function removeWith(client: SanityClient, { text }: Removal, removal: Action): Promise<void> {
  const day = localDate(new Date())
  await client.action([...(text ? publishDocument(text.versionUntil(untilOf(text, day))) : []), removal])
}

/** What a version that is going to be unpublished stores once an editor has confirmed exactly this. */
const removalAcknowledgement = ({ places }: Removal): string =>
  ['unpublish', ...new Set(places.map(({ document }) => getPublishedId(document._id)))].toSorted().join(' ')

/** A release that unpublishes something which nobody has confirmed as it is now. */
export type OpenRemoval = {
  versionId: string
  release: Release
  removal: Removal & { published: StoredDocument }
}
type Release = { name: string; title: string | null; publishAt: string | null }

const REMOVALS_QUERY = `{
  "versions": *[_id in path("versions.**") && _system.delete == true]{ _id, acknowledged },
  "releases": *[_type == "system.release" && state == "active"]{
    name, "title": metadata.title, "publishAt": metadata.intendedPublishAt
  }
}`
type Removals = { versions: { _id: string; acknowledged: string[] | null }[]; releases: Release[] }

/** Reads what to confirm before releases that can still be changed go out, and which releases need no confirmation. */
export async function readOpenRemovals(
  client: SanityClient,
): Promise<{ open: OpenRemoval[]; ready: Release[] }> {
  const { versions, releases } = await raw(client).fetch<Removals>(REMOVALS_QUERY)
  const removals = versions.map(async ({ _id: versionId, acknowledged }): Promise<OpenRemoval[]> => {
    const release = releases.find(({ name }) => name === getVersionFromId(versionId))
    if (!release) return []
    const removal = await readRemoval(client, versionId)
    const { published, places, text, refusal } = removal
    const isConfirmed = acknowledged?.includes(removalAcknowledgement(removal))
    return published && (refusal || ((places.length > 0 || text) && !isConfirmed))
      ? [{ versionId, release, removal: { ...removal, published } }]
      : []
  })
  const open = (await Promise.all(removals)).flat()
  return { open, ready: releases.filter((one) => !open.some(({ release }) => release === one)) }
}

/** Lets a release unpublish a document: stores the confirmation, and the text of a policy in the release. */
export async function acknowledgeRemoval(
  client: SanityClient,
  versionId: string,
  removal: Removal,
  day: string,
): Promise<void> {
  const { text } = removal
  await putIntoRelease(
    client,
    getVersionFromId(versionId) ?? '',
    text ? [text.versionUntil(untilOf(text, day))] : [],
    [setIn(versionId, { acknowledged: [removalAcknowledgement(removal)] })],
  )
}
