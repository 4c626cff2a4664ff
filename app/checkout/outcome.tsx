import { type ReactNode, useId } from 'react'
import { alertOf, type PaymentOutcome } from '#app/checkout/alerts.ts'
import styles from '#app/checkout/checkout.module.css'
import { formatAmount } from '#app/content/money.ts'
import { useSettings } from '#app/content/settings.tsx'
import type { Settings } from '#app/content/types.ts'
import { Alert } from '#app/ui/alert.tsx'

type Text = string | null | undefined
type Props = { outcome: PaymentOutcome | undefined; onDismiss: () => void }

/**
 * The alert of the specification, and beside it what the buyer has to know. The note's live region is there from the start:
 * screen readers ignore one that comes with its text.
 */
export function Outcome({ outcome, onDismiss }: Props) {
  const { checkoutWords, planWords } = useSettings()
  const alert = outcome && alertOf(outcome)
  const note = noteOf(outcome, checkoutWords, planWords?.unavailable)
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
      {/* Dismisses without JavaScript. */}
      <form id={dismissal} method="post" action="/checkout/capture" hidden>
        <input type="hidden" name="intent" value="dismiss" />
      </form>
      <div role="status" className={styles.status}>
        {note && <p className={styles.note}>{note}</p>}
      </div>
    </>
  )
}

function noteOf(
  outcome: PaymentOutcome | undefined,
  words: Settings['checkoutWords'],
  unavailable: Text,
): ReactNode {
  switch (outcome?.kind) {
    case 'pending':
      return words?.paymentPending
    case 'changed':
      return words?.choiceChanged
    case 'not-recorded':
      return bold(words?.paymentReceived, outcome.orderId)
    case 'price-changed':
      return bold(
        words?.priceChanged,
        outcome.priceCents === null ? unavailable : formatAmount(outcome.priceCents),
      )
    default:
      return undefined
  }
}

const bold = (text: Text, end: Text) => (
  <>
    {text} <strong>{end}</strong>
  </>
)
