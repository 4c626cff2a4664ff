import { randomUUID } from 'node:crypto'
import type { OrderOutcome, PaymentOutcome } from '#app/checkout/alerts.ts'
import { createCaptures, isPaid } from '#app/checkout/captures.server.ts'
import { markOf, type OrderRequest } from '#app/checkout/order-request.server.ts'
import type { Purchases } from '#app/checkout/purchases.server.ts'
import { type BegunOrder, cookieNameOf, nameOf } from '#app/checkout/session.server.ts'
import type { Content } from '#app/content/content.server.ts'
import { saleCents } from '#app/content/money.ts'
import type { CallContext, Host, Purchase } from '#app/host/client.server.ts'
import type { Log } from '#app/platform/log.ts'

export type Payments = ReturnType<typeof createPayments>
/**
 * `orders`: the visitor's, as they are to be remembered, the new one or what matters most first; absent where nothing changes.
 * `approvalUrl` is PayPal's page for the order, where the host names it.
 */
type Begun = { outcome: OrderOutcome; orders?: BegunOrder[]; approvalUrl?: string }

/** Two tabs are common, more are not. */
const MAX_ORDERS = 3
/** As JSON. Sealed they are twice as long, and proxies take some 8 KB of cookies, the saved details among them. */
const MAX_ORDERS_BYTES = 2_000

/**
 * Orders, and which of them are captured (specification 7, calls 4 and 5). The amount comes from the content, never from the
 * browser; one order is captured once.
 */
