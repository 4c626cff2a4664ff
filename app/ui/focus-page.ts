/** Moves the focus to the page's content: after what had it is gone, or on the way to another page. Nothing scrolls. */
export const focusPage = (): void => document.getElementById('main')?.focus({ preventScroll: true })
