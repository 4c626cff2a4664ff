import { listeners } from '#studio/features/listeners.ts'

/** What was typed or chosen in this window and is nowhere else yet. */
const unstored = new Set<object>()

/** What of it is on its way, and why it has not arrived yet, if the lake says so. */
const sending = new Map<object, string | undefined>()
const changes = listeners()

/** The Studio (6.16) sends what was typed up to a second later, an editor of a text hands it over when its form has gone. */
const SENT_WITHIN_MS = 2_000

/** Notes whether something has been stored; until then, leaving the window asks first. */
export function setStored(what: object, isStored: boolean): void {
  if (isStored) unstored.delete(what)
  else unstored.add(what)
}

/** Notes whether a request with what was typed has arrived. */
export function setSent(request: object, isSent: boolean): void {
  setStored(request, isSent)
  if (isSent) sending.delete(request)
  else sending.set(request, undefined)
  changes.tell()
}

/** Notes why a request with what was typed, which is sent again, has not arrived. */
export function setTrouble(request: object, trouble: string | undefined): void {
  if (sending.has(request)) sending.set(request, trouble)
  changes.tell()
}

/** What keeps the lake from storing what was typed. */
export const troubleOfSaving = (): string | undefined => [...sending.values()].find(Boolean)

/** Calls whenever that may have changed; returns how to stop. */
export const onTrouble = changes.on

/**
 * Has leaving the window ask first while a document that is typed into is not stored. Returns how to stop, which is done once
 * nothing is on its way: where nobody follows a document any more, the Studio drops after five seconds what it could not send.
 * That it calls the document stored is not waited for. It never does where somebody else took the draft away in the moment in
 * which something was typed, and does too soon where it had to connect anew.
 */
export function followUntilSent(document: {
  subscribe: (follow: (isStored: boolean) => void) => Following
}): () => void {
  const typed = {}
  const following = document.subscribe((isStored) => setStored(typed, isStored))
  // As it does if the document can’t be followed any more.
  following.add(() => setStored(typed, true))
  return () => {
    const looking = setInterval(() => {
      if (sending.size > 0) return
      clearInterval(looking)
      following.unsubscribe()
    }, SENT_WITHIN_MS)
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
