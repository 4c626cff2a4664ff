import { Link } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { PAYMENT, type PaymentOutcome } from '#app/checkout/alerts.ts'
import styles from '#app/checkout/checkout.module.css'
import { keepsCookies } from '#app/checkout/cookies-enabled.ts'
import { Outcome } from '#app/checkout/outcome.tsx'
import { useOutcome } from '#app/checkout/use-outcome.ts'
import { useSettings } from '#app/content/settings.tsx'
import { focusPage } from '#app/ui/focus-page.ts'

/** `returned`: the outcome of an order whose plan went off sale. */
type Props = { returned: PaymentOutcome | null }

/** Checkout without a chosen plan (specification 8). It also explains that the browser blocks cookies. */
export function NoPlan({ returned }: Props) {
  const { checkoutWords: words } = useSettings()
  const { outcome, dismiss } = useOutcome(returned)
  const [keepsNothing, setKeepsNothing] = useState(false)
  useEffect(() => setKeepsNothing(!keepsCookies()), [])
  return (
    <div className={styles.checkout}>
      <h1>{words?.noPlan}</h1>
      {returned && (
        <section id={PAYMENT}>
          <Outcome
            outcome={outcome}
            onDismiss={() => {
              dismiss()
              focusPage() // the dismissed alert had the focus
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
