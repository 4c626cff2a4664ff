import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { markOf } from '#app/checkout/order-request.server.ts'
import { createPayments } from '#app/checkout/payments.server.ts'
import { openPurchases, type Purchases } from '#app/checkout/purchases.server.ts'
import type { BegunOrder } from '#app/checkout/session.server.ts'
import type { Content } from '#app/content/content.server.ts'
import type { Plan } from '#app/content/types.ts'
import type { Host } from '#app/host/client.server.ts'
import { HostError } from '#app/host/host-error.ts'
import type { Log } from '#app/platform/log.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

const details = {
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann@example.com',
  phone: '1',
  city: 'Dover',
  state: 'DE',
  address: '1 Main',
}
const plan: Plan = {
  _id: 'p',
  title: 'Pro Closer',
  slug: 'pro-closer',
  kind: 'bundle',
  price: 999,
  cap: null,
  credit: 1200,
  summary: null,
  features: ['One', 'Two'],
}
const order: BegunOrder = { id: 'O1', slug: 'pro-closer', title: 'Pro Closer', priceCents: 99_900, details }
const context = { requestId: 'r' }

let published: Plan | null
let purchases: Purchases
let dataDir: string
const host = {
  keepsEvidence: true,
  createOrder: vi.fn(),
  completeOrder: vi.fn(),
  isCaptureAsked: vi.fn(),
  recordPurchase: vi.fn(),
}
const payments = (log: Log = () => {}) =>
  createPayments({
    host: host as unknown as Host,
    content: { plan: async () => published } as unknown as Content,
    purchases,
    log,
  })
const hostError = (kind: 'timeout' | 'status', status?: number) =>
  new HostError('x', { call: 'completeOrder', kind, requestId: 'r', status })

beforeEach(() => {
  vi.useFakeTimers()
  published = plan
  dataDir = newFolder()
  purchases = openPurchases(dataDir)
  host.keepsEvidence = true
  host.createOrder.mockReset().mockResolvedValue({ id: 'O1' })
  host.isCaptureAsked.mockReset().mockResolvedValue(false)
  host.completeOrder.mockReset().mockResolvedValue({ status: 'COMPLETED' })
  host.recordPurchase.mockReset().mockResolvedValue({ ok: true })
})
afterEach(() => {
  purchases.close()
  vi.useRealTimers()
})

test('an order is made at the published price, as a string with two decimals', async () => {
  const { outcome, orders } = await payments().createOrder({ plan, details, before: [] }, context)
  expect(outcome).toEqual({ ok: true, id: 'O1' })
  expect(orders).toEqual([order])
  expect(host.createOrder).toHaveBeenCalledWith(
    { amount: '999.00', title: 'Pro Closer', features: ['One', 'Two'] },
    context,
  )
})

test('of an order it is remembered whether its page says what it told', async () => {
  const asked = { plan, details, before: [] }
  for (const told of ['', 'O0'])
    expect((await payments().createOrder({ ...asked, told }, context)).orders).toEqual([
      { ...order, confirms: true },
    ])
  expect((await payments().createOrder(asked, context)).orders?.[0]).not.toHaveProperty('confirms', true)
})

test.each([
  ['no plan', null, details, 'no-plan'],
  ['a plan without a price', { ...plan, price: null }, details, 'no-plan'],
  ['a plan that costs nothing', { ...plan, price: 0 }, details, 'no-plan'],
  ['no details', plan, null, 'no-details'],
] as const)('%s makes no order', async (_what, chosen, customer, reason) => {
  const { outcome } = await payments().createOrder(
    { plan: chosen as Plan | null, details: customer, before: [] },
    context,
  )
  expect(outcome).toEqual({ ok: false, reason })
  expect(host.createOrder).not.toHaveBeenCalled()
})

test('a page that is out of date makes no order', async () => {
  const { createOrder } = payments()
  const shown = markOf(plan, details)
  const ask = (change: object) => createOrder({ plan, details, before: [], shown, ...change }, context)
  for (const change of [
    { plan: { ...plan, price: 998 } },
    { plan: { ...plan, slug: 'starter-edge', title: 'Starter Edge' } },
    { details: { ...details, email: 'bob@example.com' } },
  ])
    expect((await ask(change)).outcome).toEqual({ ok: false, reason: 'changed' })
  expect(host.createOrder).not.toHaveBeenCalled()
  expect((await ask({})).outcome).toEqual({ ok: true, id: 'O1' })
})

test('where the file of purchases can’t be read for a moment, the next press asks anew', async () => {
  const { createOrder } = payments()
  const ask = () => createOrder({ plan, details, before: [{ ...order, id: 'O0' }] }, context)
  vi.spyOn(purchases, 'get').mockImplementationOnce(() => {
    throw new Error('disk I/O error')
  })
  expect((await ask()).outcome).toEqual({ ok: false, reason: 'failed' })
  expect((await ask()).outcome).toEqual({ ok: true, id: 'O1' })
})

test('what buyers said of themselves is readable by the site’s own user alone', async () => {
  await payments().capture(order, context)
  for (const file of ['purchases.sqlite', 'purchases.sqlite-wal'])
    expect(statSync(join(dataDir, file)).mode & 0o077, file).toBe(0)
})

