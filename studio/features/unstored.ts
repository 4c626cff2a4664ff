/** What was typed or chosen in this window and is nowhere else yet. */
const unstored = new Set<object>()

/** Notes whether something has been stored; until then, leaving the window asks first. */
export function setStored(what: object, isStored: boolean): void {
  if (isStored) unstored.delete(what)
  else unstored.add(what)
}

/**
 * Has leaving the window ask first while a document that is being typed into is not stored. Returns how to stop, which is done
 * once it is: the Studio (6.16) sends what was typed up to a second later, and where nobody follows a document any more it drops
 * after five seconds what it could not send.
 */
export function followUntilStored(document: {
  subscribe: (follow: (isStored: boolean) => void) => Following
}): () => void {
  const typed = {}
  let isLeft = false
  let isStored = true
  const following = document.subscribe((isStoredNow) => {
    isStored = isStoredNow
    setStored(typed, isStored)
    if (isLeft && isStored) following.unsubscribe()
  })
  // As it does if the document can’t be followed any more.
  following.add(() => setStored(typed, true))
  return () => {
    // The editors of its texts hand over what they kept to themselves as they go, after their form.
    queueMicrotask(() => {
      isLeft = true
      if (isStored) following.unsubscribe()
    })
  }
}
type Following = { add: (over: () => void) => void; unsubscribe: () => void }

if (typeof window !== 'undefined')
  window.addEventListener(
    'beforeunload',
    (event) => {
      if (unstored.size === 0) return
      event.preventDefault()
      // Who is asked may stay: the Studio (6.16) would have ended its connection, and without a network, its whole desk.
      event.stopImmediatePropagation()
    },
    { capture: true },
  )
