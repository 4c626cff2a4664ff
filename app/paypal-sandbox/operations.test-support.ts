import { z } from 'zod'
import { brief, capture, link, order, refund } from '#app/paypal-sandbox/openapi.test-support.ts'

/** ORDERS and PAYMENTS: error_400 to error_503 (no details from 500 on), error_details, error_link_description. */
function error(name: string, message: string, details?: z.ZodType) {
  return z.strictObject({
    name: z.literal(name),
    message: z.literal(message),
    debug_id: z.string().min(1),
    links: z.array(link.extend({ href: z.url().max(20_000), rel: z.string().max(100) })).max(10_000),
    ...(details && { details }),
  })
}
const detail = z.strictObject({
  field: z.string().optional(),
  value: z.string().optional(),
  location: z.enum(['body', 'path', 'query']).optional(),
  issue: z.string(),
  description: z.string().min(10),
})
/** An operation's own list of issues (schemas `400`, `orders.capture-422` and so on). */
const issues = (...named: string[]) => z.array(detail.extend({ issue: z.enum(named) })).min(1)

const NOT_WELL_FORMED = [
  'INVALID_REQUEST',
  'Request is not well-formed, syntactically incorrect, or violates schema.',
] as const
const UNPROCESSABLE = [
  'UNPROCESSABLE_ENTITY',
  'The requested action could not be performed, semantically incorrect, or failed business validation.',
] as const
const always = {
  401: error(
    'AUTHENTICATION_FAILURE',
    'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  ),
  415: error('UNSUPPORTED_MEDIA_TYPE', "The server does not support the request payload's media type."),
  500: error('INTERNAL_SERVER_ERROR', 'An internal server error occurred.'),
  503: error('SERVICE_UNAVAILABLE', 'Service Unavailable.'),
}
const notFound = error(
  'RESOURCE_NOT_FOUND',
  'The specified resource does not exist.',
  issues('INVALID_RESOURCE_ID'),
)

type Answers = Record<number, z.ZodType>
/** By operation: what each of its answers is to be. */
const OPERATIONS: [method: string, path: RegExp, answers: Answers][] = [
  [
    'POST',
    /^\/v2\/checkout\/orders$/,
    {
      200: z.union([brief, order]),
      201: z.union([brief, order]),
      400: error(
        ...NOT_WELL_FORMED,
        issues(
          'INVALID_ARRAY_MAX_ITEMS',
          'INVALID_ARRAY_MIN_ITEMS',
          'INVALID_PARAMETER_SYNTAX',
          'INVALID_PARAMETER_VALUE',
          'INVALID_STRING_LENGTH',
          'MALFORMED_REQUEST_JSON',
          'MISSING_REQUIRED_PARAMETER',
        ),
      ),
      422: error(...UNPROCESSABLE, issues('CANNOT_BE_ZERO_OR_NEGATIVE', 'DECIMAL_PRECISION')),
    },
  ],
  ['GET', /^\/v2\/checkout\/orders\/\w+$/, { 200: order, 404: notFound }],
  [
    'PATCH',
    /^\/v2\/checkout\/orders\/\w+$/,
    {
      204: z.literal(''),
      400: error(
        ...NOT_WELL_FORMED,
        issues(
          'FIELD_NOT_PATCHABLE',
          'INVALID_PARAMETER_SYNTAX',
          'INVALID_PATCH_OPERATION',
          'MALFORMED_REQUEST_JSON',
        ),
      ),
      404: notFound,
      422: error(
        ...UNPROCESSABLE,
        issues('CANNOT_BE_ZERO_OR_NEGATIVE', 'DECIMAL_PRECISION', 'ORDER_ALREADY_COMPLETED'),
      ),
    },
  ],
  [
    'POST',
    /^\/v2\/checkout\/orders\/\w+\/capture$/,
    {
      200: z.union([brief, order]),
      201: z.union([brief, order]),
      400: error(...NOT_WELL_FORMED, issues('MALFORMED_REQUEST_JSON')),
      404: notFound,
      422: error(
        ...UNPROCESSABLE,
        issues(
          'COMPLIANCE_VIOLATION',
          'INSTRUMENT_DECLINED',
          'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
          'ORDER_ALREADY_CAPTURED',
          'ORDER_NOT_APPROVED',
          'PAYEE_BLOCKED_TRANSACTION',
          'PAYER_ACTION_REQUIRED',
          'PAYER_CANNOT_PAY',
          'TRANSACTION_REFUSED',
        ),
      ),
    },
  ],
  ['GET', /^\/v2\/payments\/captures\/\w+$/, { 200: capture, 404: notFound }],
  ['GET', /^\/v2\/payments\/refunds\/\w+$/, { 200: refund, 404: notFound }],
  [
    'POST',
    /^\/v2\/payments\/captures\/\w+\/refund$/,
    {
      200: z.union([brief, refund]),
      201: z.union([brief, refund]),
      400: error(
        ...NOT_WELL_FORMED,
        issues('INVALID_PARAMETER_SYNTAX', 'INVALID_STRING_LENGTH', 'MISSING_REQUIRED_PARAMETER'),
      ),
      404: notFound,
      422: error(
        ...UNPROCESSABLE,
        issues(
          'CANNOT_BE_ZERO_OR_NEGATIVE',
          'CAPTURE_FULLY_REFUNDED',
          'DECIMAL_PRECISION',
          'PENDING_CAPTURE',
          'REFUND_AMOUNT_EXCEEDED',
          'REFUND_CAPTURE_CURRENCY_MISMATCH',
          'REFUND_NOT_ALLOWED',
        ),
      ),
    },
  ],
]

/** Throws where an answer is not as PayPal publishes it for that operation and status. */
export function hold(method: string, path: string, status: number, body: unknown): void {
  const [, , answers] = OPERATIONS.find(([verb, pattern]) => verb === method && pattern.test(path)) ?? []
  const shape = { ...always, ...answers }[status]
  if (shape) shape.parse(body)
  else if (answers) throw new Error(`${method} ${path} answers ${status}, which PayPal doesn’t`)
  // A path that PayPal doesn't have (schema error_default).
  else error('RESOURCE_NOT_FOUND', 'The specified resource does not exist.').parse(body)
}
