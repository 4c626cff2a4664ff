import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { OrderOutcome, PaymentOutcome } from '#app/checkout/alerts.ts'
import type { CustomerDetails } from '#app/checkout/customer-details.ts'
import { checkoutHash, type OrderRequest } from '#app/checkout/order-request.server.ts'
import type { PurchaseEntry, Purchases } from '#app/checkout/purchases.server.ts'
import type { Order } from '#app/checkout/session.server.ts'
import type { Content } from '#app/content/content.server.ts'
import { saleCents } from '#app/content/money.ts'
import type { CallContext, Host, Purchase } from '#app/host/client.server.ts'
import { HostError } from '#app/host/host-error.ts'
import type { Log } from '#app/platform/log.ts'

const RETRY_EVERY_MS = 5_000
/** A page waits this long for our backend's answer about an order that the journal does not have. */
const BACKEND_TIMEOUT_MS = 1_000
/** A capture request may reach PayPal this long after it was sent, even if our backend denies it. */
const IN_FLIGHT_MS = 30_000
/** Statuses of PayPal or our backend (call 5) that mean that no money was taken. */
const NOTHING_TAKEN =
  /^(?:CREATED|SAVED_ID|APPROVED|PAYER_ACTION_REQUIRED|VOIDED|DECLINED|FAILED|AMOUNT_MISMATCH|REFUNDED)$/
/** True if `<host>` refused the first call 5, so nothing was captured. After 408 or 409, it may have been. */
const isRefusal = (status: number): boolean =>
  status >= 400 && status < 500 && status !== 408 && status !== 409
/** HTTP statuses of call 6 that are worth a retry: timeout, too early, too many requests. */
const TRY_LATER = [408, 425, 429]

/** The journal's methods that change an entry. */
type Result = 'captured' | 'notCaptured' | 'recorded' | 'refused' | 'postponed' | 'unknown'
/** `order` becomes the visitor's current order. `approvalUrl` is PayPal's page for it, if `<host>` names it. */
type Created = { outcome: OrderOutcome; order?: Order; approvalUrl?: string }

/**
 * Creates, captures and records orders (specification 7, calls 4 to 6). The amount comes from the content, never from the
 * browser. The journal stores a purchase before its capture is requested.
 */
export class Orders {
  readonly #host: Host
  readonly #content: Content
  readonly #journal: Purchases
  readonly #log: Log
  /** One operation per order at a time. Concurrent requests share its outcome. */
  readonly #running = new Map<string, Promise<PaymentOutcome>>()
  #timer: NodeJS.Timeout | undefined

  constructor(parts: { host: Host; content: Content; purchases: Purchases; log: Log }) {
    this.#host = parts.host
    this.#content = parts.content
    this.#journal = parts.purchases
    this.#log = parts.log
  }

