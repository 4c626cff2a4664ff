import { NavLink, useLocation } from '@remix-run/react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { linkHref } from '#app/content/href.ts'
import { useSettings } from '#app/content/settings.tsx'
import styles from '#app/layout/header.module.css'
import { usePopover } from '#app/layout/use-popover.ts'
import { classNames } from '#app/ui/class-names.ts'
import { CloseIcon, MenuIcon } from '#app/ui/icons.tsx'
import { mapByIndex } from '#app/ui/map-by-index.tsx'
import { prefetchOf } from '#app/ui/page-link.tsx'

const ID = 'menu'

/** The navigation: a row on wide screens, a menu that slides in on narrow ones. */
export function SiteMenu() {
  const { headerNav, interfaceWords: labels } = useSettings()
  const menu = useRef<HTMLElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { open, close } = usePopover(menu)
  const { key } = useLocation()

  const lastKey = useRef(key)
  // Every navigation closes the menu.
  useEffect(() => {
    if (lastKey.current === key) return
    lastKey.current = key
    close()
  }, [key, close])

  useEffect(() => {
    if (!open) return
    const behind = [...document.querySelectorAll<HTMLElement>('main, footer')]
    const wide = window.matchMedia('(min-width: 60em)')
    const closeIfWide = () => wide.matches && close()
    for (const element of behind) element.inert = true
    wide.addEventListener('change', closeIfWide)
    return () => {
      for (const element of behind) element.inert = false
      wide.removeEventListener('change', closeIfWide)
    }
  }, [open, close])

  function keepFocusInside(event: KeyboardEvent) {
    if (!open || event.key !== 'Tab') return
    const stops = [button.current, ...(menu.current?.querySelectorAll('a') ?? [])]
    const from = stops.indexOf(document.activeElement as HTMLAnchorElement)
    const to = (from + (event.shiftKey ? -1 : 1) + stops.length) % stops.length
    event.preventDefault()
    stops[to]?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps the focus inside
    <div className={styles.menu} onKeyDown={keepFocusInside}>
      <button
        ref={button}
        type="button"
        className={classNames(styles.round, styles.toggle)}
        popoverTarget={ID}
        aria-expanded={open}
        aria-label={(open ? labels?.closeMenu : labels?.openMenu) ?? undefined}
      >
        {open ? <CloseIcon /> : <MenuIcon />}
      </button>
      <nav
        ref={menu}
        id={ID}
        popover="auto"
        className={styles.nav}
        aria-label={labels?.mainNavigation ?? undefined}
      >
        <ul className={styles.links}>
          {mapByIndex(headerNav ?? [], (link) => {
            const to = linkHref(link)
            if (!to || !link.label) return null
            return (
              <li>
                <NavLink
                  to={to}
                  prefetch={prefetchOf(to)}
                  end={to === '/'}
                  className={styles.link}
                  onClick={close}
                >
                  {link.label}
                </NavLink>
              </li>
            )
          })}
        </ul>
      </nav>
    </div>
  )
}
