import MiniSearch from 'minisearch'
import { allTerms, correct, relatedTerms, terms } from '#app/backend/assistant/words.ts'
import type { Passage } from '#app/content/knowledge.ts'
import { FollowingIndex, inMillionths, type PassageIndex } from '#app/content/passage-index.ts'

/** What a related word counts against the word itself. */
const RELATED_WEIGHT = 0.6
/** What a heading counts against the text below it. */
const BOOST = { heading: 3, title: 2, context: 0.8, text: 1 }
/** Where several passages say the same, the short answer comes before the long read. */
const KIND_WEIGHT: Partial<Record<Passage['kind'], number>> = {
  faq: 1.35,
  contact: 1.2,
  page: 1.05,
  reply: 0.6,
  article: 0.75,
}
/** One rare word does not outweigh everything else that was asked. */
const MOST_WEIGHT = 4.2
const TITLE_NAMED = 2
const MOST_HITS = 5

/** One word of a question and what it may stand for in the content. */
type Sought = { weight: number; alternatives: Map<string, number> }

export type Hit = {
  passage: Passage
  score: number
  /** How much of what the question is about the passage speaks of: 0 to 1. */
  coverage: number
  /** Each word of the question, or one it may stand for, occurs somewhere in the content. */
  allKnown: boolean
  /** One of the words stands in a heading. */
  inHeading: boolean
  /** The words of the content that matched, with their weight. */
  matched: Map<string, number>
}

/** A passage and the words that stand in it. */
type Entry = {
  passage: Passage
  /** Those of the document’s title, if it is the first passage of its document and they name it. */
  opens: string[] | undefined
  headings: Set<string>
  lines: Set<string>[]
  /** All but those of the title. */
  own: Set<string>
  /** As it stands in the index. */
  document: { id: number }
}

/** A search over everything published that an answer may be taken from. */
export const followingSearch = () =>
  new FollowingIndex({
    create: () => new PassageSearch(),
    passages: ({ passages }) => passages,
    hasArticle: () => true,
  })

