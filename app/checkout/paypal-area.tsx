import {
  DISPATCH_ACTION,
  PayPalButtons,
  PayPalScriptProvider,
  SCRIPT_LOADING_STATE,
  usePayPalScriptReducer,
} from '@paypal/react-paypal-js'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { OrderOutcome, PaymentOutcome } from '#app/checkout/alerts.ts'
import { askSite, look } from '#app/checkout/ask-site.ts'
import { completeButtons } from '#app/checkout/complete-buttons.ts'
import type { PaymentSetup } from '#app/checkout/payment-setup.ts'
import { siteKnows, toldOrder } from '#app/checkout/telling.ts'
import { useSettings } from '#app/content/settings.tsx'

/** A script that has not come by then counts as blocked; the visitor is told within 8 s, loading the page included. */
const SCRIPT_TIMEOUT_MS = 6_500

export type PayPalAreaProps = {
  setup: Exclude<PaymentSetup, { kind: 'none' }>
  /** Stands for what this page shows. */
  shown: string
  /** Of that, what is bought. */
  basket: string
  /** Whether paying may start; where not, the page says why. */
  mayPay: () => boolean
  /** Ends when details that are on their way to the site are saved; undefined where none are. */
  saving: () => Promise<void> | undefined
  /** The site has no details of this visitor. */
  onMissing: () => void
  /** Undefined while a new try runs. */
  onOutcome: (outcome: PaymentOutcome | undefined) => void
  onBlocked: () => void
}

/** PayPal's script and buttons; loaded only when a visitor with a plan comes near them (specification 7), and unless it is there. */
export default function PayPalArea({ setup, ...props }: PayPalAreaProps) {
  const [isThere] = useState(completeButtons)
  const options = {
    clientId: setup.clientId,
    currency: 'USD',
    ...(setup.kind === 'stand-in' && { sdkBaseUrl: new URL(setup.sdkBaseUrl, window.location.origin).href }),
  }
  return (
    <PayPalScriptProvider options={options} deferLoading={isThere}>
      <PayButtons {...props} />
    </PayPalScriptProvider>
  )
}

/** Ends PayPal's flow for a reason that we have already told. Known by its words: from PayPal's frame errors come back without a class. */
const TOLD = 'the page says why'

function PayButtons({
  shown,
  basket,
  mayPay,
  saving,
  onMissing,
  onOutcome,
  onBlocked,
}: Omit<PayPalAreaProps, 'setup'>) {
  const { checkoutWords: words } = useSettings()
  const [{ isInitial, isRejected, isResolved }, dispatch] = usePayPalScriptReducer()
  const [rendered, setRendered] = useState(false)
  const buttons = useRef<HTMLDivElement>(null)
  // PayPal's buttons keep the handlers of their first render.
  const latest = useRef({ shown, basket, mayPay, saving, onMissing, onOutcome })
  latest.current = { shown, basket, mayPay, saving, onMissing, onOutcome }

  const orderId = useRef<string | undefined>(undefined)
  const capturing = useRef(false)

  /** After a failure: another tab may have paid the order, or only the answer was lost. */
  async function tellAfter(error: unknown, orderID: string | undefined): Promise<void> {
    log(error)
    const outcome = orderID ? await look(orderID) : FAILED
    const isLast = orderID === orderId.current // the next try is told by itself
    latest.current.onOutcome(outcome ?? (isLast ? { ...FAILED, orderId: orderID } : FAILED))
  }

  // Before the effect in which the package draws the buttons.
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

  // Buttons in frames say when they are there. One that stands in the page itself is.
  useEffect(() => {
    const observer = new MutationObserver(() => {
      if (buttons.current?.querySelector('button, [role=button]')) setRendered(true)
    })
    observer.observe(buttons.current as HTMLDivElement, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [])

  return (
    <>
      {!rendered && <p>{words?.payLoading}</p>}
      <div ref={buttons} data-keep-clear>
        <PayPalButtons
          style={{ layout: 'vertical', shape: 'pill' }}
          onInit={() => setRendered(true)}
          onClick={(_data, actions) => {
            if (!latest.current.saving() && !latest.current.mayPay()) return actions?.reject()
            latest.current.onOutcome(undefined)
            return actions?.resolve()
          }}
          createOrder={async () => {
            orderId.current = undefined
            const pressedFor = latest.current.basket
            await latest.current.saving() // pressed right after `Save Details`
            if (latest.current.basket !== pressedFor) throw new Error(TOLD)
            if (!latest.current.mayPay()) throw new Error(TOLD) // nobody asked `onClick`
            latest.current.onOutcome(undefined)
            const told = toldOrder()
            const outcome = await askSite<OrderOutcome>('/checkout/order', {
              shown: latest.current.shown,
              told,
            })
            if (outcome.ok) {
              siteKnows(told)
              orderId.current = outcome.id
              return outcome.id
            }
            if (outcome.reason === 'no-details') {
              latest.current.onMissing()
              throw new Error(TOLD)
            }
            if (outcome.reason === 'paid-before') {
              latest.current.onOutcome(outcome.outcome)
              throw new Error(TOLD)
            }
            if (outcome.reason === 'changed' || outcome.reason === 'no-plan') {
              latest.current.onOutcome({ kind: 'changed' })
              throw new Error(TOLD)
            }
            throw new Error(`no order: ${outcome.reason}`)
          }}
          onApprove={async (data) => {
            const orderID = data?.orderID ?? orderId.current ?? ''
            capturing.current = true
            await askSite<PaymentOutcome>('/checkout/capture', { orderID }).then(
              (outcome) => latest.current.onOutcome(outcome),
              (error) => tellAfter(error, orderID),
            )
            capturing.current = false
          }}
          onError={async (error) => {
            if (error?.message === TOLD) return
            if (!buttons.current) return // they complain that they went with their page
            if (capturing.current) return log(error) // what comes of it is told above
            if (!buttons.current.childElementCount) onBlocked() // they could not be drawn
            await tellAfter(error, orderId.current)
          }}
        />
      </div>
    </>
  )
}

const log = (error: unknown): void => console.error('PayPal checkout error', error)

const FAILED = { kind: 'provider-error' } as const
