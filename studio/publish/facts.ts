import { getPublishedId, getVersionFromId } from '@sanity/client/csm'
import type { SanityClient } from 'sanity'
import { changedNames, lackingNew, leftBehind, logosLeft, namesOf } from '#studio/guards/left-behind.ts'
import {
  isTakenDown,
  keptQuestions,
  overtaken,
  overtakenQuestion,
  scheduledVersions,
  scheduleQuestions,
} from '#studio/guards/overwritten.ts'
import {
  changedFigures,
  dateQuestions,
  planQuestions,
  type Question,
  redirectQuestions,
  slipQuestions,
  staleAmounts,
} from '#studio/guards/questions.ts'
import {
  type DatedText,
  type KeptText,
  policyAsShown,
  removedText,
  replacedText,
  versionTakenDown,
} from '#studio/publish/dated-text.ts'
import { type MovedAddress, movedAddress, otherAt } from '#studio/publish/moved-address.ts'
import { localDate } from '#studio/schema/dates.ts'
import { figuresOf } from '#studio/validation/amounts.ts'
import {
  contentAfter,
  type PublishedContent,
  raw,
  readContent,
  titleOf,
} from '#studio/validation/published-content.ts'
import { nameOf, placesOf, type ReferencePlace } from '#studio/validation/references.ts'
import type { StoredDocument } from '#studio/validation/rule.ts'

/** What there is to ask before a draft, or a version in a release, is published. */
export type PublishFacts = {
  questions: Question[]
  dated?: DatedText
  moved?: MovedAddress
  /** Where it is referred to, if publishing takes it down. */
  removed?: ReferencePlace[]
  /** The text that is kept then. */
  kept?: KeptText
  /** Why it can't be published at all. */
  refusal?: string
}

/** What is said where something is no longer as it was when the editor was asked about it. */
export const CHANGED = 'Somebody changed or published this meanwhile. Look at it again before you publish.'

/** What is asked, to be compared: where it shows comes in any order. */
export const wording = (asked: unknown): string =>
  JSON.stringify(asked, (name, value) => (name === 'places' ? undefined : value))

/**
 * Null where nothing is to be asked. `after`: the dataset once it is published. `referring`: what would be published and points at
 * the document. `publishAt`: when that is, unless at once.
 */
export function factsOf(
  draft: StoredDocument,
  published: StoredDocument | undefined,
  {
    dataset,
    after = contentAfter(dataset, [draft]),
    referring,
    publishAt,
  }: {
    dataset: PublishedContent
    after?: PublishedContent
    referring: StoredDocument[]
    publishAt?: string | undefined
  },
): PublishFacts | null {
  const dated = replacedText(draft, published, dataset)
  const facts: PublishFacts = {
    questions: [
      ...planQuestions(draft, published, { dataset: after, referring, publishAt }),
      ...(dated ? [] : dateQuestions(draft, published)),
      ...redirectQuestions(draft, published, after),
      ...slipQuestions(draft, published, after, publishAt),
      ...logosLeft(draft, published),
    ],
    dated,
    moved: movedAddress(draft, published, after, dataset),
  }
  if (facts.moved?.from === '/' && !facts.moved.successor)
    facts.refusal =
      'The front page stands at “home”. Give it that address back: without it the site has no front page.'
  const twin = otherAt(draft, after)
  if (twin)
    facts.refusal = `“${titleOf(twin)}” would have the same ${draft._type === 'plan' ? 'short name' : 'address'}. Give one of the two another one.`
  const nothing = facts.questions.length === 0 && !facts.dated && !facts.moved && !facts.refusal
  return nothing ? null : facts
}

/** The same with more questions. */
export const withMore = (facts: PublishFacts | null, more: Question[]): PublishFacts | null =>
  more.length === 0 ? facts : { ...facts, questions: [...(facts?.questions ?? []), ...more] }

/** Reads what is stored now: what was typed last is there, and so is what others did meanwhile. Null where nothing is to be asked. */
export async function publishFacts(client: SanityClient, id: string): Promise<PublishFacts | null> {
  const [dataset, documents, referring, scheduled] = await Promise.all([
    readContent(client, { fresh: true }),
    raw(client).fetch<StoredDocument[]>('*[_id in [$id, "drafts." + $id]]', { id }),
    client.withConfig({ perspective: 'published' }).fetch<StoredDocument[]>('*[references($id)]', { id }),
    scheduledVersions(client, [id]),
  ])
  const draft = documents.find(({ _id }) => _id === `drafts.${id}`)
  const published = documents.find(({ _id }) => _id === id)
  if (!draft) return null
  const [quoting, typed, lost] = await Promise.all([
    requoted(client, draft, dataset),
    typedElsewhere(() => publishedTexts(client), draft, published, dataset),
    overtaken(client, draft, published),
  ])
  const more = [
    ...quoting,
    ...typed,
    ...overtakenQuestion(lost),
    ...scheduleQuestions(draft, published, scheduled),
  ]
  const facts = withMore(factsOf(draft, published, { dataset, referring }), more)
  return withMore(facts, facts?.dated ? keptQuestions(draft, scheduled) : [])
}

