import { type Dispatch, type RefObject, type SetStateAction, useCallback, useEffect, useState } from 'react'

/**
 * Follows a popover that its button opens without JavaScript. `open`: undefined until there is somebody to follow it; a page
 * must not say till then that it is closed, as browsers tell by themselves (ARIA in HTML, `popovertarget`).
 */
export function usePopover(ref: RefObject<HTMLElement | null>): { open?: boolean; close: () => void } {
  const [open, setOpen] = useState<boolean>()
  useEffect(() => {
    const popover = ref.current
    if (!popover) return
    if (!isKnown()) return followPresses(popover, setOpen)
    const follow = () => setOpen(popover.matches(':popover-open'))
    follow() // it may have been opened before the page was hydrated
    popover.addEventListener('toggle', follow)
    return () => popover.removeEventListener('toggle', follow)
  }, [ref])
  useEffect(() => {
    if (!isKnown() && ref.current) ref.current.dataset.open = `${open === true}`
  }, [ref, open])
  const close = useCallback(() => {
    // Safari before 17 doesn't know the selector either, and throws.
    if (!isKnown()) setOpen(false)
    else if (ref.current?.matches(':popover-open')) ref.current.hidePopover()
  }, [ref])
  return { open, close }
}

/** Safari before 17 has no popovers. */
const isKnown = () => 'popover' in document.body

/**
 * Without popovers: its button opens and closes it, a press elsewhere closes it. Before React it shows as long as it was touched last
 * (header.module.css).
 */
function followPresses(
  popover: HTMLElement,
  setOpen: Dispatch<SetStateAction<boolean | undefined>>,
): () => void {
  const { display, position } = getComputedStyle(popover)
  setOpen(display !== 'none' && position === 'fixed') // on wide screens the menu stands in the header
  const press = ({ target, defaultPrevented }: Event) => {
    if (defaultPrevented) return
    const isButton = (target as Element).closest(`[popovertarget=${popover.id}]`)
    setOpen((open) => (isButton ? !open : open && popover.contains(target as Element)))
  }
  document.addEventListener('click', press)
  return () => document.removeEventListener('click', press)
}
