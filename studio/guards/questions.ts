import { getPublishedId } from '@sanity/client/csm'
import { titleOf } from '#studio/guards/overwritten.ts'
import type { Finding } from '#studio/guards/rule.ts'
import {
  addressShapes,
  blanks,
  consentWords,
  markdown,
  placeholders,
  unlikelyDates,
} from '#studio/guards/slip-rules.ts'
import { brokenLinks, planFacts } from '#studio/guards/structure-rules.ts'
import { verdictsIn } from '#studio/guards/typed-amounts.ts'
import { formatDateTime, localDate } from '#studio/schema/dates.ts'
import { KEPT_VERSIONS } from '#studio/schema/document-kinds.ts'
import {
  centsOf,
  FIGURE_NAMES,
  FIGURES,
  type Figure,
  figuresOf,
  type Verdict,
} from '#studio/validation/amounts.ts'
import { ADDRESSED, type PublishedContent, pathOf, slugOf } from '#studio/validation/published-content.ts'
import { leadingFrom } from '#studio/validation/redirect-routes.ts'
import { nameOf, placesOf, type ReferencePlace } from '#studio/validation/references.ts'
import type { StoredDocument } from '#studio/validation/rule.ts'
import { pathText } from '#studio/validation/walk.ts'
import { quotedFigure } from '../../app/content/money.ts'
import { plainPath } from '../../app/content/plain-path.ts'

/** Something that an editor is asked about before it is published: the fact, and where it shows. */
export type Question = { text: string; places?: ReferencePlace[] }

/** A change of more than this is asked about. */
const MOST_PERCENT = 25

/** What to ask before this plan is published. `referring`: the published documents that point at it. `publishAt`: when, unless at once. */
export function planQuestions(
  draft: StoredDocument,
  published: StoredDocument | undefined,
  {
    dataset,
    referring,
    publishAt,
  }: { dataset: PublishedContent; referring: StoredDocument[]; publishAt?: string | undefined },
): Question[] {
  if (draft._type !== 'plan') return []
  const quotes = placesOf(getPublishedId(draft._id), referring).filter(({ kind }) => kind === 'quote')
  return [
    ...largeChanges(draft, published, quotes),
    ...newFacts(draft, published, dataset),
    ...holes(draft, published, quotes),
    ...offSale(draft, published, quotes, publishAt),
    ...newShortName(draft, published),
    ...otherKind(draft, published),
  ]
}

/** What was so before has been asked about: a generous bundle may be one for long. */
function newFacts(
  draft: StoredDocument,
  published: StoredDocument | undefined,
  dataset: PublishedContent,
): Question[] {
  const said = (plan: StoredDocument) => planFacts(plan, dataset).map(({ message }) => message)
  const before = published ? said(published) : []
  return said(draft)
    .filter((text) => !before.includes(text))
    .map((text) => ({ text }))
}

/** One press of a radio button, above the fold. */
function otherKind(draft: StoredDocument, published: StoredDocument | undefined): Question[] {
  if (!published || draft.kind === published.kind) return []
  const becomes =
    draft.kind === 'bundle'
      ? 'becomes a prepaid bundle: its card moves to the bundles, without its highest property value'
      : 'becomes a lead rate: its card moves to the lead rates, where its price is that of one lead, without its credit'
  return [{ text: `${nameOf(draft)} ${becomes}.` }]
}

/** “Generate” beside it makes one of the title that the plan has by now. */
function newShortName(draft: StoredDocument, published: StoredDocument | undefined): Question[] {
  const [before, after] = [slugOf(published), slugOf(draft)]
  if (!before || !after || before === after) return []
  return [
    {
      text: `The short name of ${nameOf(draft)} goes from “${before}” to “${after}”: whoever has chosen this plan has none at checkout then.`,
    },
  ]
}

/** Of the saving it is its price or its credit that is asked about. */
const TYPED_FIGURES = ['price', 'credit', 'cap'] as const

function largeChanges(
  draft: StoredDocument,
  published: StoredDocument | undefined,
  quotes: ReferencePlace[],
): Question[] {
  if (!published) return []
  const [was, is] = [figuresOf(published), figuresOf(draft)]
  return TYPED_FIGURES.flatMap((show) => {
    const [before, after] = [was[show], is[show]]
    if (before === null || after === null || before <= 0) return []
    const percent = Math.round(((after - before) / before) * 100)
    if (Math.abs(after - before) * 100 <= MOST_PERCENT * before) return []
    return [
      {
        text: `The ${FIGURE_NAMES[show]} of ${nameOf(draft)} goes from ${quotedFigure(was, show)} to ${quotedFigure(is, show)}: ${Math.abs(percent)} % ${percent > 0 ? 'more' : 'less'}. Cards, checkout and every text that quotes it follow at once.`,
        places: quotes.filter(({ show: quoted = 'price' }) => quoted === show || quoted === 'saving'),
      },
    ]
  })
}

/** A plan that its dates take off sale is gone from the texts that quote it, too, as if it were taken down. */
function offSale(
  draft: StoredDocument,
  published: StoredDocument | undefined,
  quotes: ReferencePlace[],
  publishAt?: string,
): Question[] {
  if (!published || quotes.length === 0) return []
  const at = Date.parse(String(publishAt)) || Date.now()
  const from = ({ showFrom }: StoredDocument) => Date.parse(String(showFrom)) || 0
  const until = ({ showUntil }: StoredDocument) => Date.parse(String(showUntil)) || Number.POSITIVE_INFINITY
  const hidden = [
    from(draft) > Math.max(at, from(published)) && `only from ${formatDateTime(String(draft.showFrom))}`,
    until(draft) < until(published) && `only until ${formatDateTime(String(draft.showUntil))}`,
  ]
  return hidden
    .filter((when) => when !== false)
    .map((when) => ({
      text: `${nameOf(draft)} is shown ${when}. Texts quote it: at other times they say that it is not on sale.`,
      places: quotes,
    }))
}

