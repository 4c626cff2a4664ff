/**
 * Moves the focus to the page's content, after what had it is gone, or on the way to another page. Nothing scrolls.
 *
 * A caret that was in what is gone stands in front of the new content. Of that Firefox tells screen readers that it is at the
 * content's end, and they read on there: it goes. In Chromium it stays, where without one they begin with the header.
 */
export function focusPage(): void {
  if ('mozInnerScreenX' in window) document.getSelection()?.removeAllRanges()
  document.getElementById('main')?.focus({ preventScroll: true })
}
