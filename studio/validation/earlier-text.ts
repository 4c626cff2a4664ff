import { getPublishedId } from '@sanity/client/csm'
import type { StoredDocument } from '#studio/validation/document.ts'
import { localDate } from '#studio/validation/local-date.ts'
import { type PublishedContent, slugOf } from '#studio/validation/published-content.ts'
import type { Block } from '#studio/validation/walk.ts'
import {
  consentsChanged,
  consentsOf,
  policyChanged,
  resolveQuotes,
  shownConsents,
} from '#studio/validation/wording.ts'

/** A published legal text that stays readable at a dated address after it is replaced or unpublished. */
export type EarlierText = {
  name: string
  /** The first day on which the published text is in force. */
  since: string
  /** The field of the document that holds that day. */
  dateField: string
  /** The document that stores the text; `until` is the first day of the next text. */
  versionUntil(until: string): StoredDocument
}

/** The text of a published policy, or the consents of published Settings; undefined for other documents. */
export function earlierText(published: StoredDocument, content: PublishedContent): EarlierText | undefined {
  if (published._type === 'policy') return policyText(published, content)
  if (published._type === 'siteSettings') return consentText(published, content)
  return undefined
}

/** The published text that this draft or version replaces; undefined if visitors read the same text afterwards. */
export function replacedText(
  document: StoredDocument,
  published: StoredDocument | undefined,
  content: PublishedContent,
): EarlierText | undefined {
  if (!published) return undefined
  const hasChanged =
    document._type === 'policy'
      ? policyChanged(document, published)
      : document._type === 'siteSettings' && consentsChanged(document, published, content)
  return hasChanged ? earlierText(published, content) : undefined
}

/** The proposed first day of a new text: the date in the document, else `today`. */
export function proposedDate(document: StoredDocument, { since }: EarlierText, today: string): string {
  const { effectiveDate } = document._type === 'siteSettings' ? consentsOf(document) : document
  if (typeof effectiveDate === 'string' && effectiveDate > since) return effectiveDate
  return today > since ? today : since
}

function policyText(published: StoredDocument, content: PublishedContent): EarlierText {
  const since = dateOf(published.effectiveDate, published)
  const resolve = (blocks: unknown) => resolveQuotes((blocks ?? []) as Block[], content, content.settings)
  return {
    name: 'The text',
    since,
    dateField: 'effectiveDate',
    versionUntil(until) {
      const slug = slugOf(published)
      const address = freeAddress(since, `${published._id}-version`, content, slug)
      return {
        _id: `${published._id}-version-${address}`,
        _type: 'policyVersion',
        policy: { _type: 'reference', _ref: published._id, _weak: true },
        slug,
        address,
        title: published.title,
        effectiveDate: since,
        until,
        ...(published.intro !== undefined && { intro: resolve(published.intro) }),
        sections: ((published.sections ?? []) as { body?: Block[] }[]).map((section) => ({
          ...section,
          body: resolve(section.body),
        })),
      }
    },
  }
}

function consentText(published: StoredDocument, content: PublishedContent): EarlierText {
  const since = dateOf(consentsOf(published).effectiveDate, published)
  return {
    name: 'The wording of the contact form’s consents',
    since,
    dateField: 'consents.effectiveDate',
    versionUntil(until) {
      const address = freeAddress(since, 'consent-version', content)
      return {
        _id: `consent-version-${address}`,
        _type: 'consentVersion',
        address,
        effectiveDate: since,
        until,
        ...shownConsents(published, content),
      }
    },
  }
}

/** The date in the document, else the day on which it was published. */
const dateOf = (date: unknown, { _updatedAt }: StoredDocument): string =>
  typeof date === 'string' ? date : localDate(new Date(String(_updatedAt)))

/** The date, with a number if another earlier text has the same id or address. */
function freeAddress(date: string, prefix: string, content: PublishedContent, slug?: string): string {
  const taken = content.earlierAddresses
    .filter(({ slugs }) => slugs.some((one) => one && one === slug))
    .map(({ address }) => address)
  for (let number = 1; ; number++) {
    const address = number === 1 ? date : `${date}-${number}`
    const id = `${prefix}-${address}`
    // The release replaces its own text.
    if (content.textsInRelease.some(({ _id }) => getPublishedId(_id) === id)) return address
    if (!content.published.includes(id) && !taken.includes(address)) return address
  }
}