test('a capture is recorded with the ten documented fields, once it is on disk that it was paid', async () => {
  host.recordPurchase.mockImplementation(async () => ({ ok: purchases.get('O1')?.state === 'captured' }))
  expect(await payments().capture(order, context)).toEqual({ kind: 'success' })
  expect(host.recordPurchase).toHaveBeenCalledWith(
    {
      orderID: 'O1',
      userEmail: 'ann@example.com',
      firstName: 'Ann',
      lastName: 'Lee',
      phone: '1',
      address: '1 Main',
      city: 'Dover',
      state: 'DE',
      packageTitle: 'Pro Closer',
      packagePrice: 999,
    },
    context,
  )
  expect(purchases.get('O1')?.state).toBe('recorded')
})

test('50 captures at once, and one later, are one', async () => {
  const { capture } = payments()
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => capture(order, context)))
  expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['success']))
  expect(await capture(order, context)).toEqual({ kind: 'success' })
  expect(host.completeOrder).toHaveBeenCalledTimes(1)
  expect(host.recordPurchase).toHaveBeenCalledTimes(1)
})

test('looking what became of an order captures nothing, and says what was captured', async () => {
  const { look, capture } = payments()
  expect(await look(order, context)).toEqual({ kind: 'provider-error' })
  expect(host.completeOrder).not.toHaveBeenCalled()
  host.recordPurchase.mockResolvedValueOnce({ ok: false, status: 422, error: 'No' })
  await capture(order, context)
  expect(await look(order, context)).toEqual({ kind: 'success' })
  expect(await look(order, context)).toEqual({ kind: 'success' })
  expect(host.completeOrder).toHaveBeenCalledTimes(1)
  expect(host.recordPurchase).toHaveBeenCalledTimes(2)
})

test('… not even what was asked for before, where nothing was taken', async () => {
  host.completeOrder.mockRejectedValueOnce(hostError('timeout'))
  const { look, capture } = payments()
  await capture(order, context)
  expect(await look(order, context)).toEqual({ kind: 'provider-error' })
  expect(host.completeOrder).toHaveBeenCalledTimes(1)
  expect(purchases.open()).toEqual([])
})

test('… which another host can’t be asked: there the capture is asked for again, and nothing that is not documented', async () => {
  host.keepsEvidence = false
  host.completeOrder.mockRejectedValueOnce(hostError('timeout'))
  const { look, capture } = payments()
  await capture(order, context)
  expect(await look(order, context)).toEqual({ kind: 'success' })
  expect(host.isCaptureAsked).not.toHaveBeenCalled()
})

test('… and waits for a capture that is under way, also while it is asked whether another copy has begun one', async () => {
  let answer = (_: boolean) => {}
  host.isCaptureAsked.mockReturnValue(
    new Promise<boolean>((resolve) => {
      answer = resolve
    }),
  )
  const { look, capture } = payments()
  const outcomes = Promise.all([capture(order, context), look(order, context)])
  answer(false)
  expect(await outcomes).toEqual([{ kind: 'success' }, { kind: 'success' }])
  expect(host.completeOrder).toHaveBeenCalledTimes(1)
})

test('of three orders for one plan one is captured, also where two waited for one that was declined', async () => {
  const [one, two, three] = ['O1', 'O2', 'O3'].map((id) => ({ ...order, id }))
  const all = [one!, two!, three!]
  let answer = (_: { status: string }) => {}
  host.completeOrder.mockReturnValueOnce(
    new Promise<{ status: string }>((resolve) => {
      answer = resolve
    }),
  )
  const { capture } = payments()
  const first = capture(one!, context, all)
  await vi.advanceTimersByTimeAsync(10)
  const others = [capture(two!, context, all), capture(three!, context, all)]
  await vi.advanceTimersByTimeAsync(10)
  answer({ status: 'DECLINED' })
  expect(await first).toEqual({ kind: 'declined' })
  expect(await Promise.all(others)).toEqual([{ kind: 'success' }, { kind: 'success' }])
  expect(host.completeOrder.mock.calls.map(([id]) => id)).toEqual(['O1', 'O2'])
})

test.each([true, undefined] as const)(
  '… nor is one without an answer, where nothing was taken, once another is paid (told: %s)',
  async (told) => {
    host.completeOrder.mockRejectedValueOnce(hostError('timeout'))
    host.isCaptureAsked.mockImplementation(async (id) => id === 'O2')
    const { capture } = payments()
    const other = { ...order, id: 'O2', told }
    await capture(order, context)
    expect(await capture(order, context, [order, other])).toEqual({ kind: 'success' })
    expect(host.completeOrder.mock.calls.map(([id]) => id)).toEqual(['O1', 'O2'])
  },
)

test('a price that changed meanwhile is not captured', async () => {
  published = { ...plan, price: 1099 }
  expect(await payments().capture(order, context)).toEqual({ kind: 'price-changed', priceCents: 109_900 })
  published = null
  expect(await payments().capture(order, context)).toEqual({ kind: 'price-changed', priceCents: null })
  expect(host.completeOrder).not.toHaveBeenCalled()
})

test('a declined card can be tried again', async () => {
  host.completeOrder.mockResolvedValueOnce({ status: 'DECLINED' })
  const { capture } = payments()
  expect(await capture(order, context)).toEqual({ kind: 'declined' })
  expect(purchases.open(), 'nor is it asked for later').toEqual([])
  expect(await capture(order, context)).toEqual({ kind: 'success' })
})

