import { Link } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { PAYMENT_ID, type PaymentOutcome } from '#app/checkout/alerts.ts'
import styles from '#app/checkout/checkout.module.css'
import { areCookiesEnabled } from '#app/checkout/cookies-enabled.ts'
import { Outcome } from '#app/checkout/outcome.tsx'
import { useOutcome } from '#app/checkout/use-outcome.ts'
import { useSettings } from '#app/content/settings.tsx'
import { focusPage } from '#app/ui/focus-page.ts'

/** `returned`: the outcome of an order whose plan went off sale. */
type Props = { returned: PaymentOutcome | null }

/** Checkout without a chosen plan (specification 8). Also tells the visitor if the browser blocks cookies. */
export function NoPlan({ returned }: Props) {
  const { checkoutWords: labels } = useSettings()
  const { outcome, dismiss } = useOutcome(returned)
  const [cookiesBlocked, setCookiesBlocked] = useState(false)
  useEffect(() => setCookiesBlocked(!areCookiesEnabled()), [])
  return (
    <div className={styles.checkout}>
      <h1>{labels?.noPlan}</h1>
      {returned && (
        <section id={PAYMENT_ID}>
          <Outcome
            outcome={outcome}
            onDismiss={() => {
              dismiss()
              focusPage() // the dismissed alert had the focus
            }}
          />
        </section>
      )}
      {cookiesBlocked && (
        <>
          <p>{labels?.noCookies}</p>
          <p>
            <Link to="/contact-us">{labels?.contactUs}</Link>
          </p>
        </>
      )}
      <p>
        <Link to="/pricing">{labels?.toPlans}</Link>
      </p>
    </div>
  )
}
