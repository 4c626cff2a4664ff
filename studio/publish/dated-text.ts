import { localDate } from '#studio/schema/dates.ts'
import { type PublishedContent, slugOf } from '#studio/validation/published-content.ts'
import type { StoredDocument } from '#studio/validation/rule.ts'
import type { Block } from '#studio/validation/walk.ts'
import {
  asShown,
  consentsChanged,
  consentsOf,
  policyChanged,
  shownConsents,
} from '#studio/validation/wording.ts'

/** A published text that is kept, with its date, when visitors read it no longer. */
export type KeptText = {
  /** The date of the text that is published now. */
  since: string
  /**
   * The document that keeps it; `until` is the date from which it is not in force any more. `along`: where other texts stand
   * that are kept with it.
   */
  versionUntil(until: string, along?: PublishedContent['earlier']): StoredDocument
}

/** A text that is kept when it is published anew. */
export type DatedText = KeptText & {
  /** What it is called in questions. */
  name: string
  /** The date that the draft has got meanwhile. */
  proposed?: string
  /** Where the document keeps the date. */
  dateField: string
}

/** The dated text that publishing this draft would replace; undefined where its words stay the same. */
export function replacedText(
  draft: StoredDocument,
  published: StoredDocument | undefined,
  dataset: PublishedContent,
): DatedText | undefined {
  if (!published) return undefined
  if (draft._type === 'policy') return replacedPolicy(draft, published, dataset)
  if (draft._type === 'siteSettings') return replacedConsents(draft, published, dataset)
  return undefined
}

function replacedPolicy(
  draft: StoredDocument,
  published: StoredDocument,
  dataset: PublishedContent,
): DatedText | undefined {
  if (!policyChanged(draft, published)) return undefined
  return {
    ...keptPolicy(published, draft, dataset),
    name: 'The text',
    ...(draft.effectiveDate !== published.effectiveDate && { proposed: draft.effectiveDate as string }),
    dateField: 'effectiveDate',
  }
}

/** The text that is to be kept where a document is taken down; undefined where there is none. */
export const removedText = (
  published: StoredDocument | undefined,
  dataset: PublishedContent,
): KeptText | undefined =>
  published?._type === 'policy' ? keptPolicy(published, published, dataset) : undefined

/** The document that keeps a text taken down on this day; a text that was to hold later keeps its own date. */
export const versionTakenDown = (
  { since, versionUntil }: KeptText,
  day: string,
  along?: PublishedContent['earlier'],
): StoredDocument => versionUntil(day < since ? since : day, along)

/** `next`: the policy as it is from then on. Its earlier texts stand where it stood, and where it comes to stand. */
function keptPolicy(published: StoredDocument, next: StoredDocument, dataset: PublishedContent): KeptText {
  const since = dateOf(published.effectiveDate, published)
  return {
    since,
    versionUntil: (until, along = []) => {
      const known = { ...dataset, earlier: [...dataset.earlier, ...along] }
      const places = [slugOf(published), slugOf(next)]
      const address = freeAddress(since, `${published._id}-version`, known, places)
      const settings = dataset.settings ?? undefined
      return {
        _id: `${published._id}-version-${address}`,
        _type: 'policyVersion',
        policy: { _type: 'reference', _ref: published._id, _weak: true },
        slug: slugOf(published),
        address,
        title: published.title,
        effectiveDate: since,
        until,
        ...(published.intro !== undefined && {
          intro: asShown(published.intro as Block[], dataset, settings),
        }),
        sections: ((published.sections ?? []) as { body?: Block[] }[]).map((section) => ({
          ...section,
          body: asShown(section.body ?? [], dataset, settings),
        })),
      }
    },
  }
}

/** The words of a policy as visitors read them now, in a form that can be compared. */
export function policyAsShown({ intro, sections }: StoredDocument, dataset: PublishedContent): string {
  const bodies = ((sections ?? []) as { body?: Block[] }[]).map(({ body }) => body)
  const shown = [intro as Block[] | undefined, ...bodies].map((blocks) =>
    asShown(blocks ?? [], dataset, dataset.settings ?? undefined),
  )
  return JSON.stringify(shown)
}

/** The wording is what visitors read: a new brand name changes it as well. */
function replacedConsents(
  draft: StoredDocument,
  published: StoredDocument,
  dataset: PublishedContent,
): DatedText | undefined {
  if (!consentsChanged(draft, published, dataset)) return undefined
  const before = shownConsents(published, dataset)
  const [given, proposed] = [published, draft].map((settings) => consentsOf(settings).effectiveDate)
  const since = dateOf(given, published)
  return {
    name: 'The wording of the contact form’s consents',
    since,
    ...(proposed !== given && { proposed }),
    dateField: 'consents.effectiveDate',
    versionUntil: (until) => {
      const address = freeAddress(since, 'consent-version', dataset)
      return {
        _id: `consent-version-${address}`,
        _type: 'consentVersion',
        address,
        effectiveDate: since,
        until,
        ...before,
      }
    },
  }
}

/** The date where one was given, else the day on which the text was published. */
const dateOf = (date: unknown, { _updatedAt }: StoredDocument): string =>
  typeof date === 'string' ? date : localDate(new Date(String(_updatedAt)))

/**
 * The date, with a number behind it where an earlier text of that date is kept already: of this document, or below one of
 * `places` of another.
 */
function freeAddress(
  date: string,
  prefix: string,
  { published, earlier }: PublishedContent,
  places: (string | undefined)[] = [],
): string {
  const there = earlier
    .filter(({ slugs }) => slugs.some((slug) => slug && places.includes(slug)))
    .map((one) => one.address)
  for (let number = 1; ; number++) {
    const address = number === 1 ? date : `${date}-${number}`
    if (!published.includes(`${prefix}-${address}`) && !there.includes(address)) return address
  }
}