test('paid but refused: the text of the host, kept, and not repeated by itself', async () => {
  host.recordPurchase.mockResolvedValue({ ok: false, status: 422, error: 'No such package' })
  const { capture, repeatDue } = payments()
  expect(await capture(order, context)).toEqual({
    kind: 'not-recorded',
    orderId: 'O1',
    error: 'No such package',
  })
  expect(purchases.open()).toMatchObject([{ orderId: 'O1', state: 'refused', error: 'No such package' }])
  await vi.advanceTimersByTimeAsync(10 * 3_600_000)
  await repeatDue()
  expect(host.recordPurchase).toHaveBeenCalledTimes(1)
  // … until somebody who mended the cause says so (npm run reconcile -- --retry).
  host.recordPurchase.mockResolvedValue({ ok: true })
  expect([purchases.retry('O1'), purchases.retry('nobody’s')]).toEqual([true, false])
  await repeatDue()
  expect(purchases.open()).toEqual([])
})

test('paid but not recorded: repeated after 60 s, also by another process, until it is', async () => {
  host.recordPurchase.mockResolvedValueOnce({ ok: false, status: 500 })
  expect(await payments().capture(order, context)).toEqual({
    kind: 'not-recorded',
    orderId: 'O1',
    error: undefined,
  })
  purchases.close()
  purchases = openPurchases(dataDir)
  const { startRepeating, stop } = payments()
  onTestFinished(stop)
  startRepeating()
  vi.spyOn(purchases, 'due').mockImplementationOnce(() => {
    throw new Error('the disk does not answer, once')
  })
  await vi.advanceTimersByTimeAsync(59_000)
  expect(host.recordPurchase).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(6_000)
  expect(host.recordPurchase).toHaveBeenCalledTimes(2)
  expect(purchases.open()).toEqual([])
})

test.each([
  ['says so', () => host.recordPurchase.mockResolvedValue({ ok: false, status: 500 })],
  ['does not answer', () => host.recordPurchase.mockRejectedValue(hostError('timeout'))],
])('… less and less often, where the host %s each time', async (_what, fail) => {
  fail()
  const { capture, startRepeating, stop } = payments()
  onTestFinished(stop)
  await capture(order, context)
  startRepeating()
  const triesWithin = async (ms: number) => {
    host.recordPurchase.mockClear()
    await vi.advanceTimersByTimeAsync(ms)
    return host.recordPurchase.mock.calls.length
  }
  expect(await triesWithin(66_000)).toBe(1)
  expect(await triesWithin(110_000)).toBe(0)
  expect(await triesWithin(20_000)).toBe(1)
})

test.each([
  ['too late', 408],
  ['too early', 425],
  ['one call too many, from an address that many share', 429],
])('… so is what was %s', async (_what, status) => {
  host.recordPurchase.mockResolvedValueOnce({ ok: false, status, error: 'Not now' })
  const { capture, repeatDue } = payments()
  expect(await capture(order, context)).toMatchObject({ kind: 'not-recorded', error: 'Not now' })
  await vi.advanceTimersByTimeAsync(60_000)
  await repeatDue()
  expect(host.recordPurchase).toHaveBeenCalledTimes(2)
  expect(purchases.open()).toEqual([])
})

test('paying again while a paid order is not recorded makes no order and no capture: recording is tried again', async () => {
  host.recordPurchase.mockRejectedValueOnce(hostError('timeout'))
  const { capture, createOrder } = payments()
  await capture(order, context)
  const { outcome } = await createOrder({ plan, details, before: [order] }, context)
  expect(outcome).toEqual({ ok: false, reason: 'paid-before', outcome: { kind: 'success' } })
  expect(host.createOrder).not.toHaveBeenCalled()
  expect(host.completeOrder).toHaveBeenCalledTimes(1)
})

test('paying again after a capture without an answer charges once: that capture is asked for again', async () => {
  host.completeOrder.mockRejectedValueOnce(hostError('timeout'))
  const { capture, createOrder } = payments()
  await capture(order, context)
  const { outcome } = await createOrder({ plan, details, before: [order] }, context)
  expect(outcome).toEqual({ ok: false, reason: 'paid-before', outcome: { kind: 'success' } })
  expect(host.createOrder).not.toHaveBeenCalled()
})

test.each([
  ...['CREATED', 'SAVED', 'APPROVED', 'PAYER_ACTION_REQUIRED', 'VOIDED'],
  ...['DECLINED', 'FAILED', 'AMOUNT_MISMATCH', 'REFUNDED', 'CAPTURED_BESIDE'],
])('… and where nothing was taken for it after all (%s), a new order is made at once', async (status) => {
  host.completeOrder.mockRejectedValueOnce(hostError('timeout')).mockResolvedValueOnce({ status })
  const { capture, createOrder } = payments()
  await capture(order, context)
  const { outcome } = await createOrder({ plan, details, before: [order] }, context)
  expect(outcome).toEqual({ ok: true, id: 'O1' })
})

