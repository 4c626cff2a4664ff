import type { Answer } from '#studio/lake/query-task.ts'

const MOST_BYTES = 32 * 1024 * 1024
const MOST_BYTES_EACH = 2 * 1024 * 1024

type Running = { answer: Promise<Answer>; changed: Set<string> }

/** The answers of one dataset, until one of their tags changes. Concurrent equal queries run once. */
export class Answers {
  readonly #kept = new Map<string, Answer>()
  readonly #byTag = new Map<string, Set<string>>()
  readonly #latest = new Map<string, Running>()
  readonly #running = new Set<Running>()
  #bytes = 0

  async get(key: string, evaluate: () => Promise<Answer>): Promise<Answer> {
    const kept = this.#kept.get(key)
    if (kept) {
      this.#kept.delete(key)
      this.#kept.set(key, kept)
      return kept
    }
    const latest = this.#latest.get(key)
    // An answer from before a change must not serve a later query.
    if (latest?.changed.size === 0) return latest.answer
    const mine: Running = { answer: evaluate(), changed: new Set() }
    this.#latest.set(key, mine)
    this.#running.add(mine)
    try {
      const answer = await mine.answer
      if (!answer.syncTags.some((tag) => mine.changed.has(tag))) this.#keep(key, answer)
      return answer
    } finally {
      this.#running.delete(mine)
      if (this.#latest.get(key) === mine) this.#latest.delete(key)
    }
  }

  /** Drops answers with these tags. */
  changed(tags: string[]) {
    for (const { changed } of this.#running) for (const tag of tags) changed.add(tag)
    for (const tag of tags) for (const key of this.#byTag.get(tag) ?? []) this.#forget(key)
  }

  #keep(key: string, answer: Answer) {
    const size = sizeOf(key, answer)
    if (size > MOST_BYTES_EACH) return
    this.#forget(key)
    this.#kept.set(key, answer)
    this.#bytes += size
    for (const tag of answer.syncTags) {
      const keys = this.#byTag.get(tag)
      if (keys) keys.add(key)
      else this.#byTag.set(tag, new Set([key]))
    }
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= MOST_BYTES) break
      this.#forget(oldest)
    }
  }

  #forget(key: string) {
    const answer = this.#kept.get(key)
    if (!answer) return
    this.#kept.delete(key)
    this.#bytes -= sizeOf(key, answer)
    for (const tag of answer.syncTags) {
      const keys = this.#byTag.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) this.#byTag.delete(tag)
    }
  }
}

const sizeOf = (key: string, { json, syncTags }: Answer) =>
  json.byteLength + 2 * key.length + 100 * syncTags.length
