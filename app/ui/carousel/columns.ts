/** Slides per view by minimum window width (px). carousel.module.css has a rule for each. */
export type PerView = { default: 1 | 4; 640?: 3; 768?: 2 | 4; 1024?: 3 | 5; 1640?: 4 }
export type Gap = 0 | 30

/** Returns the `data-per-view` attribute: `1 768:2` for `{ default: 1, 768: 2 }`. */
export function perViewAttribute({ default: count, ...wider }: PerView): string {
  return [String(count), ...Object.entries(wider).map(([width, n]) => `${width}:${n}`)].join(' ')
}

/** Whether the slides overflow at one window width at least. */
export function canOverflow(slideCount: number, perView: PerView): boolean {
  return slideCount > Math.min(...Object.values(perView))
}

/** Reads the slides per view and their gap (px) at the current window width from the style sheet. */
export function columns(list: Element): { perView: number; gapPx: number } {
  const style = getComputedStyle(list)
  return {
    perView: Number(style.getPropertyValue('--per-view')) || 1,
    gapPx: Number.parseFloat(style.columnGap) || 0,
  }
}
