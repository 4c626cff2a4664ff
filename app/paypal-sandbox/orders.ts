import { randomBytes } from 'node:crypto'
import { type Issue, refused, unknownResource } from '#app/paypal-sandbox/errors.ts'
import {
  orderRequest,
  patchIssueOf,
  patchRequest,
  payable,
  readRequest,
  refundIssueOf,
  refundRequest,
} from '#app/paypal-sandbox/requests.ts'
import type {
  ApiReply,
  Capture,
  CaptureStatus,
  KeptOrder,
  LinkDescription,
  Money,
  Order,
  Outcome,
  Refund,
} from '#app/paypal-sandbox/shapes.ts'
import type { Store } from '#app/paypal-sandbox/store.ts'

const SELLER = { email_address: 'seller@example.com', merchant_id: 'STANDZNSELLER' }
const BUYER = {
  email_address: 'buyer@example.com',
  payer_id: 'STANDZNBUYER2',
  name: { given_name: 'Test', surname: 'Buyer' },
}

/** What a buyer's choice makes of the capture. */
const ISSUE_OF: Partial<Record<Outcome, Issue>> = {
  decline: 'INSTRUMENT_DECLINED',
  refuse: 'TRANSACTION_REFUSED',
}

type Options = {
  store: Store
  /** Of the API, for its links. */
  apiUrl: () => string
  /** Of PayPal's page for an order; `returnUrl` tells on which site the buyer is. */
  approvalUrl: (orderId: string, returnUrl: string | undefined) => string
  emit: (type: string, resource: unknown) => void
}
export type Orders = ReturnType<typeof createOrders>

