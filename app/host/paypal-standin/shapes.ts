/** Orders v2 and Payments v2 as PayPal publishes them (checkout_orders_v2.json, payments_payment_v2.json): what of them is answered. */
export type Money = { currency_code: string; value: string }
export type LinkDescription = { href: string; rel: string; method: 'GET' | 'POST' | 'PATCH' }
export type OrderStatus = 'CREATED' | 'APPROVED' | 'COMPLETED' | 'VOIDED' | 'PAYER_ACTION_REQUIRED'
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
export type PurchaseUnit = {
  reference_id: string
  amount: Money
  payee: { email_address: string; merchant_id: string }
  description?: string
  custom_id?: string
  payments?: { captures: Capture[]; refunds?: Refund[] }
}
export type Payer = { email_address: string; payer_id: string; name: { given_name: string; surname: string } }
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

const MESSAGES: Record<number, [name: string, message: string]> = {
  400: ['INVALID_REQUEST', 'Request is not well-formed, syntactically incorrect, or violates schema.'],
  401: [
    'AUTHENTICATION_FAILURE',
    'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  ],
  404: ['RESOURCE_NOT_FOUND', 'The specified resource does not exist.'],
  422: [
    'UNPROCESSABLE_ENTITY',
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  ],
  500: ['INTERNAL_SERVER_ERROR', 'An internal server error has occurred.'],
  503: ['SERVICE_UNAVAILABLE', 'Service Unavailable.'],
}

/** PayPal's error: name, message, debug_id, details with their issue, links. */
export function apiError(status: number, issue?: string, links: LinkDescription[] = []): ApiReply {
  const [name, message] = MESSAGES[status] ?? MESSAGES[500]!
  const debug_id = Math.random().toString(16).slice(2, 15).padEnd(13, '0')
  const details = issue ? [{ issue, description: `${issue} (test payment)` }] : []
  const help = {
    href: `https://developer.paypal.com/api/rest/reference/orders/v2/errors/#${issue ?? name}`,
    rel: 'information_link',
    method: 'GET',
  }
  return { status, body: { name, message, debug_id, details, links: [help, ...links] } }
}
