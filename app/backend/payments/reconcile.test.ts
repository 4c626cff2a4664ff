import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { collectLog } from '#app/backend/backend.test-support.ts'
import { type Bench, mailbox, startBench } from '#app/backend/payments/bench.test-support.ts'
import { listOpenOrders, reconcile } from '#app/backend/payments/reconcile.ts'

let bench: Bench
const { log } = collectLog()
beforeAll(async () => {
  bench = await startBench()
})
afterAll(() => bench.stop())

const runReconcile = async ({ all = true } = {}) => {
  const { paypal, test } = bench.provider
  const results = await reconcile(bench.db, { paypal, log, test, all })
  return Object.fromEntries(results.map(({ order, done }) => [order.paypalOrderId, done]))
}
const openOf = async (id: string) =>
  (await listOpenOrders(bench.db)).find(({ order }) => order.paypalOrderId === id)?.problem
const set = (id: string, values: { state?: 'capturing' | 'creating'; createdAt?: string }) =>
  bench.db.updateTable('paymentOrders').set(values).where('paypalOrderId', '=', id).execute()

test('an unrecorded purchase is listed, and the staff are notified once', async () => {
  const id = await bench.paid()
  expect(await openOf(id)).toBe('captured, not recorded')
  expect((await runReconcile())[id]).toBe('notified the staff that it is not recorded')
  const [mail] = (await bench.mails()).slice(-1)
  expect(mail).toMatchObject({ to: mailbox.to, subject: `[Test] Paid, but not recorded: order ${id}` })
  expect(mail?.text, "the id on PayPal's pages").toContain(
    `PayPal transaction: ${bench.capturesOf(id)[0]?.id}\n`,
  )
  expect(mail?.text).toContain('buyer@example.com')
  expect((await runReconcile())[id]).toBeUndefined()
  await bench.record(id)
  expect(await openOf(id)).toBeUndefined()
})

test('a capture that only PayPal knows is applied', async () => {
  const id = await bench.approved()
  await bench.provider.paypal.capture(id, randomUUID())
  expect((await runReconcile())[id]).toMatch(/^created → captured/)
  expect(await openOf(id)).toBe('captured, not recorded')
})

test('a recent order is left alone, because a visitor may still be paying', async () => {
  const id = await bench.paid()
  expect(await runReconcile({ all: false })).toEqual({})
  const updatedAt = new Date(Date.now() - 3_600_000).toISOString()
  await bench.db.updateTable('paymentOrders').set({ updatedAt }).where('paypalOrderId', '=', id).execute()
  expect(await runReconcile({ all: false })).toEqual({ [id]: 'notified the staff that it is not recorded' })
})

test('an approved order without a capture request is listed, never captured', async () => {
  const id = await bench.approved()
  expect((await runReconcile())[id]).toBe('created → approved')
  expect(await openOf(id)).toBe('approved, not captured')
  expect(bench.captureRequests(id)).toHaveLength(0)
})

test('a capture that never reached PayPal is repeated with its PayPal-Request-Id', async () => {
  const id = await bench.approved()
  await set(id, { state: 'capturing' })
  const { captureRequestId } = await bench.order(id)
  expect((await runReconcile())[id]).toBe(
    'capture repeated: COMPLETED; notified the staff that it is not recorded',
  )
  const sent = bench.captureRequests(id).map(({ headers }) => headers['paypal-request-id'])
  expect(sent).toEqual([captureRequestId])
})

test('the staff are notified of a capture at another amount', async () => {
  const id = await bench.paid()
  await bench.db
    .updateTable('paymentOrders')
    .set({ state: 'mismatch', amountCents: 99_900 })
    .where('paypalOrderId', '=', id)
    .execute()
  expect(await openOf(id)).toBe('CAPTURED AT ANOTHER AMOUNT')
  expect((await runReconcile())[id]).toMatch(/notified the staff/)
  expect((await bench.mails()).at(-1)?.text).toMatch(
    /^Total: \$999\.00 USD was ordered; PayPal has taken another amount$/m,
  )
  expect(await openOf(id)).toBe('CAPTURED AT ANOTHER AMOUNT')
})

test('an order that PayPal no longer knows is closed, unless money was taken', async () => {
  const { id } = await bench.create()
  await bench.db
    .updateTable('paymentOrders')
    .set({ paypalOrderId: 'FORGOTTEN' })
    .where('paypalOrderId', '=', id)
    .execute()
  expect((await runReconcile()).FORGOTTEN).toBe('closed: PayPal no longer knows it')
  expect(await bench.order('FORGOTTEN')).toMatchObject({ state: 'failed' })
  expect(await bench.complete('FORGOTTEN')).toMatchObject({ status: 'FAILED' })
  await bench.db
    .updateTable('paymentOrders')
    .set({ state: 'mismatch' })
    .where('paypalOrderId', '=', 'FORGOTTEN')
    .execute()
  expect((await runReconcile()).FORGOTTEN).toBeUndefined()
  expect(await openOf('FORGOTTEN')).toBe('CAPTURED AT ANOTHER AMOUNT')
})
