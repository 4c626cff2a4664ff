import { useEffect, useState } from 'react'
import { alertOf, type PaymentOutcome } from '#app/checkout/alerts.ts'
import styles from '#app/checkout/checkout.module.css'
import { confirmTold, useTelling } from '#app/checkout/telling.ts'
import { formatAmount } from '#app/content/money.ts'
import { useSettings } from '#app/content/settings.tsx'
import { Alert } from '#app/ui/alert.tsx'

type Props = { outcome: PaymentOutcome | undefined; onDismiss: () => void }

/**
 * The alert of the specification, and beside it what the buyer has to know: where that will stand is there before, or screen
 * readers would not say it.
 */
export function Outcome({ outcome, onDismiss }: Props) {
  const alert = outcome && alertOf(outcome)
  useTelling(outcome)
  const dismiss = () => {
    confirmTold(outcome)
    onDismiss()
  }
  return (
    <>
      {alert && (
        <Alert key={JSON.stringify(outcome)} kind={alert.kind} onDismiss={dismiss}>
          {alert.text}
        </Alert>
      )}
      <div role="status" className={styles.status}>
        {outcome && <Note outcome={outcome} />}
      </div>
    </>
  )
}

/**
 * The same where nothing of it was there: its place comes first, what it says a task later. What has no alert beside its plan
 * is one here, or nothing would take it away.
 */
export function LateOutcome({ outcome, onDismiss }: Props) {
  const [said, setSaid] = useState<PaymentOutcome>()
  useEffect(() => {
    const timer = setTimeout(() => setSaid(outcome))
    return () => clearTimeout(timer)
  }, [outcome])
  if (outcome?.kind !== 'price-changed') return <Outcome outcome={said} onDismiss={onDismiss} />
  return (
    <Alert kind="bad" onDismiss={onDismiss}>
      <PriceChanged {...outcome} />
    </Alert>
  )
}

function Note({ outcome }: { outcome: PaymentOutcome }) {
  const { checkoutWords: words } = useSettings()
  return (
    <>
      {outcome.kind === 'not-recorded' && (
        <p className={styles.note}>
          {words?.paymentReceived} <strong>{outcome.orderId}</strong>
        </p>
      )}
      {outcome.kind === 'pending' && <p className={styles.note}>{words?.paymentPending}</p>}
      {outcome.kind === 'changed' && <p className={styles.note}>{words?.choiceChanged}</p>}
      {outcome.kind === 'price-changed' && (
        <p className={styles.note}>
          <PriceChanged {...outcome} />
        </p>
      )}
    </>
  )
}

function PriceChanged({ priceCents }: { priceCents: number | null }) {
  const { checkoutWords: words, planWords } = useSettings()
  return (
    <>
      {words?.priceChanged}{' '}
      <strong>{priceCents === null ? planWords?.unavailable : formatAmount(priceCents)}</strong>
    </>
  )
}
