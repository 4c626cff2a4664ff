import { readKnowledge } from '#app/content/knowledge.ts'
import { readSeed } from '#studio/seed/content.ts'

type Stored = { _id: string; _type: string; order?: number; slug?: unknown; [field: string]: unknown }

/** The seed as KNOWLEDGE_QUERY gives it, without a lake. `change` edits documents as an editor would. */
function seedResult(change: Record<string, Record<string, unknown>> = {}): Stored[] {
  return (readSeed() as Stored[])
    .map((document) => ({ ...document, ...change[document._id] }))
    .map((document) => ({ ...document, slug: (document.slug as { current?: string } | undefined)?.current }))
    .sort((a, b) => (a.order ?? Infinity) - (b.order ?? Infinity) || (a._id < b._id ? -1 : 1))
}

export const seedKnowledge = (change?: Parameters<typeof seedResult>[0]) => readKnowledge(seedResult(change))
