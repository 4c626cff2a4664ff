import { useRevalidator } from '@remix-run/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { PaymentOutcome } from '#app/checkout/alerts.ts'
import { BasketTotal, Lines } from '#app/checkout/basket.tsx'
import styles from '#app/checkout/checkout.module.css'
import type { CustomerDetails } from '#app/checkout/customer-details.ts'
import { CustomerForm, type CustomerFormHandle } from '#app/checkout/customer-form.tsx'
import { PaymentBox } from '#app/checkout/payment-box.tsx'
import type { PaymentSetup } from '#app/checkout/payment-setup.ts'
import { useSettings } from '#app/content/settings.tsx'
import { useDraft } from '#app/forms/use-draft.ts'

type Props = {
  line: { title: string; priceCents: number }
  details: CustomerDetails | null
  /** Stands for what this page shows. */
  shown: string
  setup: PaymentSetup
  returned: PaymentOutcome | null
}

/** Checkout with a chosen plan (specification 2, "Checkout"). */
export function Checkout({ line, details, shown, setup, returned }: Props) {
  const { checkoutWords: words } = useSettings()
  const form = useRef<CustomerFormHandle | null>(null)
  const columns = useRef<HTMLDivElement>(null)
  useDraft('details', columns)
  // The form starts anew where what is saved is no longer what it began with.
  const [start, setStart] = useState({ count: 0, focus: false })
  const startAnew = useCallback(
    (focus: boolean) => setStart(({ count }) => ({ count: count + 1, focus })),
    [],
  )
  const onCleared = useCallback(() => startAnew(true), [startAnew])
  const onOutOfDate = useReload(useCallback(() => startAnew(false), [startAnew]))
  return (
    <div className={styles.checkout}>
      <h1>{words?.heading}</h1>
      <Lines line={line} />
      <div ref={columns} className={styles.columns}>
        <CustomerForm
          key={start.count}
          saved={details}
          handle={form}
          onCleared={onCleared}
          focusFirst={start.focus}
        />
        <div className={styles.side}>
          <BasketTotal line={line} />
          <PaymentBox
            setup={setup}
            line={line}
            details={details}
            shown={shown}
            form={form}
            returned={returned ?? undefined}
            onOutOfDate={onOutOfDate}
          />
        </div>
      </div>
    </div>
  )
}

/** Loads what the page shows again; `then` once it is there. */
function useReload(then: () => void): () => void {
  const { revalidate, state } = useRevalidator()
  const reloading = useRef(false)
  useEffect(() => {
    if (state !== 'idle' || !reloading.current) return
    reloading.current = false
    then()
  }, [state, then])
  return useCallback(() => {
    reloading.current = true
    revalidate()
  }, [revalidate])
}
