import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Knowledge, Passage } from '#app/content/knowledge.ts'
import { textReader } from '#app/content/passages.ts'
import type { Article } from '#app/content/types.ts'

/** Requests are answered in between: thousands of articles take seconds to index. */
const MOST_AT_ONCE_MS = 10

/** Passages by what they were read from, so that what changed can be taken out and put in again. */
export interface PassageIndex {
  sources(): Iterable<object>
  add(source: object, passages: Passage[]): void
  remove(source: object): void
}

type Selection<Index> = {
  /** Makes an empty index. */
  create(): Index
  /** What is looked for outside of articles. */
  passages(knowledge: Knowledge): Passage[]
  hasArticle(article: Article): boolean
}

/** An index that follows the content: only what changed since the last time is read and indexed. */
export class FollowingIndex<Index extends PassageIndex> {
  readonly #selection: Selection<Index>
  #index: Index
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
    if (JSON.stringify(settings) !== JSON.stringify(before?.knowledge.settings))
      this.#index = this.#selection.create()
    const index = this.#index
    const { readArticle } = textReader(settings, plans)
    const wanted = new Map<object, () => Passage[]>([[knowledge, () => this.#selection.passages(knowledge)]])
    for (const article of articles)
      if (this.#selection.hasArticle(article)) wanted.set(article, () => readArticle(article))
    const there = new Set(index.sources())
    for (const source of there) if (!wanted.has(source)) index.remove(source)
    let since = performance.now()
    for (const [source, read] of wanted) {
      if (there.has(source)) continue
      index.add(source, read())
      if (performance.now() - since < MOST_AT_ONCE_MS) continue
      await nextTurn()
      since = performance.now()
    }
    this.#indexed = { knowledge, articles }
  }
}
