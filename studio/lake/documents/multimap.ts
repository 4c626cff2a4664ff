/** Maps keys to sets of values. */
export class Multimap {
  readonly #sets = new Map<string, Set<string>>()

  add(key: string, value: string) {
    const values = this.#sets.get(key)
    if (values) values.add(value)
    else this.#sets.set(key, new Set([value]))
  }

  delete(key: string, value: string) {
    const values = this.#sets.get(key)
    if (values?.delete(value) && values.size === 0) this.#sets.delete(key)
  }

  get = (key: string): string[] => [...(this.#sets.get(key) ?? [])]
}
