/** Names of the calls of section 7 in errors, logs and metrics. `wordings`, `asked` and `staff` exist in our own backend only. */
export type HostCall =
  | 'contact'
  | 'reviews'
  | 'createReview'
  | 'createOrder'
  | 'completeOrder'
  | 'recordPurchase'
  | 'chat'
  | 'wordings'
  | 'asked'
  | 'staff'

/**
 * - `status`: any status other than 2xx (`status`, `body`)
 * - `network`: no answer, because the connection was refused or reset, or the name is unknown
 * - `timeout`: no answer in time
 * - `answer`: 2xx with a body that is not as documented (`status`, `body`)
 */
export type HostErrorKind = 'status' | 'network' | 'timeout' | 'answer'

/** Errors and the log contain only the start of longer answers. */
export const MAX_ERROR_CHARS = 2_000

type Detail = {
  call: HostCall
  kind: HostErrorKind
  requestId: string
  status?: number
  body?: string
  /** Nothing was sent. */
  unsent?: boolean
  cause?: unknown
}

/** A failed call to the backend, for the log. Visitors see the texts of specification 8. */
export class HostError extends Error {
  override readonly name = 'HostError'
  readonly call: HostCall
  readonly kind: HostErrorKind
  readonly requestId: string
  /** HTTP status of the answer, if there was one. */
  readonly status: number | undefined
  /** The answer's body as the log may contain it. */
  readonly body: string | undefined
  /** True if nothing was sent, so the backend has done nothing. */
  readonly unsent: boolean

  constructor(message: string, { call, kind, requestId, status, body, unsent = false, cause }: Detail) {
    super(`${call}: ${message}`, { cause })
    this.call = call
    this.kind = kind
    this.requestId = requestId
    this.status = status
    this.body = body
    this.unsent = unsent
  }
}

/** Returns the HTTP status for a form whose call failed: the backend's 422 or 429, otherwise 502. */
export function statusFor(error: unknown): number {
  // The bundle of the routes has its own copy of the class, so `instanceof` fails.
  const { name, status } = error as Partial<HostError>
  return name === 'HostError' && (status === 422 || status === 429) ? status : 502
}
