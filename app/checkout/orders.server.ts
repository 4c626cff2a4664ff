import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { OrderOutcome, PaymentOutcome } from '#app/checkout/alerts.ts'
import { markOf, type OrderRequest } from '#app/checkout/order-request.server.ts'
import type { PurchaseEntry, Purchases } from '#app/checkout/purchases.server.ts'
import type { Order } from '#app/checkout/session.server.ts'
import type { Content } from '#app/content/content.server.ts'
import { saleCents } from '#app/content/money.ts'
import type { CallContext, Host, Purchase } from '#app/host/client.server.ts'
import { HostError } from '#app/host/host-error.ts'
import type { Log } from '#app/platform/log.ts'

const RETRY_EVERY_MS = 5_000
/** How long a page waits for our backend's word on an order that the journal does not know. */
const KNOWN_WITHIN_MS = 1_000
/** A capture that was requested less than this ago may still reach PayPal, whatever our backend says. */
const IN_FLIGHT_MS = 30_000
/** Statuses of call 5 that say that no money was taken: PayPal's and our backend's. */
const NOTHING_TAKEN =
  /^(?:CREATED|SAVED|APPROVED|PAYER_ACTION_REQUIRED|VOIDED|DECLINED|FAILED|AMOUNT_MISMATCH|REFUNDED)$/
/** HTTP statuses with which `<host>` refuses a first call 5 without having captured. 408 and 409 don't say so. */
const isRefusal = (status: number): boolean =>
  status >= 400 && status < 500 && status !== 408 && status !== 409
/** HTTP statuses of call 6 that refuse the moment and not the purchase: too late, too early, too many. */
const TRY_LATER = [408, 425, 429]

/** The journal's methods that change an entry. */
type Result = 'captured' | 'notCaptured' | 'recorded' | 'refused' | 'postponed' | 'unknown'
/** `order` is the visitor's new current order; `approvalUrl` is PayPal's page for it, if the host names one. */
type Created = { outcome: OrderOutcome; order?: Order; approvalUrl?: string }

/**
 * The site's side of an order (specification 7, calls 4 to 6). The amount comes from the content, never from the browser. The
 * journal has an entry from before the capture is requested until `<host>` has recorded the purchase.
 */
export class Orders {
  readonly #host: Host
  readonly #content: Content
  readonly #journal: Purchases
  readonly #log: Log
  /** One operation per order at a time. Requests that arrive meanwhile share its outcome. */
  readonly #running = new Map<string, Promise<PaymentOutcome>>()
  #timer: NodeJS.Timeout | undefined

  constructor(parts: { host: Host; content: Content; purchases: Purchases; log: Log }) {
    this.#host = parts.host
    this.#content = parts.content
    this.#journal = parts.purchases
    this.#log = parts.log
  }

