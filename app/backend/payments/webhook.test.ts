import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPostgres } from '#app/backend/database/postgres.test-support.ts'
import { type Bench, startBench } from '#app/backend/payments/bench.test-support.ts'
import { signWebhook } from '#app/paypal-sandbox/signature.ts'

const postgres = await startPostgres()
afterAll(() => postgres.stop())

describe('SQLite', () => webhooks(undefined))
describe.skipIf(postgres.url === undefined)(
  postgres.url ? 'PostgreSQL' : `PostgreSQL (${postgres.reason})`,
  () => webhooks(postgres.url),
)

function webhooks(databaseUrl: string | undefined) {
  let bench: Bench
  beforeAll(async () => {
    bench = await startBench({ databaseUrl })
  })
  afterAll(() => bench.stop())

  async function send(event: object, { key = bench.sandbox.webhookKey, sent = event } = {}) {
    const body = JSON.stringify(event)
    const headers = signWebhook(key, { id: randomUUID(), time: '2026-03-01T10:00:00Z' }, Buffer.from(body))
    return bench.post('/api/paypal/webhook', JSON.stringify(sent), headers)
  }
  const money = (value: string) => ({ currency_code: 'USD', value })
  const captureEvent = (name: string, orderId: string, captureId: string, value = '499.00') => ({
    id: `WH-${randomUUID()}`,
    event_type: `PAYMENT.CAPTURE.${name}`,
    resource: {
      id: captureId,
      status: name,
      amount: money(value),
      supplementary_data: { related_ids: { order_id: orderId } },
    },
  })
  const refundEvent = async (orderId: string, captureId: string, value: string) => ({
    id: `WH-${randomUUID()}`,
    event_type: 'PAYMENT.CAPTURE.REFUNDED',
    resource: {
      id: `R${randomUUID()}`,
      status: 'COMPLETED',
      amount: money(value),
      custom_id: (await bench.order(orderId)).id,
      links: [{ rel: 'up', href: `https://api.paypal.com/v2/payments/captures/${captureId}`, method: 'GET' }],
    },
  })
  const refundsOf = async (id: string) =>
    bench.db
      .selectFrom('paymentRefunds')
      .select(['state', 'amountCents'])
      .where('orderId', '=', (await bench.order(id)).id)
      .execute()

  test('a missed capture is applied and can be recorded', async () => {
    const { id } = await bench.create()
    expect(await send(captureEvent('COMPLETED', id, `C-${id}`))).toMatchObject({
      code: 200,
      outcome: 'applied',
    })
    expect(await bench.order(id)).toMatchObject({ state: 'captured' })
    expect(await bench.complete(id)).toMatchObject({ status: 'COMPLETED' })
    expect(await bench.record(id)).toMatchObject({ code: 201 })
  })

  test('a repeated event is applied once', async () => {
    const { id } = await bench.create()
    const event = captureEvent('COMPLETED', id, `C-${id}`)
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(event)))
    expect(answers.every(({ code }) => code === 200)).toBe(true)
    expect(answers.filter(({ outcome }) => outcome === 'applied')).toHaveLength(1)
    expect((await bench.history(id)).filter((type) => type === 'capture.completed')).toHaveLength(1)
  })

  test('an event without a valid signature is refused and changes nothing', async () => {
    const { id } = await bench.create()
    const event = captureEvent('COMPLETED', id, `C-${id}`)
    expect(await send(event, { key: 'another' })).toMatchObject({ code: 403 })
    expect(await send(event, { sent: captureEvent('COMPLETED', id, 'C-2', '0.01') })).toMatchObject({
      code: 403,
    })
    expect(await bench.post('/api/paypal/webhook', event)).toMatchObject({ code: 403 })
    expect(await bench.order(id)).toMatchObject({ state: 'created' })
  })

  test('partial and full refunds', async () => {
    const id = await bench.paid()
    const capture = bench.capturesOf(id)[0]!.id
    await send(await refundEvent(id, capture, '99.00'))
    expect(await bench.order(id)).toMatchObject({ state: 'partially_refunded' })
    expect(await bench.record(id)).toMatchObject({ code: 201 })
    await send(await refundEvent(id, capture, '400.00'))
    expect(await bench.order(id)).toMatchObject({ state: 'refunded' })
    expect(await refundsOf(id)).toHaveLength(2)
    expect(await bench.record(id)).toMatchObject({ code: 200 })
    expect(await bench.complete(id)).toMatchObject({ status: 'REFUNDED' })
  })

  test('events may come in any order', async () => {
    const { id } = await bench.create()
    const capture = `C-${id}`
    await send(await refundEvent(id, capture, '499.00'))
    expect(await bench.order(id)).toMatchObject({ state: 'created' })
    await send(captureEvent('COMPLETED', id, capture))
    expect(await bench.order(id)).toMatchObject({ state: 'refunded' })
    await send(captureEvent('PENDING', id, capture))
    await send(captureEvent('DENIED', id, capture))
    expect(await bench.order(id)).toMatchObject({ state: 'refunded' })
    expect(await bench.record(id)).toMatchObject({ code: 409, error: 'The payment was refunded' })
  })

  test('an approval from before a decline changes nothing; a later one does', async () => {
    const { id } = await bench.create()
    await bench.approve(id, 'decline')
    const approved = (create_time: string) => ({
      id: `WH-${randomUUID()}`,
      event_type: 'CHECKOUT.ORDER.APPROVED',
      create_time,
      resource: { id },
    })
    const before = approved(new Date().toISOString())
    expect(await bench.complete(id)).toMatchObject({ status: 'DECLINED' })
    expect(await send(before)).toMatchObject({ outcome: 'ignored' })
    expect(await bench.order(id)).toMatchObject({ state: 'declined' })
    const since = new Date(Date.now() + 1_000).toISOString()
    expect(await send(approved(since))).toMatchObject({ outcome: 'applied' })
    expect(await bench.order(id)).toMatchObject({ state: 'approved' })
  })

  test('another amount or currency is a mismatch', async () => {
    const { id } = await bench.create()
    await send(captureEvent('COMPLETED', id, `C-${id}`, '0.01'))
    expect(await bench.order(id)).toMatchObject({ state: 'mismatch' })
    expect(await bench.record(id)).toMatchObject({ code: 422 })
    const { id: other } = await bench.create()
    const { resource, ...event } = captureEvent('COMPLETED', other, `C-${other}`)
    await send({ ...event, resource: { ...resource, amount: { currency_code: 'JPY', value: '499' } } })
    expect(await bench.order(other)).toMatchObject({ state: 'mismatch' })
  })

  test('events of other shops and other kinds change nothing', async () => {
    expect(await send(captureEvent('COMPLETED', 'UNKNOWN', 'C-UNKNOWN'))).toMatchObject({
      code: 200,
      outcome: 'unknown order',
    })
    const { id } = await bench.create()
    const event = { ...captureEvent('COMPLETED', id, 'C-9'), event_type: 'CUSTOMER.DISPUTE.CREATED' }
    expect(await send(event)).toMatchObject({ code: 200, outcome: 'ignored' })
    expect(await send({ id: 'x' })).toMatchObject({ code: 400 })
    expect(await bench.order(id)).toMatchObject({ state: 'created' })
  })
}
