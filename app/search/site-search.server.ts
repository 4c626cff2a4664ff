import MiniSearch, { type SearchResult } from 'minisearch'
import type { Content } from '#app/content/content.server.ts'
import { hrefOf } from '#app/content/href.ts'
import type { Knowledge, Passage } from '#app/content/knowledge.ts'
import type { ShownDocument } from '#app/content/shown.ts'

/** What is looked for is a few words; the rest of a longer text is not read. */
export const MAX_QUERY_CHARS = 100
const MAX_RESULTS = 12
const SNIPPET_CHARS = 180
/** A word of so many letters may be the beginning of one, and have a letter wrong in five. */
const PREFIX_CHARS = 3
const FUZZY = 0.2
/** What a page's name and a passage's heading count against the text below. */
const BOOST = { page: 3, heading: 2 }

/** A page that speaks of what was looked for, and the passage that does so most. */
export type Result = { path: string; title: string; heading: string | null; text: string }

type Index = { find(query: string): Result[] }

export type SiteSearch = ReturnType<typeof createSiteSearch>

/** Full-text search over everything published that stands on a page and may be found. */
export function createSiteSearch(content: Content) {
  let indexed: { knowledge: Knowledge; index: Index } | undefined

  async function index(): Promise<Index> {
    const [knowledge, shown] = await Promise.all([content.knowledge(), content.shown()])
    if (indexed?.knowledge !== knowledge) indexed = { knowledge, index: indexOf(knowledge, shown) }
    return indexed.index
  }

  return {
    /** The pages that speak of it, best first; none for words that say nothing. */
    find: async (query: string): Promise<Result[]> => (await index()).find(query.slice(0, MAX_QUERY_CHARS)),
    /** Pages that somebody may have meant by an address that leads nowhere. */
    near: async (path: string): Promise<Result[]> =>
      (await index()).find(wordsOf(path).slice(0, MAX_QUERY_CHARS)).slice(0, 3),
  }
}

const wordsOf = (path: string): string => {
  try {
    return decodeURIComponent(path).replace(/[^\p{L}\p{N}]+/gu, ' ')
  } catch {
    return ''
  }
}

function indexOf({ passages }: Knowledge, shown: ShownDocument[]): Index {
  const found = new Set(shown.filter(({ indexed }) => indexed).map(hrefOf))
  const standing = passages.filter(({ kind, path }) => kind !== 'reply' && found.has(path))
  const byId = new Map(standing.map((passage) => [passage.id, passage]))
  const titles = new Map<string, string>()
  for (const { kind, path, source } of standing)
    if (kind === 'page' || kind === 'policy' || kind === 'article') titles.set(path, source)
  const search = new MiniSearch<Document>({ fields: ['page', 'heading', 'text'] })
  search.addAll(
    standing.map(({ id, heading, path, lines }) => ({
      id,
      page: titles.get(path) ?? '',
      heading,
      text: lines.map(({ text }) => text).join(' '),
    })),
  )
  return {
    find(query) {
      const best = new Map<string, SearchResult>()
      const hits = search.search(query, {
        boost: BOOST,
        prefix: (term) => term.length >= PREFIX_CHARS,
        fuzzy: (term) => (term.length > PREFIX_CHARS ? FUZZY : false),
        weights: { fuzzy: 0.3, prefix: 0.5 },
      })
      for (const hit of hits) {
        const { path } = byId.get(hit.id)!
        // The hits come best first.
        if (!best.has(path)) best.set(path, hit)
      }
      return [...best.values()].slice(0, MAX_RESULTS).map((hit) => {
        const passage = byId.get(hit.id)!
        const title = titles.get(passage.path) ?? passage.source
        const heading = passage.kind === 'contact' || passage.heading === title ? null : passage.heading
        return { path: passage.path, title, heading: heading || null, text: snippet(passage, hit) }
      })
    },
  }
}

type Document = { id: number; page: string; heading: string; text: string }

/** The line with most of the words that matched. */
function snippet({ lines }: Passage, { terms }: SearchResult): string {
  const matching = (text: string) => terms.filter((term) => text.toLowerCase().includes(term)).length
  const texts = lines.map(({ text }) => text)
  const best = texts.reduce((a, b) => (matching(b) > matching(a) ? b : a))
  if (best.length <= SNIPPET_CHARS) return best
  return `${best.slice(0, SNIPPET_CHARS).replace(/\s+\S*$/, '')} …`
}
