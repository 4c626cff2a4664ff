/** Moves the focus to the page's content, or to an element in it, without scrolling. */
export function focusPage(target?: HTMLElement | null): void {
  // In Firefox, the caret of removed content moves to the end of the new content, and screen readers continue there.
  if ('mozInnerScreenX' in window) document.getSelection()?.removeAllRanges()
  const main = document.getElementById('main')
  const focus = (element?: HTMLElement | null) => element?.focus({ preventScroll: true })
  focus(main) // the element may be hidden
  focus(target)
  if (!target || document.activeElement !== main) return
  target.tabIndex = -1 // makes a heading focusable
  focus(target)
}
