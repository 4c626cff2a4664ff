import { type Dispatch, type RefObject, type SetStateAction, useCallback, useEffect, useState } from 'react'

/** Returns the state of a popover whose button works without JavaScript. `open` is undefined before hydration. */
export function usePopover(ref: RefObject<HTMLElement | null>): { open?: boolean; close: () => void } {
  const [open, setOpen] = useState<boolean>()
  useEffect(() => {
    const popover = ref.current
    if (!popover) return
    if (!isSupported()) return followClicks(popover, setOpen)
    const update = () => setOpen(popover.matches(':popover-open'))
    update() // a visitor may open it before hydration
    popover.addEventListener('toggle', update)
    return () => popover.removeEventListener('toggle', update)
  }, [ref])
  useEffect(() => {
    if (!isSupported() && ref.current) ref.current.dataset.open = `${open === true}`
  }, [ref, open])
  const close = useCallback(() => {
    if (!isSupported()) setOpen(false)
    else if (ref.current?.matches(':popover-open')) ref.current.hidePopover()
  }, [ref])
  return { open, close }
}

/** Safari before 17 has no popovers, and throws on `:popover-open`. */
const isSupported = () => 'popover' in document.body

/** Opens and closes the element on clicks in browsers without popovers. Until hydration, header.module.css does. */
function followClicks(
  popover: HTMLElement,
  setOpen: Dispatch<SetStateAction<boolean | undefined>>,
): () => void {
  const { display, position } = getComputedStyle(popover)
  setOpen(display !== 'none' && position === 'fixed') // on wide screens the menu is a part of the header
  const handleClick = ({ target, defaultPrevented }: Event) => {
    if (defaultPrevented) return
    const isButton = (target as Element).closest(`[popovertarget=${popover.id}]`)
    setOpen((open) => (isButton ? !open : open && popover.contains(target as Element)))
  }
  document.addEventListener('click', handleClick)
  return () => document.removeEventListener('click', handleClick)
}
