import { z } from 'zod'

/**
 * What PayPal publishes (github.com/paypal/paypal-rest-api-specifications, openapi/), as far as the stand-in answers it,
 * in words of our own: what is required, types, patterns, lengths, enumerations. Each shape names its schema there; a
 * field that it doesn't list is a mistake. `ORDERS` is checkout_orders_v2.json 2.13, `PAYMENTS` payments_payment_v2.json
 * 2.9, `WEBHOOKS` notifications_webhooks_v1.json 1.11.
 */

/** ORDERS and PAYMENTS: currency_code, money. */
const money = z.strictObject({
  currency_code: z.string().length(3),
  value: z
    .string()
    .max(32)
    .regex(/^(-?\d+|-?\d*\.\d+)$/),
})
/** ORDERS and PAYMENTS: date_time, here also a date that exists. */
const dateTime = z
  .string()
  .min(20)
  .max(64)
  .regex(
    /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  )
  .refine((time) => Number.isFinite(Date.parse(time)))
const timestamps = { create_time: dateTime, update_time: dateTime }
/** ORDERS, PAYMENTS, WEBHOOKS: link_description. */
export const link = z.strictObject({
  href: z.url(),
  rel: z.string(),
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'CONNECT', 'OPTIONS', 'PATCH']).optional(),
})
/** ORDERS: name, name-2. */
const name = z.strictObject({ given_name: z.string().max(140), surname: z.string().max(140) })
/** ORDERS: email. */
const email = z.email().min(3).max(254)
/** ORDERS: account_id, account_id-2. */
const accountId = z.string().regex(/^[2-9A-HJ-NP-Z]{13}$/)
/** ORDERS, parameter `id`, and PAYMENTS, related_ids: the shorter. */
const id = z
  .string()
  .min(1)
  .max(20)
  .regex(/^[A-Z0-9]+$/)
/** ORDERS: custom_id of purchase_unit, capture and refund: the strictest. */
const customId = z
  .string()
  .min(1)
  .max(127)
  .regex(/^[A-Za-z0-9\-_.,]*$/)

/** PAYMENTS: refund, refund_status; ORDERS has the same. */
export const refund = z.strictObject({
  id,
  status: z.enum(['CANCELLED', 'FAILED', 'PENDING', 'COMPLETED']),
  amount: money,
  custom_id: customId.optional(),
  links: z.array(link),
  ...timestamps,
})

/** ORDERS: capture, capture_status, capture_status_details, seller_protection, seller_receivable_breakdown. */
export const capture = z.strictObject({
  id,
  status: z.enum(['COMPLETED', 'DECLINED', 'PARTIALLY_REFUNDED', 'PENDING', 'REFUNDED', 'FAILED']),
  status_details: z
    .strictObject({
      reason: z.enum([
        'BUYER_COMPLAINT',
        'CHARGEBACK',
        'ECHECK',
        'INTERNATIONAL_WITHDRAWAL',
        'OTHER',
        'PENDING_REVIEW',
        'RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION',
        'REFUNDED',
        'TRANSACTION_APPROVED_AWAITING_FUNDING',
        'UNILATERAL',
        'VERIFICATION_REQUIRED',
      ]),
    })
    .optional(),
  amount: money,
  custom_id: customId.optional(),
  final_capture: z.boolean(),
  seller_protection: z.strictObject({
    status: z.enum(['ELIGIBLE', 'PARTIALLY_ELIGIBLE', 'NOT_ELIGIBLE']),
    dispute_categories: z.array(z.enum(['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'])),
  }),
  // Its description: not available while the capture is pending.
  seller_receivable_breakdown: z
    .strictObject({ gross_amount: money, paypal_fee: money, net_amount: money })
    .optional(),
  links: z.array(link),
  ...timestamps,
})
/** PAYMENTS: capture-2, supplementary_data, related_ids; so captures come in events. */
const captureInEvent = capture.extend({
  supplementary_data: z.strictObject({ related_ids: z.strictObject({ order_id: id }) }),
})

