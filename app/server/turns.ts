/**
 * Has work done so many at a time: what is `wanted` before all else, and of either the one that came last, so that after a flood
 * a visitor is the next one; of the flood only what has not waited until its `signal` is begun. Rejects as the work does, or
 * with the signal's reason.
 */
export function turns(atOnce: number) {
  let free = atOnce
  const wantedOnes = new Set<() => void>()
  const others = new Set<() => void>()
  return async function inTurn<T>(work: () => Promise<T>, signal: AbortSignal, wanted = false): Promise<T> {
    const waiting = wanted ? wantedOnes : others
    if (free > 0) free--
    else
      await new Promise<void>((resolve, reject) => {
        waiting.add(resolve)
        signal.addEventListener('abort', () => {
          waiting.delete(resolve)
          reject(signal.reason)
        })
      })
    try {
      return await work()
    } finally {
      const queue = wantedOnes.size > 0 ? wantedOnes : others
      const last = [...queue].at(-1)
      if (last) {
        queue.delete(last)
        last()
      } else free++
    }
  }
}
