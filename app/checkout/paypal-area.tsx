import { useEffect, useRef, useState } from 'react'
import type { OrderOutcome, PaymentOutcome } from '#app/checkout/alerts.ts'
import type { PaymentSetup } from '#app/checkout/payment-setup.ts'
import { type ButtonHandlers, loadPayPal, type PayPalButtons } from '#app/checkout/paypal-script.ts'
import { useSettings } from '#app/content/settings.tsx'

/** A script that has not come by then counts as blocked; the visitor is told within 8 s, loading the page included. */
const SCRIPT_TIMEOUT_MS = 6_500

export type PayPalAreaProps = {
  setup: Exclude<PaymentSetup, { kind: 'none' }>
  /** Stands for what this page shows. */
  shown: string
  /** Whether paying may start; where not, the page says why. */
  mayPay: () => boolean
  /** The site has no details of this visitor. */
  onMissing: () => void
  /** Undefined while a new try runs. */
  onOutcome: (outcome: PaymentOutcome | undefined) => void
  onBlocked: () => void
}

/** Ends PayPal's flow for a reason that we have already told. */
class Told extends Error {}

/** PayPal's script and buttons; loaded only when a visitor with a plan comes near them (specification 7). */
export default function PayPalArea({ setup, onBlocked, ...props }: PayPalAreaProps) {
  const { checkoutWords: words } = useSettings()
  const [rendered, setRendered] = useState(false)
  const container = useRef<HTMLDivElement>(null)
  // PayPal's buttons keep the handlers that they were made with.
  const latest = useRef(props)
  latest.current = props
  const { clientId } = setup
  const sdk = setup.kind === 'stand-in' ? setup.sdkBaseUrl : undefined

  useEffect(() => {
    if (rendered) return
    const timer = setTimeout(onBlocked, SCRIPT_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [rendered, onBlocked])

  useEffect(() => {
    const place = container.current as HTMLDivElement
    let orderId: string | undefined
    let buttons: PayPalButtons | undefined
    let left = false

    const handlers: ButtonHandlers = {
      style: { layout: 'vertical', shape: 'pill' },
      onInit: () => setRendered(true),
      onClick: (_data, actions) => {
        if (!latest.current.mayPay()) return actions?.reject?.()
        latest.current.onOutcome(undefined)
        return actions?.resolve?.()
      },
      createOrder: async () => {
        orderId = undefined
        if (!latest.current.mayPay()) throw new Told() // whoever stands in for PayPal may not ask onClick
        const outcome = await post<OrderOutcome>('/checkout/order', { shown: latest.current.shown })
        if (outcome.ok) {
          orderId = outcome.id
          return outcome.id
        }
        if (outcome.reason === 'no-details') {
          latest.current.onMissing()
          throw new Told()
        }
        if (outcome.reason === 'paid-before') {
          latest.current.onOutcome(outcome.outcome)
          throw new Told()
        }
        if (outcome.reason === 'changed' || outcome.reason === 'no-plan') {
          latest.current.onOutcome({ kind: 'changed' })
          throw new Told()
        }
        throw new Error(`no order: ${outcome.reason}`)
      },
      onApprove: async (data) => {
        const orderID = data?.orderID ?? orderId ?? ''
        latest.current.onOutcome(await post<PaymentOutcome>('/checkout/capture', { orderID }))
      },
      onError: async (error) => {
        if (error instanceof Told || (error as Error)?.message === new Told().message) return
        console.error('PayPal checkout error', error)
        if (place.childElementCount === 0) onBlocked() // they could not be drawn
        latest.current.onOutcome(await becomeOf(orderId))
      },
    }

    loadPayPal(clientId, sdk).then(
      async ({ Buttons }) => {
        if (left) return
        try {
          buttons = Buttons(handlers)
          if (buttons.isEligible?.() === false) return onBlocked()
          await buttons.render(place)
        } catch (error) {
          if (left) return
          place.replaceChildren()
          handlers.onError(error)
        }
      },
      () => left || onBlocked(),
    )
    return () => {
      left = true
      // What goes with the page anyway can't be closed in a wrong way.
      Promise.resolve()
        .then(() => buttons?.close?.())
        .catch(() => {})
    }
  }, [clientId, sdk, onBlocked])

  // Buttons in frames say when they are there. One that stands in the page itself is.
  useEffect(() => {
    const observer = new MutationObserver(() => {
      if (container.current?.querySelector('button, [role=button]')) setRendered(true)
    })
    observer.observe(container.current as HTMLDivElement, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [])

  return (
    <>
      {!rendered && <p>{words?.payLoading}</p>}
      <div ref={container} data-keep-clear />
    </>
  )
}

/** After a failure: another tab may have paid the order, or only the answer was lost. */
async function becomeOf(orderID: string | undefined): Promise<PaymentOutcome> {
  const failed: PaymentOutcome = { kind: 'provider-error' }
  if (!orderID) return failed
  return post<PaymentOutcome>('/checkout/capture', { orderID, intent: 'look' }).catch(() => failed)
}

/** Asks one of the site's own addresses. Rejects when it doesn't answer with JSON. */
async function post<T>(path: string, fields: Record<string, string>): Promise<T> {
  const answer = await fetch(path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { Accept: 'application/json' },
  })
  if (!answer.headers.get('Content-Type')?.startsWith('application/json'))
    throw new Error(`${path} answered ${answer.status}`)
  return answer.json()
}
