import MiniSearch, { type Query, type SearchResult } from 'minisearch'
import type { Content } from '#app/content/content.server.ts'
import type { Knowledge, Passage, Plan } from '#app/content/knowledge.ts'
import { formatPrice, quotedFigure, toCents } from '#app/content/money.ts'
import { inMillionths, LiveIndex, type PassageIndex } from '#app/content/passage-index.ts'
import { stem } from '#app/content/stem.ts'
import type { Article } from '#app/content/types.ts'
import { renderableText } from '#app/content/validate-result.server.ts'
import type { SerialQueue } from '#app/platform/serial-queue.ts'
import { MAX_QUERY_CHARS } from '#app/search/query.ts'
import { searchTerms, searchWords } from '#app/search/search-terms.ts'

const MAX_RESULTS = 12
const SNIPPET_CHARS = 180
/** A word of so many letters may be the beginning of one, and have a letter wrong in five. */
const PREFIX_CHARS = 3
const FUZZY = 0.2
/** What a page's name and a passage's heading count against the text below. */
const BOOST = { page: 3, heading: 2 }
/** A number is meant as it is written. */
const isNumber = (term: string) => /^\d/.test(term)
const asIs = (term: string) => term

/** A page that speaks of what was looked for, and the passage that does so most. */
export type Result = { path: string; title: string; heading: string | null; text: string }

export type SiteSearch = ReturnType<typeof createSiteSearch>

/**
 * Full-text search over everything published that stands on a page and may be found. What changed since the last search is
 * indexed at the next search. `articles`: all, the same objects as long as they say the same. Searching rejects with a 503
 * Response while the site is too busy.
 */
export function createSiteSearch(
  content: Pick<Content, 'knowledge'>,
  articles: () => Promise<readonly Article[]>,
  inTurn: SerialQueue,
) {
  const index = new LiveIndex({
    create: () => new SearchIndex(),
    passages(knowledge): Listed[] {
      const { passages, plans, paths, unlisted } = knowledge
      const listed = [...passages, ...plans.map((plan) => cardOf(plan, knowledge))].filter(
        ({ kind, path }) => kind !== 'reply' && paths.has(path) && !unlisted.has(path),
      )
      const titles = new Map<string, string>()
      for (const { kind, path, source } of passages)
        if (kind === 'page' || kind === 'policy') titles.set(path, source)
      return listed.map((passage) => ({ ...passage, page: titles.get(passage.path) ?? '' }))
    },
    hasArticle: ({ seo }) => !seo?.noIndex,
  })

  async function current(): Promise<SearchIndex> {
    // Read in the name of whoever asks: what it was is written down.
    const [knowledge, all] = await Promise.all([content.knowledge(), articles()])
    return index.at(knowledge, all)
  }

  return {
    /** Indexes what there is, so that the first who searches doesn't wait for it. */
    prepare: async (): Promise<void> => void (await current()),
    /** The pages that speak of it, best first; none for words that say nothing. */
    find: async (query: string): Promise<Result[]> => {
      const index = await current()
      return inTurn(() => index.find(query.slice(0, MAX_QUERY_CHARS)))
    },
    /** Pages that somebody may have meant by an address that leads nowhere. */
    near: async (path: string): Promise<Result[]> => {
      const index = await current()
      return inTurn(() => index.find(wordsOf(path).slice(0, MAX_QUERY_CHARS)).slice(0, 3))
    },
  }
}

/** The text of a plan's card. */
const cardOf = (plan: Plan, { pricingPath, settings: { planWords } }: Knowledge): Passage => {
  const terms = (['cap', 'credit', 'saving'] as const).map((show) => [
    planWords?.[show],
    quotedFigure(plan, show),
  ])
  const texts = [
    `${formatPrice(toCents(plan.price))} ${plan.summary}`.trim(),
    ...terms.flatMap(([word, figure]) => (figure ? [`${word ?? ''} ${figure}`.trim()] : [])),
    ...plan.features,
  ]
  return {
    documentId: plan._id,
    kind: 'page',
    source: plan.title,
    path: pricingPath,
    heading: plan.title,
    context: '',
    lines: texts.map((text) => ({ text })),
  }
}

const wordsOf = (path: string): string => {
  try {
    return decodeURIComponent(path).replace(/[^\p{L}\p{N}]+/gu, ' ')
  } catch {
    return ''
  }
}

/** `page`: the title of the page that a passage stands on, which for a question is another document. An article is its own. */
type Listed = Passage & { page?: string }

