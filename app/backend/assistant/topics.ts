const REMEMBERED_MS = 10 * 60_000
/** So many visitors are remembered; beyond, the one who was silent longest is forgotten. */
const MOST_VISITORS = 5_000

/** What a visitor asked about last: enough to understand “and the cheaper one?”. */
export type Topic = { planIds: string[]; words: string[] }

/** Each visitor’s last topic, in memory for ten minutes; never stored. */
export class Topics {
  readonly #entries = new Map<string, { topic: Topic; at: number }>()

  get size(): number {
    return this.#entries.size
  }

  /** `visitor`: the session that the site signed, never the address, which phones share; undefined for an unknown one. */
  get(visitor: string | undefined): Topic | undefined {
    const entry = visitor === undefined ? undefined : this.#entries.get(visitor)
    if (!entry) return undefined
    if (performance.now() - entry.at < REMEMBERED_MS) return entry.topic
    this.#entries.delete(visitor!)
    return undefined
  }

  set(visitor: string | undefined, topic: Topic): void {
    if (visitor === undefined) return
    this.#entries.delete(visitor)
    for (const [key, { at }] of this.#entries) {
      if (this.#entries.size < MOST_VISITORS && performance.now() - at < REMEMBERED_MS) break
      this.#entries.delete(key)
    }
    this.#entries.set(visitor, { topic, at: performance.now() })
  }
}