test.each([
  ['PayPal’s checkout failed', () => host.completeOrder.mockRejectedValueOnce(hostError('timeout'))],
  ['PayPal is still checking', () => host.completeOrder.mockResolvedValueOnce({ status: 'PENDING' })],
  ['it is not recorded', () => host.recordPurchase.mockResolvedValueOnce({ ok: false, status: 500 })],
  ['nothing, since the answer got lost,', () => {}],
])(
  'who was told that %s, and is paid since, is told so at the next press and charged at the one after',
  async (_, begin) => {
    const { capture, createOrder, repeatDue } = payments()
    begin()
    await capture(order, context)
    await vi.advanceTimersByTimeAsync(60_000)
    host.isCaptureAsked.mockResolvedValue(true)
    await repeatDue()
    host.isCaptureAsked.mockResolvedValue(false)
    expect(purchases.get('O1')?.state).toBe('recorded')
    const other = { ...plan, slug: 'another-plan', title: 'Another' }
    host.createOrder.mockResolvedValueOnce({ id: 'O2' })
    const { orders: before } = await createOrder({ plan: other, details, before: [order] }, context)
    expect(
      before?.map(({ id }) => id),
      'not forgotten over another plan',
    ).toEqual(['O2', 'O1'])
    const press = await createOrder({ plan, details, before: before! }, context)
    expect(press.outcome).toEqual({ ok: false, reason: 'paid-before', outcome: { kind: 'success' } })
    expect(press.orders?.filter(({ told }) => told).map(({ id }) => id)).toEqual(['O1'])
    host.createOrder.mockResolvedValueOnce({ id: 'O3' })
    const again = await createOrder({ plan, details, before: press.orders! }, context)
    expect(again.outcome).toEqual({ ok: true, id: 'O3' })
    expect(again.orders?.map(({ id }) => id)).toEqual(['O3', 'O2'])
  },
)

test('a page that says what it told is told until it says so; a press that says so buys again at once', async () => {
  const { capture, createOrder } = payments()
  await capture(order, context)
  const ask = (told: string) => createOrder({ plan, details, before: [order], told }, context)
  const success = { kind: 'success', orderId: 'O1' }
  for (const told of ['', 'O1x', ''])
    expect(await ask(told)).toEqual({
      outcome: { ok: false, reason: 'paid-before', outcome: success },
      orders: [order],
    })
  host.createOrder.mockResolvedValueOnce({ id: 'O2' })
  const { outcome, orders } = await ask('O1')
  expect(outcome).toEqual({ ok: true, id: 'O2' })
  expect(orders?.map(({ id }) => id)).toEqual(['O2'])
  host.completeOrder.mockClear()
  const late = { ...order, told: true as const }
  expect(await capture(orders![0]!, context, [late, ...orders!]), 'and is charged').toEqual({
    kind: 'success',
  })
  expect(host.completeOrder.mock.calls).toMatchObject([['O2', context]])
})

test('a page is believed of its visitor’s own orders, of their plan, and of what is recorded', async () => {
  const twin = { ...order, id: 'O2' }
  const other = { ...order, id: 'O3', slug: 'another-plan' }
  const orders = [twin, order, other]
  const { capture, confirmed } = payments()
  const marked = async (id: string) =>
    (await confirmed(orders, id, context)).filter(({ told }) => told).map((own) => own.id)
  host.recordPurchase.mockRejectedValueOnce(hostError('timeout')).mockRejectedValueOnce(hostError('timeout'))
  expect(await marked('O1'), 'not paid').toEqual([])
  await capture(order, context)
  expect(await marked('O1'), 'not recorded').toEqual([])
  await capture(order, context)
  await capture(other, context)
  expect(await marked('nobody’s')).toEqual([])
  expect(await marked('O1')).toEqual(['O1'])
  expect(await marked('O2'), 'that one is paid by another for its plan').toEqual(['O1'])
  expect(host.completeOrder).toHaveBeenCalledTimes(2)
})

test('… by what each is kept under: a host may have given its id to an order for another plan as well', async () => {
  const { capture, createOrder, untold } = payments()
  await capture(order, context)
  const other = { ...plan, slug: 'another-plan', title: 'Another' }
  const { orders } = await createOrder({ plan: other, details, before: [order] }, context)
  expect(orders?.map(({ id, slug }) => [id, slug])).toEqual([
    ['O1', 'another-plan'],
    ['O1', 'pro-closer'],
  ])
  for (const { slug } of orders!) {
    await capture(orders!.find((own) => own.slug === slug)!, context, orders)
    const { orderId: told } = untold(orders!, slug) as { orderId: string }
    const asked = { plan: { ...other, slug }, details, before: orders!, told }
    host.createOrder.mockResolvedValueOnce({ id: 'O2' })
    expect((await createOrder(asked, context)).outcome, slug).toEqual({ ok: true, id: 'O2' })
  }
})

test('… which another copy of the site may have done', async () => {
  host.isCaptureAsked.mockImplementation(async (id) => id === 'O1')
  const [own] = await payments().confirmed([order], 'O1', context)
  expect(own).toEqual({ ...order, told: true })
  purchases.close()
  purchases = openPurchases(newFolder())
  host.createOrder.mockResolvedValueOnce({ id: 'O2' })
  const press = await payments().createOrder({ plan, details, before: [order], told: 'O1' }, context)
  expect(press.outcome).toEqual({ ok: true, id: 'O2' })
})

