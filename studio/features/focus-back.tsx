import { useEffect, useState } from 'react'

/**
 * In a dialog: brings the keyboard back, once that is closed, to where it was before (`to`, where that was known better than
 * the dialog does). The Studio's dialogs leave it at the top of the page.
 */
export function FocusBack({ to }: { to?: Element | null }) {
  const [before] = useState(() => to ?? document.activeElement)
  useEffect(() => () => (before as HTMLElement | null)?.focus?.(), [before])
  return null
}
