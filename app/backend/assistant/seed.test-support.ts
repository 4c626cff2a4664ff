import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Answerer } from '#app/backend/assistant/answer.ts'
import { createSearch } from '#app/backend/assistant/search.ts'
import type { StoredDocument } from '#app/content/knowledge.ts'
import { readKnowledge } from '#app/content/passages.ts'
import type { Article } from '#app/content/types.ts'
import { readSeed } from '#studio/seed/content.ts'

type Stored = StoredDocument & { order?: number; slug?: unknown }

/** The seed's documents as queries give them: in their order, slugs as plain text. */
export const seed = (readSeed() as Stored[])
  .map((document) => ({ ...document, slug: (document.slug as { current?: string } | undefined)?.current }))
  .sort((a, b) => (a.order ?? Infinity) - (b.order ?? Infinity) || (a._id < b._id ? -1 : 1))

/** The seed's articles, as they are stored. */
export const seedArticles = seed.filter(({ _type }) => _type === 'article') as unknown as Article[]

/** What answers from the seed, without a lake. `change` edits documents as an editor would, but for articles. */
export async function seedAnswerer(change: Record<string, Record<string, unknown>> = {}): Promise<Answerer> {
  const knowledge = readKnowledge(seed.map((document) => ({ ...document, ...change[document._id] })))
  return new Answerer(knowledge, await createSearch().updateTo(knowledge, seedArticles))
}

/** A question as a visitor might type it. */
export type Question = {
  ask: string
  /** The same visitor's question just before. */
  after?: string
  /** The documents that may answer it, by id; empty where the content has no answer and the assistant must say so. */
  from: string[]
  /** The plan whose current price must be in the answer, before any other. */
  price?: string
  /** A text that the answer must have. */
  says?: string
}

const FIXTURES = join(import.meta.dirname, '../../../tests/fixtures/assistant')

/**
 * `tuned`: the ranking was tuned with them; `held-out`: written with them but kept aside; `fresh`: written before the present
 * ranking and not tuned with.
 */
export const readQuestions = (set: 'tuned' | 'held-out' | 'fresh'): Question[] =>
  readFileSync(join(FIXTURES, `${set}.ndjson`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
