import { Form, Link, useRevalidator } from '@remix-run/react'
import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { PAYMENT, type PaymentOutcome } from '#app/checkout/alerts.ts'
import styles from '#app/checkout/checkout.module.css'
import type { CustomerDetails } from '#app/checkout/customer-details.ts'
import type { CustomerFormHandle } from '#app/checkout/customer-form.tsx'
import { Outcome } from '#app/checkout/outcome.tsx'
import type { PaymentSetup } from '#app/checkout/payment-setup.ts'
import { PayPalArea } from '#app/checkout/paypal-area.tsx'
import { useOutcome } from '#app/checkout/use-outcome.ts'
import { useSettings } from '#app/content/settings.tsx'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'

type Props = {
  setup: PaymentSetup
  /** The plan and its price in cents. */
  line: { title: string; priceCents: number }
  /** The saved customer details; paying needs them. */
  details: CustomerDetails | null
  /** The hash of what this page shows. */
  shown: string
  form: RefObject<CustomerFormHandle | null>
  /** The outcome of the visitor's current order. */
  returned: PaymentOutcome | null
}

/** `Pay securely with PayPal`: its buttons, or why there are none and another way to pay (specification 2 and 8). */
export function PaymentBox({ setup, line, details, shown, form, returned }: Props) {
  const { checkoutWords: words } = useSettings()
  const { outcome, setOutcome, paid, dismiss } = useOutcome(returned)
  const [blocked, setBlocked] = useState(false)
  const [hint, setHint] = useState<'missing' | 'unsaved'>()
  const { revalidate } = useRevalidator()
  const box = useRef<HTMLElement>(null)
  const hydrated = useHydrated()
  const loaded = useLoaded()
  const onBlocked = useCallback(() => setBlocked(true), [])

  // Saving reloads what the page shows: another tab may have chosen another plan, or the price has changed.
  const basket = `${line.priceCents} ${line.title}`
  const [seen, setSeen] = useState(basket)
  if (basket !== seen) {
    setSeen(basket)
    if (!outcome) setOutcome({ kind: 'changed' })
  }
  const latestBasket = useRef(basket)
  latestBasket.current = basket

  // Saved, nothing is missing; saved or cleared, nothing is unsaved.
  useEffect(() => {
    setHint((hint) => (details || hint === 'unsaved' ? undefined : hint))
  }, [details])

  function pointOut(what: 'missing' | 'unsaved') {
    setHint(what)
    form.current?.showWhatIsMissing()
  }
  function mayPay(): boolean {
    if (!details) pointOut('missing')
    else if (form.current?.isUnsaved()) pointOut('unsaved')
    else return true
    return false
  }
  function onMissing() {
    pointOut('missing')
    revalidate() // another tab cleared them: the page says that they are saved
  }
  function onOutcome(next: PaymentOutcome | undefined) {
    setHint(undefined)
    setOutcome(next)
    // Shows the current price. A plan that is off sale would leave the page, which says why it can't be bought.
    if (next?.kind === 'changed' || (next?.kind === 'price-changed' && next.priceCents !== null)) revalidate()
  }
  /** The form to PayPal's own page waits for details that are being saved, like the buttons. */
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const { currentTarget: wayOn } = event
    const saving = form.current?.saving()
    if (!saving && mayPay()) return
    event.preventDefault()
    saving?.then(() => latestBasket.current === basket && wayOn.requestSubmit())
  }

  const wayOn = (
    <WayOn text={words?.paymentBlocked}>
      {details ? (
        <Form method="post" action="/checkout/approve" reloadDocument onSubmit={onSubmit}>
          <input type="hidden" name="shown" value={shown} />
          <input type="hidden" name="paid" value={paid.current} />
          <Button type="submit">{words?.payOnPayPal ?? 'PayPal'}</Button>
        </Form>
      ) : (
        <p>{words?.detailsFirst}</p>
      )}
    </WayOn>
  )

  return (
    <section
      ref={box}
      id={PAYMENT}
      className={styles.payment}
      tabIndex={-1}
      aria-labelledby="payment-heading"
    >
      <h2 id="payment-heading">{words?.payWith ?? 'Pay securely with'} PayPal</h2>
      {setup.kind === 'none' ? (
        <WayOn text={words?.paymentOff} />
      ) : (
        <>
          {setup.kind === 'sandbox' && <p className={styles.test}>{words?.testMoney}</p>}
          {/* Also shown if scripts are on and the site's own does not load. */}
          {!hydrated && <div className={styles.withoutScript}>{wayOn}</div>}
          {hydrated && !loaded && <p>{words?.payLoading}</p>}
          {blocked
            ? wayOn
            : loaded && (
                <PayPalArea
                  setup={setup}
                  shown={shown}
                  basket={basket}
                  paid={() => paid.current}
                  mayPay={mayPay}
                  saving={() => form.current?.saving()}
                  onMissing={onMissing}
                  onOutcome={onOutcome}
                  onBlocked={onBlocked}
                />
              )}
        </>
      )}
      {hint && <Alert kind="bad">{hint === 'missing' ? words?.detailsFirst : words?.detailsUnsaved}</Alert>}
      <Outcome
        outcome={outcome}
        onDismiss={() => {
          dismiss()
          box.current?.focus() // the dismissed alert had it
        }}
      />
    </section>
  )
}

/** True once the page has loaded, so that PayPal's script can't delay that. */
function useLoaded(): boolean {
  const [loaded, setLoaded] = useState(false)
  useEffect(() => {
    const onLoad = () => setLoaded(true)
    if (document.readyState === 'complete') onLoad()
    else window.addEventListener('load', onLoad)
    return () => window.removeEventListener('load', onLoad)
  }, [])
  return loaded
}

type WayOnProps = { text: string | null | undefined; children?: ReactNode }

/** Replaces missing buttons: tells the reason, and links to PayPal's own page if possible, and to people. */
function WayOn({ text, children }: WayOnProps) {
  const { checkoutWords: words } = useSettings()
  return (
    <div className={styles.wayOn}>
      <p>{text}</p>
      {children}
      <p>
        <Link to="/contact-us">{words?.contactUs}</Link>
      </p>
    </div>
  )
}
