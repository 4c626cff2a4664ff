import { randomBytes } from 'node:crypto'
import type { ApiReply } from '#app/paypal-sandbox/shapes.ts'

/** Error names and messages of checkout_orders_v2.json, schemas error_400 to error_503. */
const MESSAGES = {
  400: ['INVALID_REQUEST', 'Request is not well-formed, syntactically incorrect, or violates schema.'],
  401: [
    'AUTHENTICATION_FAILURE',
    'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  ],
  404: ['RESOURCE_NOT_FOUND', 'The specified resource does not exist.'],
  422: [
    'UNPROCESSABLE_ENTITY',
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  ],
  500: ['INTERNAL_SERVER_ERROR', 'An internal server error occurred.'],
  503: ['SERVICE_UNAVAILABLE', 'Service Unavailable.'],
} as const

/** `field` is a JSON pointer into the body, or the name of a path parameter. */
type Detail = { issue: string; field?: string; location?: 'body' | 'path' }

export function errorReply(status: keyof typeof MESSAGES, ...details: Detail[]): ApiReply {
  const [name, message] = MESSAGES[status]
  const debug_id = randomBytes(7).toString('hex').slice(1)
  return { status, body: { name, message, debug_id, ...(details.length > 0 && { details }), links: [] } }
}

/** A PayPal error that becomes the response. Rolls back the transaction. */
export class ApiError extends Error {
  readonly reply: ApiReply

  constructor(...error: Parameters<typeof errorReply>) {
    super(`PayPal error ${error[0]}`)
    this.reply = errorReply(...error)
  }
}
