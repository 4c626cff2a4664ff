import { createContext } from 'react'

/** The nonce of the site's scripts in this rendering. Undefined in the browser. */
export const Nonce = createContext<string | undefined>(undefined)

/** The `handle` of a route whose page loads its scripts immediately. */
export const HYDRATE_IMMEDIATELY = { hydrateImmediately: true } as const

/**
 * Starts hydration at the first interaction or 2 s after `load`. Then repeats the last click on a button that needs it.
 * The page contains this function's source, so it can't use imports.
 */
function loadDeferredScripts(): void {
  const events = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'scroll', 'wheel']
  let clicked: HTMLElement | null = null
  const rememberClick = ({ target }: Event) => {
    clicked = (target as Element).closest<HTMLElement>('button[type=button]:not([popovertarget])') ?? clicked
  }
  const start = () => {
    for (const name of events) removeEventListener(name, startOn)
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=late-modulepreload]'))
      link.rel = 'modulepreload'
    const deferred = document.querySelector('script[type=late-module]')
    const script = document.createElement('script')
    script.type = 'module'
    script.textContent = deferred?.textContent ?? ''
    deferred?.replaceWith(script)
  }
  // A headless browser moves its pointer to the corner by itself.
  const startOn = (event: Event) => {
    const { type, clientX, clientY } = event as PointerEvent
    if (type !== 'pointermove' || clientX + clientY > 0) start()
  }
  // No capture, because a carousel that snaps into place also causes scroll events.
  for (const name of events) addEventListener(name, startOn, { passive: true })
  addEventListener('load', () => setTimeout(start, 2_000))
  addEventListener('click', rememberClick, true)
  addEventListener('hydrated', () => {
    removeEventListener('click', rememberClick, true)
    clicked?.click()
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
