import { setImmediate as nextTurn } from 'node:timers/promises'

/** A reader waits for one or two slices. */
const SLICE_MS = 10

/** The end of the slice in performance.now(), if a writer has run in this turn of the event loop. */
let sliceEnd: number | undefined

/** Lets requests run when writers have held the event loop for a slice. A writer calls it for each document. */
export async function giveWay() {
  if (sliceEnd === undefined) {
    sliceEnd = performance.now() + SLICE_MS
    setImmediate(() => {
      sliceEnd = undefined
    })
  }
  if (performance.now() >= sliceEnd) await nextTurn()
}

/** Creates a queue that runs one piece of work at a time, in order. */
export function createQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return function enqueue<T>(work: () => T | Promise<T>): Promise<T> {
    const mine = last.then(work)
    last = mine.catch(() => {})
    return mine
  }
}