export function createPayments({
  host,
  content,
  purchases,
  log,
}: {
  host: Host
  content: Content
  purchases: Purchases
  log: Log
}) {
  const { running, alone, mayBePaid, complete, completeLater, record, outcomeOf, settle, ...following } =
    createCaptures({ host, purchases, log })

  /** Begins an order at the price that is published now. */
  async function createOrder(asked: OrderRequest, context: CallContext): Promise<Begun> {
    const { plan, details, shown } = asked
    const priceCents = plan && saleCents(plan)
    if (!plan?.slug || !plan.title || !priceCents) return { outcome: { ok: false, reason: 'no-plan' } }
    if (!details) return { outcome: { ok: false, reason: 'no-details' } }
    if (shown !== undefined && shown !== markOf(plan, details))
      return { outcome: { ok: false, reason: 'changed' } }
    const { slug, title, features } = plan
    try {
      const before = asked.told ? await confirmed(asked.before, asked.told, context) : asked.before
      // Another plan is another purchase, which an earlier one holds up no more than it holds up other buyers.
      const ofPlan = before.filter((order) => order.slug === slug)
      const past = ofPlan.filter(({ told }) => told)
      for (const order of ofPlan) {
        if (order.told || !(await isKept(order, context))) continue
        const outcome = await outcomeOf(nameOf(order), context, completeBeside(twinsOf(order, before)))
        // Nothing of it was captured after all: a new order can't charge twice.
        if (outcome.kind === 'declined') continue
        const isSuccess = outcome.kind === 'success'
        // A page that says what it told says it of this one, too. From others nothing comes: nobody is held up for ever.
        const confirms = asked.told !== undefined
        const said = isSuccess && confirms ? { ...outcome, orderId: nameOf(order) } : outcome
        const orders = isSuccess && !confirms ? told(before, order) : before
        return { outcome: { ok: false, reason: 'paid-before', outcome: said }, orders }
      }
      const amount = (priceCents / 100).toFixed(2)
      const { id, approvalUrl } = await host.createOrder({ amount, title, features: features ?? [] }, context)
      // An order that has just been made is none that was captured, though a host may begin its numbers anew.
      const keptAs = purchases.get(id) ? `${id}-${randomUUID()}` : undefined
      const after = past.length > 0 ? past.map(cookieNameOf) : undefined
      const confirms = asked.told === undefined ? undefined : (true as const)
      const begun = { id, keptAs, slug, title, priceCents, details, after, confirms }
      const orders = await remembered(begun, before, context)
      return { outcome: { ok: true, id }, orders, approvalUrl }
    } catch (error) {
      log('error', 'checkout: no order could be made', { requestId: context.requestId, error: String(error) })
      return { outcome: { ok: false, reason: 'failed' } }
    }
  }

  /**
   * A few are remembered. One that may have been paid is the last to go: forgotten, its plan could be paid for twice. What its
   * buyer was told of goes with a new order for its plan. For another plan it stays as long as one beside it, which may be
   * approved yet, is to be taken for it.
   */
  async function remembered(
    begun: BegunOrder,
    before: BegunOrder[],
    context: CallContext,
  ): Promise<BegunOrder[]> {
    const open = before.filter(({ told }) => !told)
    const known = before.filter(
      ({ told, slug }) => !told || (slug !== begun.slug && open.some((beside) => beside.slug === slug)),
    )
    const asked = await Promise.all(known.map((order) => isAsked(order, context).catch(() => true)))
    const all = [begun, ...known.filter((_, at) => asked[at]), ...known.filter((_, at) => !asked[at])]
    const kept = all.slice(0, MAX_ORDERS)
    while (kept.length > 1 && Buffer.byteLength(JSON.stringify(kept)) > MAX_ORDERS_BYTES) kept.pop()
    return kept
  }

  const isToBeTold = (order: BegunOrder, slug: string): boolean =>
    order.slug === slug && !order.told && purchases.get(nameOf(order))?.state === 'recorded'

  /**
   * A visitor's orders as they are to be remembered once it was told of `order`'s plan that it is paid. Until then who presses
   * again is told the same: what failed at first was captured since, or the answer was lost. Afterwards a press buys again.
   */
  const told = (orders: BegunOrder[], { slug }: BegunOrder): BegunOrder[] =>
    orders.map((other) => (isToBeTold(other, slug) ? { ...other, told: true } : other))

  /**
   * The same where a page says that it has told so of the order `name`. It is believed of what is recorded, which another copy of
   * the site may have done.
   */
  async function confirmed(orders: BegunOrder[], name: string, context: CallContext): Promise<BegunOrder[]> {
    const order = orders.find((own) => nameOf(own) === name)
    if (!order || order.told) return orders
    const open = orders.filter(({ slug, told }) => slug === order.slug && !told)
    if (!open.some((own) => isToBeTold(own, order.slug))) for (const own of open) await look(own, context)
    return told(orders, order)
  }

  /** What a page of this plan that is loaded anew has to tell: its visitor paid, and the page that was to say so went. */
  function untold(orders: BegunOrder[], slug: string): PaymentOutcome | null {
    try {
      const order = orders.find((own) => isToBeTold(own, slug))
      return order ? { kind: 'success', orderId: nameOf(order) } : null
    } catch (error) {
      log('error', 'checkout: it could not be looked up whether an order was paid', { error: String(error) })
      return null // a press says it
    }
  }

  /**
   * Captures an order that the buyer approved, and records the purchase. `beside` are the visitor's other orders, begun
   * in another tab or before: of those for the same plan one is captured, and its outcome is the others'.
   */
  const capture = (
    order: BegunOrder,
    context: CallContext,
    beside: BegunOrder[] = [],
  ): Promise<PaymentOutcome> =>
    alone(nameOf(order), () => unlessLost(order, context, () => captureOnce(order, context, beside)))

  /** What can't be looked up or written down fails: it might be lost once it is paid, so nothing is captured. */
  async function unlessLost(
    order: BegunOrder,
    context: CallContext,
    work: () => Promise<PaymentOutcome>,
  ): Promise<PaymentOutcome> {
    try {
      return await work()
    } catch (error) {
      log('error', 'checkout: an order could not be looked up or written down, and is not captured', {
        requestId: context.requestId,
        orderId: nameOf(order),
        error: String(error),
      })
      return mayBePaid(order.id)
    }
  }

  async function captureOnce(
    order: BegunOrder,
    context: CallContext,
    beside: BegunOrder[],
  ): Promise<PaymentOutcome> {
    const name = nameOf(order)
    const twins = twinsOf(order, beside)
    await isKept(order, context)
    let kept = purchases.get(name)
    if (isPaid(kept?.state)) return record(name, context)
    for (const twin of twins) await isKept(twin, context)
    // Another may be paid meanwhile: this one is captured only where it may have been already.
    if (kept && twins.some((twin) => twin.told || wasAsked(nameOf(twin)))) {
      const outcome = await completeLater(name, context)
      if (outcome.kind !== 'declined') return outcome
      kept = undefined
    }
    const plan = await content.plan(order.slug)
    const priceCents = plan && saleCents(plan)
    // A capture that is under way was asked for at the price of then.
    if (!kept && priceCents !== order.priceCents) return { kind: 'price-changed', priceCents }
    // Looked at one by one: while one is asked about, another may be captured.
    const open = kept ? [] : twins
    for (let twin = takeKnown(open); twin; twin = takeKnown(open)) {
      const outcome = await outcomeOf(nameOf(twin), context, completeBeside(twinsOf(twin, beside)))
      if (outcome.kind !== 'declined') return outcome
    }
    purchases.capturing(purchaseOf(order), name)
    const outcome = await complete(name, context, { first: !kept, beside: idsOf(twins) })
    if (outcome.kind !== 'declined') return outcome
    // Another copy may have been quicker with one of them. Not `alone`: who captures that one may wait for this.
    for (const twin of twins) {
      if (!(await isKept(twin, context))) continue
      const paid = await settle(nameOf(twin), context, completeBeside(twinsOf(twin, beside)))
      if (paid.kind !== 'declined') return paid
    }
    return outcome
  }

  /** Asks for a capture as `complete` does; nothing is taken where another copy has one of `twins` captured meanwhile. */
  const completeBeside = (twins: BegunOrder[]) => (name: string, context: CallContext) =>
    complete(name, context, { beside: idsOf(twins) })

  /** Whether the capture of an order, anybody's, was asked for here. */
  const wasAsked = (name: string): boolean => purchases.get(name) !== undefined

  /**
   * Whether the capture of an order was asked for: here, or at another copy of the site, of which the embedded host knows where
   * they share its database.
   */
  const isAsked = async (order: BegunOrder, context: CallContext): Promise<boolean> =>
    wasAsked(nameOf(order)) || (host.keepsEvidence && (await host.isCaptureAsked(order.id, context)) === true)

  /** The same of one that is followed up then: its purchase is kept here too from there on. */
  async function isKept(order: BegunOrder, context: CallContext): Promise<boolean> {
    if (!(await isAsked(order, context))) return false
    const name = nameOf(order)
    if (!purchases.get(name)) purchases.capturing(purchaseOf(order), name)
    return true
  }

  /** Takes one whose capture was asked for out of the list. */
  function takeKnown(orders: BegunOrder[]): BegunOrder | undefined {
    const at = orders.findIndex((order) => purchases.get(nameOf(order)))
    return at < 0 ? undefined : orders.splice(at, 1)[0]
  }

  /** What became of an order that PayPal's script failed over: another tab may have paid it. Captures nothing new. */
  const look = (order: BegunOrder, context: CallContext): Promise<PaymentOutcome> =>
    running.get(nameOf(order)) ??
    unlessLost(order, context, async () => {
      const failed: PaymentOutcome = { kind: 'provider-error' }
      if (!(await isKept(order, context))) return failed
      const outcome = await outcomeOf(nameOf(order), context, completeLater)
      return outcome.kind === 'declined' ? failed : outcome
    })

  return {
    createOrder,
    capture,
    look,
    told,
    confirmed,
    untold,
    wasAsked,
    ...following,
  }
}

/** Those of a visitor's orders of which only one, it or `order`, is to be captured: for its plan, and not paid for before it. */
const twinsOf = (order: BegunOrder, orders: BegunOrder[]): BegunOrder[] =>
  orders.filter(
    (other) => other.slug === order.slug && other !== order && !order.after?.includes(cookieNameOf(other)),
  )
/** As the host knows them. */
const idsOf = (orders: BegunOrder[]): string[] => orders.map(({ id }) => id)

const purchaseOf = ({ id, title, priceCents, details }: BegunOrder): Purchase => ({
  orderID: id,
  userEmail: details.email,
  firstName: details.firstName,
  lastName: details.lastName,
  phone: details.phone,
  address: details.address,
  city: details.city,
  state: details.state,
  packageTitle: title,
  packagePrice: priceCents / 100,
})
