import { LRUCache } from 'lru-cache'
import type { Answer } from './query-task.ts'

const MAX_BYTES = 32 * 1024 * 1024
const MAX_BYTES_EACH = 2 * 1024 * 1024

/** The answers of one dataset, until one of their tags changes. */
export class QueryCache {
  readonly #answers = new LRUCache<string, Answer>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_BYTES_EACH,
    sizeCalculation: ({ json, syncTags }, key) => json.byteLength + 2 * key.length + 100 * syncTags.length,
  })
  /** The tags that have changed since each running query started. */
  readonly #running = new Set<Set<string>>()

  async get(key: string, evaluate: () => Promise<Answer>): Promise<Answer> {
    const cached = this.#answers.get(key)
    if (cached) return cached
    const changed = new Set<string>()
    this.#running.add(changed)
    try {
      const answer = await evaluate()
      // The answer may lack a change that came while the query ran.
      if (!answer.syncTags.some((tag) => changed.has(tag))) this.#answers.set(key, answer)
      return answer
    } finally {
      this.#running.delete(changed)
    }
  }

  /** Drops the answers with these tags. */
  changed(tags: Iterable<string>) {
    for (const changed of this.#running) for (const tag of tags) changed.add(tag)
    const dropped = new Set(tags)
    for (const [key, { syncTags }] of [...this.#answers.entries()])
      if (syncTags.some((tag) => dropped.has(tag))) this.#answers.delete(key)
  }
}
