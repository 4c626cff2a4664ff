/** What the script in a page has to know (late-scripts.tsx). */
export type Setup = Parameters<typeof untilHydrated>

/** What tells of a visitor. */
type Sign = MouseEvent & Partial<Pick<KeyboardEvent, 'key'>>

declare global {
  interface Window {
    /** When the pointer was last moved before React was there: it may rest on what it is over. */
    moved?: number
  }
}

/** A carousel that says when it moves for the first time, in ms from the page's beginning. */
type Moving = Element & { dataset: { autoplay: number } }

/**
 * The only script that runs before somebody does something or the page has been there for a while. It stands in the page itself:
 * no imports. A second after the page was loaded it fetches the page's script and starts the small part of it that needs no page
 * (entry.client.ts). React takes over at the first sign of a visitor, after that sign was answered and painted, so that a
 * tap never waits for it, or when something on the screen is about to move by itself; a page that is only looked at costs no
 * processor's time. Forms, questions and menus work without; a press of a button that does not is held back, and made again
 * once React has taken over. So is that of a link, tab or form: the next page is shown without loading a document
 * (specification 2), a button says "Submitting..." (4), a panel has no other address. But they lead on by themselves, too,
 * and do where the script is not there within a second.
 *
 * Takes all files that the page's script consists of (the manifest first, then the entry), the ids of the routes that the page
 * is made of, and whether it waits for nothing but the first paint.
 */
export default function untilHydrated(files: string[], ids: string[], now?: boolean): void {
  const held = new Set<HTMLButtonElement & HTMLAnchorElement>()
  const over = new AbortController()
  const page = document
  let missing = files.length
  let wanted = files
  let starting: boolean | undefined
  let isLeft: boolean | undefined

  const on = (names: string, listener: (event: Sign) => void) =>
    names
      .split(' ')
      .map((name) =>
        addEventListener(name, listener as EventListener, { capture: true, signal: over.signal }),
      )
  const each = (selector: string, act: (element: HTMLElement) => unknown) =>
    page.querySelectorAll<HTMLElement>(selector).forEach(act)
  const fetchFiles = () => {
    wanted.map((href) =>
      page.head.append(
        Object.assign(page.createElement('link'), {
          rel: 'modulepreload',
          onload: () => missing--,
          href,
        }),
      ),
    )
    wanted = []
  }
  const leaveToBrowser = () => {
    isLeft = true
    held.forEach((pressed) => {
      if (pressed.type === 'button') return
      held.delete(pressed)
      pressed.click()
    })
  }
  const start = async () => {
    if (starting) return
    starting = true
    fetchFiles()
    try {
      await (
        (await import(/* @vite-ignore */ files[1] as string)) as typeof import('#app/entry.client.ts')
      ).takeOver(files[0] as string, ids)
    } catch {
      starting = false // out of reach: the next sign asks again
      leaveToBrowser()
      each('[data-first-alone]', (element) => delete element.dataset.firstAlone)
    }
  }
  const oncePainted = (act: () => unknown, ms?: number) => requestAnimationFrame(() => setTimeout(act, ms))
  const startSoon = () => oncePainted(start)

  on('pointerdown focusin', fetchFiles)
  on('focusout', (event) => {
    ;(event.target as import('#app/ui/typed.ts').Left).left = 1
  })
  // Not while something is pressed: a press and its release have to meet the same element.
  on('pointerup keydown input click scroll', startSoon)
  // A browser without a screen says of its own that the pointer is in the corner.
  on('pointermove', (event) => {
    if (!(event.x + event.y)) return
    self.moved = event.timeStamp
    startSoon()
  })
  // The space bar presses a link only where it passes for a button or a tab, and by itself does not.
  on('click keydown', (event) => {
    const pressed = (event.target as Element).closest<HTMLButtonElement & HTMLAnchorElement>(
      event.key ? 'a[role]' : 'button:not(dialog *),a[role],a[href^="/"]:not([target])',
    )
    if (!pressed || (event.key ?? ' ') !== ' ') return
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (pressed.matches('[popovertarget]')) pressed.dataset.at = event.timeStamp as unknown as string
    else if (event.key || !isLeft || pressed.type === 'button') {
      event.preventDefault()
      held.add(pressed)
      oncePainted(() => missing && leaveToBrowser(), 1_000)
    }
  })
  // React would take over all at once what it still has to, before the screen answers. The browser's own part goes on.
  on(
    'pointerdown pointerup mousedown mouseup touchstart touchend click',
    (event) => starting && event.stopPropagation(),
  )
  // Back, after a reload or in a tab that was put away, may lead to an address of the document before, which its router has
  // marked: the browser changes the address alone, and React would take this page for that one.
  on('popstate', () => history.state && location.reload())
  on('hydrated', () => {
    over.abort()
    for (const pressed of held) pressed.click()
  })
  if (now) new PerformanceObserver(startSoon).observe({ type: 'paint', buffered: true })
  // What the page shows is painted first, which on a slow machine or in the background may be later still. Not when the
  // browser calls itself idle: on a busy machine it never may.
  else
    on('load', () =>
      oncePainted(() => {
        fetchFiles()
        import(/* @vite-ignore */ files[1] as string).catch(() => {}) // the next sign asks again
        const moving = new IntersectionObserver((seen) =>
          seen.forEach((entry) => {
            const ms = (entry.target as Moving).dataset.autoplay - 1_500 - performance.now() // React takes a moment
            // What is due waits for no timer: a clock that somebody has stopped would stop the page.
            if (entry.isIntersecting) ms > 0 ? setTimeout(start, ms) : start()
          }),
        )
        each('[data-autoplay]', (carousel) => moving.observe(carousel))
      }, 1_000),
    )
}
