import { createHmac, randomUUID } from 'node:crypto'
import {
  captureRequested,
  completedOrder,
  createdOrder,
  createdReview,
  recordedPurchase,
  reply,
} from '#app/host/answers.ts'
import { type HostCall, HostError } from '#app/host/host-error.ts'
import { type Review, reviewList } from '#app/host/review.ts'
import { type Answer, bodyForLog, type Exchange, exchange, readAnswer } from '#app/host/transport.server.ts'
import {
  EVIDENCE_HEADER,
  MAX_INLINE_BYTES,
  SUBMISSION_HEADER,
  signEvidence,
  type Visitor,
  type Wording,
} from '#app/platform/evidence.server.ts'
import type { Log } from '#app/platform/log.ts'
import { parseJson } from '#app/platform/parse-json.ts'

/** Specification 7, call 7. */
const CHAT_TIMEOUT_MS = 10_000
/** Ends calls to a backend that hangs. The specification sets no timeout on the other calls. */
const TIMEOUT_MS = 30_000
/** Our own backend answers, or gives up, within this time. */
const OWN_TIMEOUT_MS = 8_000
/** Calls that are repeated after a lost response. Our own backend stores each once. */
const REPEATABLE: HostCall[] = ['reviews', 'wordings', 'contact', 'createReview', 'asked']

export type Enquiry = {
  firstName: string
  lastName: string
  email: string
  phone: string
  smsConsent: boolean
  marketingConsent: boolean
}
type NewReview = {
  firstName: string
  lastName: string
  companyName: string
  jobTitle: string
  reviewDescription: string
  /** 1 to 5 */
  rating: number
  /** ISO timestamp of the submission */
  date: string
}
type NewOrder = {
  /** US dollars with two decimals: `499.00` */
  amount: string
  title: string
  features: string[]
}
export type Purchase = {
  orderID: string
  userEmail: string
  firstName: string
  lastName: string
  phone: string
  address: string
  city: string
  state: string
  packageTitle: string
  /** US dollars */
  packagePrice: number
}
type Recorded = { ok: true } | { ok: false; status: number; error?: string }

/** The visitor for whom a call is made. */
export type CallContext = {
  /** Sent as X-Request-Id. A new id by default. */
  requestId?: string
  /** Value of the visitor's XSRF-TOKEN cookie. */
  xsrfToken?: string
  /** Sent to our own backend only. */
  visitor?: Visitor
  /** The same value whenever a visitor sends the same form again. */
  submission?: string
}
/** `wordings`: the consent texts that the visitor ticked. */
type EnquiryContext = CallContext & { wordings?: Wording[] }

/** One finished call, for metrics. */
export type Observation = { call: HostCall; outcome: 'ok' | HostError['kind']; ms: number }

export type HostOptions = {
  /** The backend's URL, with or without a trailing slash. */
  hostUrl: string
  /** The backend that lists the reviews. The default is `hostUrl`. */
  reviewsHostUrl?: string
  /** The secret that our own backend shares. Without it, the client sends only the documented calls. */
  evidenceSecret?: string
  /** Shared by all copies of the site. The Idempotency-Key is an HMAC with it, so that it reveals nothing. */
  submissionSecret?: string
  log: Log
  observe?: (observation: Observation) => void
  /** In milliseconds. Tests shorten them. */
  timeouts?: { chat?: number; other?: number }
}

type Request = {
  call: HostCall
  method?: 'GET' | 'POST'
  baseUrl?: string
  path: string
  /** The query string, with its question mark. */
  search?: string
  json?: unknown
  context?: EnquiryContext
  timeoutMs?: number
  /** False: only the status matters. */
  readBody?: boolean
  /** The caller handles every status, not only 2xx. */
  anyStatus?: boolean
}

export type Host = ReturnType<typeof createHost>

/**
 * Creates the client of the seven calls (specification 7). Each call throws HostError if the backend can't be reached or its
 * answer is not as documented. `recordPurchase` returns a refusal as a value.
 */
