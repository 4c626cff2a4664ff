import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { type Bench, startBench } from '#app/backend/payments/bench.test-support.ts'
import { completeOrder } from '#app/backend/payments/complete-order.ts'
import { applyView } from '#app/backend/payments/order-store.ts'
import {
  type PayPal,
  PayPalError,
  type PayPalOrder,
  type PayPalPayment,
} from '#app/backend/payments/paypal.ts'
import { collectLog } from '#app/backend/test-host.test-support.ts'

/** Call 5: every way in which a capture can end, on the database of `benchOf`. */
export function completion(benchOf: () => Bench, databaseUrl: string | undefined) {
  const { log, lines } = collectLog()
  let bench: Bench
  beforeAll(() => {
    bench = benchOf()
  })
  /** PayPal with one step done otherwise. */
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

  test('a request whose time is up asks PayPal for no capture', async () => {
    const id = await bench.approved()
    const { paypal } = bench.provider
    const patient = { ...paypal, read: (orderId: string) => paypal.read(orderId) }
    const late = { paypal: patient, requestId: 'r', log, timeoutMs: 0 }
    await expect(completeOrder(bench.db, { order_id: id }, late)).rejects.toMatchObject({ status: 504 })
    expect(bench.captureRequests(id)).toHaveLength(0)
  })

  test('captures what the buyer approved, once', async () => {
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

  test('that its capture was asked for is told to the site alone, once it was, and while nobody knows the answer', async () => {
    const id = await bench.approved()
    const pending = await bench.approved('pending')
    const declined = await bench.approved('decline')
    const unknown = await bench.approved()
    for (const each of [id, pending, declined, unknown]) expect(await bench.isAsked(each), each).toBe(false)
    expect(await bench.isAsked('no such order')).toBe(null)
    expect(await bench.isAsked('x'.repeat(300)), 'of another host').toBe(null)
    const failing = paypalWith(() => ({
      capture: async () => {
        throw new PayPalError('lost', { kind: 'unavailable' })
      },
    }))
    await expect(completeWith(unknown, failing)).rejects.toThrow()
    for (const each of [id, pending, declined]) await bench.complete(each)
    for (const each of [id, pending, unknown]) expect(await bench.isAsked(each), each).toBe(true)
    expect(await bench.isAsked(declined)).toBe(false)
    expect(await bench.post('/api/paypal/asked', { order_id: id })).toMatchObject({ code: 403 })
  })

  test('50 at once make one capture', async () => {
    const id = await bench.approved()
    const answers = await Promise.all(Array.from({ length: 50 }, () => bench.complete(id)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['COMPLETED']))
    const ids = bench.captureRequests(id).map(({ headers }) => headers['paypal-request-id'])
    expect(new Set(ids).size).toBe(1)
    expect(bench.capturesOf(id)).toHaveLength(1)
  })

  test('so do 25 each from two processes', async () => {
    const other = await startBench({ databaseUrl, dataDir: bench.folder })
    const id = await bench.approved()
    const both = Array.from({ length: 50 }, (_, index) => (index % 2 ? bench : other).complete(id))
    const answers = await Promise.all(both)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['COMPLETED']))
    const ids = [...bench.captureRequests(id), ...other.captureRequests(id)]
    expect(new Set(ids.map(({ headers }) => headers['paypal-request-id'])).size).toBe(1)
    expect(bench.capturesOf(id)).toHaveLength(1)
    const slow = paypalWith(({ capture }) => ({
      capture: async (...args) => {
        await delay(200)
        return capture(...args)
      },
    }))
    const next = await bench.approved()
    const context = { paypal: slow, requestId: 'r', log }
    const databases = [bench.db, other.db, bench.db, other.db]
    await Promise.all(databases.map((db) => completeOrder(db, { order_id: next }, context)))
    expect(bench.capturesOf(next)).toHaveLength(1)
    await other.stop()
  })

  test('nothing is captured before the buyer approves; no such order is 404', async () => {
    const { id } = await bench.create()
    expect(await bench.complete(id)).toMatchObject({ code: 200, status: 'CREATED' })
    expect(bench.captureRequests(id)).toHaveLength(0)
    expect(await bench.complete('NOSUCHORDER')).toMatchObject({ code: 404, error: expect.any(String) })
    expect(await bench.post('/api/paypal/complete_order', {})).toMatchObject({ code: 422 })
  })

  test('a declined card, then another on the same order', async () => {
    const id = await bench.approved('decline')
    const first = (await bench.order(id)).captureRequestId
    expect(await bench.complete(id)).toMatchObject({ status: 'DECLINED', issue: 'INSTRUMENT_DECLINED' })
    expect(await bench.order(id)).toMatchObject({ state: 'declined' })
    expect((await bench.order(id)).captureRequestId).not.toBe(first)
    expect(await bench.record(id)).toMatchObject({ code: 409 })
    expect(await bench.complete(id), 'not approved anew').toMatchObject({ status: 'DECLINED' })
    await bench.approve(id)
    expect(await bench.complete(id)).toMatchObject({ status: 'COMPLETED' })
    expect(bench.capturesOf(id)).toHaveLength(1)
  })

  test('a declined card whose answer was lost, then another on the same order: PayPal repeats no old answer', async () => {
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

  test('a refusal that is no decline is not repeated by PayPal either', async () => {
    const id = await bench.approved()
    const sent: string[] = []
    const paypal = paypalWith(() => ({
      capture: async (_order, requestId) => {
        sent.push(requestId)
        throw new PayPalError('x', { kind: 'refused', status: 422, issue: 'PAYER_ACTION_REQUIRED' })
      },
    }))
    const ask = () => completeWith(id, paypal)
    expect(await ask()).toEqual({ status: 'CREATED', issue: 'PAYER_ACTION_REQUIRED' })
    expect(await ask()).toEqual({ status: 'CREATED', issue: 'PAYER_ACTION_REQUIRED' })
    expect(new Set(sent).size).toBe(2)
    expect(await bench.complete(id)).toMatchObject({ status: 'COMPLETED' })
  })

  test('a capture that PayPal declined afterwards, and approved anew: asked for under a new id', async () => {
    const id = await bench.approved()
    const { captureRequestId } = await bench.order(id)
    await bench.db
      .updateTable('paymentOrders')
      .set({ state: 'capturing' })
      .where('paypalOrderId', '=', id)
      .execute()
    const declined = { id: `C${id}`, status: 'DECLINED', amount }
    const sent: string[] = []
    const paypal = paypalWith(({ read, capture }) => ({
      read: async (...args) => withCaptures(await read(...args), [declined]),
      capture: (order, requestId, deadline) => {
        sent.push(requestId)
        return capture(order, requestId, deadline)
      },
    }))
    const done = completeWith(id, paypal)
    expect(await done).toEqual({ status: 'COMPLETED' })
    expect(sent).toEqual([(await bench.order(id)).captureRequestId])
    expect(sent).not.toContain(captureRequestId)
  })

  test('an order that PayPal knows no more when it is to be captured has failed for good', async () => {
    const id = await bench.approved()
    const paypal = paypalWith(() => ({
      capture: async () => {
        throw new PayPalError('x', { kind: 'refused', status: 404, issue: 'INVALID_RESOURCE_ID' })
      },
    }))
    expect(await completeWith(id, paypal)).toMatchObject({ status: 'FAILED' })
    expect(await bench.order(id)).toMatchObject({ state: 'failed' })
    expect(await bench.complete(id)).toMatchObject({ status: 'FAILED' })
  })

  test('an event that was quicker than PayPal’s refusal stands', async () => {
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

  test('a capture that PayPal holds back is never made twice, even where the order counts as approved', async () => {
    const id = await bench.approved()
    const pending = { id: `C${id}`, status: 'PENDING', amount, status_details: { reason: 'ECHECK' } }
    const paypal = paypalWith(({ read }) => ({
      read: async (...args) => withCaptures(await read(...args), [pending]),
    }))
    expect(await completeWith(id, paypal)).toEqual({ status: 'PENDING', issue: 'ECHECK' })
    expect(bench.captureRequests(id)).toHaveLength(0)
  })

  test('pending says so, until PayPal has decided', async () => {
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

  test('pending, then denied', async () => {
    const id = await bench.approved('pending')
    await bench.complete(id)
    bench.sandbox.orders.resolve(id, 'DECLINED')
    expect(await bench.complete(id)).toMatchObject({ status: 'DECLINED' })
    expect(await bench.record(id)).toMatchObject({ code: 409 })
  })

  test('an answer that was lost is asked for again under the same id', async () => {
    const id = await bench.approved('lost')
    expect(await bench.complete(id)).toMatchObject({ code: 200, status: 'COMPLETED' })
    const ids = bench.captureRequests(id).map(({ headers }) => headers['paypal-request-id'])
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
    expect(bench.capturesOf(id)).toHaveLength(1)
  })

  test('too late an answer: not known, then known', async () => {
    const hasty = await startBench({ databaseUrl, dataDir: bench.folder, operationTimeoutMs: 2_000 })
    const { paypal } = hasty.provider
    const id = await bench.approved('slow')
    const context = { paypal, requestId: 'r', log, timeoutMs: 2_000 }
    const startedAt = Date.now()
    await expect(completeOrder(bench.db, { order_id: id }, context)).rejects.toMatchObject({ status: 504 })
    expect(Date.now() - startedAt, 'PayPal took ten').toBeLessThan(8_000)
    expect(await bench.order(id)).toMatchObject({ state: 'capturing' })
    expect(await bench.complete(id)).toMatchObject({ status: 'COMPLETED' })
    expect(bench.capturesOf(id)).toHaveLength(1)
    expect(await bench.history(id)).toContain('capture.unknown')
    await hasty.stop()
  })

  test('captured before, behind our back', async () => {
    const id = await bench.approved()
    await bench.provider.paypal.capture(id, randomUUID())
    expect(await bench.complete(id)).toMatchObject({ status: 'COMPLETED' })
    expect(bench.captureRequests(id)).toHaveLength(1)
  })

  test('captured between reading and capturing: PayPal’s “already captured” is success', async () => {
    const id = await bench.approved()
    const paypal = paypalWith(({ capture }) => ({
      capture: async (order, requestId, deadline) => {
        await capture(order, randomUUID())
        return capture(order, requestId, deadline)
      },
    }))
    expect(await completeWith(id, paypal)).toEqual({
      status: 'COMPLETED',
    })
    expect(bench.capturesOf(id)).toHaveLength(1)
  })

  test('an order that PayPal calls completed, and of whose money it does not say what became: not known, then known', async () => {
    const id = await bench.approved()
    const paypal = paypalWith(({ capture }) => ({
      capture: async (...args) => withCaptures(await capture(...args), []),
    }))
    await expect(completeWith(id, paypal)).rejects.toMatchObject({ status: 502 })
    expect(await bench.complete(id)).toMatchObject({ status: 'COMPLETED' })
    expect(bench.capturesOf(id)).toHaveLength(1)
  })

  test('“already captured”, and then PayPal can’t be reached: not known', async () => {
    const id = await bench.approved()
    let reads = 0
    const paypal = paypalWith(({ read }) => ({
      read: async (...args) => {
        reads += 1
        if (reads > 1) throw new PayPalError('down', { kind: 'unavailable' })
        return read(...args)
      },
      capture: async () => {
        throw new PayPalError('x', { kind: 'refused', status: 422, issue: 'ORDER_ALREADY_CAPTURED' })
      },
    }))
    await expect(completeWith(id, paypal)).rejects.toMatchObject({ status: 502 })
    expect(await bench.order(id)).toMatchObject({ state: 'capturing' })
  })

  test('an amount that was changed at PayPal is not captured', async () => {
    const id = await bench.approved()
    tamper(id, '0.01')
    expect(await bench.complete(id)).toMatchObject({ status: 'AMOUNT_MISMATCH' })
    expect(bench.captureRequests(id)).toHaveLength(0)
    expect(await bench.history(id)).toContain('order.tampered')
    tamper(id, '499.00')
    expect(await bench.complete(id)).toMatchObject({ status: 'COMPLETED' })
  })

  test('an amount that was changed at the last moment is found out, and never recorded', async () => {
    const id = await bench.approved()
    const paypal = paypalWith(({ capture }) => ({
      capture: async (...args) => {
        tamper(id, '0.01')
        return capture(...args)
      },
    }))
    // Money was taken: nobody is to forget who paid.
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

  test('PayPal’s word from before a capture was requested does not undo the request', async () => {
    const { id } = await bench.create()
    const before = await bench.order(id)
    const view = await bench.provider.paypal.read(id)
    await bench.approve(id)
    const failing = paypalWith(() => ({
      capture: () => Promise.reject(new PayPalError('lost', { kind: 'unavailable' })),
    }))
    await expect(completeWith(id, failing)).rejects.toMatchObject({ status: 502 })
    expect(view.status).toBe('CREATED')
    expect(await applyView(bench.db, before, view, { source: 'reconcile', log })).toMatchObject({
      state: 'capturing',
    })
  })

  test('a decline of an earlier capture does not touch the next one', async () => {
    const id = await bench.approved()
    const paypal = paypalWith(() => ({
      capture: async () => {
        // Meanwhile the first decline was heard, the buyer approved again, and another process sent the next capture.
        await bench.db
          .updateTable('paymentOrders')
          .set({ captureRequestId: 'next' })
          .where('paypalOrderId', '=', id)
          .execute()
        throw new PayPalError('x', { kind: 'refused', status: 422, issue: 'INSTRUMENT_DECLINED' })
      },
    }))
    await expect(completeWith(id, paypal)).rejects.toMatchObject({ status: 502 })
    expect(await bench.order(id)).toMatchObject({ state: 'capturing', captureRequestId: 'next' })
  })
}
