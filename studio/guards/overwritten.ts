import { getPublishedId } from '@sanity/client/csm'
import type { SanityClient } from 'sanity'
import type { Question } from '#studio/guards/questions.ts'
import { localDate } from '#studio/schema/dates.ts'
import { schemaTypes } from '#studio/schema/types.ts'
import { ADDRESSED, raw, slugOf } from '#studio/validation/published-content.ts'
import type { StoredDocument } from '#studio/validation/rule.ts'
import { keyOf } from '#studio/validation/walk.ts'

type Content = Record<string, unknown>

/**
 * The fields of `theirs` that `ours` would take back: what was changed there since both were `base`, and is not so here.
 * By their titles, as the form has them. Lists are compared item by item: who changes one block takes nothing from another.
 */
export function overwritten(
  base: Content | undefined,
  theirs: StoredDocument,
  ours: StoredDocument,
): string[] {
  const names = new Set([base ?? {}, theirs, ours].flatMap((content) => Object.keys(content)))
  return [...names]
    .filter((name) => !name.startsWith('_') && isLost(base?.[name], theirs[name], ours[name]))
    .map((name) => titleOf(theirs._type, name))
}

/** What is changed on both sides was meant so here; but for a paragraph, whose sentences are several people's. */
function isLost(base: unknown, theirs: unknown, ours: unknown, inText = false): boolean {
  if (isSame(base, theirs) || isSame(theirs, ours)) return false
  if (isSame(base, ours)) return true
  const all = [base, theirs, ours].map(partsOf)
  if (all.includes(undefined)) return inText
  const [before, there, here] = all as [Parts, Parts, Parts]
  if (Array.isArray(theirs) && isReordered(before, there, here)) return true
  return [...new Set(all.flatMap((parts) => [...parts!.keys()]))].some((name) =>
    isLost(before.get(name), there.get(name), here.get(name), inText || here.get('_type') === 'block'),
  )
}

type Parts = Map<string, unknown>

