import { useLocation } from '@remix-run/react'
import { useEffect, useRef } from 'react'

/**
 * What a browser does on a full load and a client-side navigation has to do itself: start at the top (specification 2,
 * "Every navigation scrolls to the top"), move the focus to the new page, and say its title.
 */
export function NavigationEffects() {
  const { pathname, hash } = useLocation()
  const shown = useRef(pathname)
  const announcer = useRef<HTMLParagraphElement>(null)

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (!hash) window.scrollTo(0, 0)
    document.getElementById('main')?.focus({ preventScroll: true })
    if (announcer.current) announcer.current.textContent = document.title
  }, [pathname, hash])

  return <p ref={announcer} className="visually-hidden" aria-live="polite" />
}
