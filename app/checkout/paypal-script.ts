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
/** Resolves when the script has run. */
let script: Promise<void> | undefined

const there = (): PayPal | undefined => {
  const { paypal } = window as { paypal?: Partial<PayPal> }
  return paypal?.Buttons ? (paypal as PayPal) : undefined
}

/**
 * PayPal, by its script unless that is there (specification 7). Rejects where the script can't be had, and the next call tries
 * again; also where it brought no buttons, which the same script would not bring the next time either.
 */
export async function loadPayPal(clientId: string, sdk: string = PAYPAL_SDK): Promise<PayPal> {
  const before = there()
  if (before) return before
  const query = new URLSearchParams({ 'client-id': clientId, currency: 'USD' })
  script ??= run(`${sdk}?${query}`).catch((error) => {
    script = undefined
    throw error
  })
  await script
  const paypal = there()
  if (!paypal) throw new Error('PayPal’s script brought no buttons')
  return paypal
}

function run(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const element = document.createElement('script')
    element.src = src
    element.onload = () => resolve()
    element.onerror = () => {
      element.remove()
      reject(new Error('PayPal’s script can’t be had'))
    }
    document.head.append(element)
  })
}
