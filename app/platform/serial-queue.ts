import { setImmediate as nextTurn } from 'node:timers/promises'
import PQueue from 'p-queue'

/** Further work is refused. */
const MAX_WAITING = 48
const TIMEOUT_MS = 10_000

type Options = {
  /** Work for the page cache runs first and is never refused. */
  first?: boolean
  /** Drops work that has not begun. */
  signal?: AbortSignal
}

export type SerialQueue = <T>(work: () => T | Promise<T>, options?: Options) => Promise<T>

/** Runs CPU-bound work one at a time, between other events. Rejects with a 503 Response if too much waits. */
export function createSerialQueue(maxWaiting = MAX_WAITING): SerialQueue {
  const queue = new PQueue({ concurrency: 1, timeout: TIMEOUT_MS })
  return async (work, { first = false, signal } = {}) => {
    if (!first && queue.size >= maxWaiting) throw new Response(null, { status: 503, statusText: 'Busy' })
    return queue.add(() => nextTurn().then(work), { priority: Number(first), signal })
  }
}
