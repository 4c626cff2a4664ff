/**
 * The way to pay. `paypal`: PayPal's own script. `sandbox`: our script, which moves no money. `none`: no script, because
 * another backend is used and PAYPAL_CLIENT_ID is not set.
 */
export type PaymentSetup =
  | { kind: 'paypal'; clientId: string }
  | { kind: 'sandbox'; clientId: string; sdkBaseUrl: string }
  | { kind: 'none' }
