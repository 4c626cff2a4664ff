import {
  type FocusEvent,
  isValidElement,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { flushSync } from 'react-dom'
import styles from '#app/ui/carousel/carousel.module.css'
import { canMove, columns, type Gap, type PerView, perViewAttribute } from '#app/ui/carousel/columns.ts'
import type { Slider } from '#app/ui/carousel/slider.ts'
import { classNames } from '#app/ui/class-names.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'

interface CarouselProps {
  /** Names the region, without the word carousel: the role description says that. */
  label: string
  slides: ReactNode[]
  /** Names of the slides; without them "1 of 4". */
  slideLabels?: string[]
  /** From one slide change to the next, the transition included. */
  autoplayMs: number
  transitionMs?: number
  /** Slides side by side, by the smallest width of the window in px. */
  perView: PerView
  gapPx?: Gap
  /** Where the buttons stand: in a row of their own under the slides, or over their bottom edge. */
  controls?: 'below' | 'over'
  /** The other slides wait, and their pictures with them, until the browser has taken over: they are large. */
  firstAlone?: boolean
  className?: string
  slideClassName?: string
}

/**
 * WAI-ARIA APG carousel (https://www.w3.org/WAI/ARIA/apg/patterns/carousel/), basic form.
 *
 * The server sends a scroll-snap list that is right as it is; the browser adds keen-slider, the buttons and the
 * automatic rotation. Rotation survives clicks and drags, and waits while a keyboard user or a reader's caret is inside,
 * while the tab is in the background, and until asked for where reduced motion is wished (WCAG 2.2.2).
 *
 * For styling from outside: `data-part="controls"`, `"slides"` and `"slide"`.
 */
export function Carousel({
  label,
  slides,
  slideLabels,
  autoplayMs,
  transitionMs = 600,
  perView,
  gapPx = 0,
  controls = 'below',
  firstAlone,
  className,
  slideClassName,
}: CarouselProps) {
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const slider = useRef<Slider>(null)
  const [inView, setInView] = useState<number | null>(null)
  const [enhanced, setEnhanced] = useState(false)
  const [first, setFirst] = useState(0)
  const [dragging, setDragging] = useState(false)
  const [reading, setReading] = useState(false)
  const [keyboardInside, setKeyboardInside] = useState(false)
  const [choice, setChoice] = useState<'play' | 'pause' | null>(null)
  const [manualMoves, setManualMoves] = useState(0)
  const reducedMotion = useReducedMotion()
  const background = useBackground()
  const hydrated = useHydrated()
  // When its page was asked for: by the address bar, or just now by a link that React has followed.
  const [askedForAt] = useState(() => (hydrated ? performance.now() : 0))
  const hasRotated = useRef(false)

  const count = slides.length
  const movable = canMove(count, perView)
  const moves = inView !== null && count > inView
  const playing = choice ? choice === 'play' : !reducedMotion
  const rotating = enhanced && playing && !keyboardInside && !reading && !dragging && !background

  useEffect(() => {
    const element = list.current
    if (!element || !movable) return
    const measure = () => {
      setInView(columns(element).perView)
      slider.current?.refresh()
    }
    // The window as well: a breakpoint can change the count while a list of limited width keeps its size.
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    window.addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', measure)
    }
  }, [movable])

  useEffect(() => {
    if (!moves) return
    let gone = false
    import('#app/ui/carousel/slider.ts').then(
      ({ attachSlider }) => {
        const element = list.current
        if (gone || !element) return
        const { perView, gapPx } = columns(element)
        const initial = Math.round(element.scrollLeft / ((element.clientWidth + gapPx) / perView))
        if (initial > 0) setManualMoves(1) // somebody has moved it already
        flushSync(() => setEnhanced(true)) // out of scroll-snap before the first translation
        slider.current = attachSlider(element, {
          transitionMs,
          initial,
          onShow: setFirst,
          onDrag: setDragging,
          onRead: setReading,
        })
      },
      () => {}, // the script could not be fetched: the list still scrolls
    )
    return () => {
      gone = true
      slider.current?.destroy()
      slider.current = null
      setEnhanced(false)
      setFirst(0)
      setDragging(false)
      setReading(false)
    }
  }, [moves, transitionMs])

  // biome-ignore lint/correctness/useExhaustiveDependencies: other slides have to be put in their places
  useLayoutEffect(() => slider.current?.refresh(), [slides])

  // A move by hand starts the waiting time again.
  useEffect(() => {
    if (!rotating) return
    // The first time counts from when the page was asked for: a script that came late delays nothing.
    const isFirst = manualMoves === 0 && !hasRotated.current
    hasRotated.current = true
    const waitMs = autoplayMs - (isFirst ? performance.now() - askedForAt : 0)
    let interval: ReturnType<typeof setInterval> | undefined
    const go = () => slider.current?.go(1)
    const begin = () => {
      queueMicrotask(go) // in this task the slider is put in its place
      interval = setInterval(go, autoplayMs)
    }
    const timer = waitMs > 0 ? setTimeout(begin, waitMs) : begin()
    return () => {
      clearTimeout(timer ?? undefined)
      clearInterval(interval)
    }
  }, [rotating, autoplayMs, manualMoves, askedForAt])

  function move(step: number) {
    slider.current?.go(step)
    setManualMoves((n) => n + 1)
  }
  function toggle() {
    setChoice(playing ? 'pause' : 'play')
    // Asked for with the keyboard, rotation starts although the focus is on this button (APG).
    if (!playing) setKeyboardInside(false)
  }
  function noticeKeyboard(event: { currentTarget: Element }) {
    setKeyboardInside(event.currentTarget.querySelector(':focus-visible') !== null)
  }
  function noticeLeaving(event: FocusEvent<HTMLElement>) {
    if (!event.currentTarget.contains(event.relatedTarget)) setKeyboardInside(false)
  }

  return (
    <section
      className={classNames(styles.carousel, className)}
      aria-roledescription="carousel"
      aria-label={label}
      data-per-view={perViewAttribute(perView)}
      data-gap={gapPx}
      data-controls={movable ? controls : undefined}
      data-enhanced={enhanced ? '' : undefined}
      data-first-alone={firstAlone && !hydrated ? '' : undefined}
      onFocus={noticeKeyboard}
      onKeyDown={noticeKeyboard}
      onBlur={noticeLeaving}
    >
      {movable && (
        <div className={styles.controls} data-part="controls" data-screen>
          {enhanced && (
            <>
              <button
                type="button"
                className={styles.button}
                aria-label={playing ? 'Pause slides' : 'Play slides'}
                onClick={toggle}
              >
                <Icon path={playing ? 'M8 5v14M16 5v14' : 'M8 5l11 7-11 7z'} filled={!playing} />
              </button>
              <button
                type="button"
                className={styles.button}
                aria-label="Previous slide"
                aria-controls={listId}
                onClick={() => move(-1)}
              >
                <Icon path="M15 5l-7 7 7 7" />
              </button>
              <button
                type="button"
                className={styles.button}
                aria-label="Next slide"
                aria-controls={listId}
                onClick={() => move(1)}
              >
                <Icon path="M9 5l7 7-7 7" />
              </button>
            </>
          )}
        </div>
      )}
      <div
        ref={list}
        id={listId}
        className={styles.slides}
        data-part="slides"
        // Not "off", which is what it is without: for Orca that is a live region, too. It keeps what it knew of the slides before
        // they moved, so it went on saying each that came, and said none that was asked for.
        aria-live={rotating || !enhanced ? undefined : 'polite'}
        // A scroller without focusable content has to be reachable by keyboard until there are buttons; one that holds all it has
        // at this width is none.
        tabIndex={movable && (moves || inView === null) ? (enhanced ? -1 : 0) : undefined}
      >
        {slides.map((slide, index) => (
          // biome-ignore lint/a11y/useSemanticElements: the APG's role; a fieldset groups fields
          <div
            // Keys of the caller's elements keep a card's state when the list changes.
            key={isValidElement(slide) && slide.key !== null ? slide.key : index}
            className={classNames(styles.slide, slideClassName)}
            data-part="slide"
            role="group"
            aria-roledescription="slide"
            aria-label={slideLabels?.[index] || `${index + 1} of ${count}`}
            inert={enhanced && inView !== null && (index - first + count) % count >= inView}
          >
            {slide}
          </div>
        ))}
      </div>
    </section>
  )
}

function Icon({ path, filled }: { path: string; filled?: boolean }) {
  return (
    <svg
      className={styles.icon}
      viewBox="0 0 24 24"
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'

function useReducedMotion(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = window.matchMedia(REDUCED_MOTION)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => window.matchMedia(REDUCED_MOTION).matches,
    () => false,
  )
}

function useBackground(): boolean {
  return useSyncExternalStore(
    (changed) => {
      document.addEventListener('visibilitychange', changed)
      return () => document.removeEventListener('visibilitychange', changed)
    },
    () => document.hidden,
    () => false,
  )
}
