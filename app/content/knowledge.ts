import { readPassages } from '#app/content/passages.ts'
import { amounts, isShown } from '#app/content/projections.ts'
import type { Settings } from '#app/content/types.ts'
import { z } from '#app/platform/zod.ts'

/**
 * Everything published that an answer may be taken from, but for articles, in one read, so that texts and prices are of one
 * moment. Blocks are read as they are stored: whatever kinds of block the editors get, their texts are found. Of articles there
 * may be thousands: their texts are those that their own pages are made of.
 */
export const KNOWLEDGE_QUERY = `*[_type in ["plan", "faqItem", "policy", "page", "partner", "siteSettings", "assistant"] && ${isShown}]
  | order(order asc, _id asc){
  _id, _type, title, "slug": slug.current, "noIndex": seo.noIndex,
  kind, ${amounts}, summary, features,
  name, question, answer,
  intro, sections,
  blocks,
  brand, companyUrl, email, phone, address, planWords,
  replies
}`

const planSchema = z.object({
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

const documentSchema = z.looseObject({ _id: z.string(), _type: z.string() })
export type StoredDocument = z.infer<typeof documentSchema>

/** A line of a passage: a sentence, or an item of a list with the words that lead into the list. */
export type Line = { text: string; listOf?: string }

/** A piece of the content that can answer a question. */
export type Passage = {
  documentId: string
  kind: 'faq' | 'policy' | 'page' | 'article' | 'contact' | 'reply'
  /** What a visitor knows the document by, if it stands on a page, and the address to name. */
  source: string
  path: string
  /** The heading above the passage and what stands above that. */
  heading: string
  context: string
  lines: Line[]
}

export type Knowledge = {
  brand: string
  plans: Plan[]
  passages: Passage[]
  /** Where prices and enquiries stand. */
  pricingPath: string
  contactPath: string
  /** The addresses of pages and policies, and the ways to reach them: what an answer may name besides articles. */
  paths: Set<string>
  /** Those of them that editors keep out of searches. */
  unlisted: Set<string>
  /** What texts quote beside plans. */
  settings: Settings
  email: string
  phone: string
}

/** Reads a result of KNOWLEDGE_QUERY, in short turns. Documents that are not as the schema says are left out. */
export async function readKnowledge(result: unknown): Promise<Knowledge> {
  const documents = z.array(documentSchema).parse(result)
  const plans = documents
    .filter(({ _type }) => _type === 'plan')
    .flatMap((document) => planSchema.safeParse(document).data ?? [])
  return { plans, ...(await readPassages(documents, plans)) }
}
