import KeenSlider, { type KeenSliderOptions } from 'keen-slider'
import { columns } from '#app/ui/carousel/columns.ts'

// The carousel imports this module in an effect, so that the first paint does not wait for keen-slider.

export interface Slider {
  /** Moves by a number of slides, in a loop. */
  go(step: number): void
  /** Reads the layout again after a change of width, breakpoint or slides. */
  refresh(): void
  destroy(): void
}

interface SliderOptions {
  transitionMs: number
  /** Index of the first slide in view. */
  initial: number
  /** Called with the index of the first slide in view when a move to it starts. */
  onShow: (first: number) => void
  onDrag: (dragging: boolean) => void
  /** Called when a screen reader's caret enters or leaves the slides. A moving slide would move the caret too. */
  onRead: (reading: boolean) => void
}

const easeInOut = (t: number) => (t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2)

/**
 * Attaches keen-slider to a list that CSS has laid out. keen-slider only computes positions, by which the slides are
 * translated. So nothing shifts on hydration, and no slide is cloned.
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
  function translate() {
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
  function reportFirst() {
    if (!slider.track.details) return
    const index = slider.track.absToRel(target())
    first = slides()[index]
    options.onShow(index)
  }
  function skipAnimation() {
    if (!window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const distance = slider.track.idxToDist(target(), true)
    slider.animator.stop()
    slider.track.add(distance)
  }

  slider.on('detailsChanged', translate)
  slider.on('animationStarted', skipAnimation)
  for (const hook of ['animationStarted', 'slideChanged', 'updated', 'optionsChanged'] as const)
    slider.on(hook, reportFirst)
  slider.on('dragStarted', () => options.onDrag(true))
  slider.on('dragEnded', () => options.onDrag(false))
  const stopWatching = watchCaret(list, options.onRead)
  translate()
  reportFirst()

  return {
    go(step) {
      if (slider.track.details) slider.moveToIdx(target() + step, true)
    },
    refresh() {
      const before = layout
      layout = measure()
      if (layout.count !== before.count) {
        // The first slide in view keeps its position.
        slider.update(configuration(), Math.max(first ? slides().indexOf(first) : 0, 0))
      } else if (
        layout.width !== before.width ||
        layout.perView !== before.perView ||
        layout.gapPx !== before.gapPx
      ) {
        slider.update(configuration())
      }
      translate()
    },
    destroy() {
      stopWatching()
      slider.destroy()
      for (const slide of slides()) slide.style.removeProperty('transform')
    },
  }
}

/** Reports when the caret is in the list, unless a pointer has set it. Returns the function that stops reporting. */
function watchCaret(list: HTMLElement, onRead: (reading: boolean) => void): () => void {
  const controller = new AbortController()
  let pressed = false
  const on = (name: string, listener: () => void) =>
    document.addEventListener(name, listener, { signal: controller.signal, capture: true })
  on('pointerdown', () => {
    pressed = true
    onRead(false)
  })
  on('keydown', () => {
    pressed = false
  })
  on('selectionchange', () => onRead(!pressed && list.contains(document.getSelection()?.anchorNode ?? null)))
  return () => controller.abort()
}
