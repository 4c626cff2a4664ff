/** Those to tell of a change. `on`, as React's useSyncExternalStore takes it, returns how to stop. */
export function listeners(): { on: (listener: () => void) => () => void; tell: () => void } {
  const all = new Set<() => void>()
  return {
    on(listener) {
      all.add(listener)
      return () => void all.delete(listener)
    },
    tell() {
      for (const listener of all) listener()
    },
  }
}
