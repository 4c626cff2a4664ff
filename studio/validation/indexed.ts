/**
 * Finds what goes by a name in a list that is read once for each dataset. Checks asks of each document about all others: looking
 * through them each time, 2,000 redirects would be four million comparisons.
 */
export function indexed<Item>(nameOf: (item: Item) => string | undefined) {
  const known = new WeakMap<Item[], Map<string | undefined, Item[]>>()
  return (items: Item[], name: string): Item[] => {
    const index = known.get(items) ?? Map.groupBy(items, nameOf)
    known.set(items, index)
    return index.get(name) ?? []
  }
}