export function createHost(options: HostOptions) {
  const { evidenceSecret, submissionSecret, log, observe, timeouts } = options
  const base = withoutSlash(options.hostUrl)
  const reviewsBase = withoutSlash(options.reviewsHostUrl ?? options.hostUrl)
  /** Another backend that lists the reviews must not get the secret. */
  const secretFor = (url: string) => (url === base ? evidenceSecret : undefined)
  const timeoutFor = (url: string): number =>
    timeouts?.other ?? (secretFor(url) === undefined ? TIMEOUT_MS : OWN_TIMEOUT_MS)

  async function send<T>(request: Request, read: (exchange: Exchange, answer: Answer) => T): Promise<T> {
    const sent = toExchange(request)
    const { call, requestId } = sent
    const startedAt = performance.now()
    const finish = (outcome: Observation['outcome']) => {
      const ms = Math.round(performance.now() - startedAt)
      observe?.({ call, outcome, ms })
      return ms
    }
    try {
      const answer = await exchange(sent)
      const { status, ok, tries, location } = answer
      if (!ok && !request.anyStatus) {
        // The query string of a redirect may repeat what the visitor typed.
        const target = location ? `, redirect to ${location.split(/[?#]/)[0]}` : ''
        const body = bodyForLog(answer.text, sent)
        throw new HostError(`status ${status}${target}`, { call, requestId, kind: 'status', status, body })
      }
      const result = read(sent, answer)
      const ms = finish(ok ? 'ok' : 'status')
      log(ok ? 'info' : 'warn', 'host call', { call, requestId, status, ms, ...(tries > 1 && { tries }) })
      return result
    } catch (error) {
      if (!(error instanceof HostError)) throw error
      const { kind, status, body, message } = error
      log('warn', 'host call failed', {
        call,
        requestId,
        kind,
        status,
        body,
        error: message,
        ms: finish(kind),
      })
      throw error
    }
  }

  function toExchange(request: Request): Exchange {
    const { call, method = 'POST', baseUrl = base, path, search = '', json, context = {} } = request
    const requestId = safeHeader(context.requestId) ?? randomUUID()
    const xsrfToken = safeHeader(context.xsrfToken)
    const body = json === undefined ? undefined : JSON.stringify(json)
    const headers: Record<string, string> = { accept: 'application/json', 'x-request-id': requestId }
    if (body !== undefined) headers['content-type'] = 'application/json'
    if (xsrfToken) headers['x-xsrf-token'] = xsrfToken
    if (context.submission && submissionSecret)
      headers[SUBMISSION_HEADER] = createHmac('sha256', submissionSecret)
        .update(context.submission)
        .digest('base64url')
    const secret = secretFor(baseUrl)
    if (secret !== undefined) {
      const { visitor, wordings } = context
      const target = `${method} ${path}`
      headers[EVIDENCE_HEADER] = signEvidence(secret, { target, body: body ?? '', visitor, wordings })
    }
    return {
      call,
      requestId,
      method,
      url: baseUrl + path + search,
      headers,
      body,
      timeoutMs: request.timeoutMs ?? timeoutFor(baseUrl),
      repeatable: secret !== undefined && REPEATABLE.includes(call),
      readBody: request.readBody ?? true,
      toBackend: secret !== undefined,
    }
  }

  /** Stores consent texts that are too long for a header in the backend first, so that their hashes are enough. */
  async function wordingsForHeader(context: EnquiryContext): Promise<Wording[] | undefined> {
    const { wordings, visitor: _, ...rest } = context
    const texts = wordings?.flatMap(({ text }) => text ?? []) ?? []
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
    if (evidenceSecret === undefined || bytes <= MAX_INLINE_BYTES) return wordings
    await send(
      {
        call: 'wordings',
        path: '/api/consent/wordings',
        json: { texts },
        context: rest,
        timeoutMs: timeoutFor(base) / 2,
        readBody: false,
      },
      () => undefined,
    )
    return wordings?.map(({ field, hash }) => ({ field, hash }))
  }

  return {
    /** True for our own backend, which stores the consent evidence and captures an order once. */
    isOurBackend: evidenceSecret !== undefined,

    /** Call 1. Resolves when the backend has answered 2xx. Its body is not read. */
    async sendEnquiry(enquiry: Enquiry, context: EnquiryContext = {}): Promise<void> {
      const { firstName, lastName, email, phone, smsConsent, marketingConsent } = enquiry
      const startedAt = performance.now()
      const wordings = await wordingsForHeader(context)
      await send(
        {
          call: 'contact',
          path: '/api/mail/contact',
          json: { firstName, lastName, email, phone, smsConsent, marketingConsent },
          context: { ...context, wordings },
          timeoutMs: timeoutFor(base) - (performance.now() - startedAt),
          readBody: false,
        },
        () => undefined,
      )
    },

    /** Call 2. The list in the backend's order. */
    listReviews: (context?: CallContext): Promise<Review[]> =>
      send(
        { call: 'reviews', method: 'GET', baseUrl: reviewsBase, path: '/api/reviews', context },
        (request, answer) => readAnswer(reviewList, request, answer),
      ),

    /** Call 3. `pending`: our own backend holds the review for approval. No other backend's body is read. */
    createReview(review: NewReview, context?: CallContext): Promise<{ pending: boolean }> {
      const { firstName, lastName, companyName, jobTitle, reviewDescription, rating, date } = review
      return send(
        {
          call: 'createReview',
          path: '/api/reviews/create',
          json: { firstName, lastName, companyName, jobTitle, reviewDescription, rating, date },
          context,
          readBody: evidenceSecret !== undefined,
        },
        (_request, { text }) => createdReview.parse(parseJson(text)),
      )
    },

    /** Call 4. `approvalUrl`: PayPal's page for this order, if the backend passes PayPal's links on. */
    createOrder: (
      { amount, title, features }: NewOrder,
      context?: CallContext,
    ): Promise<{ id: string; approvalUrl?: string }> =>
      send(
        { call: 'createOrder', path: '/api/paypal/create_order', json: { amount, title, features }, context },
        (request, answer) => {
          const { id, links } = readAnswer(createdOrder, request, answer)
          const approval = links?.find((link) => link?.rel === 'payer-action' || link?.rel === 'approve')
          return { id, ...(approval && { approvalUrl: approval.href }) }
        },
      ),

    /** Call 5. The caller compares `status` with COMPLETED. Null if the answer has none. */
    completeOrder: (orderId: string, context?: CallContext): Promise<{ status: string | null }> =>
      send(
        {
          call: 'completeOrder',
          path: '/api/paypal/complete_order',
          json: { order_id: orderId },
          context,
        },
        (request, answer) => readAnswer(completedOrder, request, answer),
      ),

    /** Our own backend only: true if an order's capture was requested. Null if it has no such order. */
    isCaptureRequested: (orderId: string, { requestId }: CallContext = {}): Promise<boolean | null> =>
      send(
        { call: 'asked', path: '/api/paypal/asked', json: { order_id: orderId }, context: { requestId } },
        (request, answer) => readAnswer(captureRequested, request, answer).asked,
      ),

    /** Our own backend only: a call of its staff API, as a POST if there is `json`. The caller authorizes the request. */
    callStaff: (
      name: string,
      { json, search, requestId }: { json?: unknown; search: string; requestId: string },
    ): Promise<{ status: number; text: string }> =>
      send(
        {
          call: 'staff',
          method: json === undefined ? 'GET' : 'POST',
          path: `/api/staff/${name}`,
          search,
          json,
          context: { requestId },
          anyStatus: true,
        },
        (_request, { status, text }) => ({ status, text }),
      ),

    /** Call 6. A refusal is a status other than 2xx, or a body that reports an error. `error` is the backend's own text. */
    recordPurchase(purchase: Purchase, context?: CallContext): Promise<Recorded> {
      const { orderID, userEmail, firstName, lastName, phone, address, city, state } = purchase
      const { packageTitle, packagePrice } = purchase
      const details = { userEmail, firstName, lastName, phone, address, city, state }
      return send<Recorded>(
        {
          call: 'recordPurchase',
          path: '/api/paypal/complete',
          json: { orderID, ...details, packageTitle, packagePrice },
          context,
          anyStatus: true,
        },
        (_request, { ok, status, text }) => {
          const { refused, error } = recordedPurchase.parse(parseJson(text))
          if (ok && !refused) return { ok }
          return { ok: false, status, ...(error && { error }) }
        },
      )
    },

    /** Call 7. Resolves with the text of the reply. Times out after 10 s. */
    chat: (message: string, context?: CallContext): Promise<string> =>
      send(
        {
          call: 'chat',
          path: '/api/chat/chat-here',
          json: { message },
          context,
          timeoutMs: timeouts?.chat ?? CHAT_TIMEOUT_MS,
        },
        (request, answer) => readAnswer(reply, request, answer),
      ),
  }
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '')

/** Returns a value that the visitor controls if it is valid in a header. */
function safeHeader(value: string | undefined): string | undefined {
  return value && /^[\x21-\x7e]{1,1024}$/.test(value) ? value : undefined
}
