/**
 * Has work done so many at a time: what is `wanted` before all else, and of either the one that came last, so that after a flood
 * a visitor is the next one; of the flood only what has not waited until its `signal` is begun. What is not wanted is done at
 * most `unwantedAtOnce` at a time: each may take long. Rejects as the work does, or with the signal's reason.
 */
export function turns(atOnce: number, unwantedAtOnce = atOnce) {
  let running = 0
  const wantedOnes = new Set<() => void>()
  const others = new Set<() => void>()
  return async function inTurn<T>(work: () => Promise<T>, signal: AbortSignal, wanted = false): Promise<T> {
    const waiting = wanted ? wantedOnes : others
    if (running < (wanted ? atOnce : unwantedAtOnce)) running++
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
      running--
      const queue = wantedOnes.size > 0 ? wantedOnes : others
      const last = running < unwantedAtOnce || queue === wantedOnes ? [...queue].at(-1) : undefined
      if (last) {
        queue.delete(last)
        running++
        last()
      }
    }
  }
}
