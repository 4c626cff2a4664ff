import { isVisible } from '#app/content/projections.ts'
import { z } from '#app/platform/zod.ts'

/** From rich texts, only the quotes of other documents are needed. */
const QUOTES = `children[_type in ["priceReference", "settingReference"]]{ _type, plan }`

/** The sitemap's documents and the documents that they depend on, as stored. */
export const VISIBLE_QUERY = `*[_type in ["page", "policy", "article", "plan", "faqItem", "partner", "siteSettings"] && ${isVisible}]{
  _id, _type, _updatedAt, "slug": slug.current, kind, "noIndex": seo.noIndex,
  blocks, "texts": [intro[].${QUOTES}, sections[].body[].${QUOTES}, answer[].${QUOTES}, body[].${QUOTES}]
}`

const documentSchema = z.looseObject({
  _id: z.string(),
  _type: z.string(),
  _updatedAt: z.string(),
  // An invalid imported document must not remove others from the sitemap.
  slug: z.string().nullish().catch(null),
  kind: z.string().nullish().catch(null),
  noIndex: z.unknown().optional(),
})
type Stored = z.infer<typeof documentSchema>

/** A document with a page. `changedAt` (ISO, UTC) is when its visible content last changed. */
export type VisibleDocument = {
  _type: 'page' | 'policy' | 'article'
  slug: string
  indexed: boolean
  changedAt: string
}

/** Reads VISIBLE_QUERY's result. A page also changes with a plan, question, article or setting that it shows. */
export function readVisibleDocuments(result: unknown): VisibleDocument[] {
  const documents = z.array(documentSchema).parse(result)
  const documentsBy: Lookup = {
    byId: new Map(documents.map((document) => [document._id, document])),
    byType: Map.groupBy(documents, ({ _type }) => _type),
  }
  return documents.flatMap((document) => {
    const { _type, slug, noIndex } = document
    if (!slug || (_type !== 'page' && _type !== 'policy' && _type !== 'article')) return []
    const dates = [...dependenciesOf(document, documentsBy)].map(({ _updatedAt }) => _updatedAt)
    return { _type, slug, indexed: !noIndex, changedAt: dates.sort().at(-1)! }
  })
}

type Lookup = { byId: Map<string, Stored>; byType: Map<string, Stored[]> }

/** A document and all documents whose content is on its page. */
function dependenciesOf(document: Stored, documentsBy: Lookup, found = new Set<Stored>()): Set<Stored> {
  if (found.has(document)) return found
  found.add(document)
  const ofType = (type: string) => documentsBy.byType.get(type) ?? []
  const add = (others: Stored[]) => {
    for (const other of others) dependenciesOf(other, documentsBy, found)
  }
  function walk(value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    const { _ref, _type, kind, items } = value as Record<string, unknown>
    const referred = typeof _ref === 'string' ? documentsBy.byId.get(_ref) : undefined
    if (referred) dependenciesOf(referred, documentsBy, found)
    if (_type === 'planGrid') add(ofType('plan').filter((plan) => plan.kind === kind))
    if (_type === 'faq' && !(Array.isArray(items) && items.length > 0)) add(ofType('faqItem'))
    if (_type === 'partners') add(ofType('partner'))
    if (_type === 'contactCards' || _type === 'callToAction' || _type === 'settingReference')
      add(ofType('siteSettings'))
    // A list shows only the cards of articles, so their own dependencies don't count.
    if (_type === 'articleList') for (const article of ofType('article')) found.add(article)
    for (const [name, part] of Object.entries(value)) if (name !== 'target' && name !== 'asset') walk(part)
  }
  walk([document.blocks, document.texts])
  return found
}
