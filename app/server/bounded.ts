type Entry<T> = { value: T; used: number }

/**
 * A map of values that together take at most so many bytes: what was used longest ago makes room. Uses are counted, and
 * nothing is moved behind the others for them: a map whose entries are taken out and put in again is copied each time it is
 * full of gaps, and V8 keeps all these copies until it clears the old generation, 80 bytes for each use.
 */
export class Bounded<T extends { bytes: number }> {
  readonly #entries = new Map<string, Entry<T>>()
  readonly #maxBytes: number
  readonly #onEvicted: (key: string, value: T) => void
  #bytes = 0
  #uses = 0

  constructor(maxBytes: number, onEvicted: (key: string, value: T) => void = () => {}) {
    this.#maxBytes = maxBytes
    this.#onEvicted = onEvicted
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
    entry.used = ++this.#uses
    return entry.value
  }

  /** Without counting as a use. */
  peek(key: string): T | undefined {
    return this.#entries.get(key)?.value
  }

  set(key: string, value: T): void {
    this.delete(key)
    this.#entries.set(key, { value, used: ++this.#uses })
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
    const value = this.peek(key)
    if (value === undefined) return
    this.#entries.delete(key)
    this.#bytes -= value.bytes
  }

  /** Those used last come first. */
  entries(): [string, T][] {
    return [...this.#entries].sort(([, a], [, b]) => b.used - a.used).map(([key, { value }]) => [key, value])
  }

  #makeRoom(): void {
    while (this.#bytes > this.#maxBytes) {
      let oldest: [string, Entry<T>] | undefined
      for (const entry of this.#entries) if (!oldest || entry[1].used < oldest[1].used) oldest = entry
      if (!oldest) return
      const [key, { value }] = oldest
      this.delete(key)
      this.#onEvicted(key, value)
    }
  }
}