test('a page that is loaded anew says what was recorded and not told, of its plan alone', async () => {
  const { capture, untold, told } = payments()
  const success = { kind: 'success', orderId: 'O1' }
  expect(untold([order], 'pro-closer'), 'not paid').toBeNull()
  host.recordPurchase.mockResolvedValueOnce({ ok: false, status: 422, error: 'No' })
  await capture(order, context)
  expect(untold([order], 'pro-closer'), 'not recorded').toBeNull()
  await capture(order, context)
  expect(untold([{ ...order, id: 'O2' }, order], 'pro-closer')).toEqual(success)
  expect(untold([order], 'another-plan')).toBeNull()
  expect(untold(told([order], order), 'pro-closer')).toBeNull()
  vi.spyOn(purchases, 'get').mockImplementationOnce(() => {
    throw new Error('disk I/O error')
  })
  expect(untold([order], 'pro-closer'), 'nor does the page fail with the disk').toBeNull()
})

test('… at another host too, which may refuse because it was captured: no new order is made then', async () => {
  host.keepsEvidence = false
  host.completeOrder.mockRejectedValueOnce(hostError('timeout'))
  const { capture, createOrder } = payments()
  await capture(order, context)
  for (const refusal of [hostError('status', 422), hostError('timeout')]) {
    host.completeOrder.mockRejectedValueOnce(refusal)
    const { outcome } = await createOrder({ plan, details, before: [order] }, context)
    expect(outcome).toEqual({ ok: false, reason: 'paid-before', outcome: { kind: 'provider-error' } })
  }
  expect(host.createOrder).not.toHaveBeenCalled()
  const { outcome } = await createOrder({ plan, details, before: [order] }, context)
  expect(outcome).toEqual({ ok: false, reason: 'paid-before', outcome: { kind: 'success' } })
  expect(host.createOrder).not.toHaveBeenCalled()
})

test.each([true, false])(
  '… whatever refuses it later (embedded host: %s), which says nothing of the first time',
  async (embedded) => {
    host.keepsEvidence = embedded
    host.completeOrder.mockRejectedValueOnce(hostError('timeout'))
    const { capture, createOrder, repeatDue } = payments()
    await capture(order, context)
    for (const status of [429, 403, 404]) {
      host.completeOrder.mockRejectedValueOnce(hostError('status', status))
      const { outcome } = await createOrder({ plan, details, before: [order] }, context)
      expect(outcome, `${status}`).toEqual({
        ok: false,
        reason: 'paid-before',
        outcome: { kind: 'provider-error', ...(embedded && { orderId: 'O1' }) },
      })
      expect(purchases.open(), `${status}`).toMatchObject([{ orderId: 'O1', state: 'capturing' }])
    }
    if (embedded) {
      await vi.advanceTimersByTimeAsync(3_600_000)
      host.isCaptureAsked.mockResolvedValue(true)
      await repeatDue()
      expect(purchases.get('O1')?.state).toBe('recorded')
    }
    expect(host.createOrder).not.toHaveBeenCalled()
  },
)

test('… nor after a crash between question and answer', async () => {
  host.keepsEvidence = false
  host.completeOrder.mockReturnValueOnce(new Promise(() => {}))
  void payments().capture(order, context)
  await vi.advanceTimersByTimeAsync(10)
  const afterwards = payments()
  host.completeOrder.mockRejectedValueOnce(hostError('status', 422))
  const { outcome } = await afterwards.createOrder({ plan, details, before: [order] }, context)
  expect(outcome).toMatchObject({ reason: 'paid-before' })
  expect(purchases.open()).toMatchObject([{ orderId: 'O1', state: 'capturing' }])
})

test.each([null, 'ORDER_ALREADY_CAPTURED', 'error'])(
  '… nor does an answer that doesn’t say so (%s), when it is asked again',
  async (status) => {
    host.keepsEvidence = false
    host.completeOrder.mockRejectedValueOnce(hostError('timeout'))
    const { capture, createOrder } = payments()
    await capture(order, context)
    host.completeOrder.mockResolvedValueOnce({ status })
    const { outcome } = await createOrder({ plan, details, before: [order] }, context)
    expect(outcome).toMatchObject({ reason: 'paid-before', outcome: { kind: 'pending' } })
    expect(host.createOrder).not.toHaveBeenCalled()
  },
)

test('a capture without an answer holds up nobody who chose another plan since', async () => {
  host.keepsEvidence = false
  host.completeOrder.mockRejectedValueOnce(hostError('timeout'))
  const { capture, createOrder } = payments()
  await capture(order, context)
  const other = { ...plan, slug: 'another-plan', title: 'Another' }
  const { outcome, orders } = await createOrder({ plan: other, details, before: [order] }, context)
  expect(outcome).toMatchObject({ ok: true })
  expect(orders, 'both are remembered').toHaveLength(2)
  expect(host.completeOrder).toHaveBeenCalledTimes(1)
})

