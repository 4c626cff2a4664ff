/**
 * Moves the focus to the page's content, after what had it is gone, or on the way to another page. A caret that was in what is
 * gone goes, too: Firefox tells screen readers that it is at the new content's end, and they read on there. Nothing scrolls.
 */
export function focusPage(): void {
  document.getSelection()?.removeAllRanges()
  document.getElementById('main')?.focus({ preventScroll: true })
}
