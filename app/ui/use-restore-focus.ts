import { type RefObject, useEffect, useRef } from 'react'

/** Returns the focus to a button that lost it because it was disabled while busy. */
export function useRestoreFocus(busy: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  const wasBusy = useRef(false)
  useEffect(() => {
    const lost = document.activeElement === null || document.activeElement === document.body
    if (wasBusy.current && !busy && lost) button.current?.focus({ preventScroll: true })
    wasBusy.current = busy
  }, [busy])
  return button
}