test('… and is not forgotten over others that were begun and cancelled: its plan is not paid for twice', async () => {
  host.keepsEvidence = false
  host.completeOrder.mockRejectedValueOnce(hostError('timeout'))
  const { capture, createOrder } = payments()
  await capture(order, context)
  const other = { ...plan, slug: 'another-plan', title: 'Another' }
  let before = [order]
  const begin = async (id: string, by = details) => {
    host.createOrder.mockResolvedValueOnce({ id })
    before = (await createOrder({ plan: other, details: by, before }, context)).orders!
  }
  for (const id of ['O2', 'O3', 'O4', 'O5']) await begin(id)
  expect(before.map(({ id }) => id)).toEqual(['O5', 'O1', 'O4'])
  await begin('O6', { ...details, address: '字'.repeat(500) })
  expect(
    before.map(({ id }) => id),
    'what proxies take',
  ).toEqual(['O6', 'O1'])
  const { outcome } = await createOrder({ plan, details, before }, context)
  expect(outcome).toMatchObject({ reason: 'paid-before', outcome: { kind: 'success' } })
  expect(host.createOrder).toHaveBeenCalledTimes(5)
})

test.each([
  ['asked for it', async () => true],
  ['may have asked for it: the host can’t say', () => Promise.reject(hostError('timeout'))],
])('… nor where another copy of the site %s', async (_what, answer) => {
  const before = [{ ...order, id: 'O0' }, order]
  const other = { ...plan, slug: 'another-plan', title: 'Another' }
  host.createOrder.mockResolvedValue({ id: 'O2' })
  host.isCaptureAsked.mockImplementation(async (id) => id === 'O1' && answer())
  const { orders } = await payments().createOrder({ plan: other, details, before }, context)
  expect(orders?.map(({ id }) => id)).toEqual(['O2', 'O1', 'O0'])
  expect(purchases.open(), 'that copy captures it').toEqual([])
})

test('an order that was begun beside one that is paid by now is taken for it, also once another plan was begun', async () => {
  const beside = { ...order, id: 'O0' }
  const other = { ...plan, slug: 'another-plan', title: 'Another' }
  host.createOrder.mockResolvedValue({ id: 'O2' })
  const { createOrder, capture, told } = payments()
  await capture(order, context, [order, beside])
  const before = told([beside, order], order)
  const { orders = [] } = await createOrder({ plan: other, details, before }, context)
  expect(orders.map(({ id }) => id)).toEqual(['O2', 'O1', 'O0'])
  expect(await capture(beside, context, orders)).toEqual({ kind: 'success' })
  expect(host.completeOrder).toHaveBeenCalledTimes(1)
  const again = await createOrder({ plan, details, before: orders }, context)
  expect(
    again.orders?.map(({ id }) => id),
    'with a new one for its plan it goes',
  ).toEqual(['O2', 'O2', 'O0'])
  const alone = await createOrder({ plan: other, details, before: told([order], order) }, context)
  expect(
    alone.orders?.map(({ id }) => id),
    'and where nothing is beside it',
  ).toEqual(['O2'])
})

test('a capture that was asked for is finished at the price of then, also beside one that its visitor was told of', async () => {
  const { capture } = payments()
  host.completeOrder.mockRejectedValueOnce(hostError('timeout'))
  await capture(order, context)
  host.isCaptureAsked.mockImplementation(async (id) => id === 'O1')
  published = { ...plan, price: 1 }
  const beside = { ...order, id: 'O0', told: true as const }
  expect(await capture(order, context, [order, beside])).toEqual({ kind: 'success' })
})

test('what another host said of a capture last stays in the list of what is open', async () => {
  host.keepsEvidence = false
  host.completeOrder.mockResolvedValueOnce({ status: 'PENDING' })
  const { capture, repeatDue } = payments()
  await capture(order, context)
  await vi.advanceTimersByTimeAsync(60_000)
  await repeatDue()
  expect(purchases.open()).toMatchObject([{ state: 'capturing', error: 'PENDING' }])
})

test('a capture whose answer never came is asked again at the embedded host', async () => {
  host.completeOrder.mockRejectedValueOnce(hostError('timeout'))
  const { capture, look, repeatDue } = payments()
  const open = { kind: 'provider-error', orderId: 'O1' }
  expect(await capture(order, context)).toEqual(open)
  for (let times = 0; times < 9; times++) {
    host.isCaptureAsked.mockRejectedValueOnce(hostError('timeout'))
    expect(await look(order, context), 'its page goes on asking').toEqual(open)
  }
  await vi.advanceTimersByTimeAsync(60_000)
  host.isCaptureAsked.mockRejectedValueOnce(hostError('timeout'))
  await repeatDue()
  expect(purchases.open(), 'by which the site itself asks no later').toMatchObject([{ tries: 2 }])
  await vi.advanceTimersByTimeAsync(120_000)
  host.isCaptureAsked.mockResolvedValue(true)
  await repeatDue()
  expect(host.recordPurchase).toHaveBeenCalledTimes(1)
  expect(purchases.open()).toEqual([])
})

test('… unless another copy has heard meanwhile that it was declined: whoever bought anew is not charged for both', async () => {
  host.completeOrder.mockRejectedValueOnce(hostError('timeout'))
  const { capture, repeatDue } = payments()
  await capture(order, context)
  await vi.advanceTimersByTimeAsync(60_000)
  await repeatDue()
  expect(host.completeOrder).toHaveBeenCalledTimes(1)
  expect(purchases.open()).toEqual([])
})

