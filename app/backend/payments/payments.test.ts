import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startPostgres } from '#app/backend/database/postgres.test-support.ts'
import { type Bench, buyer, newOrder, SECRET, startBench } from '#app/backend/payments/bench.test-support.ts'
import { completion } from '#app/backend/payments/complete-order.test-support.ts'
import { createOrder } from '#app/backend/payments/create-order.ts'
import { type PayPal, PayPalError } from '#app/backend/payments/paypal.ts'
import { recordPurchase } from '#app/backend/payments/record-purchase.ts'
import { resendReceipt } from '#app/backend/staff/receipt.ts'
import { collectLog } from '#app/backend/test-host.test-support.ts'
import { signEvidence } from '#app/platform/evidence.server.ts'

const postgres = await startPostgres()
afterAll(() => postgres.stop())

describe('SQLite', () => payments(undefined))
describe.skipIf(postgres.url === undefined)(
  postgres.url ? 'PostgreSQL' : `PostgreSQL (${postgres.reason})`,
  () => payments(postgres.url),
)

test.each([
  ['https://site.example', 'nobody but the staff', 'desk@example.com'],
  ['http://localhost:3000', 'who paid', 'anybody@example.net'],
])('the receipt of a test payment, which costs nothing, goes at %s to %s', async (siteUrl, _who, to) => {
  const env = { SITE_URL: siteUrl, SMTP_URL: 'smtp://127.0.0.1:9', MAIL_TO: 'desk@example.com' }
  const bench = await startBench({ env })
  onTestFinished(() => bench.stop())
  const paid = await bench.paid()
  await bench.record(paid, { userEmail: 'anybody@example.net' })
  await resendReceipt(bench.db, (await bench.order(paid)).id, bench.provider)
  const mails = (await bench.mails()).map((mail) => `${mail.subject} → ${mail.to}`)
  expect(mails.sort()).toEqual([
    '[Test] New purchase: Starter Edge → desk@example.com',
    `[Test] Your receipt: Starter Edge → ${to}`,
    `[Test] Your receipt: Starter Edge → ${to}`,
  ])
})

