import { alertOf, type PaymentOutcome } from '#app/checkout/alerts.ts'
import styles from '#app/checkout/checkout.module.css'
import { formatAmount } from '#app/content/money.ts'
import { useSettings } from '#app/content/settings.tsx'
import { Alert } from '#app/ui/alert.tsx'

/** The alert of the specification, and beside it what the buyer has to know. */
export function Outcome({ outcome, onDismiss }: { outcome: PaymentOutcome; onDismiss: () => void }) {
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
      {outcome.kind === 'changed' && (
        <p role="status" className={styles.note}>
          {words?.choiceChanged}
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
