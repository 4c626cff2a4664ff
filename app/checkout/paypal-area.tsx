import {
  DISPATCH_ACTION,
  PayPalButtons,
  PayPalScriptProvider,
  SCRIPT_LOADING_STATE,
  usePayPalScriptReducer,
} from '@paypal/react-paypal-js'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { OrderOutcome, PaymentOutcome } from '#app/checkout/alerts.ts'
import type { PaymentSetup } from '#app/checkout/payment-setup.ts'
import { polyfillButtons } from '#app/checkout/paypal-buttons.ts'
import { postToSite } from '#app/checkout/post-to-site.ts'
import { useSettings } from '#app/content/settings.tsx'

/** Then the script counts as blocked. The visitor sees this within 8 s after opening the page. */
const SCRIPT_TIMEOUT_MS = 6_500

type Props = {
  setup: Exclude<PaymentSetup, { kind: 'none' }>
  /** The hash of what this page shows. */
  shown: string
  /** The key of the paid order whose success this page showed, or empty. */
  paid: () => string
  /** Returns whether paying may start. If not, the page shows the reason. */
  canPay: () => boolean
  /** Called if the site has no details of this visitor. */
  onMissing: () => void
  /** Called with undefined when a new try starts. */
  onOutcome: (outcome: PaymentOutcome | undefined) => void
  onBlocked: () => void
}

/** PayPal's script and buttons. The script is loaded once (specification 7). */
export function PayPalArea({ setup, ...props }: Props) {
  const [isLoaded] = useState(polyfillButtons)
  const options = {
    clientId: setup.clientId,
    currency: 'USD',
    ...(setup.kind === 'sandbox' && { sdkBaseUrl: new URL(setup.sdkBaseUrl, window.location.origin).href }),
  }
  return (
    <PayPalScriptProvider options={options} deferLoading={isLoaded}>
      <PayButtons {...props} />
    </PayPalScriptProvider>
  )
}

/** Ends PayPal's flow after the page has shown the reason. PayPal's frame preserves only the text of an error. */
const REASON_SHOWN = 'the page shows the reason'

function PayButtons(props: Omit<Props, 'setup'>) {
  const { checkoutWords: labels } = useSettings()
  const { onBlocked } = props
  const [{ isInitial, isRejected, isResolved }, dispatch] = usePayPalScriptReducer()
  const [rendered, setRendered] = useState(false)
  const buttons = useRef<HTMLDivElement>(null)
  // PayPal's buttons always call the handlers of their first render.
  const latest = useRef(props)
  latest.current = props
  // A script that replaces PayPal's may not pass the order id to `onApprove`.
  const order = useRef({ id: '', key: '' })
  const isCapturing = useRef(false)

  // Runs before the effect in which the package renders the buttons.
  useLayoutEffect(() => {
    if (isInitial) dispatch({ type: DISPATCH_ACTION.LOADING_STATUS, value: SCRIPT_LOADING_STATE.RESOLVED })
    else if (isResolved) polyfillButtons()
  }, [isInitial, isResolved, dispatch])

  useEffect(() => {
    if (isRejected) return onBlocked()
    if (isResolved && rendered) return
    const timer = setTimeout(onBlocked, SCRIPT_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [isRejected, isResolved, rendered, onBlocked])

  async function createOrder(): Promise<string> {
    const { shown, paid, canPay, onMissing, onOutcome } = latest.current
    if (!canPay()) throw new Error(REASON_SHOWN)
    onOutcome(undefined)
    const created = await postToSite<OrderOutcome>('/checkout/order', { shown, paid: paid() })
    if (created.ok) {
      order.current = created
      return created.id
    }
    if (created.reason === 'failed') throw new Error('no order: failed')
    if (created.reason === 'no-details') onMissing()
    else onOutcome(created.reason === 'paid-before' ? created.outcome : { kind: 'changed' })
    throw new Error(REASON_SHOWN)
  }

  async function capture(orderID: string): Promise<void> {
    isCapturing.current = true
    const outcome = await postToSite<PaymentOutcome>('/checkout/capture', { orderID }).catch((error) => {
      log(error)
      return { kind: 'unknown', key: order.current.key } as const
    })
    latest.current.onOutcome(outcome)
    isCapturing.current = false
  }

  return (
    <>
      {!rendered && <p>{labels?.payLoading}</p>}
      <div ref={buttons}>
        <PayPalButtons
          style={{ layout: 'vertical', shape: 'pill' }}
          onInit={() => setRendered(true)}
          onClick={(_data, actions) => {
            const { canPay, onOutcome } = latest.current
            if (!canPay()) return actions?.reject()
            onOutcome(undefined)
            return actions?.resolve()
          }}
          createOrder={createOrder}
          onApprove={(data) => capture(data?.orderID ?? order.current.id)}
          onError={(error) => {
            if (error?.message === REASON_SHOWN || !buttons.current) return // the page shows the reason, or was left
            log(error)
            if (isCapturing.current) return // the outcome of the capture follows
            if (!buttons.current.childElementCount) onBlocked() // PayPal could not render them
            latest.current.onOutcome({ kind: 'provider-error' })
          }}
        />
      </div>
    </>
  )
}

const log = (error: unknown): void => console.error('PayPal checkout error', error)
