import { randomBytes } from 'node:crypto'
import { ApiError, errorReply } from '#app/paypal-sandbox/errors.ts'
import { parseOrderRequest } from '#app/paypal-sandbox/order-request.ts'
import type {
  ApiReply,
  Capture,
  Link,
  Order,
  Outcome,
  Refund,
  StoredOrder,
} from '#app/paypal-sandbox/shapes.ts'
import type { Store } from '#app/paypal-sandbox/store.ts'

export const BUYER = {
  email_address: 'buyer@example.com',
  payer_id: 'TESTBUYER2222',
  name: { given_name: 'Test', surname: 'Buyer' },
}

type Options = {
  store: Store
  apiUrl: () => string
  /** Returns the URL of PayPal's page for an order. `returnUrl` is on the buyer's site. */
  approvalUrl: (orderId: string, returnUrl: string | undefined) => string
  /** Sends a webhook. */
  emit: (type: string, resource: unknown) => void
}
export type Orders = ReturnType<typeof createOrders>

/** Implements the part of Orders v2 that the backend uses, and events at PayPal that only tests cause. */
export function createOrders({ store, apiUrl, approvalUrl, emit }: Options) {
  const link = (path: string, rel = 'self', method: Link['method'] = 'GET'): Link => ({
    href: apiUrl() + path,
    rel,
    method,
  })

  function withLinks({ order, returnUrl }: StoredOrder): Order {
    const path = `/v2/checkout/orders/${order.id}`
    if (order.status === 'COMPLETED') return { ...order, links: [link(path)] }
    const approve: Link = { href: approvalUrl(order.id, returnUrl), rel: 'approve', method: 'GET' }
    return { ...order, links: [link(path), approve, link(`${path}/capture`, 'capture', 'POST')] }
  }

  function get(id: string): StoredOrder {
    const stored = store.order(id)
    if (stored) return stored
    throw new ApiError(404, { issue: 'INVALID_RESOURCE_ID', field: 'order_id', location: 'path' })
  }
  function save(stored: StoredOrder): void {
    stored.order.update_time = now()
    store.saveOrder(stored)
  }

  function emitCapture(capture: Capture, order: Order): void {
    const event = capture.status === 'DECLINED' ? 'DENIED' : capture.status
    const supplementary_data = { related_ids: { order_id: order.id } }
    emit(`PAYMENT.CAPTURE.${event}`, { ...capture, supplementary_data })
  }

  return {
    create(body: unknown): ApiReply {
      const { intent, purchase_units, application_context: context } = parseOrderRequest(body)
      const stored: StoredOrder = {
        order: { id: newId(), intent, status: 'CREATED', purchase_units, ...timestamps(), links: [] },
        outcome: 'approve',
        returnUrl: context?.return_url,
        cancelUrl: context?.cancel_url,
      }
      store.saveOrder(stored)
      return { status: 201, body: withLinks(stored) }
    },

    read: (id: string): ApiReply => ({ status: 200, body: withLinks(get(id)) }),

    capture(id: string): ApiReply {
      const stored = get(id)
      const { order, outcome } = stored
      if (order.status === 'COMPLETED') throw new ApiError(422, { issue: 'ORDER_ALREADY_CAPTURED' })
      if (order.status !== 'APPROVED') throw new ApiError(422, { issue: 'ORDER_NOT_APPROVED' })
      if (outcome === 'decline' || outcome === 'refuse') {
        // The buyer has to approve again.
        order.status = 'CREATED'
        save(stored)
        const issue = outcome === 'decline' ? 'INSTRUMENT_DECLINED' : 'TRANSACTION_REFUSED'
        return errorReply(422, { issue })
      }
      const unit = order.purchase_units[0]!
      const capture: Capture = {
        id: newId(),
        status: outcome === 'pending' ? 'PENDING' : 'COMPLETED',
        ...(outcome === 'pending' && { status_details: { reason: 'ECHECK' } }),
        amount: unit.amount,
        custom_id: unit.custom_id,
        links: [link(`/v2/checkout/orders/${id}`, 'up')],
        ...timestamps(),
      }
      unit.payments = { captures: [capture] }
      order.status = 'COMPLETED'
      save(stored)
      emitCapture(capture, order)
      return { status: 201, body: withLinks(stored), outcome }
    },

    find: (id: string): StoredOrder | undefined => store.order(id),

    /** Approves an order as the buyer. Returns false if it is unknown or paid. */
    approve(id: string, outcome: Outcome): boolean {
      return store.transaction(() => {
        const stored = store.order(id)
        if (!stored || stored.order.status === 'COMPLETED') return false
        stored.order.status = 'APPROVED'
        stored.order.payer = BUYER
        stored.outcome = outcome
        save(stored)
        emit('CHECKOUT.ORDER.APPROVED', withLinks(stored))
        return true
      })
    },

    /** Decides about a pending capture, as PayPal does. */
    resolve(id: string, status: 'COMPLETED' | 'DECLINED'): void {
      const stored = get(id)
      const [capture] = stored.order.purchase_units[0]!.payments!.captures
      capture!.status = status
      delete capture!.status_details
      save(stored)
      emitCapture(capture!, stored.order)
    },

    /** Refunds the capture in full, as a seller does at PayPal. */
    refund(id: string): void {
      const stored = get(id)
      const { payments } = stored.order.purchase_units[0]!
      const [capture] = payments!.captures
      const { amount, custom_id } = capture!
      const up = link(`/v2/payments/captures/${capture!.id}`, 'up')
      const refund: Refund = {
        id: newId(),
        status: 'COMPLETED',
        amount,
        custom_id,
        links: [up],
        ...timestamps(),
      }
      payments!.refunds = [refund]
      capture!.status = 'REFUNDED'
      save(stored)
      emit('PAYMENT.CAPTURE.REFUNDED', refund)
    },

    /** Changes the amount of an order, as a forged browser can through PayPal's script. */
    changeAmount(id: string, value: string): void {
      const stored = get(id)
      stored.order.purchase_units[0]!.amount.value = value
      save(stored)
    },
  }
}

/** 17 capital letters and digits, like PayPal's. */
export function newId(): string {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789'
  return [...randomBytes(17)].map((byte) => letters[byte % letters.length]).join('')
}

const now = () => `${new Date().toISOString().slice(0, 19)}Z`
const timestamps = () => ({ create_time: now(), update_time: now() })
