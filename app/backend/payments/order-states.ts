/**
 * The life of an order: its states, what can happen to it, and one table that says what follows from what.
 * Every change of an order goes through `changeOrder` (order-store.ts), which applies this table.
 */
export type OrderState =
  /** Stored here; PayPal has not answered yet. */
  | 'creating'
  /** PayPal has the order; the buyer has to approve it, or to approve it again. */
  | 'created'
  /** The buyer approved; nobody has asked for the money. */
  | 'approved'
  /** A capture was requested and its outcome is not known. */
  | 'capturing'
  /** PayPal holds the capture back, e.g. for an e-check. */
  | 'pending'
  /** The money is here. */
  | 'captured'
  /** A part of the money was given back; the purchase is still valid. */
  | 'partially_refunded'
  /** All the money was given back. */
  | 'refunded'
  /** The last capture was declined; the same order can be paid with another card. */
  | 'declined'
  /** Captured at another amount or currency than ordered: a matter for the staff. */
  | 'mismatch'
  /** PayPal did not make the order, or it is void or forgotten. */
  | 'failed'

export type OrderEvent =
  /** PayPal made the order. */
  | 'order_created'
  /** PayPal refused to make it. */
  | 'order_refused'
  /** It is void, or PayPal does not know it (any more). */
  | 'order_closed'
  | 'buyer_approved'
  /** PayPal wants the buyer to approve again, or refused the capture for another reason than a decline. */
  | 'approval_lost'
  /** The site asks for the money (call 5). */
  | 'capture_requested'
  /** PayPal calls the order completed: somebody captured it, with an outcome that PayPal does not name yet. */
  | 'order_completed'
  | 'capture_completed'
  /** Completed at another amount or currency than ordered. */
  | 'capture_mismatched'
  | 'capture_pending'
  | 'capture_declined'
  | 'partly_refunded'
  | 'fully_refunded'
  /** The site says who bought (call 6). */
  | 'purchase_recorded'
  /** Nobody has said who bought, some time after the payment. */
  | 'purchase_missing'

export type Effect =
  /** The next capture is another operation: under the old PayPal-Request-Id, PayPal would repeat its old answer. */
  | 'new_request_id'
  /** Ask PayPal for the capture, after the commit. */
  | 'ask_capture'
  | 'log_mismatch'
  /** Store the purchase, once, and queue the buyer's receipt and the notice to the staff. */
  | 'store_purchase'
  /** Queue a mail to the staff, once. */
  | 'tell_staff'

type Step = OrderState | [OrderState, Effect]
type Row = Partial<Record<OrderEvent, Step>>

const CAPTURE: Step = ['capturing', 'ask_capture']
const DECLINE: Step = ['declined', 'new_request_id']
const APPROVE_AGAIN: Step = ['created', 'new_request_id']
/** When PayPal says that money moved, an order follows from every state in which it is not paid. */
const MONEY_MOVED: Row = {
  capture_pending: 'pending',
  capture_completed: 'captured',
  capture_mismatched: ['mismatch', 'log_mismatch'],
  partly_refunded: 'partially_refunded',
  fully_refunded: 'refunded',
}

/** State × event → next state and effect. An event that a state does not list is ignored: it came too late. */
const ORDER_TABLE: Record<OrderState, Row> = {
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
    // Every request has the same PayPal-Request-Id, so PayPal captures once.
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
    purchase_missing: ['captured', 'tell_staff'],
    partly_refunded: 'partially_refunded',
    fully_refunded: 'refunded',
  },
  partially_refunded: {
    purchase_recorded: ['partially_refunded', 'store_purchase'],
    purchase_missing: ['partially_refunded', 'tell_staff'],
    fully_refunded: 'refunded',
  },
  mismatch: { purchase_missing: ['mismatch', 'tell_staff'], fully_refunded: 'refunded' },
  refunded: {},
}

/** Looks an event up in the table. Late events never move an order back. */
export function transition(
  state: OrderState,
  event: OrderEvent,
): { state: OrderState; effect?: Effect } | 'ignored' {
  const step = ORDER_TABLE[state][event]
  if (step === undefined || step === state) return 'ignored'
  return typeof step === 'string' ? { state: step } : { state: step[0], effect: step[1] }
}

/** `unknown`: it may be taken at any moment, or has been. `wrong`: another amount was taken. `returned`: all of it was. */
type Money = 'none' | 'unknown' | 'paid' | 'wrong' | 'returned'

/** The buyer's money in each state, and the status that call 5 answers. Without a status the outcome is unknown. */
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
  // The site then keeps the buyer's details for the staff; call 6 is refused.
  mismatch: { money: 'wrong', status: 'COMPLETED' },
  failed: { money: 'none', status: 'FAILED' },
}
export const statesWith = (...money: Money[]): OrderState[] =>
  (Object.keys(ORDER_STATES) as OrderState[]).filter((state) => money.includes(ORDER_STATES[state].money))

export const isPaid = (state: OrderState): boolean => statesWith('paid').includes(state)
/** A capture was requested, and took money or still may: nobody should pay for the same thing again. */
export const wasCaptureRequested = (state: OrderState): boolean =>
  statesWith('unknown', 'paid', 'wrong').includes(state)
/** PayPal need not be asked what becomes of the order. */
export const isDecided = (state: OrderState): boolean =>
  state === 'failed' || statesWith('paid', 'wrong', 'returned').includes(state)