function payments(databaseUrl: string | undefined) {
  let bench: Bench
  const { log } = collectLog()
  beforeAll(async () => {
    bench = await startBench({ databaseUrl })
  })
  afterAll(() => bench.stop())
  describe('call 4', () => {
    test('makes one order at PayPal, for the amount and nothing else', async () => {
      const { code, id, links } = await bench.create()
      expect(code).toBe(201)
      expect(links).toEqual([{ rel: 'approve', href: expect.stringContaining(id), method: 'GET' }])
      const row = await bench.order(id)
      expect(row).toMatchObject({
        state: 'created',
        amountCents: 49_900,
        currency: 'USD',
        title: newOrder.title,
      })
      expect(JSON.parse(row.features)).toEqual(newOrder.features)
      expect(bench.sandbox.orders.find(id)?.order).toMatchObject({
        intent: 'CAPTURE',
        purchase_units: [
          {
            amount: { currency_code: 'USD', value: '499.00' },
            description: newOrder.title,
            custom_id: row.id,
          },
        ],
      })
      const sent = bench.asked.filter(({ headers }) => headers['paypal-request-id'] === row.createRequestId)
      expect(sent).toHaveLength(1)
      expect(await bench.history(id)).toEqual(['order.creating', 'order.created'])
    })

    test.each(['0.01', '100000.00', '1499.00'])('%s is an amount', async (amount) => {
      expect(await bench.create({ amount })).toMatchObject({ code: 201 })
    })

    test.each([
      '499',
      '499.0',
      '499.000',
      '0.00',
      '-1.00',
      '100000.01',
      '1e3',
      ' 1.00',
      '1,000.00',
      '٤.٩٩',
      '',
    ])('%j is no amount', async (amount) => {
      expect(await bench.create({ amount })).toMatchObject({
        code: 422,
        error: expect.stringMatching(/amount/),
      })
    })

    test.each([
      ['a number', { amount: 499 }],
      ['no title', { title: '  ' }],
      ['too long a title', { title: 'x'.repeat(201) }],
      ['features as a text', { features: 'all' }],
    ])('%s: 422', async (_what, change) => {
      expect(await bench.create(change as never)).toMatchObject({ code: 422, error: expect.any(String) })
    })

    test('what is not documented is ignored', async () => {
      const more = { quantity: 2, currency: 'EUR', price: 1 }
      const { id } = await bench.post('/api/paypal/create_order', { ...newOrder, ...more })
      expect(await bench.order(id)).toMatchObject({ amountCents: 49_900, currency: 'USD' })
    })

    test('the same submission again is the same order', async () => {
      const body = JSON.stringify(newOrder)
      const evidence = signEvidence(SECRET, { target: 'POST /api/paypal/create_order', body })
      const send = () => bench.post('/api/paypal/create_order', body, { 'x-site-evidence': evidence })
      const [a, b] = await Promise.all([send(), send()])
      const c = await send()
      expect(new Set([a.id, b.id, c.id]).size).toBe(1)
      expect(c.links).toEqual(a.links)
    })

    const submission = () => ({
      id: randomUUID(),
      at: new Date().toISOString(),
      target: 'POST /api/paypal/create_order',
      body: '',
    })

    test('PayPal did not answer: the same submission again goes on with the same order, and asks once more', async () => {
      const { paypal } = bench.provider
      const evidence = submission()
      const asked: string[] = []
      let down = true
      const flaky: PayPal = {
        ...paypal,
        create: (order) => {
          asked.push(order.createRequestId)
          return down
            ? Promise.reject(new PayPalError('down', { kind: 'unavailable' }))
            : paypal.create(order)
        },
      }
      const send = () => createOrder(bench.db, newOrder, { paypal: flaky, evidence, requestId: 'r', log })
      await expect(send()).rejects.toMatchObject({ status: 502, message: 'PayPal can’t be reached' })
      const kept = bench.db.selectFrom('paymentOrders').selectAll().where('evidenceId', '=', evidence.id)
      expect(await kept.execute()).toMatchObject([{ state: 'creating', paypalOrderId: null }])
      down = false
      const { id } = await send()
      expect(await send()).toMatchObject({ id })
      expect(await kept.execute()).toMatchObject([{ state: 'created', paypalOrderId: id }])
      expect(asked).toHaveLength(2)
      expect(new Set(asked).size).toBe(1)
    })

    test('PayPal refused: the order has failed', async () => {
      const evidence = submission()
      const paypal: PayPal = {
        ...bench.provider.paypal,
        create: () =>
          Promise.reject(new PayPalError('x', { kind: 'refused', issue: 'PAYEE_ACCOUNT_RESTRICTED' })),
      }
      await expect(
        createOrder(bench.db, newOrder, { paypal, evidence, requestId: 'r', log }),
      ).rejects.toMatchObject({ status: 502, message: 'PayPal refused this' })
      const kept = bench.db.selectFrom('paymentOrders').selectAll().where('evidenceId', '=', evidence.id)
      expect(await kept.execute()).toMatchObject([{ state: 'failed' }])
    })

    test('how the buyer came here is kept in the order’s history', async () => {
      const campaign = { utm_source: 'news', landing: '/pricing' }
      const { id } = await bench.createSigned('https://example.com', campaign)
      const order = await bench.order(id)
      const [creating] = await bench.db
        .selectFrom('paymentEvents')
        .selectAll()
        .where('orderId', '=', order.id)
        .orderBy('sequence')
        .execute()
      expect(creating?.type).toBe('order.creating')
      expect(JSON.parse(creating?.detail ?? '{}')).toMatchObject({ title: newOrder.title, campaign })
    })

    test('PayPal’s page leads back to the site that signed', async () => {
      const { id, links } = await bench.createSigned('https://example.com')
      expect(links[0]?.href).toBe(`https://example.com/test-payments/checkoutnow?token=${id}`)
      expect(bench.sandbox.orders.find(id)).toMatchObject({
        returnUrl: 'https://example.com/checkout/return',
        cancelUrl: 'https://example.com/checkout',
      })
    })
  })

  describe('call 5', () => completion(() => bench, databaseUrl))

  describe('call 6', () => {
    test('stores the purchase, once, with a receipt and a notice', async () => {
      const id = await bench.paid()
      const before = (await bench.mails()).length
      const answers = await Promise.all(Array.from({ length: 20 }, () => bench.record(id)))
      expect(answers.map(({ code }) => code).sort()).toEqual([...Array(19).fill(200), 201])
      expect(await bench.record(id, { userEmail: 'other@example.com' })).toMatchObject({ code: 200 })
      const { packagePrice, ...fields } = buyer
      const stored = await bench.db
        .selectFrom('purchases')
        .selectAll()
        .where('paypalOrderId', '=', id)
        .execute()
      expect(stored).toEqual([expect.objectContaining({ ...fields, priceCents: packagePrice * 100 })])
      const mails = (await bench.mails()).slice(before)
      expect(mails.map(({ to }) => to).sort()).toEqual([['ann@example.com'], ['desk@example.com']])
      for (const { text, subject } of mails) {
        expect(subject).toContain('Starter Edge')
        expect(text).toContain('$499.00 USD')
        expect(text).toContain(id)
        expect(text).toContain('no money has moved')
        // With its zone: in the evening of California it is tomorrow in UTC.
        expect(text).toMatch(/^Date: \w+ \d{1,2}, \d{4} at \d{1,2}:\d\d [AP]M UTC$/m)
      }
      const notice = mails.find(({ to }) => to[0] === 'desk@example.com')
      expect(notice?.text, 'by which PayPal’s reports name it').toContain(
        `PayPal transaction: ${bench.capturesOf(id)[0]?.id}\n`,
      )
      expect((await bench.history(id)).at(-1)).toBe('purchase.recorded')
    })

    test.each([498.99, 499.01, 0, 49_900, 499.001])('not at %d', async (packagePrice) => {
      const id = await bench.paid()
      expect(await bench.record(id, { packagePrice })).toMatchObject({
        code: 422,
        error: 'The price does not match the payment of $499.00',
      })
    })

    test('only for an order that is paid', async () => {
      const { id } = await bench.create()
      expect(await bench.record(id)).toMatchObject({ code: 409, error: 'The order is not paid' })
      expect(await bench.record('NOSUCHORDER')).toMatchObject({ code: 404 })
      expect(await bench.record(id, { packagePrice: '499' as never })).toMatchObject({ code: 422 })
    })

    test('a capture whose answer was lost is found at PayPal', async () => {
      const id = await bench.approved()
      await bench.provider.paypal.capture(id, randomUUID())
      expect(await bench.order(id)).toMatchObject({ state: 'created' })
      expect(await bench.record(id)).toMatchObject({ code: 201 })
      expect(await bench.order(id)).toMatchObject({ state: 'captured' })
    })

    test('what is paid is recorded though PayPal can’t be asked any more', async () => {
      const id = await bench.paid()
      const { paypal } = bench.provider
      const read = () => Promise.reject(new PayPalError('down', { kind: 'unavailable' }))
      const context = { paypal: { ...paypal, read }, requestId: 'r', log, test: true }
      expect(await recordPurchase(bench.db, { orderID: id, ...buyer }, context)).toBe(true)
    })

    test('what is typed as an address and is none gets no receipt, but is recorded', async () => {
      const id = await bench.paid()
      const before = (await bench.mails()).length
      await bench.record(id, { userEmail: 'ann@example.com\r\nBcc: all@example.net' })
      expect((await bench.mails()).slice(before)).toEqual([
        expect.objectContaining({ to: ['desk@example.com'] }),
      ])
    })

    test('nothing is stored when the mail can’t be queued', async () => {
      const id = await bench.paid()
      const context = { paypal: bench.provider.paypal, requestId: 'r', log, test: true }
      await sql`alter table outbox rename to missing`.execute(bench.db)
      const record = recordPurchase(bench.db, { orderID: id, ...buyer }, context)
      await expect(record).rejects.toThrow('outbox')
      await sql`alter table missing rename to outbox`.execute(bench.db)
      expect(
        await bench.db.selectFrom('purchases').selectAll().where('paypalOrderId', '=', id).execute(),
      ).toEqual([])
    })
  })

  test('history can be neither changed nor deleted', async () => {
    await expect(bench.db.deleteFrom('paymentEvents').execute()).rejects.toThrow(/append-only/)
    await expect(sql`update payment_events set type = 'x'`.execute(bench.db)).rejects.toThrow(/append-only/)
  })
}
