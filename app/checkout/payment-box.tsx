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
import { PAYMENT_ID, type PaymentOutcome } from '#app/checkout/alerts.ts'
import styles from '#app/checkout/checkout.module.css'
import type { CustomerDetails } from '#app/checkout/customer-details.ts'
import type { CustomerFormHandle } from '#app/checkout/customer-form.tsx'
import { Outcome } from '#app/checkout/outcome.tsx'
import type { PaymentSetup } from '#app/checkout/payment-setup.ts'
import { PayPalArea } from '#app/checkout/paypal-area.tsx'
import { useOutcome } from '#app/checkout/use-outcome.ts'
import { useSettings } from '#app/content/settings.tsx'
import { measure } from '#app/forms/measure.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'

/** The facts about a checkout that the analytics provider gets. */
export type MeasuredCheckout = {
  event: { plan: string; amount: number }
  /** PayPal's page has just redirected here with the outcome. */
  isReturn: boolean
}

type Props = {
  setup: PaymentSetup
  /** The plan and its price in cents. */
  line: { title: string; priceCents: number }
  /** The saved customer details, without which nobody can pay. */
  details: CustomerDetails | null
  /** The hash of what this page shows. */
  shown: string
  form: RefObject<CustomerFormHandle | null>
  /** The outcome of the visitor's current order. */
  returned: PaymentOutcome | null
  /** Only while a provider is set. */
  measured?: MeasuredCheckout
}

/** PayPal's buttons (specification 2), or the reason why they are missing and another way to pay (specification 8). */
export function PaymentBox({ setup, line, details, shown, form, returned, measured }: Props) {
  const { checkoutWords: labels } = useSettings()
  const { outcome, setOutcome, paid, dismiss } = useOutcome(returned)
  const [blocked, setBlocked] = useState(false)
  const [hint, setHint] = useState<'missing' | 'unsaved'>()
  const { revalidate } = useRevalidator()
  const box = useRef<HTMLElement>(null)
  const hydrated = useHydrated()
  const loaded = useLoaded()
  const onBlocked = useCallback(() => setBlocked(true), [])

  // A reload shows the same success again.
  const [shownBefore] = useState(measured?.isReturn ? null : returned)
  const paidNow = outcome?.kind === 'success' && outcome !== shownBefore
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per payment
  useEffect(() => {
    if (paidNow && measured) measure({ name: 'paid', ...measured.event })
  }, [paidNow])

  // Saving the details reloads the page's data, which may contain a plan chosen in another tab, or a new price.
  const basket = `${line.priceCents} ${line.title}`
  const [lastBasket, setLastBasket] = useState(basket)
  if (basket !== lastBasket) {
    setLastBasket(basket)
    if (!outcome) setOutcome({ kind: 'changed' })
  }

  useEffect(() => {
    setHint((hint) => (details || hint === 'unsaved' ? undefined : hint))
  }, [details])

  function askToSave(hint: 'missing' | 'unsaved') {
    setHint(hint)
    form.current?.focusProblem()
  }
  function canPay(): boolean {
    if (!details) askToSave('missing')
    else if (form.current?.isUnsaved()) askToSave('unsaved')
    else return true
    return false
  }
  function onMissing() {
    askToSave('missing')
    revalidate() // another tab cleared them, but this page shows them as saved
  }
  function onOutcome(next: PaymentOutcome | undefined) {
    setHint(undefined)
    setOutcome(next)
    // Shows the new price. If the plan is off sale, a reload would remove this page with its reason.
    if (next?.kind === 'changed' || (next?.kind === 'price-changed' && next.priceCents !== null)) revalidate()
  }
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    if (!canPay()) event.preventDefault()
  }

  const fallback = (
    <Fallback text={labels?.paymentBlocked}>
      {details ? (
        <Form method="post" action="/checkout/approve" reloadDocument onSubmit={onSubmit}>
          <input type="hidden" name="shown" value={shown} />
          <input type="hidden" name="paid" value={paid.current} />
          <Button type="submit">{labels?.payOnPayPal ?? 'PayPal'}</Button>
        </Form>
      ) : (
        <p>{labels?.detailsFirst}</p>
      )}
    </Fallback>
  )

  return (
    <section
      ref={box}
      id={PAYMENT_ID}
      className={styles.payment}
      tabIndex={-1}
      aria-labelledby="payment-heading"
    >
      <h2 id="payment-heading">{labels?.payWith ?? 'Pay securely with'} PayPal</h2>
      {setup.kind === 'none' ? (
        <Fallback text={labels?.paymentOff} />
      ) : (
        <>
          {setup.kind === 'sandbox' && <p className={styles.test}>{labels?.testMoney}</p>}
          {/* CSS shows it without JavaScript, and after 7 s if the site's own script has not loaded. */}
          {!hydrated && <div className={styles.withoutScript}>{fallback}</div>}
          {hydrated && !loaded && <p>{labels?.payLoading}</p>}
          {blocked
            ? fallback
            : loaded && (
                <PayPalArea
                  setup={setup}
                  shown={shown}
                  paid={() => paid.current}
                  canPay={canPay}
                  onMissing={onMissing}
                  onOutcome={onOutcome}
                  onBlocked={onBlocked}
                />
              )}
        </>
      )}
      {hint && <Alert kind="bad">{hint === 'missing' ? labels?.detailsFirst : labels?.detailsUnsaved}</Alert>}
      <Outcome
        outcome={outcome}
        onDismiss={() => {
          dismiss()
          box.current?.focus() // the dismissed alert had the focus
        }}
      />
    </section>
  )
}

/** True once the page has loaded, so that PayPal's script can't delay it. */
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

type FallbackProps = { text: string | null | undefined; children?: ReactNode }

/** Replaces the buttons by the reason, a way to PayPal's own page, and a link to the contact page. */
function Fallback({ text, children }: FallbackProps) {
  const { checkoutWords: labels } = useSettings()
  return (
    <div className={styles.fallback}>
      <p>{text}</p>
      {children}
      <p>
        <Link to="/contact-us">{labels?.contactUs}</Link>
      </p>
    </div>
  )
}