  /** Creates an order at the published price, unless the visitor has an order for this plan that is or may be paid. */
  async create(request: OrderRequest, context: CallContext): Promise<Created> {
    const { plan, details, current, shown, paid } = request
    const refused = (reason: 'no-plan' | 'no-details' | 'changed') => ({
      outcome: { ok: false, reason } as const,
    })
    const priceCents = plan && saleCents(plan)
    if (!plan?.slug || !plan.title || !priceCents) return refused('no-plan')
    if (!details) return refused('no-details')
    if (shown !== undefined && shown !== checkoutHash(plan, details)) return refused('changed')
    const { slug, title, features } = plan
    const paidBefore = async (key: string) => {
      const outcome = await this.#runExclusively(key, () => this.#resume(key, context))
      return { outcome: { ok: false, reason: 'paid-before', outcome } as const }
    }
    try {
      const before = current?.slug === slug && current.key !== paid ? current : null
      if (before && (await this.#isRequested(before, context))) {
        const result = await paidBefore(before.key)
        if (this.#journal.get(before.key)) return result // otherwise it was declined
      }
      // An order for another plan may have replaced one whose outcome is unknown.
      const replaced = this.#journal.unfinished({ ...buyerOf(details), packageTitle: title })
      if (replaced) {
        const { key, purchase } = replaced
        const result = await paidBefore(key)
        const order = { key, id: purchase.orderID, slug, title, details }
        const agreedCents = Math.round(purchase.packagePrice * 100)
        if (this.#journal.get(key)) return { ...result, order: { ...order, priceCents: agreedCents } }
      }
      const amount = (priceCents / 100).toFixed(2)
      const created = await this.#host.createOrder({ amount, title, features: features ?? [] }, context)
      // Another tab may have requested the capture meanwhile.
      if (before && this.#journal.get(before.key)) return await paidBefore(before.key)
      const { id, approvalUrl } = created
      const key = randomUUID()
      const order = { key, id, slug, title, priceCents, details }
      return { outcome: { ok: true, id, key }, order, approvalUrl }
    } catch (error) {
      this.#logError('checkout: no order could be created', error, context)
      return { outcome: { ok: false, reason: 'failed' } }
    }
  }

  /** Captures an order that the buyer approved and records the purchase, once. */
  async capture(order: Order, context: CallContext): Promise<PaymentOutcome> {
    const { key } = order
    try {
      return await this.#runExclusively(key, async () => {
        // A requested capture is finished at the agreed price.
        if (await this.#isRequested(order, context)) return await this.#resume(key, context)
        const plan = await this.#content.plan(order.slug)
        const priceCents = plan && saleCents(plan)
        if (priceCents !== order.priceCents) return { kind: 'price-changed', priceCents }
        const purchase = purchaseOf(order)
        this.#journal.capturing(purchase, key)
        return await this.#complete(key, purchase, context, true)
      })
    } catch (error) {
      // A paid purchase might be lost without the journal, so nothing is captured.
      this.#logError('checkout: the order is not captured', error, context, order)
      return { kind: 'unknown', key }
    }
  }

  /** Returns the outcome of an order. Starts no capture, and repeats one only at our backend. */
  async status(order: Order, context: CallContext): Promise<PaymentOutcome> {
    try {
      const running = this.#running.get(order.key)
      if (running) return await running
      if (!(await this.#isRequested(order, context))) return { kind: 'provider-error' }
      return await this.#runExclusively(order.key, () => this.#resumeWithoutBuyer(order.key, context))
    } catch (error) {
      this.#logError('checkout: could not look up an order', error, context, order)
      return { kind: 'unknown', key: order.key }
    }
  }

  /** Returns the outcome from the journal, for a page that must not wait for the backend. Null if there is none. */
  async lastKnown(order: Order, context: CallContext): Promise<PaymentOutcome | null> {
    try {
      const entry = this.#journal.get(order.key)
      if (entry) return outcomeOf(order.key, entry)
      if (!this.#host.isOurBackend) return null
      // Another copy of the site may have requested the capture.
      const isRequested = this.#host.isCaptureRequested(order.id, context)
      return (await Promise.race([isRequested, pause(BACKEND_TIMEOUT_MS)]))
        ? { kind: 'unknown', key: order.key }
        : null
    } catch (error) {
      this.#logError('checkout: could not look up an order', error, context, order)
      return null
    }
  }

  isRecorded = (order: Order): boolean => this.#journal.get(order.key)?.state === 'recorded'

  /** True if this site requested the capture of an order of any visitor. `id` is its order id at `<host>`. */
  wasRequested = (id: string): boolean => this.#journal.has(id)

  /** Retries due recordings, and due captures at our backend, which captures an order once. */
  async retryDue(): Promise<void> {
    for (const key of this.#journal.due()) {
      const { state, error } = this.#journal.get(key) ?? {}
      if (state === 'capturing' && !this.#host.isOurBackend) {
        this.#write('unknown', key, error ?? 'the capture had no answer')
        continue
      }
      try {
        await this.#runExclusively(key, () => this.#resumeWithoutBuyer(key, { requestId: `retry-${key}` }))
      } catch (failure) {
        this.#logError('checkout: could not retry an order', failure, {}, { key })
        if (state === 'capturing') this.#write('unknown', key, String(failure))
      }
    }
  }

  startRetrying(): void {
    this.#timer = setTimeout(async () => {
      await this.retryDue().catch((error) => this.#logError('checkout: retrying failed', error))
      this.startRetrying()
    }, RETRY_EVERY_MS)
    this.#timer.unref()
  }

  stop = (): void => clearTimeout(this.#timer)

  /** True if the capture was requested, by this or another copy of the site that uses our backend. */
  async #isRequested(order: Order, context: CallContext): Promise<boolean> {
    if (this.#journal.get(order.key)) return true
    if (!this.#host.isOurBackend || !(await this.#host.isCaptureRequested(order.id, context))) return false
    this.#journal.capturing(purchaseOf(order), order.key)
    return true
  }

  /** Continues from the journal's entry, because the buyer pressed again. Repeats a capture that had no answer. */
  async #resume(key: string, context: CallContext): Promise<PaymentOutcome> {
    const entry = this.#journal.get(key)
    if (!entry) return { kind: 'declined' }
    if (entry.state === 'recorded') return { kind: 'success', key }
    if (entry.state === 'capturing') return this.#complete(key, entry.purchase, context, false)
    return this.#record(key, entry.purchase, context)
  }

  /** Continues from the journal's entry without the buyer. Repeats a capture only if our backend has begun it. */
  async #resumeWithoutBuyer(key: string, context: CallContext): Promise<PaymentOutcome> {
    const entry = this.#journal.get(key)
    const needsOperator =
      entry?.state === 'refused' || (entry?.state === 'capturing' && !this.#host.isOurBackend)
    if (needsOperator) return outcomeOf(key, entry)
    if (entry?.state !== 'capturing') return this.#resume(key, context)
    const isRequested = await this.#host.isCaptureRequested(entry.purchase.orderID, context)
    if (isRequested !== false) return this.#complete(key, entry.purchase, context, false)
    if (Math.abs(Date.now() - Date.parse(entry.changedAt)) < IN_FLIGHT_MS) return { kind: 'unknown', key }
    // PayPal got no request, or declined. The buyer may have a new order, and must not be charged for both.
    this.#write('notCaptured', key)
    return { kind: 'declined' }
  }

  /** Call 5 for an order that is in the journal. `isFirst`: the capture was never requested before. */
  async #complete(
    key: string,
    purchase: Purchase,
    context: CallContext,
    isFirst: boolean,
  ): Promise<PaymentOutcome> {
    const order = { key, id: purchase.orderID }
    let status: string | null
    try {
      status = (await this.#host.completeOrder(order.id, context)).status
    } catch (error) {
      this.#logError('checkout: the capture failed', error, context, order)
      // A first request that was refused or not sent captured nothing. Before a repeated one, the first may have captured.
      const { status: answered = 500, unsent } = error instanceof HostError ? error : {}
      const isRefused = isFirst && (unsent || isRefusal(answered))
      this.#write(isRefused ? 'notCaptured' : 'unknown', key, String(error))
      return isRefused ? { kind: 'provider-error' } : { kind: 'unknown', key }
    }
    if (status === 'COMPLETED') {
      this.#write('captured', key)
      return this.#record(key, purchase, context)
    }
    // PayPal's "already captured" has no status, and another backend may use its own term for it.
    if (status === 'PENDING' || !(isFirst || NOTHING_TAKEN.test(status ?? ''))) {
      this.#write('unknown', key, status ?? 'the answer has no status')
      return { kind: 'pending', key }
    }
    this.#write('notCaptured', key)
    const { requestId } = context
    this.#log('info', 'checkout: the order was not completed', { requestId, key, orderId: order.id, status })
    return { kind: 'declined' }
  }

  /** Call 6. The buyer has paid, so the call is retried until it succeeds, never dropped. */
  async #record(key: string, purchase: Purchase, context: CallContext): Promise<PaymentOutcome> {
    const order = { key, id: purchase.orderID }
    const message = 'checkout: a paid purchase was not recorded'
    try {
      const answer = await this.#host.recordPurchase(purchase, context)
      if (answer.ok) {
        this.#write('recorded', key)
        return { kind: 'success', key }
      }
      const error = answer.error ?? `status ${answer.status}`
      const isFinal = answer.status < 500 && !TRY_LATER.includes(answer.status)
      this.#write(isFinal ? 'refused' : 'postponed', key, error)
      // The error text may repeat what the buyer typed, so the log has the status only.
      this.#logError(message, `status ${answer.status}`, context, order)
      return { kind: 'not-recorded', orderId: order.id, error: answer.error }
    } catch (error) {
      this.#write('postponed', key, String(error))
      this.#logError(message, error, context, order)
      return { kind: 'not-recorded', orderId: order.id }
    }
  }

  #runExclusively(key: string, work: () => Promise<PaymentOutcome>): Promise<PaymentOutcome> {
    const running = this.#running.get(key) ?? work().finally(() => this.#running.delete(key))
    this.#running.set(key, running)
    return running
  }

  /** Writes to the journal. If that fails, for example on a full disk, the old state stays and the step is retried later. */
  #write(result: Result, key: string, error = ''): void {
    try {
      this.#journal[result](key, error)
    } catch (failure) {
      this.#logError('checkout: could not save the state of an order', failure, {}, { key })
    }
  }

  #logError(
    message: string,
    error: unknown,
    context: CallContext = {},
    order?: { key: string; id?: string },
  ): void {
    const { requestId } = context
    this.#log('error', message, { requestId, key: order?.key, orderId: order?.id, error: String(error) })
  }
}

function outcomeOf(key: string, { state, purchase, error }: PurchaseEntry): PaymentOutcome {
  if (state === 'recorded') return { kind: 'success', key }
  if (state === 'capturing') return { kind: error === 'PENDING' ? 'pending' : 'unknown', key }
  // Call 6 is running, or follows after a restart.
  if (state === 'captured' && error === null) return { kind: 'unknown', key }
  // Visitors see only the texts of `<host>`, not the site's own errors.
  const isOwnError = error === null || /^(?:status \d|\w*Error: )/.test(error)
  return { kind: 'not-recorded', orderId: purchase.orderID, error: isOwnError ? undefined : error }
}

const buyerOf = ({ email, ...rest }: CustomerDetails) => ({ userEmail: email, ...rest })

function purchaseOf({ id, title, priceCents, details }: Order): Purchase {
  return { orderID: id, ...buyerOf(details), packageTitle: title, packagePrice: priceCents / 100 }
}
