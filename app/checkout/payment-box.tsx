import { Form, Link, useRevalidator } from '@remix-run/react'
import {
  type ComponentType,
  lazy,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { alertOf, type PaymentOutcome } from '#app/checkout/alerts.ts'
import styles from '#app/checkout/checkout.module.css'
import type { PaymentSetup } from '#app/checkout/payment-setup.ts'
import type { PayPalAreaProps } from '#app/checkout/paypal-area.tsx'
import { formatAmount } from '#app/content/money.ts'
import { useSettings } from '#app/content/settings.tsx'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'

/** Where the network or a blocker keeps the code of the buttons away, that is said like any other blocked script. */
const PayPalArea = lazy<ComponentType<PayPalAreaProps>>(() =>
  import('#app/checkout/paypal-area.tsx').catch(() => ({ default: Unavailable })),
)

function Unavailable({ onBlocked }: PayPalAreaProps) {
  useEffect(onBlocked, [onBlocked])
  return null
}

/** The visitor counts as near when the box is this far below the window. */
const NEAR_PX = 400

type Props = {
  setup: PaymentSetup
  /** The customer details are saved: paying may start. */
  ready: boolean
  pointer: RefObject<(() => void) | null>
  /** What came of paying on PayPal's own page. */
  returned?: PaymentOutcome
}

/** `Pay securely with PayPal`: its buttons, or why there are none and another way on (specification 2 and 8). */
export function PaymentBox({ setup, ready, pointer, returned }: Props) {
  const { checkoutWords: words } = useSettings()
  const [outcome, setOutcome] = useState<PaymentOutcome | undefined>(returned)
  const [blocked, setBlocked] = useState(false)
  const [missing, setMissing] = useState(false)
  const box = useRef<HTMLElement>(null)
  const near = useNear(box)

  const onMissing = useCallback(() => {
    setMissing(true)
    pointer.current?.()
  }, [pointer])
  const onBlocked = useCallback(() => setBlocked(true), [])
  const { revalidate } = useRevalidator()
  const onOutcome = useCallback(
    (next: PaymentOutcome | undefined) => {
      setMissing(false)
      setOutcome(next)
      // The table and the total are to show the price of now. A plan that is off sale leaves them: the page says why.
      if (next?.kind === 'price-changed' && next.priceCents !== null) revalidate()
    },
    [revalidate],
  )
  const wayOn = <WayOn text={words?.paymentBlocked} approval={ready ? 'open' : 'after-saving'} />

  return (
    <section ref={box} className={styles.payment} aria-labelledby="payment-heading">
      <h2 id="payment-heading">{words?.payWith ?? 'Pay securely with'} PayPal</h2>
      {setup.kind === 'none' ? (
        <WayOn text={words?.paymentOff} />
      ) : (
        <>
          {setup.kind === 'stand-in' && <p className={styles.test}>{words?.testMoney}</p>}
          {blocked
            ? wayOn
            : near && (
                <Suspense fallback={<p>{words?.payLoading}</p>}>
                  <PayPalArea
                    setup={setup}
                    ready={ready}
                    onMissing={onMissing}
                    onOutcome={onOutcome}
                    onBlocked={onBlocked}
                  />
                </Suspense>
              )}
          <noscript>{wayOn}</noscript>
        </>
      )}
      {missing && !ready && <Alert kind="bad">{words?.detailsFirst}</Alert>}
      {outcome && (
        <Outcome key={JSON.stringify(outcome)} outcome={outcome} onDismiss={() => setOutcome(undefined)} />
      )}
    </section>
  )
}

/** The alert of the specification, and beside it what the buyer has to know. */
function Outcome({ outcome, onDismiss }: { outcome: PaymentOutcome; onDismiss: () => void }) {
  const { checkoutWords: words, planWords } = useSettings()
  const alert = alertOf(outcome)
  return (
    <>
      {alert && (
        <Alert kind={alert.kind} onDismiss={onDismiss}>
          {alert.text}
        </Alert>
      )}
      {outcome.kind === 'not-recorded' && (
        <p role="status" className={styles.note}>
          {words?.paymentReceived} <strong>{outcome.orderId}</strong>
        </p>
      )}
      {outcome.kind === 'pending' && (
        <p role="status" className={styles.note}>
          {words?.paymentPending}
        </p>
      )}
      {outcome.kind === 'price-changed' && (
        <p role="status" className={styles.note}>
          {words?.priceChanged}{' '}
          <strong>
            {outcome.priceCents === null ? planWords?.unavailable : formatAmount(outcome.priceCents)}
          </strong>
        </p>
      )}
    </>
  )
}

type WayOnProps = { text: string | null | undefined; approval?: 'open' | 'after-saving' }

/** Where the buttons can't be: PayPal's own page, once there is somebody to bill, and people. */
function WayOn({ text, approval }: WayOnProps) {
  const { checkoutWords: words } = useSettings()
  return (
    <div className={styles.wayOn}>
      <p>{text}</p>
      {approval === 'after-saving' && <p>{words?.detailsFirst}</p>}
      {approval === 'open' && (
        <Form method="post" action="/checkout/approve" reloadDocument>
          <Button type="submit">{words?.payOnPayPal ?? 'PayPal'}</Button>
        </Form>
      )}
      <p>
        <Link to="/contact-us">{words?.contactUs}</Link>
      </p>
    </div>
  )
}

/** True once the element comes near the window, or the page is idle. */
function useNear(element: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const arrive = () => setNear(true)
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && arrive(),
      {
        rootMargin: `${NEAR_PX}px`,
      },
    )
    observer.observe(element.current)
    // Safari has no requestIdleCallback.
    const idle = window.requestIdleCallback
      ? window.requestIdleCallback(arrive)
      : window.setTimeout(arrive, 200)
    return () => {
      observer.disconnect()
      if (window.cancelIdleCallback) window.cancelIdleCallback(idle)
      else window.clearTimeout(idle)
    }
  }, [element])
  return near
}
