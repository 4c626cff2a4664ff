/**
 * - `creating`: stored, but PayPal has not answered yet
 * - `created`: PayPal has it; the buyer has not approved, or must approve again after a decline
 * - `approved`: the buyer approved, nothing was captured
 * - `capturing`: a capture was sent and its outcome is not known
 * - `pending`: PayPal holds the capture back (e.g. an e-check)
 * - `captured`: the money is there; `partially_refunded` still counts as such
 * - `declined`: the last capture was declined; the same order can be paid with another card
 * - `mismatch`: captured at another amount or currency than was stored: a matter for the staff
 * - `failed`: PayPal did not make the order, or knows it no more
 */
export type OrderState =
  | 'creating'
  | 'created'
  | 'approved'
  | 'capturing'
  | 'pending'
  | 'captured'
  | 'partially_refunded'
  | 'refunded'
  | 'declined'
  | 'mismatch'
  | 'failed'

export type PaymentOrderRow = {
  /** Ours; PayPal returns it as `custom_id`. */
  id: string
  paypalOrderId: string | null
  state: OrderState
  amountCents: number
  currency: string
  title: string
  /** JSON: list of strings */
  features: string
  /** PayPal-Request-Id of the creation. */
  createRequestId: string
  /** PayPal-Request-Id of the capture; a new one after a decline, because then it is another operation. */
  captureRequestId: string
  /** Until then (ms) one process speaks with PayPal about this order. */
  leaseUntil: number
  leaseHolder: string | null
  /** JSON: PayPal's links */
  links: string | null
  createdAt: string
  updatedAt: string
  requestId: string
  /** Unique: call 4 sent twice under one evidence id makes one order. */
  evidenceId: string | null
}

/** PayPal's capture_status. */
export type CaptureState = 'PENDING' | 'COMPLETED' | 'DECLINED' | 'FAILED' | 'PARTIALLY_REFUNDED' | 'REFUNDED'

export type PaymentCaptureRow = {
  /** PayPal's */
  id: string
  orderId: string
  state: CaptureState
  amountCents: number
  currency: string
  createdAt: string
  updatedAt: string
}

type PaymentRefundRow = {
  /** PayPal's */
  id: string
  captureId: string
  orderId: string
  /** PayPal's refund_status. */
  state: string
  amountCents: number
  currency: string
  createdAt: string
  updatedAt: string
}

/** Section 7, call 6: what the buyer bought. One for each order. */
export type PurchaseRow = {
  orderId: string
  paypalOrderId: string
  userEmail: string
  firstName: string
  lastName: string
  phone: string
  address: string
  city: string
  state: string
  packageTitle: string
  priceCents: number
  recordedAt: string
  requestId: string
}

/** History; triggers refuse changes. */
type PaymentEventRow = {
  sequence: number
  orderId: string
  at: string
  /** e.g. `order.created`, `capture.completed`, `purchase.recorded` */
  type: string
  /** `call`, `webhook`, `reconcile`, `staff` */
  source: string
  /** JSON */
  detail: string
}

/** Each of PayPal's events that was acted upon: the same id a second time is a repetition. */
type PaymentWebhookRow = {
  eventId: string
  type: string
  receivedAt: string
  orderId: string
}

export type PaymentTables = {
  paymentOrders: PaymentOrderRow
  paymentCaptures: PaymentCaptureRow
  paymentRefunds: PaymentRefundRow
  purchases: PurchaseRow
  paymentEvents: PaymentEventRow
  paymentWebhooks: PaymentWebhookRow
}
