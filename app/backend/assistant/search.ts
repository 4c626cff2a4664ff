import MiniSearch from 'minisearch'
import { isStopWord, keywords, relatedWords, tokenize } from '#app/backend/assistant/tokenize.ts'
import type { Passage } from '#app/content/knowledge.ts'
import { LiveIndex, type PassageIndex } from '#app/content/passage-index.ts'

/** The weight of a related word; the word itself has 1. */
const RELATED_WEIGHT = 0.6
const BOOST = { heading: 3, context: 0.8 }
/** With a small `b`, long passages count nearly as much as short ones. MiniSearch's default is 0.7. */
const BM25 = { k: 1.2, b: 0.3, d: 0.5 }
/** Short answers rank before long texts with the same words. */
const KIND_WEIGHT: Partial<Record<Passage['kind'], number>> = {
  faq: 1.35,
  contact: 1.2,
  reply: 0.6,
}
const TITLE_NAMED = 2
const MAX_HITS = 5
/** A shorter word resembles too many others. */
const MIN_MISTYPED_CHARS = 5

export type Hit = {
  passage: Passage
  /** The share of the question's words that the passage contains: 0 to 1. */
  coverage: number
  /** One of the words is in a heading. */
  inHeading: boolean
  /** The words of the content that matched. */
  matched: string[]
}

/** Creates a search over all published content, which follows changes. */
export const createSearch = () =>
  new LiveIndex({
    create: () => new PassageSearch(),
    passages: ({ passages }) => passages,
    hasArticle: () => true,
  })

/** Full-text search over passages. */
export class PassageSearch implements PassageIndex {
  readonly #index = new MiniSearch<Document>({
    fields: ['heading', 'context', 'text'],
    tokenize: keywords,
    processTerm: (term) => term,
  })
  readonly #entries = new Map<number, Entry>()
  #nextId = 0

  get size(): number {
    return this.#entries.size
  }

  add(passages: Passage[]): number[] {
    return passages.map((passage, i) => {
      const { source, path, heading, context, lines } = passage
      const id = this.#nextId++
      const document = {
        id,
        heading: i === 0 && path !== '/' ? `${source} ${heading}` : heading,
        context,
        text: lines.map(({ text }) => text).join('\n'),
      }
      this.#entries.set(id, { passage, document, title: i === 0 ? tokenize(source) : [] })
      this.#index.add(document)
      return id
    })
  }

  remove(ids: number[]): void {
    for (const id of ids) {
      // MiniSearch's `discard` would still count the document when it computes how rare a word is.
      this.#index.remove(this.#entries.get(id)!.document)
      this.#entries.delete(id)
    }
  }

  /** How many passages have the word. */
  frequencyOf(term: string): number {
    return this.#index.search(term, { tokenize: asOne }).length
  }

  /** Corrects a mistyped word to one of the content; returns the word itself if none is similar. */
  correct(term: string): string {
    if (term.length < MIN_MISTYPED_CHARS || /\d/.test(term) || isStopWord(term)) return term
    if (relatedWords(term).length > 0 || this.frequencyOf(term) > 0) return term
    const fuzzy = term.length < 9 ? 1 : 2
    const similar = this.#index.search(term, { tokenize: asOne, fuzzy }).flatMap((hit) => hit.terms)
    return similar.find((found) => found[0] === term[0]) ?? term
  }

  /** Finds passages for the words of a question, best first. The words of `context` only improve the ranking. */
  find(question: string[], context: string[] = []): Hit[] {
    const queryWords = [...new Set(question)].filter((term) => !isStopWord(term) && !context.includes(term))
    const words = [...queryWords, ...context]
    // Numbers alone match anything: “50 % off” is not about fifty states.
    if (!words.some((word) => /\p{L}/u.test(word))) return []
    const results = this.#index.search(words.join(' '), {
      tokenize: (text) => text.split(' '),
      processTerm: (term) => [term, ...relatedWords(term)],
      boostTerm: (term) => (words.includes(term) ? 1 : RELATED_WEIGHT),
      boost: BOOST,
      bm25: BM25,
      boostDocument: (id) => {
        const { passage, title } = this.#entries.get(id)!
        const named = title.length > 1 && title.every((word) => question.includes(word))
        return (KIND_WEIGHT[passage.kind] ?? 1) * (named ? TITLE_NAMED : 1)
      },
    })
    const certaintyOf = (term: string, found: Set<string>) =>
      found.has(term) ? 1 : relatedWords(term).some((related) => found.has(related)) ? RELATED_WEIGHT : 0
    /** Breaks ties in the same way in every process. */
    const documentIdOf = ({ id }: { id: number }) => this.#entries.get(id)!.passage.documentId
    const known = new Set(results.flatMap(({ queryTerms }) => queryTerms))
    const unknown = queryWords.filter((term) => certaintyOf(term, known) === 0)
    return results
      .sort((a, b) => b.score - a.score || documentIdOf(a).localeCompare(documentIdOf(b)) || a.id - b.id)
      .slice(0, MAX_HITS)
      .map(({ id, queryTerms, terms, match }) => {
        const found = new Set(queryTerms)
        const covered = queryWords.reduce((sum, term) => sum + certaintyOf(term, found), 0)
        return {
          passage: this.#entries.get(id)!.passage,
          // A word that the whole content lacks counts twice: it is likely what the question is about.
          coverage: queryWords.length > 0 ? covered / (queryWords.length + unknown.length) : 1,
          inHeading: Object.values(match)
            .flat()
            .some((field) => field !== 'text'),
          matched: terms,
        }
      })
  }
}

const asOne = (term: string) => [term]

/** `title`: the words of the document's title, if the passage is its first. */
type Entry = { passage: Passage; document: Document; title: string[] }
type Document = { id: number; heading: string; context: string; text: string }
