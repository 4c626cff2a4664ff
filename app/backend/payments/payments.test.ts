import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { collectLog } from '#app/backend/backend.test-support.ts'
import { startPostgres } from '#app/backend/database/postgres.test-support.ts'
import { type Bench, buyer, newOrder, SECRET, startBench } from '#app/backend/payments/bench.test-support.ts'
import { completion } from '#app/backend/payments/complete-order.test-support.ts'
import { createOrder } from '#app/backend/payments/create-order.ts'
import { type PayPal, PayPalError } from '#app/backend/payments/paypal.ts'
import { recordPurchase } from '#app/backend/payments/record-purchase.ts'
import { resendReceipt } from '#app/backend/staff/receipt.ts'
import { signEvidence } from '#app/platform/evidence.server.ts'

const postgres = await startPostgres()
afterAll(() => postgres.stop())

describe('SQLite', () => payments(undefined))
describe.skipIf(postgres.url === undefined)(
  postgres.url ? 'PostgreSQL' : `PostgreSQL (${postgres.reason})`,
  () => payments(postgres.url),
)

test.each([
  ['https://site.example', 'desk@example.com'],
  ['http://localhost:3000', 'anybody@example.net'],
])('on %s the receipt of a test payment goes to %s', async (siteUrl, to) => {
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
    test('creates one order at PayPal for the amount', async () => {
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
      const sent = bench.sandboxRequests.filter(
        ({ headers }) => headers['paypal-request-id'] === row.createRequestId,
      )
      expect(sent).toHaveLength(1)
      expect(await bench.history(id)).toEqual(['order.creating', 'order.created'])
    })

    test.each(['499', '499.000', '0.00', '100000.01', '1e3', '1,000.00', ''])(
      '%j is no amount',
      async (amount) => {
        expect(await bench.create({ amount })).toMatchObject({
          code: 422,
          error: expect.stringMatching(/amount/),
        })
      },
    )

    test.each([
      ['a number', { amount: 499 }],
      ['no title', { title: '  ' }],
      ['features as a text', { features: 'all' }],
    ])('%s: 422', async (_case, change) => {
      expect(await bench.create(change as never)).toMatchObject({ code: 422, error: expect.any(String) })
    })

    test('a repeated submission returns the same order', async () => {
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

    test('a repeated submission continues an order that PayPal did not answer', async () => {
      const { paypal } = bench.provider
      const evidence = submission()
      const requestIds: string[] = []
      let down = true
      const flaky: PayPal = {
        ...paypal,
        create: (order) => {
          requestIds.push(order.createRequestId)
          return down
            ? Promise.reject(new PayPalError('down', { kind: 'unavailable' }))
            : paypal.create(order)
        },
      }
      const send = () => createOrder(bench.db, newOrder, { paypal: flaky, evidence, requestId: 'r', log })
      await expect(send()).rejects.toMatchObject({ status: 502, message: 'PayPal can’t be reached' })
      const stored = bench.db.selectFrom('paymentOrders').selectAll().where('evidenceId', '=', evidence.id)
      expect(await stored.execute()).toMatchObject([{ state: 'creating', paypalOrderId: null }])
      down = false
      const { id } = await send()
      expect(await send()).toMatchObject({ id })
      expect(await stored.execute()).toMatchObject([{ state: 'created', paypalOrderId: id }])
      expect(requestIds).toHaveLength(2)
      expect(new Set(requestIds).size).toBe(1)
    })

    test("PayPal's page links back to the site that signed the call", async () => {
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
    test('stores the purchase once, with a receipt and a notice', async () => {
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
        expect(text).toMatch(/^Date: \w+ \d{1,2}, \d{4} at \d{1,2}:\d\d [AP]M UTC$/m)
      }
      const notice = mails.find(({ to }) => to[0] === 'desk@example.com')
      expect(notice?.text, "the id in PayPal's reports").toContain(
        `PayPal transaction: ${bench.capturesOf(id)[0]?.id}\n`,
      )
      expect((await bench.history(id)).at(-1)).toBe('purchase.recorded')
    })

    test.each([498.99, 49_900, 499.001])('refuses the price %d', async (packagePrice) => {
      const id = await bench.paid()
      expect(await bench.record(id, { packagePrice })).toMatchObject({
        code: 422,
        error: 'The price does not match the payment of $499.00',
      })
    })

    test('refuses an unpaid or unknown order', async () => {
      const { id } = await bench.create()
      expect(await bench.record(id)).toMatchObject({ code: 409, error: 'The order is not paid' })
      expect(await bench.record('NOSUCHORDER')).toMatchObject({ code: 404 })
      expect(await bench.record(id, { packagePrice: '499' as never })).toMatchObject({ code: 422 })
    })

    test('records a buyer without a valid e-mail address, and sends no receipt', async () => {
      const id = await bench.paid()
      const before = (await bench.mails()).length
      await bench.record(id, { userEmail: 'ann@example.com\r\nBcc: all@example.net' })
      expect((await bench.mails()).slice(before)).toEqual([
        expect.objectContaining({ to: ['desk@example.com'] }),
      ])
    })

    test('stores nothing if the mail cannot be queued', async () => {
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

  test('nobody can change or delete the history', async () => {
    await expect(bench.db.deleteFrom('paymentEvents').execute()).rejects.toThrow(/append-only/)
    await expect(sql`update payment_events set type = 'x'`.execute(bench.db)).rejects.toThrow(/append-only/)
  })
}
