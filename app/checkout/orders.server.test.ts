import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { checkoutHash, type OrderRequest } from '#app/checkout/order-request.server.ts'
import { Orders } from '#app/checkout/orders.server.ts'
import { openPurchases, type Purchases } from '#app/checkout/purchases.server.ts'
import type { Order } from '#app/checkout/session.server.ts'
import type { Content } from '#app/content/content.server.ts'
import type { Plan } from '#app/content/types.ts'
import type { Host } from '#app/host/client.server.ts'
import { HostError } from '#app/host/host-error.ts'
import type { Log } from '#app/platform/log.ts'
import { CUSTOMER as details, PRO_CLOSER as plan } from '#tests/support/sales.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

const order: Order = {
  key: 'K1',
  id: 'O1',
  slug: 'pro-closer',
  title: 'Pro Closer',
  priceCents: 99_900,
  details,
}
const success = { kind: 'success', key: 'K1' }
const unknown = { kind: 'unknown', key: 'K1' }
const context = { requestId: 'r' }

let published: Plan | null
let purchases: Purchases
let dataDir: string
const host = {
  isOurBackend: true,
  createOrder: vi.fn(),
  completeOrder: vi.fn(),
  isCaptureRequested: vi.fn(),
  recordPurchase: vi.fn(),
}
const newOrders = (log: Log = () => {}) =>
  new Orders({
    host: host as unknown as Host,
    content: { plan: async () => published } as unknown as Content,
    purchases,
    log,
  })
const hostError = (kind: 'timeout' | 'status', status?: number) =>
  new HostError('x', { call: 'completeOrder', kind, requestId: 'r', status })
const unsent = () =>
  new HostError('x', { call: 'completeOrder', kind: 'network', requestId: 'r', unsent: true })
const press = (orders: Orders, request: Partial<OrderRequest> = {}) =>
  orders.create({ plan, details, current: order, ...request }, context)
const paidBefore = (outcome: object) => ({ ok: false, reason: 'paid-before', outcome })
/** An order whose capture had no answer. */
async function captureUnanswered(orders: Orders) {
  host.completeOrder.mockRejectedValueOnce(hostError('timeout'))
  expect(await orders.capture(order, context)).toEqual(unknown)
}

beforeEach(() => {
  vi.useFakeTimers()
  published = plan
  dataDir = newFolder()
  purchases = openPurchases(dataDir)
  host.isOurBackend = true
  host.createOrder.mockReset().mockResolvedValue({ id: 'O2' })
  host.isCaptureRequested.mockReset().mockResolvedValue(false)
  host.completeOrder.mockReset().mockResolvedValue({ status: 'COMPLETED' })
  host.recordPurchase.mockReset().mockResolvedValue({ ok: true })
})
afterEach(() => {
  purchases.close()
  vi.useRealTimers()
})

test('an order is created at the published price, as a string with two decimals', async () => {
  const { outcome, order: created } = await press(newOrders(), { current: null })
  expect(outcome).toMatchObject({ ok: true, id: 'O2' })
  expect(created).toEqual({ ...order, id: 'O2', key: expect.stringMatching(/^[\da-f-]{36}$/) })
  expect(host.createOrder).toHaveBeenCalledWith(
    { amount: '999.00', title: 'Pro Closer', features: ['One', 'Two'] },
    context,
  )
})

const shown = checkoutHash(plan, details)
test.each<[string, Partial<OrderRequest>, string]>([
  ['no plan', { plan: null }, 'no-plan'],
  ['a plan without a price', { plan: { ...plan, price: null } }, 'no-plan'],
  ['a plan that costs nothing', { plan: { ...plan, price: 0 } }, 'no-plan'],
  ['no details', { details: null }, 'no-details'],
  ['a page with another price', { plan: { ...plan, price: 998 }, shown }, 'changed'],
  ['a page with another plan', { plan: { ...plan, slug: 'edge', title: 'Edge' }, shown }, 'changed'],
  ['a page with other details', { details: { ...details, city: 'York' }, shown }, 'changed'],
])('%s creates no order', async (_title, request, reason) => {
  const { outcome } = await press(newOrders(), { current: null, ...request })
  expect(outcome).toEqual({ ok: false, reason })
  expect(host.createOrder).not.toHaveBeenCalled()
})

