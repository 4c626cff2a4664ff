import { type RefObject, useEffect, useState } from 'react'

/**
 * In a dialog: brings the keyboard back, once that is closed, to where it was before (`to`, where that was known better than
 * the dialog does). The Studio's dialogs leave it at the top of the page.
 */
export function FocusBack({ to }: { to?: Element | null }) {
  const [before] = useState(() => to ?? document.activeElement)
  useEffect(() => () => (before as HTMLElement | null)?.focus?.(), [before])
  return null
}

/**
 * Brings the keyboard from a button that it pressed and that is shut by now, as Publish is then, to the menu beside it. The
 * browser leaves it at the top of the page.
 */
export function useFocusBeside(button: RefObject<Element | null>, isShut: boolean): void {
  useEffect(() => {
    const { activeElement } = document
    if (!isShut || (activeElement !== document.body && activeElement !== button.current)) return
    const footer = button.current?.closest('[data-testid="pane-footer"]')
    footer?.querySelector<HTMLElement>('[aria-haspopup]:not(:disabled)')?.focus()
  }, [button, isShut])
}
