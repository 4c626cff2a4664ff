/**
 * The checkout's script. `paypal`: PayPal's own. `sandbox`: ours, which moves no money. `none`: the site uses another backend
 * and PAYPAL_CLIENT_ID is not set.
 */
export type PaymentSetup =
  | { kind: 'paypal'; clientId: string }
  | { kind: 'sandbox'; clientId: string; sdkBaseUrl: string }
  | { kind: 'none' }
