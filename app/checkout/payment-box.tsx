import { Form, Link, useNavigation, useRevalidator } from '@remix-run/react'
import {
  type ComponentType,
  type FormEvent,
  lazy,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { PAYMENT, type PaymentOutcome } from '#app/checkout/alerts.ts'
import { look } from '#app/checkout/ask-site.ts'
import styles from '#app/checkout/checkout.module.css'
import type { CustomerDetails } from '#app/checkout/customer-details.ts'
import type { CustomerFormHandle } from '#app/checkout/customer-form.tsx'
import { LateOutcome, Outcome } from '#app/checkout/outcome.tsx'
import type { PaymentSetup } from '#app/checkout/payment-setup.ts'
import type { PayPalAreaProps } from '#app/checkout/paypal-area.tsx'
import { lastTold, toldOrder } from '#app/checkout/telling.ts'
import { whenBack } from '#app/checkout/when-back.ts'
import { SettingsProvider, useSettings } from '#app/content/settings.tsx'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { forgetLate, sayLate } from '#app/ui/late-alert.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'

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

/** The box on the visitor's page; `title` is the plan's. */
let here:
  | { box: RefObject<HTMLElement | null>; title: string; tell: (outcome: PaymentOutcome) => void }
  | undefined

type Props = {
  setup: PaymentSetup
  /** What would be paid for. */
  line: { title: string; priceCents: number }
  /** The saved customer details: with them paying may start. */
  details: CustomerDetails | null
  /** Stands for what this page shows. */
  shown: string
  form: RefObject<CustomerFormHandle | null>
  /** What came of paying on PayPal's own page, or on one that went before it could say so. */
  returned?: PaymentOutcome
  /** The page shows what is not so any more. */
  onOutOfDate: () => void
}

/** `Pay securely with PayPal`: its buttons, or why there are none and another way on (specification 2 and 8). */
export function PaymentBox({ setup, line, details, shown, form, returned, onOutOfDate }: Props) {
  const settings = useSettings()
  const { checkoutWords: words } = settings
  const [outcome, setOutcome] = useState<PaymentOutcome | undefined>(returned)
  const [asked, setAsked] = useState(mayBePaid(returned))
  const [blocked, setBlocked] = useState(false)
  const [hint, setHint] = useState<'missing' | 'unsaved'>()
  const box = useRef<HTMLElement>(null)
  const near = useNear(box)
  const hydrated = useHydrated()

  // Saving loads anew what the page shows: what was chosen in another tab, and the price of now.
  const basket = `${line.priceCents} ${line.title}`
  const [seen, setSeen] = useState(basket)
  if (basket !== seen) {
    setSeen(basket)
    if (!outcome) setOutcome({ kind: 'changed' }) // what came of paying before says more
  }

  // Saved, nothing is missing; saved or cleared, nothing is unsaved.
  useEffect(() => {
    setHint((hint) => (details || hint === 'unsaved' ? undefined : hint))
  }, [details])

  const { revalidate } = useRevalidator()
  const leaving = useRef(false)
  leaving.current = useNavigation().state !== 'idle'
  const pointOut = (what: 'missing' | 'unsaved') => {
    setHint(what)
    form.current?.showWhatIsMissing()
  }
  /** Whether what would be paid for is what is before the buyer's eyes; else it is said what is to be done. */
  const mayPay = () => {
    if (!details) pointOut('missing')
    else if (form.current?.isUnsaved()) pointOut('unsaved')
    else return true
    return false
  }
  const onMissing = () => {
    pointOut('missing')
    revalidate() // they are gone, in another tab or with their cookie: the page said that they are saved
  }
  const onBlocked = useCallback(() => setBlocked(true), [])
  const onOutcome = (next: PaymentOutcome | undefined): void => {
    if (!next) forgetLate('payment')
    // Told on the page that the visitor has gone to, or is on the way to.
    if (next && (!box.current || leaving.current)) {
      if (next.kind === 'changed') return // a word on the page that was left, where nothing was begun
      // Back at the same plan's, where a press asks what became of this one, too, it is told there, and once.
      if (!box.current && here?.title === line.title && here.box.current) here.tell(next)
      else
        sayLate('payment', (dismiss) => (
          <SettingsProvider value={settings}>
            <LateOutcome outcome={next} onDismiss={dismiss} />
          </SettingsProvider>
        ))
      return
    }
    setHint(undefined)
    setAsked(mayBePaid(next))
    setOutcome(next)
    // The table and the total are to show the price of now. A plan that is off sale leaves them: the page says why.
    if (next?.kind === 'price-changed' && next.priceCents !== null) revalidate()
    if (next?.kind === 'changed') onOutOfDate()
  }
  const latest = useRef({ basket, onOutcome })
  latest.current = { basket, onOutcome }

  // Nobody knew whether it is paid: asked again, also once that was dismissed, until somebody does, or paying is tried anew.
  useEffect(() => {
    if (!asked) return
    const attempt = new AbortController()
    whenBack(attempt.signal, async () => {
      const late = await look(asked)
      if (!late || mayBePaid(late) || (attempt.signal.aborted && box.current)) return // the next try is told
      attempt.abort()
      if (late.kind !== 'provider-error') latest.current.onOutcome(late) // that was said
    })
    return () => attempt.abort()
  }, [asked])

  // What was said of it on the page before, and the site had not heard yet, is said here now.
  const [saidBefore] = useState(lastTold)
  useEffect(() => {
    if (returned?.kind === 'success' && returned.orderId === saidBefore) forgetLate('payment')
  }, [returned, saidBefore])
  useEffect(() => {
    here = { box, title: line.title, tell: onOutcome }
    return () => {
      here = undefined
    }
  })
  const told = outcome?.kind === 'success' ? outcome.orderId : toldOrder()
  /** The way to PayPal's own page waits for details that are being saved, as the buttons do. */
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const { currentTarget: way } = event
    const saving = form.current?.saving()
    if (!saving && mayPay()) return
    event.preventDefault()
    saving?.then(() => latest.current.basket === basket && way.requestSubmit())
  }
  const approval = { open: details !== null, shown, told: hydrated ? told : undefined, onSubmit }
  const wayOn = <WayOn text={words?.paymentBlocked} approval={approval} />

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
          {setup.kind === 'stand-in' && <p className={styles.test}>{words?.testMoney}</p>}
          {/* Also where scripts are on and don't come. */}
          {!hydrated && <div className={styles.withoutScript}>{wayOn}</div>}
          {blocked
            ? wayOn
            : near && (
                <Suspense fallback={<p>{words?.payLoading}</p>}>
                  <PayPalArea
                    setup={setup}
                    shown={shown}
                    basket={basket}
                    mayPay={mayPay}
                    saving={() => form.current?.saving()}
                    onMissing={onMissing}
                    onOutcome={onOutcome}
                    onBlocked={onBlocked}
                  />
                </Suspense>
              )}
        </>
      )}
      {hint && <Alert kind="bad">{hint === 'missing' ? words?.detailsFirst : words?.detailsUnsaved}</Alert>}
      <Outcome
        outcome={outcome}
        onDismiss={() => {
          setOutcome(undefined)
          box.current?.focus() // the alert that had it goes
        }}
      />
    </section>
  )
}

