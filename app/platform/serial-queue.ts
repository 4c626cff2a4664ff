import { setImmediate as nextTurn } from 'node:timers/promises'
import PQueue from 'p-queue'

/** Far more than visitors cause. Further work is refused. */
const MAX_WAITING = 48
const TIMEOUT_MS = 10_000

type Options = {
  /** Work for the page cache comes first and is never refused: every visitor of the page waits for it. */
  first?: boolean
  /** Work that has not begun when its client hangs up is dropped. */
  signal?: AbortSignal
}

export type SerialQueue = <T>(work: () => T | Promise<T>, options?: Options) => Promise<T>

/**
 * Returns a function that runs CPU-bound work (rendering, searching) one at a time. It yields to the event loop before each, so
 * cached pages and `/readyz` stay fast. Rejects with a 503 Response if too much is waiting.
 */
export function createSerialQueue(maxWaiting = MAX_WAITING): SerialQueue {
  const queue = new PQueue({ concurrency: 1, timeout: TIMEOUT_MS })
  return async (work, { first = false, signal } = {}) => {
    if (!first && queue.size >= maxWaiting) throw new Response(null, { status: 503, statusText: 'Busy' })
    return queue.add(() => nextTurn().then(work), { priority: Number(first), signal })
  }
}
