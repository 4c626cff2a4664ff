import { getPublishedId } from '@sanity/client/csm'
import type { SanityClient } from 'sanity'
import {
  BROUGHT_BACK,
  isTakenDown,
  keptQuestions,
  overtaken,
  overtakenQuestion,
  scheduledVersions,
  scheduleQuestions,
  takenDownMeanwhile,
  type Version,
} from '#studio/guards/overwritten.ts'
import { refuseUnfinished } from '#studio/guards/unfinished-uploads.ts'
import { removedText, versionTakenDown } from '#studio/publish/dated-text.ts'
import {
  type Action,
  CHANGED,
  factsOf,
  named,
  type PublishAnswers,
  type PublishFacts,
  publishedTexts,
  requoted,
  textsAfter,
  typedElsewhere,
  withMore,
  wording,
} from '#studio/publish/facts.ts'
import { MADE_REDIRECT } from '#studio/publish/moved-address.ts'
import { localDate } from '#studio/schema/dates.ts'
import { KEPT_VERSIONS, SINGLETONS } from '#studio/schema/document-kinds.ts'
import {
  contentAfter,
  isFrontPage,
  type PublishedContent,
  raw,
  readContent,
  slugOf,
} from '#studio/validation/published-content.ts'
import { standingAt } from '#studio/validation/redirect-routes.ts'
import { nameOf, placesOf } from '#studio/validation/references.ts'
import type { StoredDocument } from '#studio/validation/rule.ts'

/** A document, by its published id, with what there is to ask about it. */
export type Asked = { id: string; name: string; facts: PublishFacts }

const VERSIONS_QUERY = '*[sanity::partOfRelease($releaseId)]'
const versionsOf = (client: SanityClient, releaseId: string): Promise<Version[]> =>
  raw(client).fetch(VERSIONS_QUERY, { releaseId })

const isKept = ({ _type }: StoredDocument) => KEPT_VERSIONS.includes(_type)

/** A redirect that an answer put into a release: an editor's own has another name, or is published and changed here. */
const isMadeRedirect = ({ _id, _type }: Version, published: string[]) =>
  _type === 'redirect' &&
  getPublishedId(_id).startsWith(MADE_REDIRECT) &&
  !published.includes(getPublishedId(_id))

/** What to ask before a release goes out, at once or then (ISO date and time): of each document what publishing it alone would ask. */
export async function releaseFacts(
  client: SanityClient,
  releaseId: string,
  publishAt?: string,
): Promise<Asked[]> {
  const [dataset, versions] = await Promise.all([
    readContent(client, { fresh: true }),
    versionsOf(client, releaseId),
  ])
  const after = contentAfter(dataset, versions)
  const ids = versions.map(({ _id }) => getPublishedId(_id))
  const [published, others, scheduled] = await Promise.all([
    raw(client).fetch<StoredDocument[]>('*[_id in $ids]', { ids }),
    client
      .withConfig({ perspective: 'published' })
      .fetch<StoredDocument[]>('*[references($ids) && !(_id in $ids)]', { ids }),
    scheduledVersions(client, ids),
  ])
  // What will point at a document is what the release leaves there.
  const referring = [...others, ...versions.filter((version) => !isTakenDown(version))]
  // Once, however many plans have a new price.
  let read: Promise<StoredDocument[]> | undefined
  const texts = () => (read ??= publishedTexts(client))
  const asked = versions
    .filter((version) => !isKept(version))
    .map(async (version): Promise<Asked[]> => {
      const id = getPublishedId(version._id)
      const current = published.find(({ _id }) => _id === id)
      const facts = isTakenDown(version)
        ? withMore(removal(id, referring, current, { dataset, after }), [
            ...(await requoted(client, { removed: id }, dataset, publishAt)),
            ...(current?._type === 'plan'
              ? named(current, placesOf(id, referring), textsAfter(await texts(), versions))
              : []),
          ])
        : withMore(factsOf(version, current, { dataset, after, referring, publishAt }), [
            ...(await requoted(client, version, dataset, publishAt)),
            ...(await typedElsewhere(texts, version, current, dataset, versions)),
            ...overtakenQuestion(await overtaken(client, version, current)),
            ...(!current && (await takenDownMeanwhile(client, version)) ? [BROUGHT_BACK] : []),
            ...scheduleQuestions(version, current, scheduled, { releaseId, publishAt }),
          ])
      const kept = facts?.dated || facts?.kept
      const withKept = withMore(
        facts,
        kept ? keptQuestions(version, scheduled, { releaseId, publishAt }) : [],
      )
      return withKept ? [{ id, name: nameOf(version), facts: withKept }] : []
    })
  return (await Promise.all(asked)).flat()
}

