/** The names of the calls of section 7 in errors, logs and metrics; `wordings`, `asked` and `staff` are the embedded host's own. */
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
 * - `status`: the host answered with anything but 2xx (`status`, `body`)
 * - `network`: no answer came: refused, reset, no such name
 * - `timeout`: the call's time was up
 * - `answer`: it answered 2xx with something that is not as documented (`status`, `body`)
 * - `breaker`: a background read that was not made, because the last ones timed out
 */
export type HostErrorKind = 'status' | 'network' | 'timeout' | 'answer' | 'breaker'

/** More of a host's answer than anybody reads. */
export const MAX_ERROR_CHARS = 2_000

type Detail = {
  call: HostCall
  kind: HostErrorKind
  requestId: string
  status?: number
  body?: string
  /** The host can't have heard of it. */
  unsent?: boolean
  cause?: unknown
}

/** A call to `<host>` that failed. For the log; the visitor gets the words of the specification, section 8. */
export class HostError extends Error {
  override readonly name = 'HostError'
  readonly call: HostCall
  readonly kind: HostErrorKind
  readonly requestId: string
  /** HTTP status of the answer, where there was one. */
  readonly status: number | undefined
  /** What the log says of the answer's body. */
  readonly body: string | undefined
  /** Nothing of the request has left: the host has done nothing. False where that is not known. */
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

/** What a form that `<host>` did not take is answered with: its own word where the sender is to blame, else 502. */
export function statusFor(error: unknown): number {
  // By its name: routes are built with a class of their own, and the client throws the server's.
  const { name, status } = error as Partial<HostError>
  return name === 'HostError' && (status === 422 || status === 429) ? status : 502
}
