import { createHmac, randomUUID } from 'node:crypto'
import {
  askedOrder,
  completedOrder,
  createdOrder,
  createdReview,
  recorded,
  reply,
} from '#app/host/answers.ts'
import { Breaker } from '#app/host/breaker.server.ts'
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
/** The specification sets none on the other calls, so that a slow host's answer counts; this one only lets go of a host that hangs. */
const TIMEOUT_MS = 30_000
/** The embedded host is done with everything before. */
const EMBEDDED_TIMEOUT_MS = 8_000

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

/** On whose behalf a call is made. */
export type CallContext = {
  /** The id of the visitor's request, sent as X-Request-Id. Made up when absent. */
  requestId?: string
  /** Value of the visitor's XSRF-TOKEN cookie. */
  xsrfToken?: string
  /** Nobody waits for the answer: the breaker may spare the call. */
  background?: boolean
  /** Only the embedded host is told. */
  visitor?: Visitor
  /** The same for what one visitor sends again. */
  submission?: string
}
/** Of an enquiry: the texts that the form showed. */
type EnquiryContext = CallContext & { wordings?: Wording[] }
/** Of a capture: ids of the visitor's other orders for the same plan. The embedded host captures one of them. */
type CaptureContext = CallContext & { beside?: string[] }

/** One finished call, for figures. */
export type Observation = { call: HostCall; outcome: 'ok' | HostError['kind']; ms: number; open: boolean }

export type HostOptions = {
  /** Without a slash at the end, or with one. */
  hostUrl: string
  /** Where the reviews list lives; HOST_URL unless told otherwise. */
  reviewsHostUrl?: string
  /** The secret shared with the embedded host. Leave it out for any other host, which then gets the documented calls and nothing else. */
  evidenceSecret?: string
  /** Shared by all copies of the site: makes the Idempotency-Key of a submission, by which nobody can guess the visitor. */
  submissionSecret?: string
  log: Log
  observe?: (observation: Observation) => void
  /** Milliseconds; tests shorten them. */
  timeouts?: { chat?: number; other?: number }
}

export type Host = ReturnType<typeof createHost>

/**
 * The seven calls of the specification's section 7, exactly as documented there.
 * Each throws HostError when the host can't be reached or doesn't answer as documented; recordPurchase answers a refusal as a value.
 */
