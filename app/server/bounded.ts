/** `older` and `newer` lead round through all of a map's, and its ends. */
type Entry<T> = { key: string; value: T; older: Entry<T>; newer: Entry<T> }

/**
 * A map of values that together take at most so many bytes: what was used longest ago makes room. A use moves none of them in
 * the map itself: one whose entries are taken out and put in again is copied each time it is full of gaps, and V8 keeps all
 * these copies until it clears the old generation, 80 bytes for each use.
 */
export class Bounded<T extends { bytes: number }> {
  readonly #entries = new Map<string, Entry<T>>()
  /** Before the newest, and behind the oldest. */
  readonly #ends: Entry<T>
  readonly #maxBytes: number
  readonly #onEvicted: (key: string, value: T) => void
  #bytes = 0

  constructor(maxBytes: number, onEvicted: (key: string, value: T) => void = () => {}) {
    this.#maxBytes = maxBytes
    this.#onEvicted = onEvicted
    const ends = {} as Entry<T>
    this.#ends = Object.assign(ends, { older: ends, newer: ends })
  }

  get bytes(): number {
    return this.#bytes
  }

  get size(): number {
    return this.#entries.size
  }

  get(key: string): T | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    leave(entry)
    this.#begin(entry)
    return entry.value
  }

  /** Without counting as a use. */
  peek(key: string): T | undefined {
    return this.#entries.get(key)?.value
  }

  set(key: string, value: T): void {
    this.delete(key)
    const entry = { key, value } as Entry<T>
    this.#begin(entry)
    this.#entries.set(key, entry)
    this.#bytes += value.bytes
    this.#makeRoom()
  }

  /** Tells that a value takes other bytes than before. */
  resize(key: string, value: T, bytes: number): void {
    if (this.peek(key) === value) this.#bytes += bytes - value.bytes
    value.bytes = bytes
    this.#makeRoom()
  }

  delete(key: string): void {
    const entry = this.#entries.get(key)
    if (entry === undefined) return
    this.#entries.delete(key)
    leave(entry)
    // Of the old generation, it would keep those beside it that go after it.
    entry.older = entry.newer = entry
    this.#bytes -= entry.value.bytes
  }

  /** Those used last come first. */
  entries(): [string, T][] {
    const entries: [string, T][] = []
    for (let entry = this.#ends.older; entry !== this.#ends; entry = entry.older)
      entries.push([entry.key, entry.value])
    return entries
  }

  /** Puts an entry before all others. */
  #begin(entry: Entry<T>): void {
    entry.newer = this.#ends
    entry.older = this.#ends.older
    entry.newer.older = entry.older.newer = entry
  }

  #makeRoom(): void {
    while (this.#bytes > this.#maxBytes && this.size > 0) {
      const { key, value } = this.#ends.newer
      this.delete(key)
      this.#onEvicted(key, value)
    }
  }
}

function leave<T>({ older, newer }: Entry<T>): void {
  older.newer = newer
  newer.older = older
}
