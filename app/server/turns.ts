/**
 * Has work done so many at a time. Who came last comes first: after a flood a visitor is the next one, and of the flood only
 * what has not waited until its `signal` is begun. Rejects as the work does, or with the signal's reason.
 */
export function turns(atOnce: number) {
  let free = atOnce
  const waiting = new Set<() => void>()
  return async function inTurn<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
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
      const last = [...waiting].at(-1)
      if (last) {
        waiting.delete(last)
        last()
      } else free++
    }
  }
}