const KEPT_IN_RELEASES_QUERY = `{
  "releases": *[_type == "system.release" && state in ["scheduled", "scheduling"] && defined(publishAt)]{
    name, "title": metadata.title, publishAt
  },
  "kept": *[_type == "policyVersion" && _id in path("versions.**")]{ _id, "policy": policy._ref },
  "policies": *[_type == "policy" && !(_id in path("drafts.**")) && !(_id in path("versions.**"))]
}`

/**
 * A scheduled release holds the text that it replaces as it read when it was scheduled. Publishing a plan or Settings that
 * this text quotes, or taking the plan down, changes what visitors read until then: what is kept would not be what was live.
 * `publishAt`: when that is, unless at once.
 */
export async function requoted(
  client: SanityClient,
  change: StoredDocument | { removed: string },
  dataset: PublishedContent,
  publishAt?: string,
): Promise<Question[]> {
  const after = quotedAfter(change, dataset)
  if (!after) return []
  const { releases, kept, policies }: KeptInReleases = await raw(client).fetch(KEPT_IN_RELEASES_QUERY)
  const later = releases.filter((one) => !publishAt || Date.parse(one.publishAt) > Date.parse(publishAt))
  return later.flatMap(({ name, title }) =>
    policies
      .filter((policy) =>
        kept.some((text) => text._id.startsWith(`versions.${name}.`) && text.policy === policy._id),
      )
      .filter((policy) => policyAsShown(policy, dataset) !== policyAsShown(policy, after))
      .map((policy) => ({
        text: `“${nameOf(policy)}” quotes this. The scheduled release${title ? ` “${title}”` : ''} keeps its text as it reads today: unschedule and schedule that release again afterwards, so that what is kept is what visitors read.`,
      })),
  )
}

/** What texts quote once a document is published, or is no more; undefined where they quote nothing of it. */
function quotedAfter(
  change: StoredDocument | { removed: string },
  dataset: PublishedContent,
): PublishedContent | undefined {
  const { plans } = dataset
  if ('removed' in change) {
    const left = plans.filter(({ _id }) => _id !== change.removed)
    return left.length < plans.length ? { ...dataset, plans: left } : undefined
  }
  if (change._type === 'siteSettings') return { ...dataset, settings: change as never }
  if (change._type !== 'plan') return undefined
  const id = getPublishedId(change._id)
  return {
    ...dataset,
    plans: plans.map((plan) => (plan._id === id ? { ...plan, ...figuresOf(change) } : plan)),
  }
}

/** Reads all published texts. */
export const publishedTexts = (client: SanityClient): Promise<StoredDocument[]> =>
  client
    .withConfig({ perspective: 'published' })
    .fetch('*[!(_type match "sanity.*") && !(_type match "system.*")]')

/** What visitors will read, of these published texts, once these drafts or versions are out. */
export function textsAfter(published: StoredDocument[], versions: StoredDocument[]): StoredDocument[] {
  const replaced = new Set<string>(versions.map(({ _id }) => getPublishedId(_id)))
  return [
    ...published.filter(({ _id }) => !replaced.has(_id)),
    ...versions.filter((version) => !isTakenDown(version)),
  ]
}

/**
 * What is typed into texts that would have to follow, or to quote what is new. `read`, which gives all published texts, is asked
 * only where there is something to look for. `along`: what is published with it, itself included, or taken down.
 */
export async function typedElsewhere(
  read: () => Promise<StoredDocument[]>,
  draft: StoredDocument,
  published: StoredDocument | undefined,
  dataset: PublishedContent,
  along: StoredDocument[] = [draft],
): Promise<Question[]> {
  const figures = changedFigures(draft, published)
  const names = changedNames(draft, published)
  const isNew = draft._type === 'plan' && !published
  if (figures.length + names.length === 0 && !isNew) return []
  const documents = await read()
  const texts = textsAfter(documents, along)
  return [
    ...(published && figures.length > 0 ? staleAmounts(published, figures, texts, dataset) : []),
    ...(isNew ? lackingNew(draft, texts, new Set(documents.map(({ _id }) => _id))) : []),
    ...leftBehind(names, texts),
  ]
}

type KeptInReleases = {
  releases: { name: string; title: string | null; publishAt: string }[]
  kept: { _id: string; policy: string }[]
  policies: StoredDocument[]
}

/** Where a document is referred to, drafts included; a draft and what it is a draft of count once. */
export async function referringPlaces(client: SanityClient, id: string): Promise<ReferencePlace[]> {
  const documents: StoredDocument[] = await raw(client).fetch(
    '*[references($id) && !(_id in [$id, "drafts." + $id])]',
    { id },
  )
  return placesOf(id, documents)
}

/** What there is to say before a document is taken down. */
export type RemovalFacts = {
  /** Where it is referred to. */
  places: ReferencePlace[]
  /** The text of it that is kept. */
  kept?: KeptText | undefined
  /** What else there is to say. */
  questions: Question[]
  /** The releases that hold a version of it, and the day when one goes out by itself. */
  releases: { title: string; day?: string }[]
  /** Ids of its draft and its versions. */
  versions: string[]
}

