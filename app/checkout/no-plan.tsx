import { Link } from '@remix-run/react'
import { useState } from 'react'
import { PAYMENT, type PaymentOutcome } from '#app/checkout/alerts.ts'
import styles from '#app/checkout/checkout.module.css'
import { Outcome } from '#app/checkout/outcome.tsx'
import { useSettings } from '#app/content/settings.tsx'

/** `returned`: what came of paying on PayPal's own page, where the plan was taken off sale meanwhile. */
type Props = { returned: PaymentOutcome | null }

/** Checkout without a chosen plan (specification 8). */
export function NoPlan({ returned }: Props) {
  const { checkoutWords: words } = useSettings()
  const [outcome, setOutcome] = useState(returned)
  return (
    <div className={styles.checkout}>
      <h1>{words?.noPlan}</h1>
      {outcome && (
        <section id={PAYMENT}>
          <Outcome outcome={outcome} onDismiss={() => setOutcome(null)} />
        </section>
      )}
      <p>
        <Link to="/pricing">{words?.toPlans}</Link>
      </p>
    </div>
  )
}
