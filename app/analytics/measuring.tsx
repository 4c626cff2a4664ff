import { useLocation } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { type Choice, hasPrivacySignal, readChoice, writeChoice } from '#app/analytics/consent.ts'
import styles from '#app/analytics/measuring.module.css'
import { sendEvent, sendPageView, stopSending } from '#app/analytics/providers.ts'
import type { Measuring as Props } from '#app/content/measuring.ts'
import { onMeasured } from '#app/forms/measure.ts'
import { Button } from '#app/ui/button.tsx'

const focus = (element: HTMLElement | null) => element?.focus({ preventScroll: true })

/** Measures this visitor if the provider needs no consent or has it. Otherwise shows the consent bar. */
export default function Measuring(measuring: Props) {
  const { pathname } = useLocation()
  const [choice, setChoice] = useState(() => readChoice(measuring))
  const [hasPressed, setHasPressed] = useState(false)
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
  if (!words || hasPrivacySignal()) return null
  const choose = (next: Choice) => {
    writeChoice(measuring, next)
    setChoice(next)
    setHasPressed(true)
  }
  // Moves the focus only after a press, never when the bar appears by itself.
  const ref = hasPressed ? focus : undefined
  if (choice)
    return (
      <button ref={ref} type="button" className={styles.change} onClick={() => choose(undefined)}>
        {words.change}
      </button>
    )
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-labelledby="measuring-text"
      className={styles.bar}
      data-tone="paper"
      data-inline={pathname === '/checkout' || undefined}
    >
      <p id="measuring-text">{words.text}</p>
      <Button small variant="quiet" onClick={() => choose('yes')}>
        {words.accept}
      </Button>
      <Button small variant="quiet" onClick={() => choose('no')}>
        {words.decline}
      </Button>
    </section>
  )
}