const RELEASED_QUERY = `{
  "versions": *[sanity::versionOf($id) && _id != $id]{ _id, "removes": _system.delete == true },
  "releases": *[_type == "system.release" && state in ["active", "scheduled", "scheduling"]]{
    name, "title": metadata.title, publishAt
  }
}`
type Released = {
  versions: { _id: string; removes: boolean }[]
  releases: { name: string; title: string | null; publishAt: string | null }[]
}

export async function removalFacts(client: SanityClient, id: string): Promise<RemovalFacts> {
  const [places, dataset, published, { versions, releases }] = await Promise.all([
    referringPlaces(client, id),
    readContent(client, { fresh: true }),
    raw(client).fetch<StoredDocument | null>('*[_id == $id][0]', { id }),
    raw(client).fetch<Released>(RELEASED_QUERY, { id }),
  ])
  return {
    places,
    kept: removedText(published ?? undefined, dataset),
    questions: [
      ...(await requoted(client, { removed: id }, dataset)),
      ...(published?._type === 'plan' ? named(published, places, await publishedTexts(client)) : []),
    ],
    releases: releases
      .filter(({ name }) => versions.some(({ _id, removes }) => !removes && getVersionFromId(_id) === name))
      .map(({ title, publishAt }) => ({
        title: title || 'Untitled release',
        ...(publishAt && { day: localDate(new Date(publishAt)) }),
      })),
    versions: versions.map(({ _id }) => _id),
  }
}

/** Texts that name a plan; what one which quotes it would say is said already. */
export function named(plan: StoredDocument, places: ReferencePlace[], texts: StoredDocument[]): Question[] {
  const said = new Set<string>(
    [plan, ...places.map(({ document }) => document)].map(({ _id }) => getPublishedId(_id)),
  )
  return leftBehind(
    namesOf(plan),
    texts.filter(({ _id }) => !said.has(_id)),
    true,
  )
}

/** Takes a document down, and keeps the text that visitors read until then, all or nothing. */
export async function removeWith(
  client: SanityClient,
  removal: Action,
  kept: KeptText | undefined,
): Promise<void> {
  const keeping = kept ? publishedAtOnce(versionTakenDown(kept, localDate(new Date()))) : []
  await client.action([...keeping, removal])
}

/** What the editor answered. */
export type PublishAnswers = { date?: string; redirect?: boolean }

type Actions = Parameters<SanityClient['action']>[0]
export type Action = Extract<Actions, readonly unknown[]>[number]

/** One redirect for each old address: one that is there already, from an import or as a draft, leads to the page from now on. */
function leadAway({ _id, _type, ...fields }: StoredDocument, isKnown: boolean): Action[] {
  const [publishedId, draftId] = [_id, `drafts.${_id}`]
  const begin: Action = {
    actionType: 'sanity.action.document.create',
    publishedId,
    attributes: { _id: draftId, _type },
    ifExists: 'ignore',
  }
  return [
    ...(isKnown ? [] : [begin]),
    {
      actionType: 'sanity.action.document.edit',
      draftId,
      publishedId,
      patch: { set: fields, unset: ['to'] },
    },
    { actionType: 'sanity.action.document.publish', draftId, publishedId },
  ]
}

/** A redirect that a release has a version of can't be deleted: it is unpublished. */
async function takenAway(client: SanityClient, publishedId: string): Promise<Action> {
  const draftId = `drafts.${publishedId}`
  const query = 'count(*[sanity::versionOf($publishedId) && !(_id in [$publishedId, $draftId])])'
  return (await raw(client).fetch<number>(query, { publishedId, draftId })) > 0
    ? { actionType: 'sanity.action.document.unpublish', draftId, publishedId }
    : { actionType: 'sanity.action.document.delete', publishedId, includeDrafts: [draftId] }
}

const publishedAtOnce = (document: StoredDocument): Action[] => [
  {
    actionType: 'sanity.action.document.create',
    publishedId: document._id,
    attributes: { ...document, _id: `drafts.${document._id}` },
    ifExists: 'fail',
  },
  {
    actionType: 'sanity.action.document.publish',
    draftId: `drafts.${document._id}`,
    publishedId: document._id,
  },
]

/** Publishes the draft with what belongs to it (the text that it replaces, the redirect from its old address), all or nothing. */
export async function publishWith(
  client: SanityClient,
  id: string,
  { dated, moved }: PublishFacts,
  { date, redirect }: PublishAnswers,
): Promise<void> {
  const draftId = `drafts.${id}`
  const actions: Action[] = []
  if (dated && date) {
    actions.push(...publishedAtOnce(dated.versionUntil(date)), {
      actionType: 'sanity.action.document.edit',
      draftId,
      publishedId: id,
      patch: { set: { [dated.dateField]: date } },
    })
  }
  if (moved) {
    for (const obsolete of moved.obsolete) actions.push(await takenAway(client, obsolete))
    if (redirect && moved.redirect) actions.push(...leadAway(moved.redirect, moved.isKnown))
  }
  actions.push({ actionType: 'sanity.action.document.publish', draftId, publishedId: id })
  await client.action(actions)
}
