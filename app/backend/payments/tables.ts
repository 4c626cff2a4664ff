import type { OrderState } from '#app/backend/payments/order-states.ts'

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
  /** PayPal-Request-Id of the next capture, or of the one under way. */
  captureRequestId: string
  /** JSON: PayPal's links */
  links: string | null
  createdAt: string
  updatedAt: string
  requestId: string
  /** Unique, so that a repeated call 4 creates one order. */
  evidenceId: string | null
}

/** PayPal's capture_status. */
export type CaptureState = 'PENDING' | 'COMPLETED' | 'DECLINED' | 'FAILED' | 'PARTIALLY_REFUNDED' | 'REFUNDED'

/** The columns that captures and refunds share. */
type PaymentRow = {
  /** PayPal's */
  id: string
  orderId: string
  amountCents: number
  currency: string
  createdAt: string
  updatedAt: string
}
export type PaymentCaptureRow = PaymentRow & { state: CaptureState }
/** `state` is PayPal's refund_status. */
type PaymentRefundRow = PaymentRow & { captureId: string; state: string }

/** Section 7, call 6. One purchase per order. */
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

export type PaymentTables = {
  paymentOrders: PaymentOrderRow
  paymentCaptures: PaymentCaptureRow
  paymentRefunds: PaymentRefundRow
  purchases: PurchaseRow
  /** History; triggers refuse changes. `type` is e.g. `order.created` or `purchase.recorded`, `detail` JSON. */
  paymentEvents: {
    sequence: number
    orderId: string
    at: string
    type: string
    source: string
    detail: string
  }
  /** Applied PayPal events, so that each is applied once. */
  paymentWebhooks: { eventId: string; type: string; receivedAt: string; orderId: string }
}