test('a purchase is recorded with the ten documented fields, after the journal has it as captured', async () => {
  host.completeOrder.mockImplementation(async () => ({
    status: purchases.get('K1')?.state === 'capturing' ? 'COMPLETED' : 'FAILED',
  }))
  host.recordPurchase.mockImplementation(async () => ({ ok: purchases.get('K1')?.state === 'captured' }))
  expect(await newOrders().capture(order, context)).toEqual(success)
  const { email, ...others } = details
  expect(host.recordPurchase).toHaveBeenCalledWith(
    { orderID: 'O1', userEmail: email, ...others, packageTitle: 'Pro Closer', packagePrice: 999 },
    context,
  )
  expect(purchases.get('K1')?.state).toBe('recorded')
})

test('50 captures at once, and one later, charge once', async () => {
  const orders = newOrders()
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => orders.capture(order, context)))
  expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['success']))
  expect(await orders.capture(order, context)).toEqual(success)
  expect(host.completeOrder).toHaveBeenCalledTimes(1)
  expect(host.recordPurchase).toHaveBeenCalledTimes(1)
})

test('a price that changed is not captured', async () => {
  published = { ...plan, price: 1099 }
  const orders = newOrders()
  expect(await orders.capture(order, context)).toEqual({ kind: 'price-changed', priceCents: 109_900 })
  published = null
  expect(await orders.capture(order, context)).toEqual({ kind: 'price-changed', priceCents: null })
  expect(host.completeOrder).not.toHaveBeenCalled()
})

test('a requested capture is finished at the agreed price', async () => {
  const orders = newOrders()
  await captureUnanswered(orders)
  published = { ...plan, price: 1 }
  expect(await orders.capture(order, context)).toEqual(success)
})

test('a capture in one tab and a press in another at the same moment charge once', async () => {
  const orders = newOrders()
  host.createOrder.mockImplementationOnce(async () => {
    await orders.capture(order, context)
    return { id: 'O2' }
  })
  expect((await press(orders)).outcome).toEqual(paidBefore(success))
  expect(host.completeOrder).toHaveBeenCalledTimes(1)
})

test('a buyer buys again only from a page that showed the success of the first order', async () => {
  const orders = newOrders()
  await orders.capture(order, context)
  for (const paid of [undefined, '', 'K0'])
    expect((await press(orders, { paid })).outcome).toEqual(paidBefore(success))
  expect((await press(orders, { paid: 'K1' })).outcome).toMatchObject({ ok: true, id: 'O2' })
  expect(host.completeOrder).toHaveBeenCalledTimes(1)
})

test('an order with an unknown outcome blocks a second one for its plan, even after an order for another plan', async () => {
  const orders = newOrders()
  await captureUnanswered(orders)
  const other = { ...plan, slug: 'edge', title: 'Edge' }
  const { order: current = null } = await press(orders, { plan: other })
  expect(current).toMatchObject({ slug: 'edge' })
  host.completeOrder.mockRejectedValueOnce(hostError('timeout'))
  const second = await press(orders, { current })
  expect(second).toEqual({ outcome: paidBefore(unknown), order })
  expect((await press(orders, { current })).outcome).toEqual(paidBefore(success))
  expect(host.createOrder).toHaveBeenCalledTimes(1)
  const bob = { ...details, firstName: 'Bob' }
  expect((await press(orders, { current, details: bob })).outcome).toMatchObject({ ok: true })
})

test('pressing again after a capture without an answer repeats that capture and charges once', async () => {
  const orders = newOrders()
  await captureUnanswered(orders)
  expect((await press(orders)).outcome).toEqual(paidBefore(success))
  expect(host.createOrder).not.toHaveBeenCalled()
})