test('… and what the host does not know any more stays in the list', async () => {
  host.completeOrder
    .mockRejectedValueOnce(hostError('timeout'))
    .mockRejectedValueOnce(hostError('status', 404))
  const { capture, repeatDue } = payments()
  await capture(order, context)
  await vi.advanceTimersByTimeAsync(60_000)
  host.isCaptureAsked.mockResolvedValue(null)
  await repeatDue()
  expect(purchases.open()).toMatchObject([{ orderId: 'O1', state: 'capturing' }])
})

test('… and elsewhere only listed', async () => {
  host.keepsEvidence = false
  host.completeOrder.mockRejectedValueOnce(hostError('timeout'))
  const { capture, repeatDue } = payments()
  await capture(order, context)
  await vi.advanceTimersByTimeAsync(3_600_000)
  await repeatDue()
  purchases.retry('O1')
  await repeatDue()
  expect(host.completeOrder).toHaveBeenCalledTimes(1)
  expect(purchases.open()).toMatchObject([{ orderId: 'O1', state: 'capturing' }])
})

test('… until somebody has seen at PayPal that it was captured: then it is recorded, and its buyer is told', async () => {
  host.keepsEvidence = false
  host.completeOrder.mockRejectedValueOnce(hostError('timeout'))
  const { capture, createOrder, repeatDue } = payments()
  await capture(order, context)
  expect(purchases.found('O1')).toBe(true)
  await repeatDue()
  expect(host.recordPurchase).toHaveBeenCalledTimes(1)
  expect(purchases.open()).toEqual([])
  expect(purchases.found('O1')).toBe(false)
  const { outcome } = await createOrder({ plan, details, before: [order] }, context)
  expect(outcome).toEqual({ ok: false, reason: 'paid-before', outcome: { kind: 'success' } })
  expect(host.completeOrder).toHaveBeenCalledTimes(1)
})

test('a capture that never reached the host leaves nothing behind either: nobody is charged later', async () => {
  const unsent = () =>
    new HostError('x', { call: 'completeOrder', kind: 'network', requestId: 'r', unsent: true })
  host.completeOrder.mockRejectedValueOnce(unsent())
  const { capture, createOrder, repeatDue } = payments()
  expect(await capture(order, context)).toEqual({ kind: 'provider-error' })
  expect(purchases.open()).toEqual([])
  await vi.advanceTimersByTimeAsync(3_600_000)
  await repeatDue()
  expect(host.completeOrder).toHaveBeenCalledTimes(1)
  const { outcome } = await createOrder({ plan, details, before: [order] }, context)
  expect(outcome).toMatchObject({ ok: true })
  // Where an earlier question may have been heard, it still may.
  host.completeOrder.mockRejectedValueOnce(hostError('timeout')).mockRejectedValueOnce(unsent())
  await capture(order, context)
  await capture(order, context)
  expect(purchases.open()).toMatchObject([{ orderId: 'O1', state: 'capturing' }])
})

test('a host that says back what its buyer typed: the buyer and whoever mends it read that, the log has none of it', async () => {
  const error = 'ann@example.com of 1 Main has bought Pro Closer'
  host.recordPurchase.mockResolvedValue({ ok: false, status: 422, error })
  const log = vi.fn()
  expect(await payments(log).capture(order, context)).toMatchObject({ error })
  expect(purchases.open()).toMatchObject([{ error }])
  expect(log).toHaveBeenCalledWith('error', 'checkout: a paid purchase was not recorded', {
    requestId: context.requestId,
    orderId: 'O1',
    status: 422,
  })
})

test.each([
  [404, [], {}],
  [500, [{ orderId: 'O1', state: 'capturing' }], { orderId: 'O1' }],
])(
  'of a capture that was answered with %s first there is left, and asked by its page, what is not known',
  async (status, left, open) => {
    host.completeOrder.mockRejectedValueOnce(hostError('status', status))
    expect(await payments().capture(order, context)).toEqual({ kind: 'provider-error', ...open })
    expect(purchases.open()).toMatchObject(left)
  },
)

test.each([
  ['recorded', { ok: true }, { kind: 'success' }],
  ['refused', { ok: false, status: 400, error: 'No' }, { kind: 'not-recorded', orderId: 'O1', error: 'No' }],
  ['to be recorded', { ok: false, status: 500 }, { kind: 'not-recorded', orderId: 'O1' }],
])(
  'a host that begins its numbers anew: an order with the id of one that is %s is its own purchase',
  async (_state, answer, first) => {
    host.recordPurchase.mockResolvedValueOnce(answer)
    const { createOrder, capture, look } = payments()
    expect(await capture(order, context)).toEqual(first)

    const bob = { ...details, firstName: 'Bob' }
    const { outcome, orders: [begun] = [] } = await createOrder({ plan, details: bob, before: [] }, context)
    expect(outcome).toEqual({ ok: true, id: 'O1' })
    expect(await look(begun!, context), 'nothing was captured').toEqual({ kind: 'provider-error' })
    host.completeOrder.mockResolvedValueOnce({ status: 'DECLINED' })
    expect(await capture(begun!, context)).toEqual({ kind: 'declined' })
    expect(await capture(begun!, context)).toEqual({ kind: 'success' })
    expect(host.completeOrder.mock.calls.map(([id]) => id)).toEqual(['O1', 'O1', 'O1'])
    expect(host.recordPurchase.mock.calls.map(([{ orderID, firstName }]) => [orderID, firstName])).toEqual([
      ['O1', 'Ann'],
      ['O1', 'Bob'],
    ])
  },
)

