/** What PayPal calls for its buttons, as far as we answer. Stand-ins hand over less than PayPal does. */
export type ButtonHandlers = {
  style: Record<string, string>
  onInit: () => void
  onClick: (data?: unknown, actions?: { resolve?: () => unknown; reject?: () => unknown }) => unknown
  /** Resolves to the id of the order. */
  createOrder: () => Promise<string>
  onApprove: (data?: { orderID?: string }) => Promise<void>
  onError: (error: unknown) => unknown
}

/** PayPal's buttons; of its methods only `render` is sure to be there in whatever stands in for PayPal. */
export type PayPalButtons = {
  isEligible?: () => boolean
  render: (container: HTMLElement) => unknown
  close?: () => unknown
}

type PayPal = { Buttons: (handlers: ButtonHandlers) => PayPalButtons }

const PAYPAL_SDK = 'https://www.paypal.com/sdk/js'
let coming: Promise<PayPal> | undefined

const loaded = (): PayPal | undefined => {
  const { paypal } = window as { paypal?: Partial<PayPal> }
  return paypal?.Buttons ? (paypal as PayPal) : undefined
}

/**
 * PayPal's script, unless it is there (specification 7). Rejects where it can't be had, or is not PayPal's; the next call
 * tries again.
 */
export function loadPayPal(clientId: string, sdk: string = PAYPAL_SDK): Promise<PayPal> {
  const there = loaded()
  if (there) return Promise.resolve(there)
  coming ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = `${sdk}?${new URLSearchParams({ 'client-id': clientId, currency: 'USD' })}`
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      reject(new Error('PayPal’s script can’t be had'))
    }
    document.head.append(script)
  })
    .then(() => loaded() ?? Promise.reject(new Error('PayPal’s script brought no buttons')))
    .finally(() => {
      coming = undefined
    })
  return coming
}
