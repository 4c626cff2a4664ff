import type { PayPalButtonsComponentProps } from '@paypal/react-paypal-js'

/** PayPal's buttons; of their methods only `render` is sure to be there in whatever stands in for PayPal. */
type Buttons = { render: (place: HTMLElement) => unknown; isEligible?: () => boolean; close?: () => unknown }
type MakeButtons = (handlers: PayPalButtonsComponentProps) => Buttons

const completed = new WeakSet<MakeButtons>()

/**
 * Whether PayPal's buttons are there. Whatever stands in for PayPal then has what @paypal/react-paypal-js takes for granted,
 * and without which it draws none or fails: `isEligible`, `close`, the actions that `onInit` is given, promises from all but
 * the first.
 */
export function completeButtons(): boolean {
  const { paypal } = window as { paypal?: { Buttons?: MakeButtons } | null }
  if (typeof paypal?.Buttons !== 'function') return false
  if (!completed.has(paypal.Buttons)) {
    // What else PayPal's own has stays within reach.
    const whole: MakeButtons = new Proxy(paypal.Buttons, {
      apply: (make, self, [handlers]) => wholeButtons(Reflect.apply(make, self, [heard(handlers)])),
    })
    completed.add(whole)
    Reflect.set(paypal, 'Buttons', whole)
  }
  return true
}

const heard = (handlers: PayPalButtonsComponentProps): PayPalButtonsComponentProps => ({
  ...handlers,
  onInit: (data, actions) =>
    handlers.onInit?.(data, {
      enable: async () => actions?.enable?.(),
      disable: async () => actions?.disable?.(),
    }),
})

const wholeButtons = (buttons: Buttons): Buttons => ({
  ...buttons,
  isEligible: () => buttons.isEligible?.() ?? true,
  render: async (place) => buttons.render(place),
  close: async () => buttons.close?.(),
})
