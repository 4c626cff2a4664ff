/** What was typed or chosen in this window and is nowhere else yet. */
const unstored = new Set<object>()

/** Notes whether something has been stored; until then, leaving the window asks first. */
export function setStored(what: object, isStored: boolean): void {
  if (isStored) unstored.delete(what)
  else unstored.add(what)
}

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
