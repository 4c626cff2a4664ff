type Navigation = Partial<typeof __remixRouter.state.navigation>

const router = () => (window as Partial<typeof window>).__remixRouter

/** What the router is doing right now; nothing, before it is there. */
export const navigation = (): Navigation => router()?.state.navigation ?? { state: 'idle' }

let givenUp: Navigation | undefined

/**
 * Notes what was on its way here when the browser itself set out for elsewhere: an address that was typed, a link to another
 * site, Back. Safari ends what a page is waiting for as soon as that begins. A page may stay after all (a file to save, the
 * browser's Back), and each navigation is an object of its own, but for none at all.
 */
export function noteLeaving(): void {
  addEventListener('beforeunload', () => {
    const now = navigation()
    if (now.state !== 'idle') givenUp = now
  })
  // The back/forward cache brings a page back as it was left: still waiting for what the browser has gone to.
  addEventListener('pageshow', ({ persisted }) => persisted && stay())
}

/** Nothing is on its way any more: to the router as if somebody had come back to where he is (single-fetch.ts). */
function stay(): void {
  if (navigation().state !== 'idle') dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
}

/**
 * Where script can't get the next page – no network, something on the way that answers in the site's place, a build that has
 * taken the place of this page's –, the browser goes there itself: it says what is wrong, asks again, and on the way back
 * brings what was typed. Without a navigation, what the page shows is loaded anew. Where the browser goes elsewhere what a visitor
 * chose last counts: the page stays, for good where that was a file to save or a number to call. Never resolves.
 */
export function leaveToBrowser(): Promise<never> {
  const now = navigation()
  if (now === givenUp) {
    const { pathname, search } = router()!.state.location
    if (pathname + search === location.pathname + location.search) stay() // not on the way back, which has changed the address
    return new Promise(() => {})
  }
  const { state, location: to = location, formAction, formData } = now
  const there = to.pathname + to.search + to.hash
  if (state === 'submitting' && formAction && formData) post(formAction, formData)
  else if (there === location.pathname + location.search + location.hash) location.reload()
  else location.assign(there)
  return new Promise(() => {})
}

function post(action: string, fields: FormData): void {
  const form = Object.assign(document.createElement('form'), { method: 'post', action, hidden: true })
  for (const [name, value] of fields)
    form.append(Object.assign(document.createElement('input'), { name, value: String(value) }))
  document.body.append(form)
  form.submit()
}
