import type { PayPalButtonsComponentProps } from '@paypal/react-paypal-js'

/** PayPal's buttons. A script in place of PayPal's may have `render` only. */
type Buttons = { render: (place: HTMLElement) => unknown; isEligible?: () => boolean; close?: () => unknown }
type MakeButtons = (handlers: PayPalButtonsComponentProps) => Buttons

const completed = new WeakSet<MakeButtons>()

/**
 * Returns true if PayPal's buttons are loaded. Adds what @paypal/react-paypal-js requires to a script in place of PayPal's:
 * `isEligible`, `close`, promises, and the actions of `onInit`.
 */
export function completeButtons(): boolean {
  const { paypal } = window as { paypal?: { Buttons?: MakeButtons } | null }
  if (typeof paypal?.Buttons !== 'function') return false
  if (!completed.has(paypal.Buttons)) {
    // A proxy, because PayPal's own function has further properties.
    const complete: MakeButtons = new Proxy(paypal.Buttons, {
      apply: (make, self, [handlers]) =>
        withAllMethods((given) => Reflect.apply(make, self, [given]), handlers),
    })
    completed.add(complete)
    Reflect.set(paypal, 'Buttons', complete)
  }
  return true
}

function withAllMethods(make: MakeButtons, { onInit, ...handlers }: PayPalButtonsComponentProps): Buttons {
  const buttons = make({
    ...handlers,
    onInit: (data, actions) =>
      onInit?.(data, {
        enable: async () => actions?.enable?.(),
        disable: async () => actions?.disable?.(),
      }),
  })
  return {
    ...buttons,
    isEligible: () => buttons.isEligible?.() ?? true,
    async render(place) {
      await buttons.render(place)
      onInit?.({}, { enable: async () => {}, disable: async () => {} }) // the script may not call it
    },
    close: async () => buttons.close?.(),
  }
}