export function createHost({
  hostUrl,
  reviewsHostUrl = hostUrl,
  evidenceSecret,
  submissionSecret,
  log,
  observe,
  timeouts,
}: HostOptions) {
  const base = hostUrl.replace(/\/+$/, '')
  const reviewsBase = reviewsHostUrl.replace(/\/+$/, '')
  const breakers = new Map<HostCall, Breaker>()
  /** What the embedded host knows the site by; the reviews list may be another's. */
  const secretOf = (on: string) => (on === base ? evidenceSecret : undefined)
  const timeoutOf = (on: string): number =>
    timeouts?.other ?? (secretOf(on) === undefined ? TIMEOUT_MS : EMBEDDED_TIMEOUT_MS)
  const timeoutMs = timeoutOf(base)

  type Plan = {
    call: HostCall
    method?: 'GET' | 'POST'
    on?: string
    path: string
    /** The query string of the address, with its question mark. */
    search?: string
    json?: unknown
    context?: EnquiryContext & CaptureContext
    timeoutMs?: number
    readBody?: boolean
    /** Statuses beside 2xx that the caller wants to see. */
    anyStatus?: boolean
  }

  async function send<T>(plan: Plan, read: (request: Exchange, answer: Answer) => T): Promise<T> {
    const { call, context = {} } = plan
    const request = toExchange(plan)
    const { requestId } = request
    const breaker = breakers.get(call) ?? new Breaker()
    breakers.set(call, breaker)
    const startedAt = performance.now()
    const finish = (outcome: Observation['outcome']) => {
      if (outcome !== 'breaker' && breaker.ended(outcome === 'timeout'))
        log('warn', `host breaker ${breaker.open ? 'opened' : 'closed'}`, { call })
      const ms = Math.round(performance.now() - startedAt)
      observe?.({ call, outcome, ms, open: breaker.open })
      return ms
    }
    try {
      if (context.background && !breaker.allowed())
        throw new HostError('spared: the last calls timed out', { call, requestId, kind: 'breaker' })
      breaker.started()
      const answer = await exchange(request)
      const { status, tries, location } = answer
      if (!answer.ok && !plan.anyStatus)
        // The query string of a redirect may repeat what the visitor typed.
        throw new HostError(
          `answered ${status}${location ? `, redirects to ${location.split(/[?#]/)[0]}` : ''}`,
          {
            ...request,
            kind: 'status',
            status,
            body: bodyForLog(answer.text, request),
          },
        )
      const result = read(request, answer)
      const ms = finish(answer.ok ? 'ok' : 'status')
      log(answer.ok ? 'info' : 'warn', 'host call', {
        call,
        requestId,
        status,
        ms,
        ...(tries > 1 && { tries }),
      })
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

  function toExchange(plan: Plan): Exchange {
    const { call, method = 'POST', on = base, path, search = '', json, context = {} } = plan
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
    const secret = secretOf(on)
    if (secret !== undefined) {
      const { visitor, wordings, beside } = context
      const target = `${method} ${path}`
      headers[EVIDENCE_HEADER] = signEvidence(secret, {
        target,
        body: body ?? '',
        visitor,
        wordings,
        beside,
      })
    }
    return {
      call,
      requestId,
      method,
      url: on + path + search,
      headers,
      body,
      timeoutMs: plan.timeoutMs ?? timeoutOf(on),
      repeatable: secret !== undefined && REPEATABLE.includes(call),
      readBody: plan.readBody ?? true,
      toBackend: secret !== undefined,
    }
  }

  return {
    /** True where `<host>` is the embedded one, which stores the consent evidence. Otherwise that is the site's to keep. */
    keepsEvidence: evidenceSecret !== undefined,

    /** Call 1. Resolves once the host has said 2xx; its body is not read. */
    async sendEnquiry(enquiry: Enquiry, context?: EnquiryContext): Promise<void> {
      const { firstName, lastName, email, phone, smsConsent, marketingConsent } = enquiry
      const json = { firstName, lastName, email, phone, smsConsent, marketingConsent }
      const startedAt = performance.now()
      const wordings = await asHeaderFits(context)
      await send(
        {
          call: 'contact',
          path: '/api/mail/contact',
          json,
          context: { ...context, wordings },
          timeoutMs: timeoutMs - (performance.now() - startedAt),
          readBody: false,
        },
        () => undefined,
      )
    },

    /** Call 2. The list in the host's order. */
    listReviews(context?: CallContext): Promise<Review[]> {
      return send(
        { call: 'reviews', method: 'GET', on: reviewsBase, path: '/api/reviews', context },
        (request, answer) => readAnswer(reviewList, request, answer),
      )
    },

    /**
     * Call 3. Only success or failure matters. The embedded backend also says whether the review waits for approval; no other
     * backend's body is read.
     */
    createReview(review: NewReview, context?: CallContext): Promise<{ pending: boolean }> {
      const { firstName, lastName, companyName, jobTitle, reviewDescription, rating, date } = review
      const json = { firstName, lastName, companyName, jobTitle, reviewDescription, rating, date }
      return send(
        {
          call: 'createReview',
          path: '/api/reviews/create',
          json,
          context,
          readBody: evidenceSecret !== undefined,
        },
        (_request, { text }) => createdReview.parse(parseJson(text)),
      )
    },

    /** Call 4. `approvalUrl`: PayPal's page for this order, where the host passes PayPal's links on. */
    createOrder(
      { amount, title, features }: NewOrder,
      context?: CallContext,
    ): Promise<{ id: string; approvalUrl?: string }> {
      return send(
        { call: 'createOrder', path: '/api/paypal/create_order', json: { amount, title, features }, context },
        (request, answer) => {
          const { id, links } = readAnswer(createdOrder, request, answer)
          const approval = links?.find((link) => link?.rel === 'payer-action' || link?.rel === 'approve')
          return { id, ...(approval && { approvalUrl: approval.href }) }
        },
      )
    },

    /** Call 5. `status` is to be compared with COMPLETED; null where the answer names none. */
    completeOrder(orderId: string, context?: CaptureContext): Promise<{ status: string | null }> {
      return send(
        {
          call: 'completeOrder',
          path: '/api/paypal/complete_order',
          json: { order_id: orderId },
          context,
        },
        (request, answer) => readAnswer(completedOrder, request, answer),
      )
    },

    /**
     * The embedded host's own: whether the capture of an order was asked for, so that money was or may yet be taken; null
     * for one that it does not know. The site's question, which takes nothing of its visitor's budget.
     */
    async isCaptureAsked(orderId: string, { requestId }: CallContext = {}): Promise<boolean | null> {
      return send(
        { call: 'asked', path: '/api/paypal/asked', json: { order_id: orderId }, context: { requestId } },
        (request, answer) => readAnswer(askedOrder, request, answer).asked,
      )
    },

    /**
     * The embedded host's own: a call of its staff API, with any status and its JSON. It is a POST where there is `json`. The caller has checked who
     * asks.
     */
    askStaff(
      name: string,
      { json, search, requestId }: { json?: unknown; search: string; requestId: string },
    ): Promise<{ status: number; text: string }> {
      return send(
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
      )
    },

    /**
     * Call 6. A refusal is a value: an answer other than 2xx, or one that names an error or says that it is not ok; with its
     * text where it gives one.
     */
    recordPurchase(purchase: Purchase, context?: CallContext): Promise<Recorded> {
      const { orderID, userEmail, firstName, lastName, phone, address, city, state } = purchase
      const { packageTitle, packagePrice } = purchase
      const json = {
        orderID,
        userEmail,
        firstName,
        lastName,
        phone,
        address,
        city,
        state,
        packageTitle,
        packagePrice,
      }
      return send<Recorded>(
        { call: 'recordPurchase', path: '/api/paypal/complete', json, context, anyStatus: true },
        (_request, { ok, status, text }) => {
          const { refused, error } = recorded.parse(parseJson(text))
          if (ok && !refused) return { ok }
          return { ok: false, status, ...(error && { error }) }
        },
      )
    },

    /** Call 7. Resolves with the reply's text; 10 s. */
    chat(message: string, context?: CallContext): Promise<string> {
      return send(
        {
          call: 'chat',
          path: '/api/chat/chat-here',
          json: { message },
          context,
          timeoutMs: timeouts?.chat ?? CHAT_TIMEOUT_MS,
        },
        (request, answer) => readAnswer(reply, request, answer),
      )
    },
  }

  /** The texts themselves, or their hashes once the embedded host has been told texts that are too long for a header. */
  async function asHeaderFits(context: EnquiryContext = {}): Promise<Wording[] | undefined> {
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
        timeoutMs: timeoutMs / 2,
        readBody: false,
      },
      () => undefined,
    )
    return wordings?.map(({ field, hash }) => ({ field, hash }))
  }
}

/**
 * What the embedded host may be asked for again when its answer was lost: reads, and posts that it stores once per evidence
 * id. No other host is asked twice (specification 7).
 */
const REPEATABLE: HostCall[] = ['reviews', 'wordings', 'contact', 'createReview', 'asked']

/** A value that comes from the visitor goes into a header only if it can stand there. */
function safeHeader(value: string | undefined): string | undefined {
  return value && /^[\x21-\x7e]{1,1024}$/.test(value) ? value : undefined
}
