/** Moves the focus to the page's content, or to an element in it, without scrolling. */
export function focusPage(place?: HTMLElement | null): void {
  // Firefox reports the caret of the removed content at the end of the new one, and screen readers go on reading there.
  if ('mozInnerScreenX' in window) document.getSelection()?.removeAllRanges()
  const main = document.getElementById('main')
  const focus = (element?: HTMLElement | null) => element?.focus({ preventScroll: true })
  focus(main) // the element may be hidden
  focus(place)
  if (!place || document.activeElement !== main) return
  place.tabIndex = -1 // makes a heading focusable
  focus(place)
}
