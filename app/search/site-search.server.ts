import MiniSearch, { type Query, type SearchResult } from 'minisearch'
import type { Content } from '#app/content/content.server.ts'
import type { Knowledge, Passage, Plan } from '#app/content/knowledge.ts'
import { formatPrice, quotedFigure, toCents } from '#app/content/money.ts'
import { LiveIndex, type PassageIndex } from '#app/content/passage-index.ts'
import { stem } from '#app/content/stem.ts'
import type { Article } from '#app/content/types.ts'
import { renderableText } from '#app/content/validate-result.server.ts'
import type { SerialQueue } from '#app/platform/serial-queue.ts'
import { MAX_QUERY_CHARS } from '#app/search/query-limit.ts'
import { searchTerms, searchWords } from '#app/search/search-terms.ts'

const MAX_RESULTS = 12
const EXCERPT_CHARS = 180
/** The minimum length of a word that also matches as a prefix. */
const PREFIX_CHARS = 3
/** The share of characters that may be wrong. */
const FUZZY = 0.2
/** The weight of titles and headings, relative to texts. */
const BOOST = { page: 3, heading: 2 }
/** Numbers match exactly. */
const isNumber = (term: string) => /^\d/.test(term)
const unchanged = (term: string) => term

/** A page with its best matching passage. */
export type Result = { path: string; title: string; heading: string | null; text: string }

export type SiteSearch = ReturnType<typeof createSiteSearch>

/**
 * Full-text search over all published pages that editors don't hide. Changes are indexed at the next search. Unchanged
 * articles must be the same objects. Searches reject with a 503 Response while the site is too busy.
 */
export function createSiteSearch(
  content: Pick<Content, 'knowledge'>,
  articles: () => Promise<readonly Article[]>,
  runSerially: SerialQueue,
) {
  const index = new LiveIndex({
    create: () => new SearchIndex(),
    passages(knowledge): IndexedPassage[] {
      const { passages, plans, paths, unlisted } = knowledge
      const listed = [...passages, ...plans.map((plan) => planPassage(plan, knowledge))].filter(
        ({ kind, path }) => kind !== 'reply' && paths.has(path) && !unlisted.has(path),
      )
      const titles = new Map<string, string>()
      for (const { kind, path, source } of passages)
        if (kind === 'page' || kind === 'policy') titles.set(path, source)
      return listed.map((passage) => ({ ...passage, page: titles.get(passage.path) ?? '' }))
    },
    hasArticle: ({ seo }) => !seo?.noIndex,
  })

  async function currentIndex(): Promise<SearchIndex> {
    const [knowledge, all] = await Promise.all([content.knowledge(), articles()])
    return index.updateTo(knowledge, all)
  }

  return {
    /** Builds the index before the first search. */
    prepare: async (): Promise<void> => void (await currentIndex()),
    /** The matching pages, best first. */
    find: async (query: string): Promise<Result[]> => {
      const index = await currentIndex()
      return runSerially(() => index.find(query.slice(0, MAX_QUERY_CHARS)))
    },
    /** Pages similar to a path that does not exist. */
    similar: async (path: string): Promise<Result[]> => {
      const index = await currentIndex()
      return runSerially(() => index.find(wordsInPath(path).slice(0, MAX_QUERY_CHARS)).slice(0, 3))
    },
  }
}

/** The text of a plan's card as a passage. */
const planPassage = (plan: Plan, { pricingPath, settings: { planWords } }: Knowledge): Passage => {
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

const wordsInPath = (path: string): string => {
  try {
    return decodeURIComponent(path).replace(/[^\p{L}\p{N}]+/gu, ' ')
  } catch {
    return ''
  }
}

/** `page` is the title of the page that shows the passage. A question is shown on another document's page. */
type IndexedPassage = Passage & { page?: string }

class SearchIndex implements PassageIndex {
  readonly #search = new MiniSearch<Document>({
    fields: ['page', 'heading', 'text'],
    tokenize: searchTerms,
    processTerm: unchanged,
  })
  readonly #passages = new Map<number, Required<IndexedPassage>>()
  #nextId = 0

  add(passages: IndexedPassage[]): number[] {
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
      this.#search.remove(documentOf(id, this.#passages.get(id)!))
      this.#passages.delete(id)
    }
  }

  /** Splits compounds into two words that are adjacent in some text: "realestate" into "real estate". */
  #splitCompounds(words: string[]): Query[] {
    const queries: Query[] = []
    for (const word of new Set(words.flatMap((word) => [word, stem(word)])))
      for (let at = 2; at < word.length - 1 && !isNumber(word); at++) {
        const parts = searchWords(`${word.slice(0, at)} ${stem(word.slice(at))}`)
        const query: Query = {
          combineWith: 'AND',
          queries: parts,
          prefix: (term) => term !== parts[0] && term.length >= PREFIX_CHARS,
          fuzzy: false,
          tokenize: (term) => [term],
          processTerm: unchanged,
        }
        // Stops at the first match, because tokenizing is slow.
        let isFound = false
        const filter = ({ id }: SearchResult) =>
          (isFound ||= this.#wordsOf(id).includes(` ${parts.join(' ')}`))
        if (this.#search.search(query, { filter }).length > 0) queries.push(query)
      }
    return queries
  }

  #wordsOf(id: number): string {
    const { page, heading, text } = documentOf(id, this.#passages.get(id)!)
    return ` ${searchWords([page, heading, text].join('\n')).join(' ')}`
  }

  find(query: string): Result[] {
    const best = new Map<string, SearchResult>()
    const words = searchWords(query)
    const joined = words.slice(1).map((word, index) => `${words[index]}${word}`)
    const hits = this.#search.search(
      {
        combineWith: 'OR',
        queries: [
          ...new Set(searchTerms(query)),
          { queries: joined, fuzzy: false },
          ...this.#splitCompounds(words),
        ],
      },
      {
        tokenize: (term) => [term],
        processTerm: (word) => [...new Set([word, stem(word)])],
        boost: BOOST,
        prefix: (term) => term.length >= PREFIX_CHARS && !isNumber(term),
        fuzzy: (term) => (term.length > PREFIX_CHARS && !isNumber(term) ? FUZZY : false),
        weights: { fuzzy: 0.3, prefix: 0.5 },
      },
    )
    for (const hit of hits) {
      const { path } = this.#passages.get(hit.id)!
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
        text: renderableText(excerpt(passage, hit)),
      }
    })
  }
}

type Document = { id: number; page: string; heading: string; text: string }
const documentOf = (id: number, { page, heading, lines }: Required<IndexedPassage>): Document => ({
  id,
  page,
  heading,
  text: lines.map((line) => line.text).join(' '),
})

/** The line with the most matching words. */
function excerpt({ lines }: Passage, { terms }: SearchResult): string {
  const matching = (text: string) => {
    const lineTerms = new Set(searchTerms(text))
    return terms.filter((term) => lineTerms.has(term)).length
  }
  const texts = lines.map(({ text }) => text)
  const best = texts.reduce((a, b) => (matching(b) > matching(a) ? b : a))
  if (best.length <= EXCERPT_CHARS) return best
  return `${best.slice(0, EXCERPT_CHARS).replace(/\s+\S*$/, '')} …`
}
