import type { PayPalButtonsComponentProps } from '@paypal/react-paypal-js'

/** PayPal's buttons. A script that replaces PayPal's may have `render` only. */
type Buttons = { render: (place: HTMLElement) => unknown; isEligible?: () => boolean; close?: () => unknown }
type MakeButtons = (handlers: PayPalButtonsComponentProps) => Buttons

const polyfilled = new WeakSet<MakeButtons>()

/**
 * Returns true if PayPal's buttons are loaded. If another script replaces PayPal's, adds methods that
 * @paypal/react-paypal-js requires: `isEligible`, `close`, promises, and the actions of `onInit`.
 */
export function polyfillButtons(): boolean {
  const { paypal } = window as { paypal?: { Buttons?: MakeButtons } | null }
  if (typeof paypal?.Buttons !== 'function') return false
  if (!polyfilled.has(paypal.Buttons)) {
    // A proxy, because PayPal's own function has further properties.
    const withPolyfills: MakeButtons = new Proxy(paypal.Buttons, {
      apply: (make, self, [handlers]) =>
        withAllMethods((allHandlers) => Reflect.apply(make, self, [allHandlers]), handlers),
    })
    polyfilled.add(withPolyfills)
    Reflect.set(paypal, 'Buttons', withPolyfills)
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
