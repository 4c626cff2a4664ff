import { getPublishedId } from '@sanity/client/csm'
import type { Question } from '#studio/guards/questions.ts'
import { national } from '#studio/guards/slip-rules.ts'
import { KEPT_VERSIONS } from '#studio/schema/document-kinds.ts'
import { patternOf } from '#studio/validation/amounts.ts'
import { placesOf, type ReferencePlace } from '#studio/validation/references.ts'
import type { Path, StoredDocument } from '#studio/validation/rule.ts'
import { blockText, walk } from '#studio/validation/walk.ts'

/** What texts may have typed of a document: as it was, and whether a text holds it. `plans`: what plans are called. */
type Typed = { was: string; isIn: (text: string, plans: string[]) => boolean }

/** A name by itself, not as a part of another one (“Pro Closer” in “Pro Closer Plus”). */
function word(was: string, { now = '', flags = 'iu', notBehind = '', isPlan = false } = {}): Typed {
  const pattern = (name: string) =>
    new RegExp(`(?<![\\p{L}\\p{N}${notBehind}])${patternOf(name)}(?![\\p{L}\\p{N}])`, `g${flags}`)
  const before = pattern(was)
  // Of a plan that is called just so, nothing is left without it.
  const longer = (plans: string[]) =>
    [now, ...plans.filter((name) => isPlan && name.replace(before, '').trim())].filter(
      (name) => name.search(before) >= 0,
    )
  return {
    was,
    isIn: (text, plans) =>
      longer(plans)
        .reduce((rest, name) => rest.replace(pattern(name), ''), text)
        .search(before) >= 0,
  }
}

/** The same digits, however they are parted. */
function number(was: string): Typed {
  const digits = national(was)
  return { was, isIn: (text) => text.replaceAll(/[\s().-]/g, '').includes(digits) }
}

/** What visitors know a plan by. */
export const namesOf = (plan: StoredDocument): Typed[] =>
  plan._type === 'plan' && plan.title ? [word(String(plan.title), { isPlan: true })] : []

/** Names and contact data that this draft changes: texts that have them typed, instead of quoted, do not follow. */
export function changedNames(draft: StoredDocument, published: StoredDocument | undefined): Typed[] {
  const change = (of: (document: StoredDocument) => unknown): [string, string] | undefined => {
    const [was, now] = [published && of(published), of(draft)].map((value) =>
      typeof value === 'string' ? value.trim() : '',
    )
    return was && now && was !== now ? [was, now] : undefined
  }
  const changed = (
    of: (document: StoredDocument) => unknown,
    typed: (was: string, now: string) => Typed,
  ): Typed[] => {
    const both = change(of)
    return both ? [typed(...both)] : []
  }
  const words = (was: string, now: string) => word(was, { now })
  if (draft._type === 'plan')
    return changed(
      ({ title }) => title,
      (was, now) => word(was, { now, isPlan: true }),
    )
  if (draft._type !== 'siteSettings') return []
  return [
    // A mail address holds it in small letters.
    ...changed(
      ({ brand }) => brand,
      (was, now) => word(was, { now, flags: 'u' }),
    ),
    ...changed(({ email }) => email, words),
    ...changed(({ phone }) => phone, number),
    // With or without www it is the same to visitors; in a mail address it is another matter.
    ...changed(
      ({ companyUrl }) => URL.parse(String(companyUrl))?.host.replace(/^www\./, ''),
      (was, now) => word(was, { now, notBehind: '@' }),
    ),
    ...changed(({ address }) => (address as { street?: unknown } | undefined)?.street, words),
  ]
}

/** Where these texts hold it. What an earlier text says was so then, and nobody can change it. */
function holding({ isIn }: Typed, documents: StoredDocument[]): ReferencePlace[] {
  const plans = documents.filter(({ _type }) => _type === 'plan').map(({ title }) => String(title))
  return documents.flatMap((document) =>
    KEPT_VERSIONS.includes(document._type)
      ? []
      : [...walk(document)].flatMap(({ kind, path, value }): ReferencePlace[] => {
          const text = kind === 'block' ? blockText(value) : kind === 'string' ? value : value.href
          return typeof text === 'string' && isIn(text, plans)
            ? [{ document, path: path as Path, kind: 'link' }]
            : []
        }),
  )
}

/** What to ask where texts go on naming what is called otherwise, or is gone. */
export const leftBehind = (names: Typed[], documents: StoredDocument[], gone = false): Question[] =>
  names.flatMap((typed) => {
    const places = holding(typed, documents)
    const rest = gone ? 'go on naming it' : 'do not follow: change it there too'
    return places.length > 0
      ? [{ text: `These texts have “${typed.was}” typed into them, and ${rest}.`, places }]
      : []
  })

/** What to ask where the brand has another name, and its pictures are as they were. */
export function logosLeft(draft: StoredDocument, published: StoredDocument | undefined): Question[] {
  if (draft._type !== 'siteSettings' || !published || draft.brand === published.brand) return []
  const picture = (logo: unknown) => (logo as { asset?: { _ref?: string } } | undefined)?.asset?._ref
  const isLeft = ['logo', 'logoLight'].some(
    (field) => picture(draft[field]) && picture(draft[field]) === picture(published[field]),
  )
  return isLeft
    ? [
        {
          text: 'The brand name changes, and a logo stays: it is a picture. Where the name is drawn in it, replace it too.',
        },
      ]
    : []
}

/**
 * What to ask where texts quote all other plans of its kind, and a new one would be missing among them. `published`: ids of
 * what is there already; another new plan of its release is quoted nowhere yet.
 */
export function lackingNew(
  draft: StoredDocument,
  documents: StoredDocument[],
  published: Set<string>,
): Question[] {
  const id = getPublishedId(draft._id)
  const others = documents.filter(
    ({ _id, _type, kind }) => _type === 'plan' && kind === draft.kind && published.has(getPublishedId(_id)),
  )
  const quotes = (plan: string, document: StoredDocument) =>
    placesOf(plan, [document]).find(({ kind }) => kind === 'quote')
  if (others.length < 2) return []
  const places = documents.flatMap((document) => {
    const first = !KEPT_VERSIONS.includes(document._type) && quotes(getPublishedId(others[0]!._id), document)
    return first &&
      !quotes(id, document) &&
      others.every((plan) => quotes(getPublishedId(plan._id), document))
      ? [first]
      : []
  })
  const kind = draft.kind === 'bundle' ? 'prepaid bundle' : 'lead rate'
  return places.length > 0
    ? [{ text: `These texts quote every other ${kind}, and would lack this one: add it there too.`, places }]
    : []
}
