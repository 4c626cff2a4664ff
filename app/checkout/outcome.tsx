import { useId } from 'react'
import { alertOf, type PaymentOutcome } from '#app/checkout/alerts.ts'
import styles from '#app/checkout/checkout.module.css'
import { formatAmount } from '#app/content/money.ts'
import { useSettings } from '#app/content/settings.tsx'
import { Alert } from '#app/ui/alert.tsx'

type Props = { outcome: PaymentOutcome | undefined; onDismiss: () => void }

/**
 * The alert of the specification, with a note for the buyer. The note's live region is always rendered, because screen
 * readers ignore a region that appears with its text.
 */
export function Outcome({ outcome, onDismiss }: Props) {
  const { checkoutWords: labels, planWords } = useSettings()
  const alert = outcome && alertOf(outcome)
  const dismissal = useId()
  return (
    <>
      {alert && (
        <Alert
          key={JSON.stringify(outcome)}
          kind={alert.kind}
          dismissForm={dismissal}
          onDismiss={(event) => {
            event.preventDefault()
            onDismiss()
          }}
        >
          {alert.text}
        </Alert>
      )}
      {alert && (
        // Dismisses without JavaScript.
        <form id={dismissal} method="post" action="/checkout/capture" hidden>
          <input type="hidden" name="intent" value="dismiss" />
          {outcome.kind === 'success' && <input type="hidden" name="key" value={outcome.key} />}
        </form>
      )}
      <div role="status" className={styles.note}>
        {(outcome?.kind === 'pending' || outcome?.kind === 'unknown') && labels?.paymentPending}
        {outcome?.kind === 'changed' && labels?.choiceChanged}
        {outcome?.kind === 'not-recorded' && (
          <p>
            {labels?.paymentReceived} <strong>{outcome.orderId}</strong>
          </p>
        )}
        {outcome?.kind === 'price-changed' && (
          <p>
            {labels?.priceChanged}{' '}
            <strong>
              {outcome.priceCents === null ? planWords?.unavailable : formatAmount(outcome.priceCents)}
            </strong>
          </p>
        )}
      </div>
    </>
  )
}