/** PayPal's Orders v2, as far as the host uses it, with test money. */
export function createOrders({ store, apiUrl, approvalUrl, emit }: Options) {
  const self = (path: string, rel = 'self', method: LinkDescription['method'] = 'GET'): LinkDescription => ({
    href: `${apiUrl()}${path}`,
    rel,
    method,
  })
  const orderLinks = ({ order, returnUrl }: KeptOrder): LinkDescription[] => {
    const path = `/v2/checkout/orders/${order.id}`
    if (order.status === 'COMPLETED') return [self(path)]
    return [
      self(path),
      { href: approvalUrl(order.id, returnUrl), rel: 'approve', method: 'GET' },
      self(path, 'update', 'PATCH'),
      self(`${path}/capture`, 'capture', 'POST'),
    ]
  }
  const shown = (kept: KeptOrder): Order => ({ ...kept.order, links: orderLinks(kept) })
  const keep = (kept: KeptOrder) => {
    kept.order.update_time = now()
    store.keepOrder(kept)
  }

  function create(body: unknown): ApiReply {
    const request = readRequest(orderRequest, body ?? {})
    const { intent, purchase_units, application_context: context } = request
    const time = now()
    const order: Order = {
      id: newId(),
      intent,
      status: 'CREATED',
      purchase_units: purchase_units.map((unit) => ({
        ...unit,
        amount: payable(unit.amount),
        payee: SELLER,
      })),
      create_time: time,
      update_time: time,
      links: [],
    }
    const kept: KeptOrder = {
      order,
      outcome: 'approve',
      returnUrl: context?.return_url,
      cancelUrl: context?.cancel_url,
    }
    store.keepOrder(kept)
    return { status: 201, body: shown(kept) }
  }

  function read(id: string): ApiReply {
    const kept = store.order(id)
    return kept ? { status: 200, body: shown(kept) } : unknownResource('order_id')
  }

  function patch(id: string, body: unknown): ApiReply {
    const kept = store.order(id)
    if (!kept) return unknownResource('order_id')
    const changes = readRequest(patchRequest, body, patchIssueOf)
    if (kept.order.status === 'COMPLETED') return refused('ORDER_ALREADY_COMPLETED')
    for (const { value } of changes) kept.order.purchase_units[0]!.amount = payable(value)
    keep(kept)
    return { status: 204, body: undefined }
  }

  function capture(id: string, mock: Issue | undefined): ApiReply {
    const kept = store.order(id)
    if (!kept) return unknownResource('order_id')
    const { order, outcome } = kept
    if (order.status === 'COMPLETED') return refused('ORDER_ALREADY_CAPTURED')
    if (order.status !== 'APPROVED') return refused('ORDER_NOT_APPROVED')
    const issue = mock ?? ISSUE_OF[outcome]
    if (issue) {
      // The buyer has to choose another way to pay, and to approve again.
      order.status = 'CREATED'
      kept.outcome = 'approve'
      keep(kept)
      const again = { href: approvalUrl(id, kept.returnUrl), rel: 'redirect', method: 'GET' } as const
      return refused(issue, issue === 'INSTRUMENT_DECLINED' ? [again] : [])
    }
    const [unit] = order.purchase_units
    const status: CaptureStatus = outcome === 'pending' ? 'PENDING' : 'COMPLETED'
    const made = newCapture(unit!.amount, unit!.custom_id, status, id)
    unit!.payments = { captures: [made] }
    order.status = 'COMPLETED'
    keep(kept)
    emitCapture(made, id)
    return { status: 201, body: shown(kept) }
  }

  function refund(captureId: string, body: unknown): ApiReply {
    const kept = store.orderOfCapture(captureId)
    const payments = kept?.order.purchase_units[0]?.payments
    const of = payments?.captures.find(({ id }) => id === captureId)
    if (!kept || !payments || !of) return unknownResource('capture_id')
    const asked = readRequest(refundRequest, body ?? {}, refundIssueOf).amount
    if (of.status === 'REFUNDED') return refused('CAPTURE_FULLY_REFUNDED')
    if (of.status === 'PENDING') return refused('PENDING_CAPTURE')
    if (of.status === 'DECLINED') return refused('REFUND_NOT_ALLOWED')
    const currency = of.amount.currency_code
    if (asked && asked.currency_code !== currency) return refused('REFUND_CAPTURE_CURRENCY_MISMATCH')
    const before = (payments.refunds ?? []).reduce((sum, refund) => sum + cents(refund.amount), 0)
    const amount = asked ? payable(asked) : dollars(cents(of.amount) - before, currency)
    if (before + cents(amount) > cents(of.amount)) return refused('REFUND_AMOUNT_EXCEEDED')
    const time = now()
    const id = newId()
    const made: Refund = {
      id,
      status: 'COMPLETED',
      amount,
      ...(of.custom_id && { custom_id: of.custom_id }),
      create_time: time,
      update_time: time,
      links: [self(`/v2/payments/refunds/${id}`), self(`/v2/payments/captures/${captureId}`, 'up')],
    }
    payments.refunds = [...(payments.refunds ?? []), made]
    of.status = before + cents(amount) === cents(of.amount) ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
    keep(kept)
    emit('PAYMENT.CAPTURE.REFUNDED', made)
    return { status: 201, body: made }
  }

  function newCapture(
    amount: Money,
    customId: string | undefined,
    status: CaptureStatus,
    orderId: string,
  ): Capture {
    const id = newId()
    const time = now()
    const fee = Math.round(cents(amount) * 0.0349) + 49
    return {
      id,
      status,
      ...(status === 'PENDING' && { status_details: { reason: 'ECHECK' } }),
      amount,
      final_capture: true,
      seller_protection: {
        status: 'ELIGIBLE',
        dispute_categories: ['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'],
      },
      ...(status === 'COMPLETED' && {
        seller_receivable_breakdown: {
          gross_amount: amount,
          paypal_fee: dollars(fee, amount.currency_code),
          net_amount: dollars(cents(amount) - fee, amount.currency_code),
        },
      }),
      ...(customId && { custom_id: customId }),
      links: [
        self(`/v2/payments/captures/${id}`),
        self(`/v2/payments/captures/${id}/refund`, 'refund', 'POST'),
        self(`/v2/checkout/orders/${orderId}`, 'up'),
      ],
      create_time: time,
      update_time: time,
    }
  }

  function emitCapture(capture: Capture, orderId: string): void {
    const name = { COMPLETED: 'COMPLETED', PENDING: 'PENDING', DECLINED: 'DENIED' }[capture.status as string]
    emit(`PAYMENT.CAPTURE.${name}`, {
      ...capture,
      supplementary_data: { related_ids: { order_id: orderId } },
    })
  }

  return {
    create,
    read,
    patch,
    capture,
    refund,
    readCapture(id: string): ApiReply {
      const captures = store.orderOfCapture(id)?.order.purchase_units[0]?.payments?.captures
      const found = captures?.find((capture) => capture.id === id)
      return found ? { status: 200, body: found } : unknownResource('capture_id')
    },
    readRefund(id: string): ApiReply {
      const refunds = store.orderOfRefund(id)?.order.purchase_units[0]?.payments?.refunds
      const found = refunds?.find((refund) => refund.id === id)
      return found ? { status: 200, body: found } : unknownResource('refund_id')
    },
    /** The buyer approves. Returns undefined for an order that is unknown or done. */
    approve(id: string, outcome: Outcome): KeptOrder | undefined {
      const kept = store.order(id)
      if (!kept || kept.order.status === 'COMPLETED') return undefined
      kept.order.status = 'APPROVED'
      kept.order.payer = BUYER
      const { email_address, payer_id, name } = BUYER
      kept.order.payment_source = { paypal: { email_address, account_id: payer_id, name } }
      kept.outcome = outcome
      keep(kept)
      emit('CHECKOUT.ORDER.APPROVED', shown(kept))
      return kept
    },
    find: (id: string) => store.order(id),
    /** A pending capture comes to its end, as PayPal's review would decide. */
    resolve(captureId: string, status: 'COMPLETED' | 'DECLINED'): boolean {
      const kept = store.orderOfCapture(captureId)
      const found = kept?.order.purchase_units[0]?.payments?.captures.find(({ id }) => id === captureId)
      if (!kept || found?.status !== 'PENDING') return false
      found.status = status
      delete found.status_details
      keep(kept)
      emitCapture(found, kept.order.id)
      return true
    },
  }
}

/** 17 capital letters and digits, as PayPal's. */
function newId(): string {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789'
  return [...randomBytes(17)].map((byte) => letters[byte % letters.length]).join('')
}

export const newEventId = (): string => `WH-${newId()}-${newId()}`

const now = () => `${new Date().toISOString().slice(0, 19)}Z`
const cents = ({ value }: Money): number => Number(value.replace('.', ''))
const dollars = (amount: number, currency_code: string): Money => ({
  currency_code,
  value: (amount / 100).toFixed(2),
})
