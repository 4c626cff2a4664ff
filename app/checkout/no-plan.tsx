import { Link } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { PAYMENT, type PaymentOutcome } from '#app/checkout/alerts.ts'
import styles from '#app/checkout/checkout.module.css'
import { keepsCookies } from '#app/checkout/keeps-cookies.ts'
import { Outcome } from '#app/checkout/outcome.tsx'
import { useSettings } from '#app/content/settings.tsx'
import { focusPage } from '#app/ui/focus-page.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'

/** `returned`: what came of paying on PayPal's own page, where the plan was taken off sale meanwhile. */
type Props = { returned: PaymentOutcome | null }

/** Checkout without a chosen plan (specification 8); where none can be kept, that is said, or choosing would lead here for ever. */
export function NoPlan({ returned }: Props) {
  const { checkoutWords: words } = useSettings()
  const [outcome, setOutcome] = useState(returned)
  const [keepsNothing, setKeepsNothing] = useState(false)
  useEffect(() => setKeepsNothing(!keepsCookies()), [])
  const [tookPlace] = useState(useHydrated())
  // The plan went while somebody paid or saved, and what they pressed with it.
  useEffect(() => {
    if (tookPlace && document.activeElement === document.body) focusPage()
  }, [tookPlace])
  return (
    <div className={styles.checkout}>
      <h1>{words?.noPlan}</h1>
      {outcome && (
        <section id={PAYMENT}>
          <Outcome
            outcome={outcome}
            onDismiss={() => {
              setOutcome(null)
              focusPage() // the alert that had it goes
            }}
          />
        </section>
      )}
      {keepsNothing && (
        <>
          <p>{words?.noCookies}</p>
          <p>
            <Link to="/contact-us">{words?.contactUs}</Link>
          </p>
        </>
      )}
      <p>
        <Link to="/pricing">{words?.toPlans}</Link>
      </p>
    </div>
  )
}
