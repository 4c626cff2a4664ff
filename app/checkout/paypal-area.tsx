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
import { completeButtons } from '#app/checkout/paypal-buttons.ts'
import { askSite } from '#app/checkout/post-to-site.ts'
import { useSettings } from '#app/content/settings.tsx'

/** A script that has not loaded by then counts as blocked. The visitor reads so within 8 s of opening the page. */
const SCRIPT_TIMEOUT_MS = 6_500

type Props = {
  setup: Exclude<PaymentSetup, { kind: 'none' }>
  /** The hash of what this page shows. */
  shown: string
  /** The key of the paid order whose success this page showed, or empty. */
  paid: () => string
  /** Whether paying may start; if not, the page says why. */
  mayPay: () => boolean
  /** The site has no details of this visitor. */
  onMissing: () => void
  /** Undefined when a new try starts. */
  onOutcome: (outcome: PaymentOutcome | undefined) => void
  onBlocked: () => void
}

/** PayPal's script and buttons. The script is loaded once (specification 7). */
export function PayPalArea({ setup, ...props }: Props) {
  const [isLoaded] = useState(completeButtons)
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

/** Ends PayPal's flow after the page has shown the reason. PayPal's frame drops the class of an error, so its text identifies it. */
const EXPLAINED = 'the page says why'

function PayButtons(props: Omit<Props, 'setup'>) {
  const { checkoutWords: words } = useSettings()
  const { onBlocked } = props
  const [{ isInitial, isRejected, isResolved }, dispatch] = usePayPalScriptReducer()
  const [rendered, setRendered] = useState(false)
  const buttons = useRef<HTMLDivElement>(null)
  // PayPal's buttons keep the handlers of their first render.
  const latest = useRef(props)
  latest.current = props
  // A script that replaces PayPal's may not name the order again.
  const order = useRef({ id: '', key: '' })
  const isCapturing = useRef(false)

  // Before the effect in which the package renders the buttons.
  useLayoutEffect(() => {
    if (isInitial) dispatch({ type: DISPATCH_ACTION.LOADING_STATUS, value: SCRIPT_LOADING_STATE.RESOLVED })
    else if (isResolved) completeButtons()
  }, [isInitial, isResolved, dispatch])

  useEffect(() => {
    if (isRejected) return onBlocked()
    if (isResolved && rendered) return
    const timer = setTimeout(onBlocked, SCRIPT_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [isRejected, isResolved, rendered, onBlocked])

  async function createOrder(): Promise<string> {
    const { shown, paid, mayPay, onMissing, onOutcome } = latest.current
    if (!mayPay()) throw new Error(EXPLAINED)
    onOutcome(undefined)
    const created = await askSite<OrderOutcome>('/checkout/order', { shown, paid: paid() })
    if (created.ok) {
      order.current = created
      return created.id
    }
    if (created.reason === 'failed') throw new Error('no order: failed')
    if (created.reason === 'no-details') onMissing()
    else onOutcome(created.reason === 'paid-before' ? created.outcome : { kind: 'changed' })
    throw new Error(EXPLAINED)
  }

  async function capture(orderID: string): Promise<void> {
    isCapturing.current = true
    const outcome = await askSite<PaymentOutcome>('/checkout/capture', { orderID }).catch((error) => {
      log(error)
      return { kind: 'unknown', key: order.current.key } as const
    })
    latest.current.onOutcome(outcome)
    isCapturing.current = false
  }

  return (
    <>
      {!rendered && <p>{words?.payLoading}</p>}
      <div ref={buttons}>
        <PayPalButtons
          style={{ layout: 'vertical', shape: 'pill' }}
          onInit={() => setRendered(true)}
          onClick={(_data, actions) => {
            const { mayPay, onOutcome } = latest.current
            if (!mayPay()) return actions?.reject()
            onOutcome(undefined)
            return actions?.resolve()
          }}
          createOrder={createOrder}
          onApprove={(data) => capture(data?.orderID ?? order.current.id)}
          onError={(error) => {
            if (error?.message === EXPLAINED || !buttons.current) return // the page shows the reason, or was left
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
