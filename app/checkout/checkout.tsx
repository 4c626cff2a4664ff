import { useEffect, useRef, useState } from 'react'
import type { PaymentOutcome } from '#app/checkout/alerts.ts'
import { BasketTotal, Lines } from '#app/checkout/basket.tsx'
import styles from '#app/checkout/checkout.module.css'
import type { CustomerDetails } from '#app/checkout/customer-details.ts'
import { CustomerForm } from '#app/checkout/customer-form.tsx'
import { PaymentBox } from '#app/checkout/payment-box.tsx'
import type { PaymentSetup } from '#app/checkout/payment-setup.ts'
import { useSettings } from '#app/content/settings.tsx'

type Props = {
  line: { title: string; priceCents: number }
  details: CustomerDetails | null
  setup: PaymentSetup
  returned: PaymentOutcome | null
}

/** Checkout with a chosen plan (specification 2, "Checkout"). */
export function Checkout({ line, details, setup, returned }: Props) {
  const { checkoutWords: words } = useSettings()
  const pointer = useRef<(() => void) | null>(null)
  return (
    <div className={styles.checkout}>
      <h1>{words?.heading}</h1>
      <Lines line={line} />
      <div className={styles.columns}>
        <CustomerForm key={useCleared(details)} saved={details} pointer={pointer} />
        <div className={styles.side}>
          <BasketTotal line={line} />
          <PaymentBox
            setup={setup}
            ready={details !== null}
            pointer={pointer}
            returned={returned ?? undefined}
          />
        </div>
      </div>
    </div>
  )
}

/** Counts how often the saved details were cleared: the form starts anew then. */
function useCleared(details: CustomerDetails | null): number {
  const [cleared, setCleared] = useState(0)
  const had = useRef(details !== null)
  useEffect(() => {
    if (had.current && !details) setCleared((count) => count + 1)
    had.current = details !== null
  }, [details])
  return cleared
}
