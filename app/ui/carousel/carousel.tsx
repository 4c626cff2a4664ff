import {
  type ComponentProps,
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
import { canOverflow, columns, type Gap, type PerView, perViewAttribute } from '#app/ui/carousel/columns.ts'
import type { Slider } from '#app/ui/carousel/slider.ts'
import { classNames } from '#app/ui/class-names.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'

interface CarouselProps {
  /** The name of the region, without the word carousel. */
  label: string
  slides: ReactNode[]
  /** Names of the slides. The default is "1 of 4". */
  slideLabels?: string[]
  /** Time between two slide changes, including the transition. */
  autoplayMs: number
  transitionMs?: number
  /** Slides side by side, by minimum window width in px. */
  perView: PerView
  gapPx?: Gap
  /** The buttons' position: below the slides or over their bottom edge. */
  controls?: 'below' | 'over'
  /** Loads the images of the other slides after hydration. */
  deferOthers?: boolean
  className?: string
  slideClassName?: string
}

/**
 * WAI-ARIA APG carousel (https://www.w3.org/WAI/ARIA/apg/patterns/carousel/).
 * The server renders a scroll-snap list. The browser adds keen-slider, the buttons and the rotation.
 * Rotation pauses for the keyboard focus, a screen reader's caret, a drag, a background tab and reduced motion (WCAG 2.2.2).
 * Callers style `[data-part]`: controls, slides, slide.
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
  deferOthers,
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
  const [userChoice, setUserChoice] = useState<'play' | 'pause' | null>(null)
  const [manualMoves, setManualMoves] = useState(0)
  const prefersReducedMotion = useSyncExternalStore(
    subscribeToReducedMotion,
    () => reducedMotion().matches,
    onServer,
  )
  const background = useSyncExternalStore(subscribeToVisibility, () => document.hidden, onServer)
  const hydrated = useHydrated()
  // The time of the page's request: 0 for a document, now for a client-side navigation.
  const [requestedAt] = useState(() => (hydrated ? performance.now() : 0))
  const hasRotated = useRef(false)

  const count = slides.length
  const mayOverflow = canOverflow(count, perView)
  const overflows = inView !== null && count > inView
  const playing = userChoice ? userChoice === 'play' : !prefersReducedMotion
  const rotating = enhanced && playing && !keyboardInside && !reading && !dragging && !background

  useEffect(() => {
    const element = list.current
    if (!element || !mayOverflow) return
    const measure = () => {
      setInView(columns(element).perView)
      slider.current?.refresh()
    }
    // A breakpoint can change the slides per view while the list's size stays.
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    window.addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', measure)
    }
  }, [mayOverflow])

  useEffect(() => {
    if (!overflows) return
    let cancelled = false
    import('#app/ui/carousel/slider.ts').then(
      ({ attachSlider }) => {
        const element = list.current
        if (cancelled || !element) return
        const { perView, gapPx } = columns(element)
        const initial = Math.round(element.scrollLeft / ((element.clientWidth + gapPx) / perView))
        if (initial > 0) setManualMoves(1) // the visitor has scrolled the list
        flushSync(() => setEnhanced(true)) // turns off scroll-snap before the first translation
        slider.current = attachSlider(element, {
          transitionMs,
          initial,
          onShow: setFirst,
          onDrag: setDragging,
          onRead: setReading,
        })
      },
      () => {}, // without keen-slider the list still scrolls
    )
    return () => {
      cancelled = true
      slider.current?.destroy()
      slider.current = null
      setEnhanced(false)
      setFirst(0)
      setDragging(false)
      setReading(false)
    }
  }, [overflows, transitionMs])

  // biome-ignore lint/correctness/useExhaustiveDependencies: new slides must be positioned
  useLayoutEffect(() => slider.current?.refresh(), [slides])

  // A manual move starts the interval again.
  useEffect(() => {
    if (!rotating) return
    // The first interval starts with the request, so that late scripts don't delay it.
    const isFirst = manualMoves === 0 && !hasRotated.current
    hasRotated.current = true
    const waitMs = autoplayMs - (isFirst ? performance.now() - requestedAt : 0)
    let interval: ReturnType<typeof setInterval> | undefined
    const next = () => slider.current?.go(1)
    const begin = () => {
      queueMicrotask(next) // the slider is positioned in this task
      interval = setInterval(next, autoplayMs)
    }
    const timer = waitMs > 0 ? setTimeout(begin, waitMs) : begin()
    return () => {
      clearTimeout(timer ?? undefined)
      clearInterval(interval)
    }
  }, [rotating, autoplayMs, manualMoves, requestedAt])

  function move(step: number) {
    slider.current?.go(step)
    setManualMoves((n) => n + 1)
  }
  function toggle() {
    setUserChoice(playing ? 'pause' : 'play')
    // Rotation starts even though the focus is on this button (APG).
    if (!playing) setKeyboardInside(false)
  }
  function updateKeyboardInside(event: { currentTarget: Element }) {
    setKeyboardInside(event.currentTarget.querySelector(':focus-visible') !== null)
  }
  function handleBlur(event: FocusEvent<HTMLElement>) {
    if (!event.currentTarget.contains(event.relatedTarget)) setKeyboardInside(false)
  }

  return (
    <section
      className={classNames(styles.carousel, className)}
      aria-roledescription="carousel"
      aria-label={label}
      data-per-view={perViewAttribute(perView)}
      data-gap={gapPx}
      data-controls={mayOverflow ? controls : undefined}
      data-enhanced={enhanced ? '' : undefined}
      data-defer-others={deferOthers && !hydrated ? '' : undefined}
      onFocus={updateKeyboardInside}
      onKeyDown={updateKeyboardInside}
      onBlur={handleBlur}
    >
      {mayOverflow && (
        <div className={styles.controls} data-part="controls" data-screen>
          {enhanced && (
            <>
              <IconButton
                aria-label={playing ? 'Pause slides' : 'Play slides'}
                icon={playing ? 'M8 5v14M16 5v14' : 'M8 5l11 7-11 7z'}
                filled={!playing}
                onClick={toggle}
              />
              <IconButton
                aria-label="Previous slide"
                aria-controls={listId}
                icon="M15 5l-7 7 7 7"
                onClick={() => move(-1)}
              />
              <IconButton
                aria-label="Next slide"
                aria-controls={listId}
                icon="M9 5l7 7-7 7"
                onClick={() => move(1)}
              />
            </>
          )}
        </div>
      )}
      <div
        ref={list}
        id={listId}
        className={styles.slides}
        data-part="slides"
        // Not "off": Orca announces changes in such a region, too.
        aria-live={rotating || !enhanced ? undefined : 'polite'}
        // A list that scrolls is a tab stop until there are buttons.
        tabIndex={mayOverflow && (overflows || inView === null) ? (enhanced ? -1 : 0) : undefined}
      >
        {slides.map((slide, index) => (
          // biome-ignore lint/a11y/useSemanticElements: the APG's role; a fieldset groups fields
          <div
            // The caller's keys preserve a card's state when the list changes.
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

type IconButtonProps = ComponentProps<'button'> & { icon: string; filled?: boolean }

function IconButton({ icon, filled, ...props }: IconButtonProps) {
  return (
    <button {...props} type="button" className={styles.button}>
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
        <path d={icon} />
      </svg>
    </button>
  )
}

const reducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)')

function subscribeToReducedMotion(changed: () => void) {
  const query = reducedMotion()
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

function subscribeToVisibility(changed: () => void) {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

const onServer = () => false
