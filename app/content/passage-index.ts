import { hash } from 'node:crypto'
import type { Knowledge, Passage } from '#app/content/knowledge.ts'
import { textReader } from '#app/content/passages.ts'
import type { Article } from '#app/content/types.ts'
import { shortTurns } from '#app/content/yield-to-event-loop.ts'

/** Passages that can be looked for, and taken out again. */
export interface PassageIndex {
  /** Puts in what was read from one source; the ids are those of its passages. */
  add(passages: Passage[]): number[]
  remove(ids: number[]): void
}

/**
 * A score to be compared: how long texts are on average, which counts in it, depends in its last digits on what stood in an index
 * before.
 */
export const inMillionths = (score: number): number => Math.round(score * 1e6)

type Selection<Index> = {
  /** Makes an empty index. */
  create(): Index
  /** What is looked for outside of articles. */
  passages(knowledge: Knowledge): Passage[]
  hasArticle(article: Article): boolean
}

/** An index that follows the content: only the documents that changed since the last time are indexed, in short turns. */
export class FollowingIndex<Index extends PassageIndex> {
  readonly #selection: Selection<Index>
  #index: Index
  /** The passages in the index, by what they were read from: an article, or what the passages of another document say. */
  readonly #ids = new Map<Article | string, number[]>()
  #indexed: { knowledge: Knowledge; articles: readonly Article[] } | undefined
  #updating: Promise<void> = Promise.resolve()

  constructor(selection: Selection<Index>) {
    this.#selection = selection
    this.#index = selection.create()
  }

  /** The index of these texts. `articles`: all, as their pages get them, the same objects as long as they say the same. */
  async at(knowledge: Knowledge, articles: readonly Article[]): Promise<Index> {
    this.#updating = this.#updating.catch(() => {}).then(() => this.#update(knowledge, articles))
    await this.#updating
    return this.#index
  }

  async #update(knowledge: Knowledge, articles: readonly Article[]): Promise<void> {
    const before = this.#indexed
    if (before?.knowledge === knowledge && before.articles === articles) return
    const { plans, settings } = knowledge
    // Any article may quote them.
    if (JSON.stringify(settings) !== JSON.stringify(before?.knowledge.settings)) {
      this.#index = this.#selection.create()
      this.#ids.clear()
    }
    const index = this.#index
    const { readArticle } = textReader(settings, plans)
    const rest = shortTurns()
    const wanted = new Map<Article | string, () => Passage[]>()
    const ofDocuments = Map.groupBy(this.#selection.passages(knowledge), ({ documentId }) => documentId)
    for (const passages of ofDocuments.values()) {
      wanted.set(hash('sha256', JSON.stringify(passages), 'base64url'), () => passages)
      await rest()
    }
    for (const article of articles)
      if (this.#selection.hasArticle(article)) wanted.set(article, () => readArticle(article))
    for (const [source, ids] of this.#ids) {
      if (wanted.has(source)) continue
      index.remove(ids)
      this.#ids.delete(source)
      await rest()
    }
    for (const [source, read] of wanted) {
      if (this.#ids.has(source)) continue
      this.#ids.set(source, index.add(read()))
      await rest()
    }
    this.#indexed = { knowledge, articles }
  }
}
