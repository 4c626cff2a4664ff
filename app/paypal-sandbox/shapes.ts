/** Orders v2 and Payments v2 as PayPal publishes them (checkout_orders_v2.json, payments_payment_v2.json): what of them is answered; openapi.test-support.ts holds the answers against them. */
export type Money = { currency_code: string; value: string }
export type LinkDescription = { href: string; rel: string; method: 'GET' | 'POST' | 'PATCH' }
type OrderStatus = 'CREATED' | 'APPROVED' | 'COMPLETED' | 'VOIDED' | 'PAYER_ACTION_REQUIRED'
export type CaptureStatus = 'COMPLETED' | 'PENDING' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'REFUNDED'

export type Capture = {
  id: string
  status: CaptureStatus
  status_details?: { reason: string }
  amount: Money
  custom_id?: string
  final_capture: boolean
  seller_protection: { status: 'ELIGIBLE'; dispute_categories: string[] }
  seller_receivable_breakdown?: { gross_amount: Money; paypal_fee: Money; net_amount: Money }
  links: LinkDescription[]
  create_time: string
  update_time: string
}
export type Refund = {
  id: string
  status: 'COMPLETED'
  amount: Money
  custom_id?: string
  links: LinkDescription[]
  create_time: string
  update_time: string
}
type PurchaseUnit = {
  reference_id: string
  amount: Money
  payee: { email_address: string; merchant_id: string }
  description?: string
  custom_id?: string
  payments?: { captures: Capture[]; refunds?: Refund[] }
}
type Payer = { email_address: string; payer_id: string; name: { given_name: string; surname: string } }
export type Order = {
  id: string
  intent: 'CAPTURE'
  status: OrderStatus
  purchase_units: PurchaseUnit[]
  payer?: Payer
  payment_source?: { paypal: { email_address: string; account_id: string; name: Payer['name'] } }
  create_time: string
  update_time: string
  links: LinkDescription[]
}

/** How a buyer's approval was meant: what the capture will come to. `slow` and `lost` capture, but answer late or with a 503. */
export const OUTCOMES = ['approve', 'decline', 'pending', 'refuse', 'slow', 'lost'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** An order with what its API does not show. */
export type KeptOrder = { order: Order; outcome: Outcome; returnUrl?: string; cancelUrl?: string }

/** An HTTP answer of the stand-in's API. */
export type ApiReply = { status: number; body: unknown }

/** An HTTP answer of the stand-in; `body` as it is sent. */
export type StandInReply = { status: number; body?: string; type?: string; headers?: Record<string, string> }
