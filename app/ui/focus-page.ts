/**
 * Moves the focus to the page's content, or to the place in it that a link leads to, after what had it is gone, or on the way
 * to another page. Nothing scrolls.
 *
 * A caret that was in what is gone stands in front of the new content. Of that Firefox tells screen readers that it is at the
 * content's end, and they read on there: it goes. In Chromium it stays, where without one they begin with the header.
 */
export function focusPage(place?: HTMLElement | null): void {
  if ('mozInnerScreenX' in window) document.getSelection()?.removeAllRanges()
  const main = document.getElementById('main')
  const focus = (element?: HTMLElement | null) => element?.focus({ preventScroll: true })
  focus(main) // a place may be hidden
  focus(place)
  if (!place || document.activeElement !== main) return
  place.tabIndex = -1 // a heading has the focus only so
  focus(place)
}
