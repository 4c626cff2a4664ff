import { type Location, useLocation, useNavigation } from '@remix-run/react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { decodePath } from '#app/content/normalize-path.ts'
import styles from '#app/layout/navigation-effects.module.css'
import { focusPage } from '#app/ui/focus-page.ts'

/** Faster navigations show no progress bar. */
const SLOW_MS = 500

/** The current page. Module state survives when a failed page remounts the layout (root.tsx). */
let current: Location | undefined

/**
 * Makes client-side navigations behave like full page loads: shows progress, scrolls to the top (specification 2), moves
 * the focus to the new page and announces its title.
 */
export function NavigationEffects() {
  const location = useLocation()
  const announcer = useRef<HTMLParagraphElement>(null)

  // A layout effect, so that the new page is never painted at the old scroll position.
  useLayoutEffect(() => {
    const before = current
    current = location
    if (!before || before === location) return // not their keys: native navigations to anchors have the same key
    const { pathname, hash } = location
    const target = hash ? document.getElementById(decodePath(hash.slice(1))) : null
    const isSamePage = hash && pathname === before.pathname
    if (!isSamePage) window.scrollTo(0, 0) // the anchor may be hidden
    // On the same page, browsers scroll to an anchor themselves, except when going back.
    target?.scrollIntoView()
    if (isSamePage) return
    focusPage(target)
    // Screen readers ignore text that is inserted together with its live region.
    setTimeout(() => {
      if (announcer.current) announcer.current.textContent = document.title
    })
  }, [location])

  useEffect(restoreScrollOnReloadOnly, [])

  return (
    <>
      <p ref={announcer} className="visually-hidden" aria-live="polite" />
      <Progress />
    </>
  )
}

function Progress() {
  const isNavigating = useNavigation().state !== 'idle'
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    if (!isNavigating) return
    const timer = setTimeout(() => setIsSlow(true), SLOW_MS)
    return () => {
      clearTimeout(timer)
      setIsSlow(false)
    }
  }, [isNavigating])
  return isSlow && <div role="progressbar" aria-label="Loading" className={styles.progress} />
}

/**
 * Prevents browsers from restoring the scroll position before a client-side Back has rendered the page: the old page would
 * jump. A reload still restores the position.
 */
function restoreScrollOnReloadOnly(): void {
  const setManual = () => {
    history.scrollRestoration = 'manual'
  }
  setManual()
  window.onpageshow = setManual // restored from the back/forward cache
  window.onpagehide = () => {
    history.scrollRestoration = 'auto'
  }
}
