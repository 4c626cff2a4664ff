import { Link } from '@remix-run/react'
import styles from '#app/checkout/checkout.module.css'
import { useSettings } from '#app/content/settings.tsx'

/** Checkout without a chosen plan (specification 8). */
export function NoPlan() {
  const { checkoutWords: words } = useSettings()
  return (
    <div className={styles.checkout}>
      <h1>{words?.noPlan}</h1>
      <p>
        <Link to="/pricing">{words?.toPlans}</Link>
      </p>
    </div>
  )
}