/** Figures that texts quote and that the plan would no longer have. */
function holes(
  draft: StoredDocument,
  published: StoredDocument | undefined,
  quotes: ReferencePlace[],
): Question[] {
  if (!published) return []
  return FIGURES.flatMap((show) => {
    const places = quotes.filter((quote) => quote.show === show)
    if (places.length === 0 || figure(published, show) === undefined || figure(draft, show) !== undefined)
      return []
    return [
      {
        text: `${nameOf(draft)} would have no ${FIGURE_NAMES[show]} any more, which texts quote: in its place they would say that it is not on sale.`,
        places,
      },
    ]
  })
}

/** The figures of a plan that this draft changes: what is typed as such a figure is wrong from then on. */
export function changedFigures(draft: StoredDocument, published: StoredDocument | undefined): Figure[] {
  if (draft._type !== 'plan' || !published) return []
  return FIGURES.filter((show) => figure(draft, show) !== figure(published, show))
}

/** What to ask where texts have a figure typed into them that changes. `documents` and `dataset` as they are published now. */
export function staleAmounts(
  plan: StoredDocument,
  changed: Figure[],
  documents: StoredDocument[],
  { plans }: PublishedContent,
): Question[] {
  const isStale = ({ contradicts, quotes }: Verdict) =>
    !contradicts && quotes.some((quote) => quote.plan._id === plan._id && changed.includes(quote.show))
  const places = documents
    // What an earlier text says of a price was so then, and nobody can change it.
    .filter(({ _id, _type }) => getPublishedId(_id) !== plan._id && !KEPT_VERSIONS.includes(_type))
    .flatMap((document) =>
      verdictsIn(document, plans)
        .filter(({ verdict }) => isStale(verdict))
        .map(({ place }): ReferencePlace => ({ document, path: place.path, kind: 'quote' })),
    )
  if (places.length === 0) return []
  return [
    {
      text: `These texts have a figure of ${nameOf(plan)} typed into them. It does not follow: change it there too.`,
      places,
    },
  ]
}

/** What to ask where a redirect leads away from the address that it gets, unless from where it stood before. `after`: what is published then. */
export function redirectQuestions(
  draft: StoredDocument,
  published: StoredDocument | undefined,
  after: PublishedContent,
): Question[] {
  const [before, path] = [published, draft].map((document) =>
    pathOf({ _type: draft._type, slug: slugOf(document) }),
  )
  if (!path || path === before || !ADDRESSED.includes(draft._type)) return []
  const [redirect] = leadingFrom(after.redirects, plainPath(path))
  if (!redirect || redirect.target === getPublishedId(draft._id)) return []
  const page = after.addresses.find(({ _id }) => _id === redirect.target)
  const to = page ? pathOf(page) : redirect.to
  return [
    {
      text: `A redirect leads from ${redirect.from} to ${to ?? 'a page that is gone'}. Once this is published, visitors find it at ${path} instead. ${before ? 'The redirect is deleted.' : 'The redirect acts again once nothing stands there: delete it under Redirects if it is not needed any more.'}`,
    },
  ]
}

/** What to ask where it says what nobody means to publish, and did not before. `publishAt`: when it goes out, unless at once. */
export function slipQuestions(
  draft: StoredDocument,
  published: StoredDocument | undefined,
  dataset: PublishedContent,
  publishAt?: string,
): Question[] {
  const found = (document: StoredDocument) => [
    ...[placeholders, markdown, blanks, addressShapes, brokenLinks, consentWords].flatMap((rule) =>
      rule(document, dataset),
    ),
    ...unlikelyDates(document, dataset, publishAt),
  ]
  const nameOfSlip = ({ path, message }: Finding) => `${pathText(path)} ${message}`
  const known = new Set(published && found(published).map(nameOfSlip))
  const fresh = found(draft).filter((finding) => !known.has(nameOfSlip(finding)))
  // Of a page with twenty blocks the words alone don't say where to look.
  const said = fresh.map(({ path: [field], message }) => `${titleOf(draft._type, String(field))}: ${message}`)
  return [...new Set(said)].map((text) => ({ text }))
}

/** What to ask where a policy’s date changes and its words don’t, or where it is published with a date that is past. */
export function dateQuestions(draft: StoredDocument, published: StoredDocument | undefined): Question[] {
  const [before, after] = [published?.effectiveDate, draft.effectiveDate]
  if (draft._type !== 'policy' || before === after) return []
  if (!published) {
    if (typeof after !== 'string' || after >= localDate(new Date())) return []
    return [
      {
        text: `It says that it is in force since ${after}, and visitors read it only from now on. If other words stood here before it was unpublished, give it the date from which these hold.`,
      },
    ]
  }
  return [
    {
      text: `Only the date changes, from ${before ?? 'none'} to ${after ?? 'none'}: the same words are said to be in force from another day. Earlier versions keep their dates.`,
    },
  ]
}

const figure = (plan: StoredDocument, show: Figure): number | undefined => centsOf(figuresOf(plan), show)
