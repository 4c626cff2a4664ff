import { useEffect, useState } from 'react'

/** In a dialog: gives the focus back to the element that had it before the dialog opened. */
export function RestoreFocus() {
  const [before] = useState(() => document.activeElement)
  useEffect(() => () => (before as HTMLElement | null)?.focus?.(), [before])
  return null
}
