/** What carousel.module.css has rules for: counts by the window's smallest width (px). Add to both. */
export type PerView = { default: 1 | 4; 640?: 3; 768?: 2 | 4; 1024?: 3 | 5; 1640?: 4 }
export type Gap = 0 | 30

/** `{ default: 1, 768: 2 }` as the words that the style sheet selects by: `1 768:2`. */
export function perViewAttribute({ default: count, ...wider }: PerView): string {
  return [String(count), ...Object.entries(wider).map(([width, n]) => `${width}:${n}`)].join(' ')
}

/** Whether there are more slides than fit, at one width at least. */
export function canMove(slideCount: number, perView: PerView): boolean {
  return slideCount > Math.min(...Object.values(perView))
}

/** Slides side by side and the gap between them (px), as the style sheet lays them out at the present width. */
export function columns(list: Element): { perView: number; gapPx: number } {
  const style = getComputedStyle(list)
  return {
    perView: Number(style.getPropertyValue('--per-view')) || 1,
    gapPx: Number.parseFloat(style.columnGap) || 0,
  }
}