test.each([
  ...['CREATED', 'SAVED_ID', 'APPROVED', 'PAYER_ACTION_REQUIRED', 'VOIDED'],
  ...['DECLINED', 'FAILED', 'AMOUNT_MISMATCH', 'REFUNDED'],
])('an order whose capture took nothing (%s) is replaced at once', async (status) => {
  const orders = newOrders()
  await captureUnanswered(orders)
  host.completeOrder.mockResolvedValueOnce({ status })
  expect((await press(orders)).outcome).toMatchObject({ ok: true, id: 'O2' })
})

test.each([true, false])(
  'after a restart, a refused second capture request leaves the outcome unknown (our backend: %s)',
  async (isOurBackend) => {
    host.isOurBackend = isOurBackend
    host.completeOrder.mockReturnValueOnce(new Promise(() => {}))
    void newOrders().capture(order, context)
    await vi.advanceTimersByTimeAsync(10)
    const orders = newOrders() // after a restart
    for (const failure of [...[429, 404].map((status) => hostError('status', status)), unsent()]) {
      host.completeOrder.mockRejectedValueOnce(failure)
      expect((await press(orders)).outcome).toEqual(paidBefore(unknown))
      expect(purchases.open()).toMatchObject([{ key: 'K1', orderId: 'O1', state: 'capturing' }])
    }
    for (const status of [null, 'ORDER_ALREADY_CAPTURED']) {
      host.completeOrder.mockResolvedValueOnce({ status })
      expect((await press(orders)).outcome).toEqual(paidBefore({ kind: 'pending', key: 'K1' }))
    }
    expect(host.createOrder).not.toHaveBeenCalled()
  },
)

test.each<[string, HostError, string, object[]]>([
  ['never left', unsent(), 'provider-error', []],
  ['was refused', hostError('status', 404), 'provider-error', []],
  ['failed', hostError('status', 500), 'unknown', [{ key: 'K1', state: 'capturing' }]],
  ['was answered with a redirect', hostError('status', 302), 'unknown', [{ key: 'K1' }]],
  ['was answered with 408', hostError('status', 408), 'unknown', [{ key: 'K1' }]],
  ['was answered with 409', hostError('status', 409), 'unknown', [{ key: 'K1' }]],
])('a first capture request that %s', async (_title, error, kind, open) => {
  host.isOurBackend = false
  host.completeOrder.mockRejectedValueOnce(error)
  expect(await newOrders().capture(order, context)).toMatchObject({ kind })
  expect(purchases.open()).toMatchObject(open)
})

test('a paid purchase that the backend refuses shows its text and is retried only by an operator', async () => {
  const error = 'No such package for ann@example.com'
  host.recordPurchase.mockResolvedValue({ ok: false, status: 422, error })
  const log = vi.fn()
  const orders = newOrders(log)
  const notRecorded = { kind: 'not-recorded', orderId: 'O1', error }
  expect(await orders.capture(order, context)).toEqual(notRecorded)
  expect(log, 'the log has nothing that the buyer typed').toHaveBeenCalledWith(
    'error',
    'checkout: a paid purchase was not recorded',
    expect.objectContaining({ orderId: 'O1', error: 'status 422' }),
  )
  expect(await orders.lastKnown(order, context)).toEqual(notRecorded)
  expect(purchases.open()).toMatchObject([{ orderId: 'O1', state: 'refused', error }])
  await vi.advanceTimersByTimeAsync(10 * 3_600_000)
  await orders.retryDue()
  expect(host.recordPurchase).toHaveBeenCalledTimes(1)
  host.recordPurchase.mockResolvedValue({ ok: true })
  purchases.retry('K1') // npm run reconcile -- --retry
  await orders.retryDue()
  expect(purchases.open()).toEqual([])
})

