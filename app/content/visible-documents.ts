import { isShown } from '#app/content/projections.ts'
import { z } from '#app/platform/zod.ts'

/** Of a text, which may be one of thousands, only what it shows of others. */
const QUOTES = `children[_type in ["priceReference", "settingReference"]]{ _type, plan }`

/**
 * The documents that pages are made of, as they are stored: what each is made from and when that was last published.
 * Read once for the sitemap; a page's own projection leaves out what visitors don't need.
 */
export const SHOWN_QUERY = `*[_type in ["page", "policy", "article", "plan", "faqItem", "partner", "siteSettings"] && ${isShown}]{
  _id, _type, _updatedAt, "slug": slug.current, kind, "noIndex": seo.noIndex,
  blocks, "texts": [intro[].${QUOTES}, sections[].body[].${QUOTES}, answer[].${QUOTES}, body[].${QUOTES}]
}`

const documentSchema = z.looseObject({
  _id: z.string(),
  _type: z.string(),
  _updatedAt: z.string(),
  // As imports have left them: one that is odd takes no other document from the sitemap.
  slug: z.string().nullish().catch(null),
  kind: z.string().nullish().catch(null),
  noIndex: z.unknown().optional(),
})
type Stored = z.infer<typeof documentSchema>

/** A document with an address, and when what it shows last changed (ISO, UTC). */
export type ShownDocument = {
  _type: 'page' | 'policy' | 'article'
  slug: string
  indexed: boolean
  changedAt: string
}

/** Reads SHOWN_QUERY's result. A page changed when it did, or a plan, question, article or setting that it shows. */
export function readShown(result: unknown): ShownDocument[] {
  const documents = z.array(documentSchema).parse(result)
  const known: Known = {
    byId: new Map(documents.map((document) => [document._id, document])),
    byType: Map.groupBy(documents, ({ _type }) => _type),
  }
  return documents.flatMap((document) => {
    const { _type, slug, noIndex } = document
    if (!slug || (_type !== 'page' && _type !== 'policy' && _type !== 'article')) return []
    const dates = [...shownBy(document, known)].map(({ _updatedAt }) => _updatedAt)
    return { _type, slug, indexed: !noIndex, changedAt: dates.sort().at(-1)! }
  })
}

/** Of thousands of articles each may quote Settings: they are not looked for among all. */
type Known = { byId: Map<string, Stored>; byType: Map<string, Stored[]> }

/** A document and all whose content stands on its page. */
function shownBy(document: Stored, known: Known, found = new Set<Stored>()): Set<Stored> {
  if (found.has(document)) return found
  found.add(document)
  const ofType = (type: string) => known.byType.get(type) ?? []
  const add = (others: Stored[]) => {
    for (const other of others) shownBy(other, known, found)
  }
  function walk(value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    const { _ref, _type, kind, items } = value as Record<string, unknown>
    const referred = typeof _ref === 'string' ? known.byId.get(_ref) : undefined
    if (referred) shownBy(referred, known, found)
    if (_type === 'planGrid') add(ofType('plan').filter((plan) => plan.kind === kind))
    if (_type === 'faq' && !(Array.isArray(items) && items.length > 0)) add(ofType('faqItem'))
    if (_type === 'partners') add(ofType('partner'))
    if (_type === 'contactCards' || _type === 'callToAction' || _type === 'settingReference')
      add(ofType('siteSettings'))
    // The list shows the articles' openings, not what those show in turn.
    if (_type === 'articleList') for (const article of ofType('article')) found.add(article)
    for (const [name, part] of Object.entries(value)) if (name !== 'target' && name !== 'asset') walk(part)
  }
  walk([document.blocks, document.texts])
  return found
}