  /** Creates an order at the published price, unless the visitor's current order for this plan is, or may be, paid. */
  async create(request: OrderRequest, context: CallContext): Promise<Created> {
    const { plan, details, current, shown, paid } = request
    const refused = (reason: 'no-plan' | 'no-details' | 'changed') => ({
      outcome: { ok: false, reason } as const,
    })
    const priceCents = plan && saleCents(plan)
    if (!plan?.slug || !plan.title || !priceCents) return refused('no-plan')
    if (!details) return refused('no-details')
    if (shown !== undefined && shown !== markOf(plan, details)) return refused('changed')
    const { slug, title, features } = plan
    const before = current?.slug === slug && current.key !== paid ? current : null
    const paidBefore = async (key: string): Promise<Created> => {
      const outcome = await this.#alone(key, () => this.#resume(key, context))
      return { outcome: { ok: false, reason: 'paid-before', outcome } }
    }
    try {
      if (before && (await this.#isRequested(before, context))) {
        const result = await paidBefore(before.key)
        if (this.#journal.get(before.key)) return result // else it was declined
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
      this.#failed('checkout: no order could be created', error, context)
      return { outcome: { ok: false, reason: 'failed' } }
    }
  }

  /** Captures an order that the buyer approved and records the purchase, once. */
  async capture(order: Order, context: CallContext): Promise<PaymentOutcome> {
    const { key } = order
    try {
      return await this.#alone(key, async () => {
        // A capture that was requested is finished at the price of then.
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
      this.#failed('checkout: the order is not captured', error, context, order)
      return { kind: 'unknown', key }
    }
  }

  /** The outcome of an order. Captures nothing new, and requests no capture again at another host than our backend. */
  async status(order: Order, context: CallContext): Promise<PaymentOutcome> {
    try {
      const running = this.#running.get(order.key)
      if (running) return await running
      if (!(await this.#isRequested(order, context))) return { kind: 'provider-error' }
      return await this.#alone(order.key, () => this.#follow(order.key, context))
    } catch (error) {
      this.#failed('checkout: could not look up an order', error, context, order)
      return { kind: 'unknown', key: order.key }
    }
  }

  /** The outcome as far as the journal knows it, for a page that must not wait for a slow host; null if there is none. */
  async known(order: Order, context: CallContext): Promise<PaymentOutcome | null> {
    try {
      const entry = this.#journal.get(order.key)
      if (entry) return outcomeOf(order.key, entry)
      if (!this.#host.isOurBackend) return null
      // Another copy of the site may have requested the capture.
      const asked = this.#host.isCaptureAsked(order.id, context)
      return (await Promise.race([asked, pause(KNOWN_WITHIN_MS)]))
        ? { kind: 'unknown', key: order.key }
        : null
    } catch (error) {
      this.#failed('checkout: could not look up an order', error, context, order)
      return null
    }
  }

  isRecorded = (order: Order): boolean => this.#journal.get(order.key)?.state === 'recorded'

  /** Whether the capture of any visitor's order was requested here; `id` is its order id at `<host>`. */
  wasRequested = (id: string): boolean => this.#journal.has(id)

  /** Retries what is due: recordings everywhere, captures only at our backend, which captures an order once. */
  async retryDue(): Promise<void> {
    for (const key of this.#journal.due()) {
      const { state, error } = this.#journal.get(key) ?? {}
      if (state === 'capturing' && !this.#host.isOurBackend) {
        this.#write('unknown', key, error ?? 'the answer to the capture never came')
        continue
      }
      try {
        await this.#alone(key, () => this.#follow(key, { requestId: `retry-${key}` }))
      } catch (failure) {
        this.#failed('checkout: could not retry an order', failure, {}, { key })
        if (state === 'capturing') this.#write('unknown', key, String(failure))
      }
    }
  }

  startRetrying(): void {
    this.#timer = setTimeout(async () => {
      await this.retryDue().catch((error) => this.#failed('checkout: retrying failed', error))
      this.startRetrying()
    }, RETRY_EVERY_MS)
    this.#timer.unref()
  }

  stop = (): void => clearTimeout(this.#timer)

  /** Whether the capture was requested, here or at another copy of the site that uses our backend. */
  async #isRequested(order: Order, context: CallContext): Promise<boolean> {
    if (this.#journal.get(order.key)) return true
    if (!this.#host.isOurBackend || !(await this.#host.isCaptureAsked(order.id, context))) return false
    this.#journal.capturing(purchaseOf(order), order.key)
    return true
  }

  /** Continues from the journal's entry when the buyer pressed again. A capture without an answer is requested once more. */
  async #resume(key: string, context: CallContext): Promise<PaymentOutcome> {
    const entry = this.#journal.get(key)
    if (!entry) return { kind: 'declined' }
    if (entry.state === 'recorded') return { kind: 'success', key }
    if (entry.state === 'capturing') return this.#complete(key, entry.purchase, context, false)
    return this.#record(key, entry.purchase, context)
  }

  /** Continues from the journal's entry when nobody pressed. A capture is requested again only at our backend, and only if it has begun. */
  async #follow(key: string, context: CallContext): Promise<PaymentOutcome> {
    const entry = this.#journal.get(key)
    const waitsForPeople =
      entry?.state === 'refused' || (entry?.state === 'capturing' && !this.#host.isOurBackend)
    if (waitsForPeople) return outcomeOf(key, entry)
    if (entry?.state !== 'capturing') return this.#resume(key, context)
    const asked = await this.#host.isCaptureAsked(entry.purchase.orderID, context)
    if (asked !== false) return this.#complete(key, entry.purchase, context, false)
    if (Math.abs(Date.now() - Date.parse(entry.changedAt)) < IN_FLIGHT_MS) return { kind: 'unknown', key }
    // PayPal was never asked, or declined. The buyer may have a new order, and must not be charged for both.
    this.#write('notCaptured', key)
    return { kind: 'declined' }
  }

  /** Call 5 for an order that is in the journal; `isFirst`: nobody can have requested the capture before. */
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
      this.#failed('checkout: the capture failed', error, context, order)
      // A refused first request, or one that never left, captured nothing. Before a refused repetition, one may have.
      const { status: answered = 500, unsent } = error instanceof HostError ? error : {}
      const isRefused = isFirst && (unsent || isRefusal(answered))
      this.#write(isRefused ? 'notCaptured' : 'unknown', key, String(error))
      return isRefused ? { kind: 'provider-error' } : { kind: 'unknown', key }
    }
    if (status === 'COMPLETED') {
      this.#write('captured', key)
      return this.#record(key, purchase, context)
    }
    // PayPal's “already captured” has no status, and another host may have a word of its own for it.
    if (status === 'PENDING' || !(isFirst || NOTHING_TAKEN.test(status ?? ''))) {
      this.#write('unknown', key, status ?? 'the answer named no status')
      return { kind: 'pending', key }
    }
    this.#write('notCaptured', key)
    const { requestId } = context
    this.#log('info', 'checkout: the order was not completed', { requestId, key, orderId: order.id, status })
    return { kind: 'declined' }
  }

  /** Call 6. The buyer has paid: retried until recorded, never dropped. */
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
      this.#failed(message, `status ${answer.status}`, context, order)
      return { kind: 'not-recorded', orderId: order.id, error: answer.error }
    } catch (error) {
      this.#write('postponed', key, String(error))
      this.#failed(message, error, context, order)
      return { kind: 'not-recorded', orderId: order.id }
    }
  }

  #alone(key: string, work: () => Promise<PaymentOutcome>): Promise<PaymentOutcome> {
    const running = this.#running.get(key) ?? work().finally(() => this.#running.delete(key))
    this.#running.set(key, running)
    return running
  }

  /** Writes to the journal. On a full disk the old state stays and is followed up later: repeating is answered as done. */
  #write(result: Result, key: string, error = ''): void {
    try {
      this.#journal[result](key, error)
    } catch (failure) {
      this.#failed('checkout: could not save the state of an order', failure, {}, { key })
    }
  }

  #failed(
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
  // Call 6 is on its way, or follows after a restart.
  if (state === 'captured' && error === null) return { kind: 'unknown', key }
  // The site's own texts in the journal are not the server's error text.
  const isOwn = error === null || /^(?:status \d|\w*Error: )/.test(error)
  return { kind: 'not-recorded', orderId: purchase.orderID, error: isOwn ? undefined : error }
}

function purchaseOf({ id, title, priceCents, details: { email, ...rest } }: Order): Purchase {
  return { orderID: id, userEmail: email, ...rest, packageTitle: title, packagePrice: priceCents / 100 }
}
