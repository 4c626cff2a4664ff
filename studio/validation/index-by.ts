/** Looks up the items of a list by a key. Each list is indexed once, so that checking 2,000 redirects does not compare each with all. */
export function indexed<Item>(keyOf: (item: Item) => string | undefined) {
  const indexes = new WeakMap<Item[], Map<string | undefined, Item[]>>()
  return (items: Item[], key: string): Item[] => {
    const index = indexes.get(items) ?? Map.groupBy(items, keyOf)
    indexes.set(items, index)
    return index.get(key) ?? []
  }
}
