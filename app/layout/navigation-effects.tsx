import { type Location, useLocation, useNavigation } from '@remix-run/react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { unescaped } from '#app/content/plain-path.ts'
import styles from '#app/layout/navigation-effects.module.css'
import { focusPage } from '#app/ui/focus-page.ts'

/** A page that comes sooner needs no sign that it is on its way. */
const SLOW_MS = 500

/** The page that is shown, as long as the document lives: one that failed may bring a layout of its own (root.tsx). */
let shown: Location | undefined

/**
 * What a browser does on a full load and a client-side navigation has to do itself: show that the page is on its way, start
 * at the top (specification 2, "Every navigation scrolls to the top"), move the focus to the new page, and say its title.
 */
export function NavigationEffects() {
  const location = useLocation()
  const announcer = useRef<HTMLParagraphElement>(null)

  // With the new page, so that it is never seen where the one before was.
  useLayoutEffect(() => {
    const before = shown
    shown = location
    if (!before || before === location) return // not by its key: places on a page that the browser goes to share one
    const { pathname, hash } = location
    const place = hash ? document.getElementById(unescaped(hash.slice(1))) : null
    const isHere = hash && pathname === before.pathname
    if (!isHere) window.scrollTo(0, 0) // the place may be one that is not shown
    // A link to a place on this page: the browser has gone there, but for the way back, which it leaves to us.
    if (place) place.scrollIntoView()
    if (isHere) return
    focusPage(place)
    // A task later: what comes with its words is not read out.
    setTimeout(() => {
      if (announcer.current) announcer.current.textContent = document.title
    })
  }, [location])

  useEffect(holdPlace, [])

  return (
    <>
      <p ref={announcer} className="visually-hidden" aria-live="polite" />
      <Progress />
    </>
  )
}

function Progress() {
  const isOnItsWay = useNavigation().state !== 'idle'
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    if (!isOnItsWay) return
    const timer = setTimeout(() => setIsSlow(true), SLOW_MS)
    return () => {
      clearTimeout(timer)
      setIsSlow(false)
    }
  }, [isOnItsWay])
  return isSlow && <div role="progressbar" aria-label="Loading" className={styles.progress} />
}

/**
 * On the way back a browser scrolls to where the page was that it leads to, before that is there: the page that is being left
 * jumped. What is loaded anew stays in its place.
 */
function holdPlace(): void {
  const hold = () => {
    history.scrollRestoration = 'manual'
  }
  hold()
  window.onpageshow = hold // returned to from the back/forward cache
  window.onpagehide = () => {
    history.scrollRestoration = 'auto'
  }
}
