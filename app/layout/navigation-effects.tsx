import { type Location, useLocation, useNavigation } from '@remix-run/react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { unescaped } from '#app/content/normalize-path.ts'
import styles from '#app/layout/navigation-effects.module.css'
import { focusPage } from '#app/ui/focus-page.ts'

/** A navigation that is faster than this shows no progress bar. */
const SLOW_MS = 500

/** The current page. Module state, because a failed page may remount the layout (root.tsx). */
let current: Location | undefined

/**
 * Does what a browser does on a full load, for client-side navigations: shows progress, scrolls to the top (specification 2,
 * "Every navigation scrolls to the top"), moves the focus to the new page and announces its title.
 */
export function NavigationEffects() {
  const location = useLocation()
  const announcer = useRef<HTMLParagraphElement>(null)

  // A layout effect, so that the new page is never painted at the old scroll position.
  useLayoutEffect(() => {
    const before = current
    current = location
    if (!before || before === location) return // the key can't be compared: native navigations to anchors share one
    const { pathname, hash } = location
    const target = hash ? document.getElementById(unescaped(hash.slice(1))) : null
    const isSamePage = hash && pathname === before.pathname
    if (!isSamePage) window.scrollTo(0, 0) // the anchor may be hidden
    // For an anchor on the same page the browser has scrolled already, except when going back.
    target?.scrollIntoView()
    if (isSamePage) return
    focusPage(target)
    // In a later task: text that is inserted together with its live region is not announced.
    setTimeout(() => {
      if (announcer.current) announcer.current.textContent = document.title
    })
  }, [location])

  useEffect(keepScrollPosition, [])

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
 * When going back, a browser restores the scroll position before the previous page is rendered, so the current page would jump.
 * Restoration is manual while a page is shown; a reload still restores the position.
 */
function keepScrollPosition(): void {
  const setManual = () => {
    history.scrollRestoration = 'manual'
  }
  setManual()
  window.onpageshow = setManual // restored from the back/forward cache
  window.onpagehide = () => {
    history.scrollRestoration = 'auto'
  }
}
