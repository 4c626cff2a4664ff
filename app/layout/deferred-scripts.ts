import { createContext } from 'react'

/** The nonce of the site's scripts in this rendering. Undefined in the browser. */
export const Nonce = createContext<string | undefined>(undefined)

/** The `handle` of a route whose page loads its scripts at once. */
export const HYDRATE_IMMEDIATELY = { hydrateImmediately: true } as const

/**
 * Starts hydration at the first interaction or 2 s after `load`, then repeats the last click on a button that needs JavaScript.
 * The page contains this function's source, so it has no imports.
 */
function loadDeferredScripts(): void {
  const events = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'scroll', 'wheel']
  let tapped: HTMLElement | null = null
  const remember = ({ target }: Event) => {
    tapped = (target as Element).closest<HTMLElement>('button[type=button]:not([popovertarget])') ?? tapped
  }
  const start = () => {
    for (const name of events) removeEventListener(name, startOn)
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=late-modulepreload]'))
      link.rel = 'modulepreload'
    const waiting = document.querySelector('script[type=late-module]')
    const script = document.createElement('script')
    script.type = 'module'
    script.textContent = waiting?.textContent ?? ''
    waiting?.replaceWith(script)
  }
  // A headless browser moves its pointer to the corner by itself.
  const startOn = (event: Event) => {
    const { type, clientX, clientY } = event as PointerEvent
    if (type !== 'pointermove' || clientX + clientY > 0) start()
  }
  // No capture: a carousel that snaps into place scrolls too.
  for (const name of events) addEventListener(name, startOn, { passive: true })
  addEventListener('load', () => setTimeout(start, 2_000))
  addEventListener('click', remember, true)
  addEventListener('hydrated', () => {
    removeEventListener('click', remember, true)
    tapped?.click()
  })
}

/** Defers Remix's module script and its preloads. */
export function deferScripts(html: string, nonce: string): string {
  const remix = `<script nonce="${nonce}" type="module" async="">`
  const deferred = `<script nonce="${nonce}">(${loadDeferredScripts})()</script><script nonce="${nonce}" type="late-module">`
  if (!html.includes(remix)) return html
  return html
    .replaceAll('<link rel="modulepreload"', '<link rel="late-modulepreload"')
    .replace(remix, () => deferred)
}
