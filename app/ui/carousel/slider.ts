import KeenSlider, { type KeenSliderOptions } from 'keen-slider'
import { columns } from '#app/ui/carousel/columns.ts'

// Loaded by the carousel's browser effect only: neither the server nor the first paint pays for keen-slider.

export interface Slider {
  /** Moves by that many slides; the first follows the last. */
  go(step: number): void
  /** Reads the layout again, after a change of width, breakpoint or slides. */
  refresh(): void
  destroy(): void
}

interface SliderOptions {
  transitionMs: number
  /** The slide that stands first, for instance because the visitor had scrolled the list before. */
  initial: number
  /** Told the first slide in view as soon as a move towards it starts. */
  onShow: (first: number) => void
  onDrag: (dragging: boolean) => void
  /**
   * Told whether somebody reads in it with a caret, a screen reader's or the browser's own: it has no focus, and a slide that
   * went would take its place along, every few seconds anew.
   */
  onRead: (reading: boolean) => void
}

const easeInOut = (t: number) => (t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2)

/**
 * Puts keen-slider on a list whose slides are already laid out by CSS.
 *
 * keen-slider gets no say in their size: it computes positions, and each slide is translated from its place in
 * the flow to where keen-slider wants it. So nothing changes size or place when the page wakes up, and the
 * real slides move round instead of clones that a screen reader would read twice.
 */
export function attachSlider(list: HTMLElement, options: SliderOptions): Slider {
  const slides = () => Array.from(list.children) as HTMLElement[]
  let layout = measure()
  let first: HTMLElement | undefined

  const configuration = (): KeenSliderOptions => ({
    selector: slides,
    renderMode: 'custom',
    loop: true,
    rubberband: false,
    slides: { perView: layout.perView, spacing: layout.gapPx },
    defaultAnimation: { duration: options.transitionMs, easing: easeInOut },
  })
  const slider = new KeenSlider(list, { ...configuration(), initial: options.initial })

  function measure() {
    return { ...columns(list), width: list.clientWidth, count: list.childElementCount }
  }
  function paint() {
    const details = slider.track.details
    if (!details) return
    const stride = (slider.size + layout.gapPx) / layout.perView
    for (const [index, slide] of slides().entries()) {
      const distance = details.slides[index]?.distance
      if (distance === undefined) continue
      slide.style.transform = `translate3d(${(distance * slider.size - index * stride).toFixed(2)}px, 0, 0)`
    }
  }
  const target = () => slider.animator.targetIdx ?? slider.track.details.abs
  function show() {
    if (!slider.track.details) return
    const index = slider.track.absToRel(target())
    first = slides()[index]
    options.onShow(index)
  }
  function withoutMotion() {
    if (!window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const distance = slider.track.idxToDist(target(), true)
    slider.animator.stop()
    slider.track.add(distance)
  }

  slider.on('detailsChanged', paint)
  slider.on('animationStarted', withoutMotion)
  for (const hook of ['animationStarted', 'slideChanged', 'updated', 'optionsChanged'] as const)
    slider.on(hook, show)
  slider.on('dragStarted', () => options.onDrag(true))
  slider.on('dragEnded', () => options.onDrag(false))
  const stopFollowing = followReader(list, options.onRead)
  paint()
  show()

  return {
    go(step) {
      if (slider.track.details) slider.moveToIdx(target() + step, true)
    },
    refresh() {
      const before = layout
      layout = measure()
      if (layout.count !== before.count) {
        // The slide that the visitor sees first stays where it is, whatever came before it.
        slider.update(configuration(), Math.max(first ? slides().indexOf(first) : 0, 0))
      } else if (
        layout.width !== before.width ||
        layout.perView !== before.perView ||
        layout.gapPx !== before.gapPx
      ) {
        slider.update(configuration())
      }
      paint()
    },
    destroy() {
      stopFollowing()
      slider.destroy()
      for (const slide of slides()) slide.style.removeProperty('transform')
    },
  }
}

/** A press of a pointer, which may move the caret or leave it, is none of a reader's. Returns how to stop. */
function followReader(list: HTMLElement, onRead: (reading: boolean) => void): () => void {
  const over = new AbortController()
  let pressed = false
  const on = (name: string, listener: () => void) =>
    document.addEventListener(name, listener, { signal: over.signal, capture: true })
  on('pointerdown', () => {
    pressed = true
    onRead(false)
  })
  on('keydown', () => {
    pressed = false
  })
  on('selectionchange', () => onRead(!pressed && list.contains(document.getSelection()?.anchorNode ?? null)))
  return () => over.abort()
}
