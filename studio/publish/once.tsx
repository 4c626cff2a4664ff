import { type ReactNode, type RefObject, useEffect, useId, useState } from 'react'

/** After a keyboard shortcut the Studio renders the dialog of an action twice (sanity 6.16). Shows the first of them. */
export function Once({ shownBy, children }: { shownBy: RefObject<string | undefined>; children: ReactNode }) {
  const id = useId()
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    shownBy.current ??= id
    setShown(shownBy.current === id)
    return () => {
      if (shownBy.current === id) shownBy.current = undefined
    }
  }, [shownBy, id])
  return isShown && children
}