test('a paid purchase that is not recorded is retried after 60 s, also by another process', async () => {
  host.recordPurchase.mockResolvedValueOnce({ ok: false, status: 500 })
  expect(await newOrders().capture(order, context)).toMatchObject({ kind: 'not-recorded', orderId: 'O1' })
  purchases.close()
  purchases = openPurchases(dataDir)
  const orders = newOrders()
  expect(await orders.lastKnown(order, context), "without the site's own text").toEqual({
    kind: 'not-recorded',
    orderId: 'O1',
  })
  onTestFinished(orders.stop)
  orders.startRetrying()
  vi.spyOn(purchases, 'due').mockImplementationOnce(() => {
    throw new Error('the disk does not answer, once')
  })
  await vi.advanceTimersByTimeAsync(59_000)
  expect(host.recordPurchase).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(6_000)
  expect(host.recordPurchase).toHaveBeenCalledTimes(2)
  expect(purchases.open()).toEqual([])
})

test.each([408, 425, 429])('a recording that is refused for the moment (%s) is retried', async (status) => {
  host.recordPurchase.mockResolvedValueOnce({ ok: false, status, error: 'Not now' })
  const orders = newOrders()
  expect(await orders.capture(order, context)).toMatchObject({ kind: 'not-recorded', error: 'Not now' })
  await vi.advanceTimersByTimeAsync(60_000)
  await orders.retryDue()
  expect(purchases.open()).toEqual([])
})

test('pressing again only records a paid order that is not recorded yet', async () => {
  host.recordPurchase.mockRejectedValueOnce(hostError('timeout'))
  const orders = newOrders()
  await orders.capture(order, context)
  expect((await press(orders)).outcome).toEqual(paidBefore(success))
  expect(host.createOrder).not.toHaveBeenCalled()
  expect(host.completeOrder).toHaveBeenCalledTimes(1)
})

test('a status request captures nothing, and waits for a running capture', async () => {
  const orders = newOrders()
  expect(await orders.status(order, context)).toEqual({ kind: 'provider-error' })
  expect(host.completeOrder).not.toHaveBeenCalled()
  await captureUnanswered(orders)
  expect(await orders.status(order, context), 'PayPal may still get the request').toEqual(unknown)
  vi.setSystemTime(Date.now() + 30_000)
  expect(await orders.status(order, context), 'our backend has captured nothing').toEqual({
    kind: 'declined',
  })
  expect(purchases.open()).toEqual([])
  const outcomes = Promise.all([orders.capture(order, context), orders.status(order, context)])
  expect(await outcomes).toEqual([success, success])
  expect(host.completeOrder).toHaveBeenCalledTimes(2)
})

test('the site asks our backend again about a capture without an answer, later each time', async () => {
  const orders = newOrders()
  await captureUnanswered(orders)
  for (let times = 0; times < 9; times++) {
    host.isCaptureRequested.mockRejectedValueOnce(hostError('timeout'))
    expect(await orders.status(order, context), 'the page asks').toEqual(unknown)
  }
  await vi.advanceTimersByTimeAsync(60_000)
  host.isCaptureRequested.mockRejectedValueOnce(hostError('timeout'))
  await orders.retryDue()
  expect(purchases.open(), 'the page did not delay the site').toMatchObject([{ tries: 2 }])
  await vi.advanceTimersByTimeAsync(120_000)
  host.isCaptureRequested.mockResolvedValueOnce(true)
  await orders.retryDue()
  expect(purchases.get('K1')?.state).toBe('recorded')
})

test.each([
  ['has captured nothing', false, []],
  ['no longer knows the order, which stays open', null, [{ orderId: 'O1', state: 'capturing' }]],
])('after a refused capture, our backend %s', async (_title, isRequested, open) => {
  host.completeOrder.mockRejectedValue(hostError('status', 404))
  purchases.capturing({ orderID: 'O1' } as never, 'K1')
  await vi.advanceTimersByTimeAsync(60_000)
  host.isCaptureRequested.mockResolvedValue(isRequested)
  await newOrders().retryDue()
  expect(purchases.open()).toMatchObject(open)
})

