import { useLocation, useNavigation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import styles from '#app/layout/navigation-effects.module.css'

/** A page that comes sooner needs no sign that it is on its way. */
const SLOW_MS = 500

/**
 * What a browser does on a full load and a client-side navigation has to do itself: show that the page is on its way, start
 * at the top (specification 2, "Every navigation scrolls to the top"), move the focus to the new page, and say its title.
 */
export function NavigationEffects() {
  const { key, pathname, hash } = useLocation()
  const shown = useRef({ key, pathname })
  const announcer = useRef<HTMLParagraphElement>(null)

  useEffect(() => {
    const before = shown.current
    if (before.key === key) return
    shown.current = { key, pathname }
    // A link to a place on this page: the browser has gone there.
    if (hash && before.pathname === pathname) return
    const place = hash && document.getElementById(decoded(hash.slice(1)))
    if (place) place.scrollIntoView()
    else window.scrollTo(0, 0)
    document.getElementById('main')?.focus({ preventScroll: true })
    if (announcer.current) announcer.current.textContent = document.title
  }, [key, pathname, hash])

  useEffect(() => {
    window.addEventListener('unhandledrejection', passOverSkipped)
    return () => window.removeEventListener('unhandledrejection', passOverSkipped)
  }, [])

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

/** Who goes on before the change of pages was shown skips it: the browser rejects its `ready`, which is nobody's error. */
function passOverSkipped(event: PromiseRejectionEvent): void {
  const { name, message } = (event.reason ?? {}) as Partial<DOMException>
  // Each browser says it in words of its own.
  if (name === 'AbortError' && /transition/i.test(message ?? '')) event.preventDefault()
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
