import { type RefObject, useCallback, useEffect, useState } from 'react'

/** Follows a popover that its button opens without JavaScript. */
export function usePopover(ref: RefObject<HTMLElement | null>): { open: boolean; close: () => void } {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const popover = ref.current
    if (!popover || !('popover' in popover)) return
    const follow = () => setOpen(popover.matches(':popover-open'))
    follow() // it may have been opened before the page was hydrated
    popover.addEventListener('toggle', follow)
    return () => popover.removeEventListener('toggle', follow)
  }, [ref])
  const close = useCallback(() => {
    const popover = ref.current
    // Safari before 17 doesn't know the selector either, and throws.
    if (popover && 'popover' in popover && popover.matches(':popover-open')) popover.hidePopover()
  }, [ref])
  return { open, close }
}
