import { getPublishedId } from '@sanity/client/csm'
import type { SanityClient } from 'sanity'
import type { Answers } from '#studio/publish/publish-dialog.tsx'
import type { Question } from '#studio/publish/publish-question.ts'
import type { StoredDocument } from '#studio/validation/document.ts'
import { raw } from '#studio/validation/published-content.ts'

type Actions = Parameters<SanityClient['action']>[0]
export type Action = Extract<Actions, readonly unknown[]>[number]

/**
 * Publishes a draft with its earlier text and redirect, all or nothing; a new date is stored in the draft first. Rejects if somebody
 * has changed the document since the question.
 */
export async function publishWith(
  client: SanityClient,
  { draft, published, text, moved }: Question,
  { date, redirect }: Answers,
): Promise<void> {
  const publishedId = getPublishedId(draft._id)
  let revision = draft._rev
  // A separate patch, because it changes the revision that the publish action checks.
  if (text) {
    const patch = client
      .patch(draft._id)
      .ifRevisionId(revision)
      .set({ [text.dateField]: date })
    revision = (await patch.commit())._rev
  }
  await client.action([
    ...(text ? publishDocument(text.versionUntil(date)) : []),
    ...(moved && redirect ? publishDocument(moved.redirect) : []),
    {
      actionType: 'sanity.action.document.publish',
      draftId: draft._id,
      publishedId,
      ifDraftRevisionId: revision,
      ...(published && { ifPublishedRevisionId: published._rev }),
    },
  ])
}

/** Returns the actions that create and publish a document. */
export const publishDocument = (document: StoredDocument): Action[] => {
  const [publishedId, draftId] = [document._id, `drafts.${document._id}`]
  return [
    {
      actionType: 'sanity.action.document.create',
      publishedId,
      attributes: { ...document, _id: draftId },
      ifExists: 'fail',
    },
    { actionType: 'sanity.action.document.publish', draftId, publishedId },
  ]
}

/** Creates or replaces versions in a release. `more`: further actions in the same transaction. */
export async function putIntoRelease(
  client: SanityClient,
  releaseId: string,
  documents: StoredDocument[],
  more: Action[] = [],
): Promise<void> {
  const versions = documents.map(({ _id, ...fields }) => ({
    publishedId: _id,
    document: { ...fields, _type: fields._type, _id: `versions.${releaseId}.${_id}` },
  }))
  const ids = versions.map(({ document }) => document._id)
  const existing = await raw(client).fetch<string[]>('*[_id in $ids]._id', { ids })
  await client.action([
    ...versions.map(
      ({ publishedId, document }): Action =>
        existing.includes(document._id)
          ? { actionType: 'sanity.action.document.version.replace', document }
          : { actionType: 'sanity.action.document.version.create', publishedId, document },
    ),
    ...more,
  ])
}

/** Stores the confirmed findings in a draft, so that they don't block its scheduled release. */
export async function acknowledge(client: SanityClient, { draft, acknowledged }: Question): Promise<void> {
  await client.patch(draft._id).ifRevisionId(draft._rev).set({ acknowledged }).commit()
}

/** Returns an action that sets fields of a version. */
export const setFields = (versionId: string, fields: Record<string, unknown>): Action => ({
  actionType: 'sanity.action.document.edit',
  draftId: versionId,
  publishedId: getPublishedId(versionId),
  patch: { set: fields },
})
