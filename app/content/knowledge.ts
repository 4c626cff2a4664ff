import { amounts, isVisible } from '#app/content/projections.ts'
import type { Settings } from '#app/content/types.ts'
import { z } from '#app/platform/zod.ts'

/**
 * The source of search and assistant, without articles, which have cached queries of their own. A single query, so that
 * texts and prices are consistent. Blocks are unprojected: search finds new kinds of blocks by the usual names of their
 * fields (`HEADINGS` and `BODIES` in passages.ts).
 */
export const KNOWLEDGE_QUERY = `*[_type in ["plan", "faqItem", "policy", "page", "partner", "siteSettings", "assistant"] && ${isVisible}]
  | order(order asc, _id asc){
  _id, _type, title, "slug": slug.current, "noIndex": seo.noIndex,
  kind, ${amounts}, summary, features,
  name, question, answer,
  intro, sections,
  blocks,
  brand, companyUrl, email, phone, address, planWords,
  replies
}`

export const planSchema = z.object({
  _id: z.string(),
  title: z.string(),
  kind: z.enum(['rate', 'bundle']).catch('rate'),
  price: z.number().positive(),
  cap: z.number().positive().nullable().default(null),
  credit: z.number().positive().nullable().default(null),
  summary: z.string().catch(''),
  features: z.array(z.string()).catch([]),
})
/** A plan on sale; amounts in dollars, as typed. */
export type Plan = z.infer<typeof planSchema>

export const documentSchema = z.looseObject({ _id: z.string(), _type: z.string() })
export type StoredDocument = z.infer<typeof documentSchema>

/** A sentence, or a list item with the sentence that introduces its list. */
export type Line = { text: string; listOf?: string }

/** A part of the content that can answer a question. */
export type Passage = {
  documentId: string
  kind: 'faq' | 'policy' | 'page' | 'article' | 'contact' | 'reply'
  /** The title of the document, empty if it is on no page, and the path to link to. */
  source: string
  path: string
  /** The heading of the passage, and the headings above that one. */
  heading: string
  context: string
  lines: Line[]
}

export type Knowledge = {
  brand: string
  plans: Plan[]
  passages: Passage[]
  pricingPath: string
  contactPath: string
  /** The paths of pages and policies. */
  paths: Set<string>
  /** The paths that editors hide from search engines. */
  unlisted: Set<string>
  settings: Settings
  email: string
  phone: string
}
