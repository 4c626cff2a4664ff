import { useSyncExternalStore } from 'react'

const LOOK_AGAIN_MS = 50

let takenOver = false
/** A press that began before, and its release, have to meet the same element: what lies under it changes afterwards. */
const isTakenOver = (): boolean => {
  takenOver ||= !document.querySelector(':active')
  return takenOver
}

function untilReleased(changed: () => void): () => void {
  const timer = setInterval(() => {
    changed()
    if (takenOver) clearInterval(timer)
  }, LOOK_AGAIN_MS)
  return () => clearInterval(timer)
}

/** False in the server's HTML and until the browser has taken over; not while something is pressed. */
export const useHydrated = (): boolean => useSyncExternalStore(untilReleased, isTakenOver, () => false)
