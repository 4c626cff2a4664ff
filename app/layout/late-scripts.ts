import { createContext } from 'react'

/** The nonce of this rendering, which every script that the site writes bears; undefined in the browser. */
export const Nonce = createContext<string | undefined>(undefined)

/** For the `handle` of a route whose page is of little use without its scripts. */
export const SCRIPTS_AT_ONCE = { scriptsAtOnce: true } as const

/**
 * Is sent as text, and runs in the page: no imports. Loads the page's module script at the visitor's first event, or 2 s after
 * `load`. The last tap on a button that needs script is repeated once the page is hydrated.
 */
function loadScriptsLate(): void {
  const events = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'scroll', 'wheel']
  let tapped: HTMLElement | null = null
  const remember = ({ target }: Event) => {
    tapped = (target as Element).closest<HTMLElement>('button[type=button]:not([popovertarget])') ?? tapped
  }
  const start = () => {
    for (const name of events) removeEventListener(name, start, true)
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=late-modulepreload]'))
      link.rel = 'modulepreload'
    const waiting = document.querySelector('script[type=late-module]')
    const script = document.createElement('script')
    script.type = 'module'
    script.textContent = waiting?.textContent ?? ''
    waiting?.replaceWith(script)
  }
  for (const name of events) addEventListener(name, start, { capture: true, passive: true })
  addEventListener('load', () => setTimeout(start, 2_000))
  addEventListener('click', remember, true)
  addEventListener('hydrated', () => {
    removeEventListener('click', remember, true)
    tapped?.click()
  })
}

/** Makes the module script that Remix wrote into a page wait, and the files that it would have fetched ahead. */
export function withLateScripts(html: string, nonce: string): string {
  const remix = `<script nonce="${nonce}" type="module" async="">`
  const late = `<script nonce="${nonce}">(${loadScriptsLate})()</script><script nonce="${nonce}" type="late-module">`
  if (!html.includes(remix)) return html
  return html
    .replaceAll('<link rel="modulepreload"', '<link rel="late-modulepreload"')
    .replace(remix, () => late)
}
