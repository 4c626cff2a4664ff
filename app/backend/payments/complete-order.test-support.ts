import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { collectLog } from '#app/backend/backend.test-support.ts'
import { type Bench, SECRET, startBench } from '#app/backend/payments/bench.test-support.ts'
import { completeOrder } from '#app/backend/payments/complete-order.ts'
import {
  type PayPal,
  PayPalError,
  type PayPalOrder,
  type PayPalPayment,
} from '#app/backend/payments/paypal.ts'
import { signEvidence } from '#app/platform/evidence.server.ts'

/** Tests call 5 on the database of `benchOf`. */
export function completion(benchOf: () => Bench, databaseUrl: string | undefined) {
  const { log, lines } = collectLog()
  let bench: Bench
  beforeAll(() => {
    bench = benchOf()
  })
  /** PayPal's client with some methods replaced. */
  const paypalWith = (change: (paypal: PayPal) => Partial<PayPal>): PayPal => {
    const { paypal } = bench.provider
    return { ...paypal, ...change(paypal) }
  }
  const completeWith = (id: string, paypal: PayPal) =>
    completeOrder(bench.db, { order_id: id }, { paypal, requestId: 'r', log })
  const amount = { currency_code: 'USD', value: '499.00' }
  const withCaptures = (order: PayPalOrder, captures: PayPalPayment[]): PayPalOrder => ({
    ...order,
    purchase_units: [{ ...order.purchase_units?.[0], payments: { captures } }],
  })
  const tamper = (id: string, value: string) => bench.sandbox.orders.changeAmount(id, value)

  test('after its timeout a request does not ask PayPal for a capture', async () => {
    const id = await bench.approved()
    const { paypal } = bench.provider
    const patient = { ...paypal, read: (orderId: string) => paypal.read(orderId) }
    const late = { paypal: patient, requestId: 'r', log, timeoutMs: 0 }
    await expect(completeOrder(bench.db, { order_id: id }, late)).rejects.toMatchObject({ status: 504 })
    expect(bench.captureRequests(id)).toHaveLength(0)
  })

  test('an approved order is captured once', async () => {
    const id = await bench.paid()
    expect(await bench.complete(id)).toMatchObject({ code: 200, status: 'COMPLETED' })
    expect(bench.capturesOf(id)).toHaveLength(1)
    expect(await bench.order(id)).toMatchObject({ state: 'captured' })
    const [request] = bench.captureRequests(id)
    expect(request?.headers['paypal-request-id']).toBe((await bench.order(id)).captureRequestId)
    expect(await bench.history(id)).toEqual([
      'order.creating',
      'order.created',
      'order.approved',
      'order.capturing',
      'capture.completed',
      'order.captured',
    ])
  })

  test('only the site learns whether a capture was requested', async () => {
    const [id, declined] = [await bench.approved(), await bench.approved('decline')]
    async function isAsked(orderId: string) {
      const body = JSON.stringify({ order_id: orderId })
      const evidence = signEvidence(SECRET, { target: 'POST /api/paypal/asked', body })
      return (await bench.post('/api/paypal/asked', body, { 'x-site-evidence': evidence })).asked
    }
    expect(await isAsked(id)).toBe(false)
    expect(await isAsked('no such order')).toBe(null)
    for (const order of [id, declined]) await bench.complete(order)
    expect([await isAsked(id), await isAsked(declined)]).toEqual([true, false])
    expect(await bench.post('/api/paypal/asked', { order_id: id })).toMatchObject({ code: 403 })
  })

  test('50 requests to two backends make one capture', async () => {
    const other = await startBench({ databaseUrl, dataDir: bench.folder })
    const id = await bench.approved()
    const both = Array.from({ length: 50 }, (_, index) => (index % 2 ? bench : other).complete(id))
    const answers = await Promise.all(both)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['COMPLETED']))
    const ids = [...bench.captureRequests(id), ...other.captureRequests(id)]
    expect(new Set(ids.map(({ headers }) => headers['paypal-request-id'])).size).toBe(1)
    expect(bench.capturesOf(id)).toHaveLength(1)
    await other.stop()
  })

  test('an order is not captured before its approval; an unknown order is 404', async () => {
    const { id } = await bench.create()
    expect(await bench.complete(id)).toMatchObject({ code: 200, status: 'CREATED' })
    expect(bench.captureRequests(id)).toHaveLength(0)
    expect(await bench.complete('NOSUCHORDER')).toMatchObject({ code: 404, error: expect.any(String) })
    expect(await bench.post('/api/paypal/complete_order', {})).toMatchObject({ code: 422 })
  })

  test('a buyer whose card is declined pays the same order with another card', async () => {
    const id = await bench.approved('decline')
    const first = (await bench.order(id)).captureRequestId
    expect(await bench.complete(id)).toMatchObject({ status: 'DECLINED', issue: 'INSTRUMENT_DECLINED' })
    expect(await bench.order(id)).toMatchObject({ state: 'declined' })
    expect((await bench.order(id)).captureRequestId).not.toBe(first)
    expect(await bench.record(id)).toMatchObject({ code: 409 })
    expect(await bench.complete(id)).toMatchObject({ status: 'DECLINED' })
    await bench.approve(id)
    expect(await bench.complete(id)).toMatchObject({ status: 'COMPLETED' })
    expect(bench.capturesOf(id)).toHaveLength(1)
  })

  test('after a decline whose answer was lost, the next capture has a new PayPal-Request-Id', async () => {
    const id = await bench.approved('decline')
    const paypal = paypalWith(({ capture }) => ({
      capture: async (...args) => {
        await capture(...args).catch(() => {})
        throw new PayPalError('lost', { kind: 'unavailable', issue: 'TIMEOUT' })
      },
    }))
    const lost = completeWith(id, paypal)
    await expect(lost).rejects.toMatchObject({ status: 504 })
    expect(await bench.complete(id)).toMatchObject({ status: 'CREATED' })
    await bench.approve(id)
    expect(await bench.complete(id)).toMatchObject({ status: 'COMPLETED' })
    expect(bench.capturesOf(id)).toHaveLength(1)
  })

  test("a capture that a webhook reported first is not undone by PayPal's refusal", async () => {
    const id = await bench.approved()
    const paypal = paypalWith(() => ({
      capture: async () => {
        await bench.db
          .updateTable('paymentOrders')
          .set({ state: 'captured' })
          .where('paypalOrderId', '=', id)
          .execute()
        throw new PayPalError('x', { kind: 'refused', status: 422, issue: 'INSTRUMENT_DECLINED' })
      },
    }))
    expect(await completeWith(id, paypal)).toEqual({ status: 'COMPLETED' })
    expect(await bench.order(id)).toMatchObject({ state: 'captured' })
  })

  test('a pending capture is never repeated, even if PayPal calls the order approved', async () => {
    const id = await bench.approved()
    const pending = { id: `C${id}`, status: 'PENDING', amount, status_details: { reason: 'ECHECK' } }
    const paypal = paypalWith(({ read }) => ({
      read: async (...args) => withCaptures(await read(...args), [pending]),
    }))
    expect(await completeWith(id, paypal)).toEqual({ status: 'PENDING', issue: 'ECHECK' })
    expect(bench.captureRequests(id)).toHaveLength(0)
  })

  test('a pending capture becomes completed once PayPal decides', async () => {
    const id = await bench.approved('pending')
    expect(await bench.complete(id)).toMatchObject({ code: 200, status: 'PENDING' })
    expect(await bench.record(id)).toMatchObject({ code: 409, error: 'The payment is pending' })
    expect(await bench.complete(id)).toMatchObject({ status: 'PENDING' })
    expect((await bench.history(id)).filter((type) => type === 'order.pending')).toHaveLength(1)
    bench.sandbox.orders.resolve(id, 'COMPLETED')
    expect(await bench.complete(id)).toMatchObject({ status: 'COMPLETED' })
    expect(bench.captureRequests(id)).toHaveLength(1)
    expect(await bench.record(id)).toMatchObject({ code: 201 })
  })

  test('a lost answer is requested again with the same PayPal-Request-Id', async () => {
    const id = await bench.approved('lost')
    expect(await bench.complete(id)).toMatchObject({ code: 200, status: 'COMPLETED' })
    const ids = bench.captureRequests(id).map(({ headers }) => headers['paypal-request-id'])
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
    expect(bench.capturesOf(id)).toHaveLength(1)
  })

  test('an answer that is too late leaves the outcome unknown until the next request', async () => {
    const { paypal } = bench.provider
    const id = await bench.approved('slow')
    const context = { paypal, requestId: 'r', log, timeoutMs: 2_000 }
    await expect(completeOrder(bench.db, { order_id: id }, context)).rejects.toMatchObject({ status: 504 })
    expect(await bench.order(id)).toMatchObject({ state: 'capturing' })
    expect(await bench.complete(id)).toMatchObject({ status: 'COMPLETED' })
    expect(bench.capturesOf(id)).toHaveLength(1)
    expect(await bench.history(id)).toContain('capture.unknown')
  })

  test("PayPal's “already captured” counts as success", async () => {
    const id = await bench.approved()
    const paypal = paypalWith(({ capture }) => ({
      capture: async (order, requestId, deadline) => {
        await capture(order, randomUUID())
        return capture(order, requestId, deadline)
      },
    }))
    expect(await completeWith(id, paypal)).toEqual({ status: 'COMPLETED' })
    expect(bench.capturesOf(id)).toHaveLength(1)
  })

  test('an order whose amount was changed at PayPal is not captured', async () => {
    const id = await bench.approved()
    tamper(id, '0.01')
    expect(await bench.complete(id)).toMatchObject({ status: 'AMOUNT_MISMATCH' })
    expect(bench.captureRequests(id)).toHaveLength(0)
    expect(await bench.history(id)).toContain('order.tampered')
    tamper(id, '499.00')
    expect(await bench.complete(id)).toMatchObject({ status: 'COMPLETED' })
  })

  test('an amount that changes during the capture is a mismatch and never recorded', async () => {
    const id = await bench.approved()
    const paypal = paypalWith(({ capture }) => ({
      capture: async (...args) => {
        tamper(id, '0.01')
        return capture(...args)
      },
    }))
    // Money was taken, so the site keeps the buyer's details.
    expect(await completeWith(id, paypal)).toEqual({ status: 'COMPLETED' })
    expect(await bench.order(id)).toMatchObject({ state: 'mismatch' })
    expect(lines).toContainEqual({
      level: 'error',
      message: 'captured at another amount than ordered',
      detail: { id },
    })
    expect(await bench.record(id)).toMatchObject({ code: 422 })
    expect(await bench.record(id, { packagePrice: 0.01 })).toMatchObject({ code: 422 })
  })
}
