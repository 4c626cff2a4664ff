import { useLocation } from '@remix-run/react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { hasPrivacySignal, readChoice, subscribeToChoice, writeChoice } from '#app/analytics/consent.ts'
import { isMeasured } from '#app/analytics/measured-page.ts'
import styles from '#app/analytics/measuring.module.css'
import { sendEvent, sendPageView, stopSending } from '#app/analytics/providers.ts'
import type { Measuring as Props } from '#app/content/measuring.ts'
import { onMeasured } from '#app/forms/measure.ts'
import { Button } from '#app/ui/button.tsx'

/** Measures this visitor if the provider needs no consent or has it. Otherwise shows the consent bar. */
export default function Measuring(measuring: Props) {
  const { pathname } = useLocation()
  const choice = useSyncExternalStore(subscribeToChoice, () => readChoice(measuring))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per page and choice
  useEffect(() => {
    if (choice === 'yes') sendPageView(measuring)
    else stopSending()
  }, [choice, pathname])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the provider stays the same in a document
  useEffect(() => {
    onMeasured((event) => {
      if (readChoice(measuring) === 'yes') sendEvent(measuring, event)
    })
  }, [])
  const { words } = measuring
  if (!words || hasPrivacySignal() || !isMeasured(pathname)) return null
  return <ConsentBar measuring={measuring} words={words} isAsked={choice === undefined} />
}

type BarProps = { measuring: Props; words: NonNullable<Props['words']>; isAsked: boolean }

/** The question, or the button that asks it again. In checkout, it stands in the footer instead of above the page. */
function ConsentBar({ measuring, words, isAsked }: BarProps) {
  const { pathname } = useLocation()
  const heading = useRef<HTMLHeadingElement>(null)
  const change = useRef<HTMLButtonElement>(null)
  // Moves the focus only after a press, never when the bar appears by itself.
  const hasPressed = useRef(false)
  useEffect(() => {
    if (hasPressed.current) (isAsked ? heading : change).current?.focus({ preventScroll: !isAsked })
  }, [isAsked])
  const choose = (choice: 'yes' | 'no' | undefined) => {
    hasPressed.current = true
    writeChoice(measuring, choice)
  }
  if (!isAsked)
    return (
      <p className={styles.place}>
        <button ref={change} type="button" className={styles.change} onClick={() => choose(undefined)}>
          {words.change}
        </button>
      </p>
    )
  return (
    <div className={styles.place} data-asking>
      <section
        aria-labelledby="measuring-heading"
        className={styles.bar}
        data-tone="paper"
        data-inline={pathname === '/checkout' || undefined}
      >
        <h2 ref={heading} id="measuring-heading" tabIndex={-1} className={styles.heading}>
          {words.heading}
        </h2>
        <p>{words.text}</p>
        <div className={styles.choices}>
          <Button small variant="quiet" onClick={() => choose('yes')}>
            {words.accept}
          </Button>
          <Button small variant="quiet" onClick={() => choose('no')}>
            {words.decline}
          </Button>
        </div>
      </section>
    </div>
  )
}
