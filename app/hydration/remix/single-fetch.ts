// @ts-expect-error Remix describes its CommonJS alone
import { getSingleFetchDataStrategy as remixStrategy } from '@remix-run/react/dist/esm/single-fetch.js'
import type { getSingleFetchDataStrategy as Remix } from '@remix-run/react/dist/single-fetch.js'

// @ts-expect-error
export * from '@remix-run/react/dist/esm/single-fetch.js'

type Router = ReturnType<Parameters<typeof Remix>[2]>

/**
 * Takes the place of Remix's own (vite.config.ts), so that pages change with a view transition. Remix changes the address first,
 * then has the page before pictured, and shows the new one some frames later. Here the picture is taken once the new page has
 * all it needs, so that address and page change in one task.
 */
export const getSingleFetchDataStrategy: typeof Remix = (manifest, modules, getRouter) => {
  const read = (remixStrategy as typeof Remix)(manifest, modules, getRouter)
  return async (asked) => {
    if (!asked.fetcherKey && isShown(getRouter().state)) return {} // all data stays
    const answer = await read(asked)
    const { request, fetcherKey } = asked
    if (request.method === 'GET' && !fetcherKey) await pictured(getRouter(), request.signal)
    return answer
  }
}

/** Led back to where it is, as what it was waiting for is no more (leave-to-browser.ts). */
const isShown = ({ location, navigation, errors }: Router['state']) =>
  !errors && navigation.location?.key === location.key

/** On the way back the address has changed already. */
const isOtherPage = ({ location: shown, navigation: { location: next } }: Router['state']) =>
  next && next.pathname !== shown.pathname && next.pathname !== location.pathname

/** Resolves once the page as it is has been pictured; what shows is that, until the next page is there or `signal` says otherwise. */
async function pictured(router: Router, signal: AbortSignal): Promise<void> {
  if (signal.aborted || !isOtherPage(router.state) || !document.startViewTransition) return
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const shown = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve())
    const stop = router.subscribe(({ navigation }) => {
      if (navigation.state !== 'idle') return
      stop()
      resolve()
    })
  })
  await new Promise<void>((resolve) => {
    change = document.startViewTransition(() => {
      resolve()
      return shown
    })
    change.ready.catch(() => {}) // it was ended before it was seen, or nobody looks
  })
}

// A press while a page changes meets the picture of it, which is the root's: the change ends, and what stands there is pressed.
let change: Pick<ViewTransition, 'ready' | 'finished' | 'skipTransition'> | undefined
let touch: PointerEvent | undefined
const root = document.documentElement

addEventListener('pointerdown', (event) => {
  touch = event
  if (event.target === root) change?.skipTransition()
})
addEventListener('click', (event) => {
  if (event.target !== root || !change) return
  const meant = touch
  change.skipTransition()
  change.finished.then(() => {
    if (touch !== meant) return // a later press counts
    const there = document.elementFromPoint(event.clientX, event.clientY)
    if (there && there !== root && (!meant || meant.target === root || meant.target === there)) {
      focusOn(there)
      there.dispatchEvent(new MouseEvent('click', event))
    }
  })
})

/** As a press does: on it, or on the nearest around it that takes the focus. */
function focusOn(pressed: Element): void {
  for (let at: Element | null = pressed; at && document.activeElement !== at; at = at.parentElement)
    if (at instanceof HTMLElement) at.focus({ preventScroll: true })
}
