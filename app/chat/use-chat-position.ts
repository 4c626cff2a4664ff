import { type RefObject, useEffect, useState } from 'react'

/** What the chat must never lie on: paying, sending, and whatever has the focus. */
const KEPT_CLEAR = '[data-keep-clear], main button[type=submit]'
const GAP_PX = 8

/** How far the round button can step up, in px; its centre stays within 160 px of the corner. */
const UP_PX = 72

/** `up`: above what would be covered; `away`: there is no free place. */
type Place = 'home' | 'up' | 'away'

/** Where the round button may stand so that it covers nothing important. */
export function useButtonPlace(button: RefObject<HTMLElement | null>, active: boolean): Place {
  const [place, setPlace] = useState<Place>('home')
  useOnMovement(active, () => {
    const element = button.current
    if (!element) return
    const box = element.getBoundingClientRect()
    // It may be on its way between two places: only its home is certain.
    const bottom = window.innerHeight - Number.parseFloat(getComputedStyle(element).bottom)
    const at = (up: number) => new DOMRect(box.left, bottom - box.height - up, box.width, box.height)
    setPlace(!covers(at(0), element) ? 'home' : !covers(at(UP_PX), element) ? 'up' : 'away')
  })
  return active ? place : 'home'
}

/** On which side the panel covers less: right, where it belongs, unless that hides something important. */
export function usePanelSide(panel: RefObject<HTMLElement | null>, active: boolean): 'right' | 'left' {
  const [side, setSide] = useState<'right' | 'left'>('right')
  useOnMovement(active, () => {
    const element = panel.current
    if (!element) return
    const { width, height, top, left, right } = element.getBoundingClientRect()
    const gap = Math.min(left, window.innerWidth - right)
    const at = (x: number) => new DOMRect(x, top, width, height)
    const hidesOnRight = covers(at(window.innerWidth - gap - width), element)
    setSide(hidesOnRight && !covers(at(gap), element) ? 'left' : 'right')
  })
  return side
}

/** Looks at once, and after whatever moves things or the focus, or comes late (PayPal's buttons). */
function useOnMovement(active: boolean, look: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the look of this render is as good as the next one's
  useEffect(() => {
    if (!active) return
    let frame = 0
    const soon = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0
        look()
      })
    }
    soon()
    const events = ['scroll', 'resize', 'focusin', 'focusout'] as const
    for (const event of events) window.addEventListener(event, soon, { passive: true })
    const coming = new MutationObserver(soon)
    coming.observe(document.body, { childList: true, subtree: true })
    return () => {
      coming.disconnect()
      cancelAnimationFrame(frame)
      for (const event of events) window.removeEventListener(event, soon)
    }
  }, [active])
}

function covers(box: DOMRect, self: HTMLElement): boolean {
  const focused = document.activeElement
  const elements = [...document.querySelectorAll(KEPT_CLEAR)]
  if (focused && focused !== document.body && focused.id !== 'main') elements.push(focused)
  return elements.some((element) => {
    if (self.contains(element)) return false
    const other = element.getBoundingClientRect()
    return (
      other.width > 0 &&
      other.height > 0 &&
      other.bottom > box.top - GAP_PX &&
      other.top < box.bottom + GAP_PX &&
      other.right > box.left - GAP_PX &&
      other.left < box.right + GAP_PX
    )
  })
}