test('at another backend only the buyer repeats a capture, and an operator can mark it as captured', async () => {
  const pending = { kind: 'pending', key: 'K1' }
  host.isOurBackend = false
  host.completeOrder.mockResolvedValueOnce({ status: 'PENDING' })
  const orders = newOrders()
  expect(await orders.capture(order, context)).toEqual(pending)
  expect(await orders.status(order, context)).toEqual(pending)
  expect(await orders.lastKnown(order, context)).toEqual(pending)
  await vi.advanceTimersByTimeAsync(3_600_000)
  await orders.retryDue()
  expect(purchases.open()).toMatchObject([{ state: 'capturing', error: 'PENDING' }])
  expect(purchases.found('K1')).toBe(true)
  await orders.retryDue()
  expect(purchases.open()).toEqual([])
  expect((await press(orders)).outcome).toEqual(paidBefore(success))
  expect(host.completeOrder).toHaveBeenCalledTimes(1)
  expect(host.isCaptureRequested).not.toHaveBeenCalled()
})

test('a page reads the outcome from the journal and does not wait for a slow backend', async () => {
  const orders = newOrders()
  expect(await orders.lastKnown(order, context)).toBeNull()
  host.isCaptureRequested.mockReturnValueOnce(new Promise(() => {}))
  const waiting = orders.lastKnown(order, context)
  await vi.advanceTimersByTimeAsync(1_000)
  await vi.waitFor(async () => expect(await waiting).toBeNull())
  host.isCaptureRequested.mockResolvedValueOnce(true)
  expect(await orders.lastKnown(order, context), 'captured by another copy of the site').toEqual(unknown)
  await orders.capture(order, context)
  expect(await orders.lastKnown(order, context)).toEqual(success)
})

test('an order that another copy of the site has captured is finished here', async () => {
  host.isCaptureRequested.mockResolvedValue(true)
  published = { ...plan, price: 1 }
  expect(await newOrders().status(order, context)).toEqual(success)
  purchases.close()
  purchases = openPurchases(newFolder())
  expect((await press(newOrders())).outcome).toEqual(paidBefore(success))
  expect(host.createOrder).not.toHaveBeenCalled()
})

test('nothing is created or captured while our backend or the journal fails', async () => {
  host.isCaptureRequested.mockRejectedValue(hostError('timeout'))
  const orders = newOrders()
  expect((await press(orders)).outcome).toEqual({ ok: false, reason: 'failed' })
  expect(await orders.capture(order, context)).toEqual(unknown)
  expect(await orders.status(order, context)).toEqual(unknown)
  host.isCaptureRequested.mockResolvedValue(false)
  vi.spyOn(purchases, 'get').mockImplementationOnce(() => {
    throw new Error('disk I/O error')
  })
  expect((await press(orders)).outcome).toEqual({ ok: false, reason: 'failed' })
  vi.spyOn(purchases, 'capturing').mockImplementationOnce(() => {
    throw new Error('database or disk is full')
  })
  expect(await orders.capture(order, context)).toEqual(unknown)
  expect(host.createOrder).not.toHaveBeenCalled()
  expect(host.completeOrder).not.toHaveBeenCalled()
})

test('orders with the same id at a backend are separate purchases, also one of an earlier release', async () => {
  host.isOurBackend = false
  const orders = newOrders()
  await orders.capture(order, context)
  const bob = { ...order, key: 'K2', details: { ...details, firstName: 'Bob' } }
  expect(await orders.capture(bob, context)).toEqual({ kind: 'success', key: 'K2' })
  purchases.capturing({ ...purchases.get('K1')!.purchase, firstName: 'Eve' }) // its key is the id
  purchases.captured('O1')
  purchases.retry('O1')
  await orders.retryDue()
  expect(host.recordPurchase.mock.calls.map(([{ orderID, firstName }]) => [orderID, firstName])).toEqual([
    ['O1', 'Ann'],
    ['O1', 'Bob'],
    ['O1', 'Eve'],
  ])
  expect([orders.wasRequested('O1'), orders.wasRequested('O9')]).toEqual([true, false])
})
