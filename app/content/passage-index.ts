import { hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Knowledge, Passage } from '#app/content/knowledge.ts'
import { textReader } from '#app/content/passages.ts'
import type { Article } from '#app/content/types.ts'

/** A search index that passages can be added to and removed from. */
export interface PassageIndex {
  /** Adds the passages of one document and returns their ids. */
  add(passages: Passage[]): number[]
  remove(ids: number[]): void
}

type Options<Index> = {
  /** Creates an empty index. */
  create(): Index
  /** The passages to index, without those of articles. */
  passages(knowledge: Knowledge): Passage[]
  hasArticle(article: Article): boolean
}

/** Keeps an index up to date with the content. Only changed documents are indexed again. */
export class LiveIndex<Index extends PassageIndex> {
  readonly #options: Options<Index>
  #index: Index
  /** Passage ids by source: an article, or the digest of another document's passages. */
  readonly #ids = new Map<Article | string, number[]>()
  #indexed: { knowledge: Knowledge; articles: readonly Article[] } | undefined
  #updating: Promise<void> = Promise.resolve()

  constructor(options: Options<Index>) {
    this.#options = options
    this.#index = options.create()
  }

  /** Returns the index after updating it to this content. Unchanged articles must be the same objects as before. */
  async updateTo(knowledge: Knowledge, articles: readonly Article[]): Promise<Index> {
    this.#updating = this.#updating.catch(() => {}).then(() => this.#update(knowledge, articles))
    await this.#updating
    return this.#index
  }

  async #update(knowledge: Knowledge, articles: readonly Article[]): Promise<void> {
    const before = this.#indexed
    if (before?.knowledge === knowledge && before.articles === articles) return
    const { plans, settings } = knowledge
    // Any article may quote settings.
    if (JSON.stringify(settings) !== JSON.stringify(before?.knowledge.settings)) {
      this.#index = this.#options.create()
      this.#ids.clear()
    }
    const index = this.#index
    const { readArticle } = textReader(settings, plans)
    const sources = new Map<Article | string, () => Passage[]>()
    const byDocument = Map.groupBy(this.#options.passages(knowledge), ({ documentId }) => documentId)
    for (const passages of byDocument.values())
      sources.set(hash('sha256', JSON.stringify(passages), 'base64url'), () => passages)
    for (const article of articles)
      if (this.#options.hasArticle(article)) sources.set(article, () => readArticle(article))
    for (const [source, ids] of this.#ids) {
      if (sources.has(source)) continue
      index.remove(ids)
      this.#ids.delete(source)
    }
    for (const [source, read] of sources) {
      if (this.#ids.has(source)) continue
      this.#ids.set(source, index.add(read()))
      // Thousands of articles must not block requests.
      await nextTurn()
    }
    this.#indexed = { knowledge, articles }
  }
}
