/**
 * How a visitor can pay here. `paypal`: PayPal's own script; `stand-in`: ours, which moves no money; `none`: another host
 * answers and no client id is set, so no script is loaded.
 */
export type PaymentSetup =
  | { kind: 'paypal'; clientId: string }
  | { kind: 'stand-in'; clientId: string; sdkBaseUrl: string }
  | { kind: 'none' }
