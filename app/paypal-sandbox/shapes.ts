/** The part of Orders v2 and Payments v2 that the sandbox implements. */
export type Money = { currency_code: string; value: string }
export type Link = { href: string; rel: string; method: 'GET' | 'POST' }

type Payment = {
  id: string
  amount: Money
  custom_id?: string
  links: Link[]
  create_time: string
  update_time: string
}
export type Capture = Payment & {
  status: 'COMPLETED' | 'PENDING' | 'DECLINED' | 'REFUNDED'
  status_details?: { reason: string }
}
export type Refund = Payment & { status: 'COMPLETED' }
export type Order = {
  id: string
  intent: 'CAPTURE'
  status: 'CREATED' | 'APPROVED' | 'COMPLETED'
  purchase_units: {
    reference_id: string
    amount: Money
    description?: string
    custom_id?: string
    payments?: { captures: Capture[]; refunds?: Refund[] }
  }[]
  payer?: { email_address: string; payer_id: string; name: { given_name: string; surname: string } }
  create_time: string
  update_time: string
  links: Link[]
}

/**
 * The tester's choice on approval. The capture succeeds with `approve`, `slow` (the response takes 10 s) and `lost` (the
 * response is a 503). It is refused with `decline` and `refuse`.
 */
export const OUTCOMES = ['approve', 'decline', 'pending', 'refuse', 'slow', 'lost'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** An order with fields that the API does not return. */
export type StoredOrder = { order: Order; outcome: Outcome; returnUrl?: string; cancelUrl?: string }

/** A response of the API. `outcome` may delay or drop the first response of a capture. */
export type ApiReply = { status: number; body: unknown; outcome?: Outcome }
