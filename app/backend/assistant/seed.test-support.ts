import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Answerer } from '#app/backend/assistant/answer.ts'
import { createSearch } from '#app/backend/assistant/search.ts'
import type { StoredDocument } from '#app/content/knowledge.ts'
import { readKnowledge } from '#app/content/passages.ts'
import type { Article } from '#app/content/types.ts'
import { readSeed } from '#studio/seed/content.ts'

type Stored = StoredDocument & { order?: number; slug?: unknown }

/** The seed's documents as queries return them: in order, with slugs as text. */
export const seed = (readSeed() as Stored[])
  .map((document) => ({ ...document, slug: (document.slug as { current?: string } | undefined)?.current }))
  .sort((a, b) => (a.order ?? Infinity) - (b.order ?? Infinity) || (a._id < b._id ? -1 : 1))

export const seedArticles = seed.filter(({ _type }) => _type === 'article') as unknown as Article[]

/** Answers from the seed, without a lake. `change` edits documents, but not articles. */
export async function seedAnswerer(change: Record<string, Record<string, unknown>> = {}): Promise<Answerer> {
  const knowledge = readKnowledge(seed.map((document) => ({ ...document, ...change[document._id] })))
  return new Answerer(knowledge, await createSearch().updateTo(knowledge, seedArticles))
}

export type Question = {
  ask: string
  /** The same visitor's question just before. */
  after?: string
  /** The ids of documents that may answer it; empty if the content has no answer. */
  from: string[]
  /** The plan whose current price must be the first one in the answer. */
  price?: string
  /** A text that the answer must have. */
  says?: string
}

const FIXTURES = join(import.meta.dirname, '../../../tests/fixtures/assistant')

/** `tuned` questions shaped the ranking. `held-out` and `fresh` ones did not. */
export const readQuestions = (set: 'tuned' | 'held-out' | 'fresh'): Question[] =>
  readFileSync(join(FIXTURES, `${set}.ndjson`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
