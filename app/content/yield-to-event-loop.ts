import { setImmediate as nextTurn } from 'node:timers/promises'

const MOST_AT_ONCE_MS = 10

/** For work that takes long: awaited between its parts, it has requests answered where ten milliseconds have gone. */
export function shortTurns(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < MOST_AT_ONCE_MS) return
    await nextTurn()
    since = performance.now()
  }
}
