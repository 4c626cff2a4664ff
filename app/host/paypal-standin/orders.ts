import { randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import {
  type ApiReply,
  apiError,
  type Capture,
  type CaptureStatus,
  type KeptOrder,
  type LinkDescription,
  type Money,
  type Order,
  type Outcome,
  type Refund,
} from '#app/host/paypal-standin/shapes.ts'
import type { Store } from '#app/host/paypal-standin/store.ts'

const money = z.object({
  currency_code: z.string().length(3),
  value: z.string().regex(/^\d{1,10}\.\d{2}$/),
})
const orderRequest = z.object({
  intent: z.literal('CAPTURE'),
  purchase_units: z
    .array(
      z.object({
        reference_id: z.string().max(256).default('default'),
        description: z.string().max(127).optional(),
        custom_id: z.string().max(255).optional(),
        amount: money,
      }),
    )
    .length(1),
  application_context: z
    .object({ return_url: z.url().optional(), cancel_url: z.url().optional() })
    .optional(),
})
/** The one change that anybody makes: a browser with PayPal's SDK may, too. */
const patchRequest = z.array(
  z.object({
    op: z.literal('replace'),
    path: z.literal("/purchase_units/@reference_id=='default'/amount"),
    value: money,
  }),
)

const SELLER = { email_address: 'seller@example.com', merchant_id: 'STANDZNSELLER' }
const BUYER = {
  email_address: 'buyer@example.com',
  payer_id: 'STANDZNBUYER2',
  name: { given_name: 'Test', surname: 'Buyer' },
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
    const parsed = orderRequest.safeParse(body)
    if (!parsed.success) return apiError(400, 'INVALID_PARAMETER_SYNTAX')
    const { intent, purchase_units, application_context: context } = parsed.data
    const time = now()
    const order: Order = {
      id: newId(),
      intent,
      status: 'CREATED',
      purchase_units: purchase_units.map((unit) => ({ ...unit, payee: SELLER })),
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
    return kept ? { status: 200, body: shown(kept) } : apiError(404, 'INVALID_RESOURCE_ID')
  }

  function patch(id: string, body: unknown): ApiReply {
    const kept = store.order(id)
    if (!kept) return apiError(404, 'INVALID_RESOURCE_ID')
    const parsed = patchRequest.safeParse(body)
    if (!parsed.success) return apiError(400, 'INVALID_PATCH_OPERATION')
    if (kept.order.status === 'COMPLETED') return apiError(422, 'ORDER_ALREADY_COMPLETED')
    for (const { value } of parsed.data) kept.order.purchase_units[0]!.amount = value
    keep(kept)
    return { status: 204, body: undefined }
  }

  function capture(id: string, mock: string | undefined): ApiReply {
    const kept = store.order(id)
    if (!kept) return apiError(404, 'INVALID_RESOURCE_ID')
    const { order, outcome } = kept
    if (order.status === 'COMPLETED') return apiError(422, 'ORDER_ALREADY_CAPTURED')
    if (order.status !== 'APPROVED') return apiError(422, 'ORDER_NOT_APPROVED')
    const issue = mock ?? { decline: 'INSTRUMENT_DECLINED', refuse: 'TRANSACTION_REFUSED' }[outcome as string]
    if (issue) {
      // The buyer has to choose another way to pay, and to approve again.
      order.status = 'CREATED'
      kept.outcome = 'approve'
      keep(kept)
      const again = { href: approvalUrl(id, kept.returnUrl), rel: 'redirect', method: 'GET' } as const
      return apiError(422, issue, issue === 'INSTRUMENT_DECLINED' ? [again] : [])
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
    if (!kept || !payments || !of) return apiError(404, 'INVALID_RESOURCE_ID')
    const { amount = of.amount } = z.object({ amount: money.optional() }).safeParse(body ?? {}).data ?? {}
    const before = (payments.refunds ?? []).reduce((sum, refund) => sum + cents(refund.amount), 0)
    if (of.status !== 'COMPLETED' && of.status !== 'PARTIALLY_REFUNDED')
      return apiError(422, 'CAPTURE_FULLY_REFUNDED')
    if (before + cents(amount) > cents(of.amount)) return apiError(422, 'REFUND_AMOUNT_EXCEEDED')
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
      return found ? { status: 200, body: found } : apiError(404, 'INVALID_RESOURCE_ID')
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
export function newId(): string {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789'
  return [...randomBytes(17)].map((byte) => letters[byte % letters.length]).join('')
}

export const newEventId = (): string => `WH-${newId()}-${newId()}`
export const newTransmissionId = (): string => randomUUID()

const now = () => `${new Date().toISOString().slice(0, 19)}Z`
const cents = ({ value }: Money): number => Number(value.replace('.', ''))
const dollars = (amount: number, currency_code: string): Money => ({
  currency_code,
  value: (amount / 100).toFixed(2),
})
