import { useEffect, useState } from 'react'

/** Returns the focus to the previously focused element when the dialog closes. */
export function RestoreFocus() {
  const [before] = useState(() => document.activeElement)
  useEffect(() => () => (before as HTMLElement | null)?.focus?.(), [before])
  return null
}
