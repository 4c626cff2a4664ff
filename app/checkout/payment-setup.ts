/**
 * How a visitor can pay here. `paypal`: PayPal's own script; `sandbox`: ours, which moves no money; `none`: another host
 * answers and no client id is set, so no script is loaded.
 */
export type PaymentSetup =
  | { kind: 'paypal'; clientId: string }
  | { kind: 'sandbox'; clientId: string; sdkBaseUrl: string }
  | { kind: 'none' }
