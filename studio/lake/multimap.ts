/** Maps keys to one or more values. A single value needs no Set. */
export class Multimap {
  readonly #entries = new Map<string, string | Set<string>>()

  add(key: string, value: string) {
    const held = this.#entries.get(key)
    if (held === undefined) this.#entries.set(key, value)
    else if (typeof held !== 'string') held.add(value)
    else this.#entries.set(key, new Set([held, value]))
  }

  delete(key: string, value: string) {
    const held = this.#entries.get(key)
    if (held === value) this.#entries.delete(key)
    else if (held instanceof Set && held.delete(value) && held.size === 0) this.#entries.delete(key)
  }

  get(key: string): string[] {
    const held = this.#entries.get(key)
    return held === undefined ? [] : typeof held === 'string' ? [held] : [...held]
  }
}
