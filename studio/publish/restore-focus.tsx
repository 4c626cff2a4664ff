import { useEffect, useState } from 'react'

/** In a dialog: gives the focus back, once the dialog is closed, to `to` or to the element that had it before. */
export function RestoreFocus({ to }: { to?: Element | null }) {
  const [before] = useState(() => to ?? document.activeElement)
  useEffect(() => () => (before as HTMLElement | null)?.focus?.(), [before])
  return null
}
