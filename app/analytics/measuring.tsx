import { useLocation } from '@remix-run/react'
import { useEffect, useState } from 'react'
import styles from '#app/analytics/measuring.module.css'
import { sendEvent, sendPageView, stopSending } from '#app/analytics/providers.ts'
import type { Measuring as Props } from '#app/content/measuring.ts'
import { onMeasured } from '#app/forms/measure.ts'
import { pageCookies, readCookie } from '#app/platform/cookie.ts'
import { Button } from '#app/ui/button.tsx'

/** Undefined: the visitor has not been asked. */
type Choice = 'yes' | 'no' | undefined

/** Half a year. Then the site asks again. */
const MAX_AGE_S = 15_552_000

/** Whether the browser says that its user wants no tracking (Global Privacy Control). */
const hasPrivacySignal = (): boolean =>
  (navigator as Navigator & { globalPrivacyControl?: boolean }).globalPrivacyControl === true

/** Whether this visitor may be measured. A privacy signal means no. A consent is for one provider. */
function readChoice({ provider, words }: Props): Choice {
  if (hasPrivacySignal()) return 'no'
  if (!words) return 'yes'
  const stored = readCookie(pageCookies(), `measuring-${provider}`)
  return stored === 'yes' || stored === 'no' ? stored : undefined
}

/** Stores a choice, or forgets it. The server ignores the cookie: pages are the same for everybody. */
function writeChoice({ provider }: Props, choice: Choice): void {
  // biome-ignore lint/suspicious/noDocumentCookie: Firefox and Safari lack the Cookie Store API
  document.cookie = `measuring-${provider}=${choice}; Path=/; SameSite=Lax; Max-Age=${choice ? MAX_AGE_S : 0}`
}

const focus = (element: HTMLElement | null) => element?.focus({ preventScroll: true })

/** Measures this visitor if the provider needs no consent or has it. Otherwise shows the consent bar. */
export default function Measuring(measuring: Props) {
  const { pathname } = useLocation()
  const [choice, setChoice] = useState(() => readChoice(measuring))
  const [hasPressed, setHasPressed] = useState(false)
  const [text, setText] = useState<string | null>()
  const { words } = measuring
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per page and choice
  useEffect(() => {
    const update = () => {
      const now = readChoice(measuring) // another tab may have changed it
      setChoice(now)
      if (now === 'yes') sendPageView(measuring)
      else stopSending()
    }
    update()
    document.addEventListener('visibilitychange', update)
    return () => document.removeEventListener('visibilitychange', update)
  }, [choice, pathname])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the provider stays the same in a document
  useEffect(() => {
    onMeasured((event) => {
      if (readChoice(measuring) === 'yes') sendEvent(measuring, event)
    })
    // Screen readers ignore text that is inserted together with its live region.
    setTimeout(setText, 0, words?.text)
  }, [])
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
      <p id="measuring-text" aria-live="polite">
        {text}
      </p>
      <Button small variant="quiet" onClick={() => choose('yes')}>
        {words.accept}
      </Button>
      <Button small variant="quiet" onClick={() => choose('no')}>
        {words.decline}
      </Button>
    </section>
  )
}
