/** The states of an order. Every change goes through `changeOrder` (order-store.ts), which applies the table below. */
export type OrderState =
  /** PayPal has not answered yet. */
  | 'creating'
  /** The buyer must approve it, or approve it again. */
  | 'created'
  /** No capture was requested yet. */
  | 'approved'
  /** A capture was requested and its outcome is not known. */
  | 'capturing'
  /** PayPal holds the capture back, e.g. for an e-check. */
  | 'pending'
  | 'captured'
  /** The purchase is still valid. */
  | 'partially_refunded'
  | 'refunded'
  /** The buyer can pay the same order with another card. */
  | 'declined'
  /** Captured at another amount or currency than ordered; the staff decide. */
  | 'mismatch'
  /** PayPal refused to create the order, or voided or deleted it. */
  | 'failed'

export type OrderEvent =
  | 'order_created'
  | 'order_refused'
  /** The order is void, or PayPal no longer knows it. */
  | 'order_closed'
  | 'buyer_approved'
  /** The buyer must approve again. */
  | 'approval_lost'
  /** Call 5. */
  | 'capture_requested'
  /** PayPal calls the order completed, but does not name its capture yet. */
  | 'order_completed'
  | 'capture_completed'
  /** Completed at another amount or currency than ordered. */
  | 'capture_mismatched'
  | 'capture_pending'
  | 'capture_declined'
  | 'partly_refunded'
  | 'fully_refunded'
  /** Call 6. */
  | 'purchase_recorded'
  /** Some time after the payment the buyer is still unknown. */
  | 'purchase_missing'

export type Effect =
  /** With the old PayPal-Request-Id, PayPal would repeat its old answer. */
  | 'new_request_id'
  /** The caller requests the capture after the commit. */
  | 'request_capture'
  | 'log_mismatch'
  /** Store the purchase once, with the mails to buyer and staff. */
  | 'store_purchase'
  /** Queue a mail to the staff, once. */
  | 'notify_staff'

type Step = OrderState | [OrderState, Effect]
type Row = Partial<Record<OrderEvent, Step>>

const CAPTURE: Step = ['capturing', 'request_capture']
const DECLINE: Step = ['declined', 'new_request_id']
const APPROVE_AGAIN: Step = ['created', 'new_request_id']
/** These events apply to every unpaid state. */
const MONEY_MOVED: Row = {
  capture_pending: 'pending',
  capture_completed: 'captured',
  capture_mismatched: ['mismatch', 'log_mismatch'],
  partly_refunded: 'partially_refunded',
  fully_refunded: 'refunded',
}

/** State × event → next state and effect. Unlisted events come too late and are ignored. */
const TRANSITIONS: Record<OrderState, Row> = {
  creating: { ...MONEY_MOVED, order_created: 'created', order_refused: 'failed', order_closed: 'failed' },
  created: {
    ...MONEY_MOVED,
    buyer_approved: 'approved',
    order_completed: 'capturing',
    capture_declined: DECLINE,
    order_closed: 'failed',
  },
  approved: {
    ...MONEY_MOVED,
    capture_requested: CAPTURE,
    order_completed: 'capturing',
    approval_lost: APPROVE_AGAIN,
    order_closed: 'failed',
  },
  capturing: {
    ...MONEY_MOVED,
    // All requests have the same PayPal-Request-Id, so PayPal captures once.
    capture_requested: CAPTURE,
    capture_declined: DECLINE,
    approval_lost: APPROVE_AGAIN,
    order_closed: 'failed',
  },
  pending: { ...MONEY_MOVED, capture_declined: DECLINE },
  declined: { ...MONEY_MOVED, buyer_approved: 'approved', order_closed: 'failed' },
  failed: { ...MONEY_MOVED, order_created: 'created' },
  captured: {
    purchase_recorded: ['captured', 'store_purchase'],
    purchase_missing: ['captured', 'notify_staff'],
    partly_refunded: 'partially_refunded',
    fully_refunded: 'refunded',
  },
  partially_refunded: {
    purchase_recorded: ['partially_refunded', 'store_purchase'],
    purchase_missing: ['partially_refunded', 'notify_staff'],
    fully_refunded: 'refunded',
  },
  mismatch: { purchase_missing: ['mismatch', 'notify_staff'], fully_refunded: 'refunded' },
  refunded: {},
}

/** Looks up an event in the table. */
export function transition(
  state: OrderState,
  event: OrderEvent,
): { state: OrderState; effect?: Effect } | 'ignored' {
  const step = TRANSITIONS[state][event]
  if (step === undefined || step === state) return 'ignored'
  return typeof step === 'string' ? { state: step } : { state: step[0], effect: step[1] }
}

/** `unknown`: money may have been taken. `wrong`: another amount was taken. `returned`: all was refunded. */
type Money = 'none' | 'unknown' | 'paid' | 'wrong' | 'returned'

/** The buyer's money and the status of call 5 in each state. No status: the outcome is unknown. */
export const ORDER_STATES: Record<OrderState, { money: Money; status?: string }> = {
  creating: { money: 'none' },
  created: { money: 'none', status: 'CREATED' },
  approved: { money: 'none' },
  capturing: { money: 'unknown' },
  pending: { money: 'unknown', status: 'PENDING' },
  captured: { money: 'paid', status: 'COMPLETED' },
  partially_refunded: { money: 'paid', status: 'COMPLETED' },
  refunded: { money: 'returned', status: 'REFUNDED' },
  declined: { money: 'none', status: 'DECLINED' },
  // The site stores the buyer's details for the staff. Call 6 is refused.
  mismatch: { money: 'wrong', status: 'COMPLETED' },
  failed: { money: 'none', status: 'FAILED' },
}
export const statesWith = (...money: Money[]): OrderState[] =>
  (Object.keys(ORDER_STATES) as OrderState[]).filter((state) => money.includes(ORDER_STATES[state].money))

export const isPaid = (state: OrderState): boolean => statesWith('paid').includes(state)
/** A requested capture took money or may still take it, so the buyer must not pay again. */
export const wasCaptureRequested = (state: OrderState): boolean =>
  statesWith('unknown', 'paid', 'wrong').includes(state)
/** The outcome is final, so no request to PayPal is needed. */
export const isDecided = (state: OrderState): boolean =>
  state === 'failed' || statesWith('paid', 'wrong', 'returned').includes(state)
