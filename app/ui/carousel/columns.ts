/** The breakpoints (px) and counts that carousel.module.css has rules for; add to both. */
type Breakpoint = 640 | 768 | 1024 | 1640
type Count = 1 | 2 | 3 | 4 | 5
export type Gap = 0 | 30
export type PerView = { default: Count } & { [minWidthPx in Breakpoint]?: Count }

/** `{ default: 1, 768: 2 }` as the words that the style sheet selects by: `1 768:2`. */
export function perViewWords({ default: count, ...wider }: PerView): string {
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
