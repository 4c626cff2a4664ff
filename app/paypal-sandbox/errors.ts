import { randomBytes } from 'node:crypto'
import type { ApiReply, LinkDescription } from '#app/paypal-sandbox/shapes.ts'

/**
 * The issues that the stand-in answers with. PayPal's files give each a description of its own, which is part of the
 * answer (checkout_orders_v2.json: 400, 404, 422, orders.patch-*, orders.capture-422; payments_payment_v2.json:
 * captures.refund-*).
 */
const DESCRIPTIONS = {
  CANNOT_BE_ZERO_OR_NEGATIVE:
    'Must be greater than zero. If the currency supports decimals, only two decimal place precision is supported.',
  CAPTURE_FULLY_REFUNDED: 'The capture has already been fully refunded',
  COMPLIANCE_VIOLATION: 'Transaction is declined due to compliance violation.',
  DECIMAL_PRECISION: 'If the currency supports decimals, only two decimal place precision is supported.',
  FIELD_NOT_PATCHABLE: 'Field cannot be patched.',
  INSTRUMENT_DECLINED:
    "The instrument presented  was either declined by the processor or bank, or it can't be used for this payment.",
  INVALID_ARRAY_MAX_ITEMS: 'The number of items in an array parameter is too large.',
  INVALID_ARRAY_MIN_ITEMS: 'The number of items in an array parameter is too small.',
  INVALID_PARAMETER_SYNTAX: 'The value of a field does not conform to the expected format.',
  INVALID_PARAMETER_VALUE: 'A parameter value is not valid.',
  INVALID_PATCH_OPERATION:
    "The operation cannot be honored. Cannot add a property that's already present, use replace. Cannot remove a property thats not present, use add. Cannot replace a property thats not present, use add.",
  INVALID_RESOURCE_ID: 'Specified resource ID does not exist. Please check the resource ID and try again.',
  INVALID_STRING_LENGTH: 'The value of a field is either too short or too long',
  MALFORMED_REQUEST_JSON: 'The request JSON is not well formed.',
  MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED: 'You have exceeded the maximum number of payment attempts.',
  MISSING_REQUIRED_PARAMETER: 'A required parameter is missing.',
  ORDER_ALREADY_CAPTURED: "Order already captured.If 'intent=CAPTURE' only one capture per order is allowed.",
  ORDER_ALREADY_COMPLETED: 'The order cannot be patched after it is completed.',
  ORDER_NOT_APPROVED:
    "Payer has not yet approved the Order for payment. Please redirect the payer to the 'rel':'approve' url returned as part of the HATEOAS links within the Create Order call or provide a valid `payment_source` in the request.",
  PAYEE_BLOCKED_TRANSACTION:
    'The Fraud settings for this seller are such that this payment cannot be executed.',
  PAYER_ACTION_REQUIRED: 'Transaction cannot complete successfully, instruct the buyer to return to PayPal.',
  PAYER_CANNOT_PAY:
    'Payer cannot pay for this transaction. Please contact the payer to find other ways to pay for this transaction.',
  PENDING_CAPTURE:
    'Cannot initiate a refund as the capture is pending. Capture is typically pending when the payer has funded the transaction using e-check/bank funded.',
  REFUND_AMOUNT_EXCEEDED:
    'The refund amount must be less than or equal to the capture amount that has not yet been refunded.',
  REFUND_CAPTURE_CURRENCY_MISMATCH: 'Refund must be in the same currency as the capture',
  REFUND_NOT_ALLOWED: 'Capture cannot be refunded.',
  TRANSACTION_REFUSED: 'The request was refused.',
} as const
export type Issue = keyof typeof DESCRIPTIONS

/** What `PayPal-Mock-Response` can make of a capture; like PayPal, any other code is passed over. */
export const MOCK_ISSUES = [
  'COMPLIANCE_VIOLATION',
  'INSTRUMENT_DECLINED',
  'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
  'PAYEE_BLOCKED_TRANSACTION',
  'PAYER_ACTION_REQUIRED',
  'PAYER_CANNOT_PAY',
  'TRANSACTION_REFUSED',
] as const satisfies Issue[]

const MESSAGES = {
  400: ['INVALID_REQUEST', 'Request is not well-formed, syntactically incorrect, or violates schema.'],
  401: [
    'AUTHENTICATION_FAILURE',
    'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  ],
  404: ['RESOURCE_NOT_FOUND', 'The specified resource does not exist.'],
  415: ['UNSUPPORTED_MEDIA_TYPE', "The server does not support the request payload's media type."],
  422: [
    'UNPROCESSABLE_ENTITY',
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  ],
  500: ['INTERNAL_SERVER_ERROR', 'An internal server error occurred.'],
  503: ['SERVICE_UNAVAILABLE', 'Service Unavailable.'],
} as const

/** `field`: a JSON pointer into the body, or the name of a part of the path. */
export type Detail = { issue: Issue; field?: string; location?: 'body' | 'path' }

/** PayPal's error (schemas error_400 to error_503): a server's own fault has no details. */
export function apiError(
  status: keyof typeof MESSAGES,
  details: Detail[] = [],
  links: LinkDescription[] = [],
): ApiReply {
  const [name, message] = MESSAGES[status]
  const help = {
    href: `https://developer.paypal.com/api/rest/reference/orders/v2/errors/#${details[0]?.issue ?? name}`,
    rel: 'information_link',
    method: 'GET',
  }
  const body = {
    name,
    message,
    debug_id: randomBytes(7).toString('hex').slice(1),
    ...(details.length > 0 && {
      details: details.map((detail) => ({ ...detail, description: DESCRIPTIONS[detail.issue] })),
    }),
    links: [help, ...links],
  }
  return { status, body }
}

export const refused = (issue: Issue, links: LinkDescription[] = []): ApiReply =>
  apiError(422, [{ issue }], links)

export const unknownResource = (field: string): ApiReply =>
  apiError(404, [{ issue: 'INVALID_RESOURCE_ID', field, location: 'path' }])
