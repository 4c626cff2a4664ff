import { Answerer } from '#app/backend/assistant/answer.ts'
import { followingSearch } from '#app/backend/assistant/search.ts'
import { readKnowledge, type StoredDocument } from '#app/content/knowledge.ts'
import type { Article } from '#app/content/types.ts'
import { readSeed } from '#studio/seed/content.ts'

type Stored = StoredDocument & { order?: number; slug?: unknown }

/** The seed’s documents as queries give them: in their order, slugs as plain text. */
export const seed = (readSeed() as Stored[])
  .map((document) => ({ ...document, slug: (document.slug as { current?: string } | undefined)?.current }))
  .sort((a, b) => (a.order ?? Infinity) - (b.order ?? Infinity) || (a._id < b._id ? -1 : 1))

/** The seed’s articles, as they are stored. */
export const seedArticles = seed.filter(({ _type }) => _type === 'article') as unknown as Article[]

/** What answers from the seed, without a lake. `change` edits documents as an editor would, but for articles. */
export async function seedAnswerer(change: Record<string, Record<string, unknown>> = {}): Promise<Answerer> {
  const knowledge = await readKnowledge(seed.map((document) => ({ ...document, ...change[document._id] })))
  return new Answerer(knowledge, await followingSearch().at(knowledge, seedArticles))
}