test('what another copy of the site has captured is paid here too: no order beside it is made, or captured', async () => {
  host.isCaptureAsked.mockImplementation(async (id) => id === 'O1')
  const copy = () => {
    purchases.close()
    purchases = openPurchases(newFolder())
    return payments()
  }
  const press = await copy().createOrder({ plan, details, before: [order] }, context)
  expect(press.outcome).toEqual({ ok: false, reason: 'paid-before', outcome: { kind: 'success' } })
  expect(host.createOrder).not.toHaveBeenCalled()
  const twin = { ...order, id: 'O2' }
  expect(await copy().capture(twin, context, [twin, order])).toEqual({ kind: 'success' })
  expect(host.completeOrder.mock.calls.map(([id]) => id)).toEqual(['O1', 'O1'])
  expect(await copy().look(order, context)).toEqual({ kind: 'success' })
  expect(await copy().look(twin, context)).toEqual({ kind: 'provider-error' })
  published = { ...plan, price: 1 }
  const { capture, createOrder, told } = copy()
  expect(await capture(order, context), 'whatever the plan costs now').toEqual({ kind: 'success' })
  host.isCaptureAsked.mockClear()
  const again = await createOrder({ plan, details, before: told([order], order) }, context)
  expect(again.outcome, 'who was told buys again').toEqual({ ok: true, id: 'O1' })
  expect(host.isCaptureAsked).not.toHaveBeenCalled()
})

test('… and where another copy was quicker at the same moment, its host captures one of them, and both are told of that', async () => {
  const asked = new Set<string>()
  host.isCaptureAsked.mockImplementation(async (id) => asked.has(id))
  host.completeOrder.mockImplementation(async (id, { beside = [] }) => {
    if (id === 'O2') asked.add('O1') // there, after this one was looked for
    return { status: beside.some((other: string) => asked.has(other)) ? 'CAPTURED_BESIDE' : 'COMPLETED' }
  })
  const twin = { ...order, id: 'O2' }
  expect(await payments().capture(twin, context, [twin, order])).toEqual({ kind: 'success' })
  expect(host.completeOrder.mock.calls.map(([id, { beside }]) => [id, beside])).toEqual([
    ['O2', ['O1']],
    ['O1', ['O2']],
  ])
  expect(host.recordPurchase.mock.calls.map(([{ orderID }]) => orderID)).toEqual(['O1'])
  expect(purchases.get('O2')).toBe(undefined)
})

test.each(['press', 'capture'])(
  '… so, too, where it is asked here again, in vain before, and never came to the host (%s)',
  async (how) => {
    const twin = { ...order, id: 'O2' }
    host.completeOrder.mockRejectedValueOnce(hostError('timeout'))
    const { capture, createOrder } = payments()
    await capture(twin, context, [twin, order])
    host.isCaptureAsked.mockImplementation(async (id) => id === 'O1') // there, meanwhile
    host.completeOrder.mockImplementation(async (_id, { beside }) => ({
      status: beside?.includes('O1') ? 'CAPTURED_BESIDE' : 'COMPLETED',
    }))
    const orders = [twin, order, { ...order, id: 'O3' }]
    if (how === 'press') {
      const { outcome } = await createOrder({ plan, details, before: orders }, context)
      expect(outcome).toEqual({ ok: false, reason: 'paid-before', outcome: { kind: 'success' } })
    } else expect(await capture(orders[2]!, context, orders)).toEqual({ kind: 'success' })
    expect(host.recordPurchase.mock.calls.map(([{ orderID }]) => orderID)).toEqual(['O1'])
  },
)

test('… and who was told there, and buys again here, pays for what they buy, also where a late answer tells of it again', async () => {
  host.isCaptureAsked.mockImplementation(async (id) => id === 'O1')
  host.createOrder.mockResolvedValue({ id: 'O2' })
  const { createOrder, capture } = payments()
  const past = { ...order, told: true as const }
  const { orders } = await createOrder({ plan, details, before: [past] }, context)
  expect(orders).toMatchObject([{ id: 'O2' }])
  expect(await capture(orders![0]!, context, [past, ...orders!])).toEqual({ kind: 'success' })
  expect(host.completeOrder.mock.calls).toMatchObject([['O2', context]])
})

test('… where that can’t be asked nothing is made, or captured; another host than the embedded one is not asked', async () => {
  host.isCaptureAsked.mockRejectedValue(hostError('timeout'))
  const { createOrder, capture, look } = payments()
  expect((await createOrder({ plan, details, before: [order] }, context)).outcome).toMatchObject({
    reason: 'failed',
  })
  const open = { kind: 'provider-error', orderId: 'O1' }
  expect(await capture(order, context)).toEqual(open)
  expect(await look(order, context)).toEqual(open)
  expect(host.createOrder).not.toHaveBeenCalled()
  expect(host.completeOrder).not.toHaveBeenCalled()
  host.keepsEvidence = false
  expect((await createOrder({ plan, details, before: [order] }, context)).outcome).toMatchObject({ ok: true })
  expect(await capture(order, context)).toEqual({ kind: 'success' })
  expect(host.isCaptureAsked).toHaveBeenCalledTimes(3)
})