class SearchIndex implements PassageIndex {
  readonly #search = new MiniSearch<Document>({
    fields: ['page', 'heading', 'text'],
    tokenize: searchTerms,
    processTerm: asIs,
  })
  readonly #passages = new Map<number, Required<Listed>>()
  /** The words of passages that were asked for, each behind a space. */
  readonly #words = new Map<number, string>()
  #nextId = 0

  add(passages: Listed[]): number[] {
    return passages.map((passage) => {
      const id = this.#nextId++
      const listed = { ...passage, page: passage.page ?? passage.source }
      this.#passages.set(id, listed)
      this.#search.add(documentOf(id, listed))
      return id
    })
  }

  remove(ids: number[]): void {
    for (const id of ids) {
      // What is merely discarded goes on counting, until it is met, in how rare a word is.
      this.#search.remove(documentOf(id, this.#passages.get(id)!))
      this.#passages.delete(id)
      this.#words.delete(id)
    }
  }

  /** Of equals the same comes first on each copy of the site, however its index came about. */
  #inOrder = (a: SearchResult, b: SearchResult): number => {
    const [one, other] = [this.#passages.get(a.id)!, this.#passages.get(b.id)!]
    return (
      inMillionths(b.score) - inMillionths(a.score) ||
      KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind) ||
      (one.documentId === other.documentId ? a.id - b.id : one.documentId < other.documentId ? -1 : 1)
    )
  }

  /** Queries for the words that some text writes as two beside each other: “realestate” as “real estate”. */
  #apart(words: string[]): Query[] {
    const queries: Query[] = []
    for (const word of new Set(words.flatMap((each) => [each, stem(each)])))
      for (let at = 2; at < word.length - 1 && !isNumber(word); at++) {
        const parts = searchWords(`${word.slice(0, at)} ${stem(word.slice(at))}`)
        const query: Query = {
          combineWith: 'AND',
          queries: parts,
          prefix: (term) => term !== parts[0] && term.length >= PREFIX_CHARS,
          fuzzy: false,
          tokenize: (term) => [term],
          processTerm: asIs,
        }
        let isFound = false
        const filter = ({ id }: SearchResult) => (isFound ||= this.#said(id).includes(` ${parts.join(' ')}`))
        if (this.#search.search(query, { filter }).length > 0) queries.push(query)
      }
    return queries
  }

  #said(id: number): string {
    const known = this.#words.get(id)
    if (known !== undefined) return known
    const { page, heading, text } = documentOf(id, this.#passages.get(id)!)
    const words = ` ${searchWords([page, heading, text].join('\n')).join(' ')}`
    this.#words.set(id, words)
    return words
  }

  find(query: string): Result[] {
    const best = new Map<string, SearchResult>()
    const words = searchWords(query)
    const joined = words.slice(1).map((word, index) => `${words[index]}${word}`)
    const hits = this.#search.search(
      {
        combineWith: 'OR',
        queries: [...new Set(searchTerms(query)), { queries: joined, fuzzy: false }, ...this.#apart(words)],
      },
      {
        tokenize: (term) => [term],
        // “nurture” finds “nurturing”: what they have in common is where both begin.
        processTerm: (word) => [...new Set([word, stem(word)])],
        boost: BOOST,
        prefix: (term) => term.length >= PREFIX_CHARS && !isNumber(term),
        fuzzy: (term) => (term.length > PREFIX_CHARS && !isNumber(term) ? FUZZY : false),
        weights: { fuzzy: 0.3, prefix: 0.5 },
      },
    )
    hits.sort(this.#inOrder)
    for (const hit of hits) {
      const { path } = this.#passages.get(hit.id)!
      // The hits come best first.
      if (!best.has(path)) best.set(path, hit)
    }
    return [...best.values()].slice(0, MAX_RESULTS).map((hit) => {
      const passage = this.#passages.get(hit.id)!
      const { path } = passage
      const title = passage.page || passage.source
      const heading = passage.kind === 'contact' || passage.heading === title ? null : passage.heading
      return {
        path,
        title: renderableText(title),
        heading: renderableText(heading ?? '') || null,
        text: renderableText(snippet(passage, hit)), // cut, too
      }
    })
  }
}

type Document = { id: number; page: string; heading: string; text: string }
const documentOf = (id: number, { page, heading, lines }: Required<Listed>): Document => ({
  id,
  page,
  heading,
  text: lines.map((line) => line.text).join(' '),
})

const KINDS: Passage['kind'][] = ['faq', 'policy', 'page', 'contact', 'article']

/** The line with most of the words that matched. */
function snippet({ lines }: Passage, { terms }: SearchResult): string {
  const matching = (text: string) => {
    const said = new Set(searchTerms(text))
    return terms.filter((term) => said.has(term)).length
  }
  const texts = lines.map(({ text }) => text)
  const best = texts.reduce((a, b) => (matching(b) > matching(a) ? b : a))
  if (best.length <= SNIPPET_CHARS) return best
  return `${best.slice(0, SNIPPET_CHARS).replace(/\s+\S*$/, '')} …`
}
