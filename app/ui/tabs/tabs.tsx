import { useLocation } from '@remix-run/react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react'
import styles from '#app/ui/tabs/tabs.module.css'
import { useHydrated } from '#app/ui/use-hydrated.ts'

interface TabsProps {
  /** Names the list of tabs. */
  label: string
  /** Index of the tab that is selected initially. */
  initial?: number
  /** `id` becomes the panel's id, so it can be linked to: `/about-us#our-vision`. */
  tabs: { id: string; title: string; content: ReactNode }[]
}

/**
 * WAI-ARIA APG tabs with automatic activation (https://www.w3.org/WAI/ARIA/apg/patterns/tabs/).
 * Each tab is a link to its panel. Without JavaScript the style sheet shows the `:target` panel, or the initial one.
 */
export function Tabs({ label, initial = 0, tabs }: TabsProps) {
  const [selected, setSelected] = useState(initial)
  const enhanced = useHydrated()
  const location = useLocation()
  const [handledLocation, setHandledLocation] = useState<object>()
  const list = useRef<HTMLDivElement>(null)
  const current = Math.min(selected, tabs.length - 1)

  // During rendering, because the page scrolls to the panel right after rendering.
  if (enhanced && handledLocation !== location) {
    setHandledLocation(location)
    const named = tabs.findIndex(({ id }) => location.hash === `#${id}`)
    if (named >= 0) setSelected(named)
  }

  function select(event: MouseEvent | KeyboardEvent, index: number) {
    event.preventDefault()
    setSelected(index)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus()
  }
  function press(event: KeyboardEvent, index: number) {
    if (hasModifier(event)) return
    const last = tabs.length - 1
    const to = {
      ArrowRight: index === last ? 0 : index + 1,
      ArrowLeft: index === 0 ? last : index - 1,
      Home: 0,
      End: last,
      ' ': index,
    }[event.key]
    if (to !== undefined) select(event, to)
  }

  return (
    <div className={styles.tabs} data-enhanced={enhanced ? '' : undefined}>
      <div ref={list} className={styles.list} role="tablist" aria-label={label}>
        {tabs.map((tab, index) => (
          <a
            key={tab.id}
            id={`${tab.id}-tab`}
            className={styles.tab}
            href={`#${tab.id}`}
            role="tab"
            aria-selected={index === current}
            aria-controls={tab.id}
            tabIndex={enhanced ? (index === current ? 0 : -1) : undefined}
            onClick={(event) => hasModifier(event) || select(event, index)}
            onKeyDown={(event) => press(event, index)}
          >
            {tab.title}
          </a>
        ))}
      </div>
      <div className={styles.panels}>
        {tabs.map((tab, index) => (
          <div
            key={tab.id}
            id={tab.id}
            className={styles.panel}
            role="tabpanel"
            aria-labelledby={`${tab.id}-tab`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: APG, a panel of text alone is a tab stop
            tabIndex={0}
            data-title={tab.title}
            data-initial={index === initial ? '' : undefined}
            hidden={enhanced && index !== current}
          >
            {tab.content}
          </div>
        ))}
      </div>
    </div>
  )
}

/** With a modifier key a click opens a new window, as for any link. */
const hasModifier = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent | KeyboardEvent): boolean =>
  metaKey || ctrlKey || shiftKey || altKey
