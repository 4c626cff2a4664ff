import { z } from 'zod'

/**
 * PayPal's published API (github.com/paypal/paypal-rest-api-specifications, openapi/), as far as the sandbox answers it:
 * required fields, types, patterns, lengths, enumerations. A field that is not listed here is a mistake.
 * ORDERS is checkout_orders_v2.json 2.13, PAYMENTS payments_payment_v2.json 2.9, WEBHOOKS notifications_webhooks_v1.json 1.11.
 */

/** ORDERS and PAYMENTS: currency_code, money. */
const money = z.strictObject({
  currency_code: z.string().length(3),
  value: z
    .string()
    .max(32)
    .regex(/^(-?\d+|-?\d*\.\d+)$/),
})
/** ORDERS and PAYMENTS: date_time. */
const dateTime = z.iso.datetime({ offset: true }).min(20).max(64)
const timestamps = { create_time: dateTime, update_time: dateTime }
/** ORDERS, PAYMENTS, WEBHOOKS: link_description. */
const link = z.strictObject({
  href: z.url(),
  rel: z.string(),
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'CONNECT', 'OPTIONS', 'PATCH']).optional(),
})
/** ORDERS, parameter `id`, and PAYMENTS, related_ids: the shorter. */
const id = z.string().regex(/^[A-Z0-9]{1,20}$/)
/** ORDERS: custom_id of purchase_unit, capture and refund: the strictest. */
const customId = z.string().regex(/^[A-Za-z0-9\-_.,]{1,127}$/)

/** PAYMENTS: refund, refund_status; ORDERS has the same. */
const refund = z.strictObject({
  id,
  status: z.enum(['CANCELLED', 'FAILED', 'PENDING', 'COMPLETED']),
  amount: money,
  custom_id: customId.optional(),
  links: z.array(link),
  ...timestamps,
})

/** ORDERS: capture, capture_status, capture_status_details. */
const capture = z.strictObject({
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
  links: z.array(link),
  ...timestamps,
})

/** ORDERS: order, order_status, checkout_payment_intent, purchase_unit, payer. */
const order = z.strictObject({
  id,
  intent: z.enum(['CAPTURE', 'AUTHORIZE']),
  status: z.enum(['CREATED', 'SAVED', 'APPROVED', 'VOIDED', 'COMPLETED', 'PAYER_ACTION_REQUIRED']),
  purchase_units: z
    .array(
      z.strictObject({
        reference_id: z.string().min(1).max(256),
        amount: money,
        description: z.string().min(1).max(127).optional(),
        custom_id: customId.optional(),
        payments: z
          .strictObject({ captures: z.array(capture), refunds: z.array(refund).optional() })
          .optional(),
      }),
    )
    .min(1)
    .max(10),
  payer: z
    .strictObject({
      email_address: z.email().min(3).max(254),
      payer_id: z.string().regex(/^[2-9A-HJ-NP-Z]{13}$/),
      name: z.strictObject({ given_name: z.string().max(140), surname: z.string().max(140) }),
    })
    .optional(),
  links: z.array(link),
  ...timestamps,
})
export type Order = z.infer<typeof order>

/** ORDERS: order_request, purchase_unit_request, order_application_context, as far as the backend uses them. */
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

/** WEBHOOKS: event, event_version, resource_version; "Webhook event names" says which resource belongs to which event. */
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
/** PAYMENTS: capture-2, supplementary_data, related_ids. */
const captureInEvent = capture.extend({
  supplementary_data: z.strictObject({ related_ids: z.strictObject({ order_id: id }) }),
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
  'paypal-auth-algo': z.string().regex(/^[a-zA-Z0-9]{1,100}$/),
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

/** ORDERS: error_400 to error_503 (no details from 500 on), error_details. */
const error = (name: string, message: string, issues?: [string, ...string[]]) =>
  z.strictObject({
    name: z.literal(name),
    message: z.literal(message),
    debug_id: z.string().min(1),
    links: z.array(link),
    ...(issues && {
      details: z
        .array(
          z.strictObject({
            issue: z.enum(issues),
            field: z.string().optional(),
            location: z.enum(['body', 'path', 'query']).optional(),
          }),
        )
        .min(1),
    }),
  })
const malformed = (...issues: [string, ...string[]]) =>
  error('INVALID_REQUEST', 'Request is not well-formed, syntactically incorrect, or violates schema.', issues)
const unprocessable = (...issues: [string, ...string[]]) =>
  error(
    'UNPROCESSABLE_ENTITY',
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
    issues,
  )
const unknown = error('RESOURCE_NOT_FOUND', 'The specified resource does not exist.', ['INVALID_RESOURCE_ID'])
const always = {
  401: error(
    'AUTHENTICATION_FAILURE',
    'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  ),
  500: error('INTERNAL_SERVER_ERROR', 'An internal server error occurred.'),
  503: error('SERVICE_UNAVAILABLE', 'Service Unavailable.'),
}

/** Responses of each operation by status, with the issues that it names. */
const OPERATIONS: [method: string, path: RegExp, responses: Record<number, z.ZodType>][] = [
  [
    'POST',
    /^\/v2\/checkout\/orders$/,
    {
      200: order,
      201: order,
      400: malformed(
        'INVALID_ARRAY_MAX_ITEMS',
        'INVALID_ARRAY_MIN_ITEMS',
        'INVALID_PARAMETER_SYNTAX',
        'INVALID_PARAMETER_VALUE',
        'INVALID_STRING_LENGTH',
        'MALFORMED_REQUEST_JSON',
        'MISSING_REQUIRED_PARAMETER',
      ),
      422: unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE', 'DECIMAL_PRECISION'),
    },
  ],
  ['GET', /^\/v2\/checkout\/orders\/\w+$/, { 200: order, 404: unknown }],
  [
    'POST',
    /^\/v2\/checkout\/orders\/\w+\/capture$/,
    {
      200: order,
      201: order,
      400: malformed('MALFORMED_REQUEST_JSON'),
      404: unknown,
      422: unprocessable(
        'INSTRUMENT_DECLINED',
        'ORDER_ALREADY_CAPTURED',
        'ORDER_NOT_APPROVED',
        'TRANSACTION_REFUSED',
      ),
    },
  ],
]

/** Throws if PayPal does not publish such a response for this operation and status. */
export function expectPublished(method: string, path: string, status: number, body: unknown): void {
  const [, , responses] = OPERATIONS.find(([verb, pattern]) => verb === method && pattern.test(path)) ?? []
  const shape = { ...always, ...responses }[status]
  if (shape) shape.parse(body)
  else if (responses) throw new Error(`PayPal publishes no ${status} for ${method} ${path}`)
  // A path that PayPal does not have: schema error_default.
  else error('RESOURCE_NOT_FOUND', 'The specified resource does not exist.').parse(body)
}