/** Whether what all three have stands in another order there, and here as it did before. */
function isReordered(before: Parts, there: Parts, here: Parts): boolean {
  const [was, is, ours] = [before, there, here].map((parts) =>
    JSON.stringify([...parts.keys()].filter((key) => before.has(key) && there.has(key) && here.has(key))),
  )
  return was === ours && was !== is
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** What can be compared by itself: the fields of an object, the items of a list by their keys. */
function partsOf(value: unknown): Parts | undefined {
  if (Array.isArray(value)) {
    const keys = value.map((item) => keyOf(item)?._key)
    return keys.every((key) => key !== undefined)
      ? new Map(value.map((item, index) => [keys[index]!, item]))
      : undefined
  }
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : undefined
}

/** A field’s name as the form has it: “Search and sharing”. */
export function titleOf(type: string, field: string): string {
  const { fields = [] } = (schemaTypes.find(({ name }) => name === type) ?? {}) as {
    fields?: { name: string; title?: string }[]
  }
  return `“${fields.find(({ name }) => name === field)?.title ?? field}”`
}

/** More versions than that since a draft was begun are not looked at. */
const MOST_STEPS = 20

/**
 * The fields that were published with something else after this draft, or version in a release, was begun. A publish ends the
 * draft, so that happens where a release, a schedule or a script published. None where the lake keeps no history of it.
 */
export async function overtaken(
  client: SanityClient,
  ours: StoredDocument,
  published: StoredDocument | undefined,
): Promise<string[]> {
  if (!published) return []
  let base: StoredDocument | undefined = published
  try {
    for (let step = 0; base && step < MOST_STEPS; step++) {
      const since = base._updatedAt as string
      if (!(await hasStoodSince(client, ours._id, since))) break
      base = await asItWas(client, published._id, new Date(Date.parse(since) - 1).toISOString())
    }
  } catch {
    return [] // nobody knows any more, which keeps nothing from being published
  }
  return base === published ? [] : overwritten(base, published, ours)
}

/** A document at a time (ISO date and time); undefined where there was none. */
async function asItWas(client: SanityClient, id: string, time: string): Promise<StoredDocument | undefined> {
  const { dataset } = client.config()
  const { documents } = await client.request<{ documents: StoredDocument[] }>({
    url: `/data/history/${dataset}/documents/${id}`,
    query: { time },
    tag: 'guards.as-it-was',
  })
  return documents[0]
}

type Change = { timestamp: string; effects?: Record<string, { apply: unknown } | undefined> }

/** The changes of a document, without their content. */
async function changesOf(client: SanityClient, id: string, query: Record<string, string>): Promise<Change[]> {
  const { dataset } = client.config()
  const log: unknown = await client.request({
    url: `/data/history/${dataset}/transactions/${id}`,
    query: {
      excludeContent: 'true',
      includeIdentifiedDocumentsOnly: 'true',
      effectFormat: 'mendoza',
      ...query,
    },
    tag: 'guards.changes',
  })
  // A line for each; the client has read a single one already.
  if (typeof log !== 'string') return log ? [log as Change] : []
  return log
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

/** As a change says that a document is gone. */
const GONE = '[0,null]'

/** Whether it was there at that time (ISO date and time), and was not discarded and begun anew since. */
async function hasStoodSince(client: SanityClient, id: string, time: string): Promise<boolean> {
  if (!(await asItWas(client, id, time))) return false
  const changes = await changesOf(client, id, { fromTime: time, limit: '1000' })
  return !changes.some(({ effects }) => JSON.stringify(effects?.[id]?.apply) === GONE)
}

/** Whether a document was taken down after this version of it was begun, which would bring it back; no where nobody knows. */
export async function takenDownMeanwhile(client: SanityClient, version: StoredDocument): Promise<boolean> {
  try {
    const [last] = await changesOf(client, getPublishedId(version._id), { reverse: 'true', limit: '1' })
    return last !== undefined && (await hasStoodSince(client, version._id, last.timestamp))
  } catch {
    return false
  }
}

/** What to ask before a release brings back what was taken down after it was put there. */
export const BROUGHT_BACK: Question = {
  text: 'This was unpublished after it was put into the release, which brings it back. If it has to stay off the site, take it out of the release.',
}

/** What a release has of a document: another state of it, or that it goes. */
export type Version = StoredDocument & { _system?: { delete?: boolean } }
export const isTakenDown = ({ _system }: Version) => _system?.delete === true

/** A version that goes out by itself. */
export type ScheduledVersion = {
  releaseId: string
  title: string | null
  publishAt: string
  version: Version
}

const SCHEDULED_QUERY = `*[_type == "system.release" && state in ["scheduled", "scheduling"] && defined(publishAt)]{
  "releaseId": name, "title": metadata.title, publishAt
}`

/** What scheduled releases have of the documents with these ids, published ones. */
export async function scheduledVersions(client: SanityClient, ids: string[]): Promise<ScheduledVersion[]> {
  const releases = await raw(client).fetch<Omit<ScheduledVersion, 'version'>[]>(SCHEDULED_QUERY)
  if (releases.length === 0) return []
  const versionIds = releases.flatMap(({ releaseId }) => ids.map((id) => `versions.${releaseId}.${id}`))
  const versions = await raw(client).fetch<Version[]>('*[_id in $versionIds]', { versionIds })
  return releases.flatMap((release) =>
    versions
      .filter(({ _id }) => _id.startsWith(`versions.${release.releaseId}.`))
      .map((version) => ({ ...release, version })),
  )
}

/** What to ask before a draft, or a version in a release, takes back what was published after it was begun. */
export const overtakenQuestion = (fields: string[]): Question[] =>
  fields.length === 0
    ? []
    : [
        {
          text: `Something else was published here after this was begun: ${fields.join(', ')}. Publishing this overwrites that. Compare it with “Published” above the form, and take over what has to stay.`,
        },
      ]

/** Which release a version belongs to, and when that goes out (ISO date and time), unless at once. */
type GoingOut = { releaseId?: string; publishAt?: string | undefined }

/** What scheduled releases have of the same document, and whether that goes out before. */
const othersOf = (
  { _id }: StoredDocument,
  scheduled: ScheduledVersion[],
  { releaseId, publishAt }: GoingOut,
) =>
  scheduled
    .filter((other) => other.releaseId !== releaseId)
    .filter(({ version }) => getPublishedId(version._id) === getPublishedId(_id))
    .map(({ title, publishAt: at, version }) => ({
      release: title || 'Untitled release',
      day: localDate(new Date(at)),
      version,
      isEarlier: publishAt !== undefined && Date.parse(at) < Date.parse(publishAt),
    }))

/**
 * What to ask where a text is kept and a scheduled release has another one of it: each keeps the one that was published when it
 * was asked about.
 */
export const keptQuestions = (
  ours: StoredDocument,
  scheduled: ScheduledVersion[],
  goingOut: GoingOut = {},
): Question[] =>
  othersOf(ours, scheduled, goingOut).map(({ release, day, isEarlier }) => ({
    text: isEarlier
      ? `“${release}” publishes another text of this before, on ${day}: that one would not be kept. Schedule this once “${release}” has gone out.`
      : `Another text of this is scheduled in “${release}”. Unschedule and schedule it again afterwards, so that the text that you publish now is kept as well.`,
  }))

/** Whether this moves, and the other moves it on: from the address in between its release leads nobody. */
const movesOn = (published: StoredDocument | undefined, ours: StoredDocument, version: StoredDocument) =>
  ADDRESSED.includes(ours._type) && new Set([published, ours, version].map(slugOf)).size === 3

/**
 * What to ask where a scheduled release has a version of the same document: the later of the two takes back what the other
 * changes, and has no redirect from where that moves it.
 */
export const scheduleQuestions = (
  ours: StoredDocument,
  published: StoredDocument | undefined,
  scheduled: ScheduledVersion[],
  goingOut: GoingOut = {},
): Question[] =>
  othersOf(ours, scheduled, goingOut)
    .filter(({ version }) => !isTakenDown(version))
    .flatMap(({ release, day, version, isEarlier }) => {
      const texts: string[] = []
      const fields = (
        isEarlier ? overwritten(published, version, ours) : overwritten(published, ours, version)
      ).join(', ')
      if (fields)
        texts.push(
          isEarlier
            ? `“${release}”, which goes out on ${day}, changes this too: ${fields}. This one overwrites that afterwards. Make its change here as well.`
            : `“${release}”, scheduled for ${day}, has a version of this: it will take back what changes here: ${fields}. Make the change there as well.`,
        )
      if (movesOn(published, ours, version))
        texts.push(
          isEarlier
            ? `“${release}”, which goes out on ${day}, gives this another address before. Schedule this once “${release}” has gone out, so that visitors are led on from there.`
            : `“${release}”, scheduled for ${day}, gives this another address after this one. Unschedule and schedule it again afterwards, so that visitors are led on from the address that you publish now.`,
        )
      return texts.map((text) => ({ text }))
    })