function removal(
  id: string,
  referring: StoredDocument[],
  published: StoredDocument | undefined,
  { dataset, after }: { dataset: PublishedContent; after: PublishedContent },
): PublishFacts | null {
  const removed = placesOf(id, referring)
  const refusal = published && needed(published, after)
  const kept = removedText(published, dataset)
  if (removed.length === 0 && !refusal && !kept) return null
  return {
    questions: [],
    ...(removed.length > 0 && { removed }),
    ...(kept && { kept }),
    ...(refusal && { refusal }),
  }
}

/** Why the site can't be without it; undefined where it can, or has another one `after`. */
function needed(published: StoredDocument, after: PublishedContent): string | undefined {
  if (SINGLETONS.includes(published._type))
    return 'The site needs this document. Take its removal out of the release.'
  return isFrontPage(published) && standingAt(after.addresses, '/').length === 0
    ? 'The site needs its front page. Take its removal out of the release, and change what the page says instead.'
    : undefined
}

/**
 * Puts into the release what belongs to its documents: the texts that they replace, the redirects from their old
 * addresses. So they are published with them, whenever that is and whoever does it. Throws where there is something else to ask
 * by now, or a picture is not there.
 */
export async function completeRelease(
  client: SanityClient,
  releaseId: string,
  asked: Asked[],
  answers: ReadonlyMap<string, PublishAnswers>,
  publishAt?: string,
): Promise<void> {
  if (wording(await releaseFacts(client, releaseId, publishAt)) !== wording(asked)) throw new Error(CHANGED)
  const [{ published }, versions] = await Promise.all([readContent(client), versionsOf(client, releaseId)])
  for (const version of versions) await refuseUnfinished(client, version)
  const versionId = (id: string) => `versions.${releaseId}.${id}`
  const has = (id: string) => versions.some(({ _id }) => _id === versionId(id))
  const actions: Action[] = []
  const kept = new Set<string>()
  const along: PublishedContent['earlier'] = []
  const put = ({ _id, ...rest }: StoredDocument) => {
    const document = { ...rest, _type: rest._type as string, _id: versionId(_id) }
    kept.add(document._id)
    actions.push(
      has(_id)
        ? { actionType: 'sanity.action.document.version.replace', document }
        : { actionType: 'sanity.action.document.version.create', publishedId: _id, document },
    )
  }
  const day = localDate(publishAt ? new Date(publishAt) : new Date())
  for (const { id, facts } of asked) {
    const { date, redirect } = answers.get(id) ?? {}
    const keep = (text: StoredDocument) => {
      const { slug, address } = text
      const next = slugOf(versions.find(({ _id }) => _id === versionId(id)))
      // A consent's text stands below no address.
      if (slug) along.push({ slugs: [String(slug), next ?? null], address: String(address) })
      put(text)
    }
    if (facts.dated && date) {
      keep(facts.dated.versionUntil(date, along))
      const patch = { set: { [facts.dated.dateField]: date } }
      actions.push({
        actionType: 'sanity.action.document.edit',
        draftId: versionId(id),
        publishedId: id,
        patch,
      })
    }
    if (facts.kept) keep(versionTakenDown(facts.kept, day, along))
    for (const obsolete of (facts.moved?.obsolete ?? []).filter((one) => published.includes(one)))
      actions.push({
        actionType: 'sanity.action.document.version.unpublish',
        versionId: versionId(obsolete),
        publishedId: obsolete,
      })
    if (facts.moved?.redirect && redirect) put(facts.moved.redirect)
  }
  // Put there for an earlier answer: of a text or an address that stays after all.
  for (const version of versions.filter((one) => isKept(one) || isMadeRedirect(one, published)))
    if (!kept.has(version._id))
      actions.push({ actionType: 'sanity.action.document.version.discard', versionId: version._id })
  if (actions.length > 0) await client.action(actions)
}
