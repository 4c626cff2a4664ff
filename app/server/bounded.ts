/** A map of values that together take at most so many bytes: what was used longest ago makes room. */
export class Bounded<T extends { bytes: number }> {
  readonly #entries = new Map<string, T>()
  readonly #maxBytes: number
  readonly #onEvicted: (key: string, value: T) => void
  #bytes = 0

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
    const value = this.#entries.get(key)
    if (value === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, value)
    return value
  }

  /** Without counting as a use. */
  peek(key: string): T | undefined {
    return this.#entries.get(key)
  }

  set(key: string, value: T): void {
    this.delete(key)
    this.#entries.set(key, value)
    this.#bytes += value.bytes
    this.#makeRoom()
  }

  /** Tells that a value takes other bytes than before. */
  resize(key: string, value: T, bytes: number): void {
    if (this.#entries.get(key) === value) this.#bytes += bytes - value.bytes
    value.bytes = bytes
    this.#makeRoom()
  }

  delete(key: string): void {
    const value = this.#entries.get(key)
    if (value === undefined) return
    this.#entries.delete(key)
    this.#bytes -= value.bytes
  }

  /** Those used last come first. */
  entries(): [string, T][] {
    return [...this.#entries].reverse()
  }

  #makeRoom(): void {
    for (const [key, value] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) return
      this.delete(key)
      this.#onEvicted(key, value)
    }
  }
}