/** Full-text search over passages. */
export class PassageSearch implements PassageIndex {
  readonly #index = new MiniSearch({
    fields: ['heading', 'context', 'text', 'title'],
    tokenize: (words) => words.split(' ').filter(Boolean),
    processTerm: (term) => term,
  })
  readonly #entries = new Map<number, Entry>()
  readonly #known = new Map<string, number>()
  #nextId = 0

  /** Every word of the content, and in how many passages it stands. */
  get known(): ReadonlyMap<string, number> {
    return this.#known
  }

  /** How many passages there are. */
  get size(): number {
    return this.#entries.size
  }

  /** All passages of a document come from one source. */
  add(passages: Passage[]): number[] {
    const opened = new Set<string>()
    return passages.map((passage) => {
      const opens = passage.kind !== 'faq' && !opened.has(passage.documentId)
      if (opens) opened.add(passage.documentId)
      return this.#addOne(passage, opens)
    })
  }

  #addOne(passage: Passage, opens: boolean): number {
    const { source, path, heading, context, lines } = passage
    const id = this.#nextId++
    const title = path === '/' ? '' : source
    const titleWords = opens ? allTerms(source) : []
    const headingTerms = terms(heading)
    const contextTerms = terms(context)
    const lineTerms = lines.map(({ text }) => terms(text))
    const document = {
      id,
      heading: headingTerms.join(' '),
      context: contextTerms.join(' '),
      text: lineTerms.flat().join(' '),
      title: opens ? terms(title).join(' ') : '',
    }
    const own = new Set([...headingTerms, ...contextTerms, ...lineTerms.flat()])
    this.#entries.set(id, {
      passage,
      opens: titleWords.length > 1 ? titleWords : undefined,
      headings: new Set([...headingTerms, ...contextTerms, ...terms(title)]),
      lines: lineTerms.map((said) => new Set(said)),
      own,
      document,
    })
    this.#index.add(document)
    for (const term of own) this.#known.set(term, (this.#known.get(term) ?? 0) + 1)
    return id
  }

  remove(ids: number[]): void {
    for (const id of ids) {
      const { own, document } = this.#entries.get(id)!
      // What is merely discarded goes on counting, until it is met, in how rare a word is.
      this.#index.remove(document)
      for (const term of own) {
        const others = this.#known.get(term)! - 1
        if (others > 0) this.#known.set(term, others)
        else this.#known.delete(term)
      }
      this.#entries.delete(id)
    }
  }

  /**
   * The passages that speak of the question, best first. `given`: words that help but are not asked for, such as those of
   * the visitor’s last topic.
   */
  find(question: string, given: string[] = []): Hit[] {
    const said = new Set(allTerms(question))
    const asked = [...new Set(terms(question))].filter((term) => !given.includes(term))
    const sought = asked.map((term) => this.#soughtBy(term))
    const weights = new Map<string, number>()
    for (const { alternatives } of sought)
      for (const [term, weight] of alternatives) weights.set(term, Math.max(weights.get(term) ?? 0, weight))
    for (const term of given) weights.set(term, 1)
    if (weights.size === 0) return []
    const query = [...weights.keys()]
    const allKnown = sought.every(({ alternatives }) => alternatives.size > 0)
    const total = sought.reduce((sum, { weight }) => sum + weight, 0)
    const soughtBy = new Map<string, Sought[]>()
    for (const word of sought)
      for (const term of word.alternatives.keys()) soughtBy.set(term, [...(soughtBy.get(term) ?? []), word])
    return this.#index
      .search(query.join(' '), {
        tokenize: (text) => text.split(' '),
        boost: BOOST,
        boostTerm: (_term, index) => weights.get(query[index]!) ?? 1,
        boostDocument: (id) => KIND_WEIGHT[this.#entries.get(id)!.passage.kind] ?? 1,
      })
      .sort(this.#byDocument)
      .map(({ id, score, terms: found, match }) => {
        const entry = this.#entries.get(id)!
        const here = new Set(found)
        // Of a long question most words stand elsewhere: whoever asks one holds up nobody.
        const spoken = new Set([...here, ...entry.headings].flatMap((term) => soughtBy.get(term) ?? []))
        const matched = new Map<string, number>()
        let covered = 0
        for (const { weight, alternatives } of spoken) {
          let best = 0
          for (const [term, certainty] of alternatives) {
            if (!here.has(term)) continue
            best = Math.max(best, certainty)
            matched.set(term, Math.max(matched.get(term) ?? 0, weight * certainty))
          }
          covered += weight * best
        }
        // Words that stand together say more than words scattered over a long text.
        const together = bestLine(entry, [...spoken])
        const coverage = total > 0 ? (0.4 * covered + 0.6 * together) / total : 0
        const { passage, opens } = entry
        const named = opens?.every((word) => said.has(word)) ?? false
        const inHeading = [...matched.keys()].some((term) => match[term]?.some((field) => field !== 'text'))
        return {
          passage,
          score: score * (0.4 + coverage) * (named ? TITLE_NAMED : 1),
          coverage,
          allKnown,
          inHeading,
          matched,
        }
      })
      .sort((a, b) => inMillionths(b.score) - inMillionths(a.score))
      .slice(0, MOST_HITS)
  }

  /** Of equals the same comes first in each copy, however its index came about. */
  #byDocument = (a: { id: number }, b: { id: number }): number => {
    const [one, other] = [a, b].map(({ id }) => this.#entries.get(id)!.passage.documentId) as [string, string]
    return one === other ? a.id - b.id : one < other ? -1 : 1
  }

  /** How telling a word is: the fewer passages have it, the more. */
  weightOf(term: string): number {
    const frequency = this.known.get(term) ?? 0
    return Math.min(MOST_WEIGHT, Math.log(1 + (this.#entries.size - frequency + 0.5) / (frequency + 0.5)))
  }

  #soughtBy(term: string): Sought {
    const alternatives = new Map<string, number>()
    for (const related of relatedTerms(term))
      if (this.known.has(related)) alternatives.set(related, RELATED_WEIGHT)
    if (this.known.has(term)) alternatives.set(term, 1)
    else if (alternatives.size === 0) {
      const corrected = correct(term, this.known)
      if (corrected) alternatives.set(corrected, 1)
    }
    return { weight: this.known.has(term) ? this.weightOf(term) : MOST_WEIGHT, alternatives }
  }
}

/** The weight of what is spoken of in the headings and one line below them, at best. */
function bestLine({ headings, lines }: Entry, sought: Sought[]): number {
  const covered = lines.map((line) =>
    sought.reduce((sum, { weight, alternatives }) => {
      const certainties = [...alternatives].map(([term, certainty]) =>
        line.has(term) || headings.has(term) ? certainty : 0,
      )
      return sum + weight * Math.max(0, ...certainties)
    }, 0),
  )
  return Math.max(0, ...covered)
}