/** The order that may be paid, as `<host>` knows it. */
const mayBePaid = (outcome: PaymentOutcome | undefined): string | undefined =>
  outcome?.kind === 'provider-error' ? outcome.orderId : undefined

type WayOnProps = {
  text: string | null | undefined
  /** `told`: as in `OrderRequest`. */
  approval?: {
    open: boolean
    shown: string
    told: string | undefined
    onSubmit: (event: FormEvent<HTMLFormElement>) => void
  }
}

/** Where the buttons can't be: PayPal's own page, once there is somebody to bill, and people. */
function WayOn({ text, approval }: WayOnProps) {
  const { checkoutWords: words } = useSettings()
  return (
    <div className={styles.wayOn}>
      <p>{text}</p>
      {approval && !approval.open && <p>{words?.detailsFirst}</p>}
      {approval?.open && (
        <Form method="post" action="/checkout/approve" reloadDocument onSubmit={approval.onSubmit}>
          <input type="hidden" name="shown" value={approval.shown} />
          {approval.told !== undefined && <input type="hidden" name="told" value={approval.told} />}
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
    // Safari has no requestIdleCallback; a busy machine may never be idle.
    const idle = window.requestIdleCallback
      ? window.requestIdleCallback(arrive, { timeout: 1_000 })
      : window.setTimeout(arrive, 200)
    return () => {
      observer.disconnect()
      if (window.cancelIdleCallback) window.cancelIdleCallback(idle)
      else window.clearTimeout(idle)
    }
  }, [element])
  return near
}