/** ORDERS: order, order_status, checkout_payment_intent, purchase_unit, payee, payer, paypal_wallet_response. */
export const order = z.strictObject({
  id,
  intent: z.enum(['CAPTURE', 'AUTHORIZE']),
  status: z.enum(['CREATED', 'SAVED', 'APPROVED', 'VOIDED', 'COMPLETED', 'PAYER_ACTION_REQUIRED']),
  purchase_units: z
    .array(
      z.strictObject({
        reference_id: z.string().min(1).max(256),
        amount: money,
        payee: z.strictObject({ email_address: email, merchant_id: accountId }),
        description: z.string().min(1).max(127).optional(),
        custom_id: customId.optional(),
        payments: z
          .strictObject({ captures: z.array(capture), refunds: z.array(refund).optional() })
          .optional(),
      }),
    )
    .min(1)
    .max(10),
  payer: z.strictObject({ email_address: email, payer_id: accountId, name }).optional(),
  payment_source: z
    .strictObject({ paypal: z.strictObject({ email_address: email, account_id: accountId, name }) })
    .optional(),
  links: z.array(link),
  ...timestamps,
})
/** ORDERS and PAYMENTS, parameter `prefer`: what is answered unless the whole is asked for. */
export const brief = z.strictObject({ id, status: z.string().regex(/^[A-Z_]+$/), links: z.array(link) })

/** ORDERS: order_request, purchase_unit_request, order_application_context, as far as the host asks. */
export const orderRequest = z.strictObject({
  intent: z.enum(['CAPTURE', 'AUTHORIZE']),
  purchase_units: z
    .array(
      z.strictObject({
        amount: money,
        description: z.string().min(1).max(127),
        custom_id: z.string().min(1).max(127),
      }),
    )
    .min(1)
    .max(10),
  application_context: z.strictObject({
    shipping_preference: z.enum(['GET_FROM_FILE', 'NO_SHIPPING', 'SET_PROVIDED_ADDRESS']),
    user_action: z.enum(['CONTINUE', 'PAY_NOW']),
    return_url: z.url(),
    cancel_url: z.url(),
  }),
})

/** WEBHOOKS: event, event_version, resource_version; PayPal's "Webhook event names" for what goes with what. */
const about = <const Type extends string>(type: Type, resource: z.ZodType, names: [string, ...string[]]) =>
  z.strictObject({
    id: z.string().min(1),
    create_time: z.iso.datetime(),
    resource_type: z.literal(type),
    event_version: z.string().regex(/^\d+\.\d+$/),
    resource_version: z.string().regex(/^\d+\.\d+$/),
    event_type: z.enum(names),
    summary: z.string(),
    resource,
    links: z.array(link),
  })
export const event = z.discriminatedUnion('resource_type', [
  about('checkout-order', order, ['CHECKOUT.ORDER.APPROVED']),
  about('capture', captureInEvent, [
    'PAYMENT.CAPTURE.COMPLETED',
    'PAYMENT.CAPTURE.PENDING',
    'PAYMENT.CAPTURE.DENIED',
  ]),
  about('refund', refund, ['PAYMENT.CAPTURE.REFUNDED']),
])

/** WEBHOOKS: verify_webhook_signature, which takes these from an event's headers. */
export const transmission = z.object({
  'paypal-auth-algo': z
    .string()
    .max(100)
    .regex(/^[a-zA-Z0-9]+$/),
  'paypal-cert-url': z.url().max(500),
  'paypal-transmission-id': z
    .string()
    .max(50)
    .regex(/^(?!\d+$)\w+\S+/),
  'paypal-transmission-sig': z
    .string()
    .max(500)
    .regex(/^(?!\d+$)\w+\S+/),
  'paypal-transmission-time': z.iso.datetime().max(100),
})
