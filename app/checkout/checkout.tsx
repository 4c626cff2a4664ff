import { useEffect, useRef } from 'react'
import type { PaymentOutcome } from '#app/checkout/alerts.ts'
import { BasketTable, BasketTotal } from '#app/checkout/basket.tsx'
import styles from '#app/checkout/checkout.module.css'
import type { CustomerDetails } from '#app/checkout/customer-details.ts'
import { CustomerForm, type CustomerFormHandle } from '#app/checkout/customer-form.tsx'
import { type MeasuredCheckout, PaymentBox } from '#app/checkout/payment-box.tsx'
import type { PaymentSetup } from '#app/checkout/payment-setup.ts'
import { useSettings } from '#app/content/settings.tsx'
import { measure } from '#app/forms/measure.ts'
import { useDraft } from '#app/forms/use-draft.ts'

type Props = {
  line: { title: string; priceCents: number }
  details: CustomerDetails | null
  /** The hash of what this page shows. */
  shown: string
  setup: PaymentSetup
  returned: PaymentOutcome | null
  measured?: MeasuredCheckout
}

/** Checkout with a chosen plan (specification 2, "Checkout"). */
export function Checkout({ line, details, returned, ...payment }: Props) {
  const { checkoutWords: labels } = useSettings()
  const form = useRef<CustomerFormHandle | null>(null)
  const columns = useRef<HTMLDivElement>(null)
  useDraft('details', columns)
  const { measured } = payment
  const isStart = measured && !returned
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per page
  useEffect(() => {
    if (isStart) measure({ name: 'checkout_started', ...measured.event })
  }, [])
  return (
    <div className={styles.checkout}>
      <h1>{labels?.heading}</h1>
      <BasketTable line={line} />
      <div ref={columns} className={styles.columns}>
        <CustomerForm saved={details} handle={form} />
        <div className={styles.side}>
          <BasketTotal line={line} />
          <PaymentBox {...payment} line={line} details={details} form={form} returned={returned} />
        </div>
      </div>
    </div>
  )
}
