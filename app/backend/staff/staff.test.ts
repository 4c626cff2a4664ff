import { readFileSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collectLog, review, startTestHost } from '#app/backend/backend.test-support.ts'
import { openDatabase } from '#app/backend/database/database.ts'
import { startPostgres } from '#app/backend/database/postgres.test-support.ts'
import type { Database } from '#app/backend/database/schema.ts'
import type { OrderState } from '#app/backend/payments/order-states.ts'
import { signEvidence, wordingHash } from '#app/platform/evidence.server.ts'
import { hostSecret } from '#app/platform/secret.server.ts'

const WORDING = 'Text me about leads.'
const ORDER = '00000000-0000-4000-8000-000000000001'
const postgres = await startPostgres()
afterAll(() => postgres.stop())

describe('SQLite', () => inbox(undefined))
if (postgres.url) describe('PostgreSQL', () => inbox(postgres.url))
else test.skip(`PostgreSQL: ${postgres.reason}`)

function inbox(databaseUrl: string | undefined) {
  let host: Awaited<ReturnType<typeof startTestHost>>
  let db: Database
  let token: string

  beforeAll(async () => {
    host = await startTestHost({ DATABASE_URL: databaseUrl, BUDGET_PER_MINUTE: 60, REVIEWS_PER_DAY: 1 })
    db = await openDatabase({ dataDir: host.dataDir, databaseUrl, log: collectLog().log })
    token = readFileSync(join(host.dataDir, 'staff-token'), 'utf8').trim()
    await enquire({
      firstName: 'Ann',
      lastName: 'Lee',
      email: 'ann@example.com',
      phone: '+1 (302) 555-0100',
      smsConsent: true,
    })
    await enquire({
      firstName: 'Bob',
      lastName: '100%_sure',
      email: 'bob@example.com',
      phone: '212-555-0177',
      marketingConsent: true,
    })
    await enquire({ firstName: '', lastName: '', email: '', phone: '' })
    await enquire({
      firstName: 'Zoë',
      lastName: 'ÓLAFSDÓTTIR ЖЁЛУДЬ',
      email: 'z@xn--mller-kva.example',
      phone: '',
    })
    await order(ORDER, 'captured', 'Starter Edge', { firstName: 'Ann', userEmail: 'ann@example.com' })
    await order('00000000-0000-4000-8000-000000000002', 'captured', 'Pro Closer')
    await order('00000000-0000-4000-8000-000000000003', 'created', 'Elite Access')
  })
  afterAll(async () => {
    await db.destroy()
    await host.stop()
  })

  async function enquire(fields: Record<string, string | boolean>) {
    const body = JSON.stringify({ smsConsent: false, marketingConsent: false, ...fields })
    const wordings = [{ field: 'smsConsent' as const, hash: wordingHash(WORDING), text: WORDING }]
    const evidence = signEvidence(hostSecret(host.dataDir), {
      target: 'POST /api/mail/contact',
      body,
      wordings,
    })
    const { status, body: answer } = await host.post('/api/mail/contact', body, {
      'x-site-evidence': evidence,
    })
    expect([status, answer]).toEqual([200, { ok: true }])
  }

  async function order(id: string, state: OrderState, title: string, buyer?: Record<string, string>) {
    const at = `2026-11-0${id.at(-1)}T10:00:00.000Z`
    const paypalOrderId = `PAYPAL-${id.at(-1)}`
    const texts = {
      currency: 'USD',
      title,
      features: '[]',
      createRequestId: id,
      captureRequestId: id,
      requestId: id,
    }
    await db
      .insertInto('paymentOrders')
      .values({
        ...texts,
        id,
        paypalOrderId,
        state,
        amountCents: 49_900,
        createdAt: at,
        updatedAt: at,
      } as never)
      .execute()
    if (!buyer) return
    const person = { lastName: 'Lee', phone: '1', address: 'a', city: 'c', state: 'DE', ...buyer }
    await db
      .insertInto('purchases')
      .values({
        ...person,
        orderId: id,
        paypalOrderId,
        packageTitle: title,
        priceCents: 49_900,
        recordedAt: at,
        requestId: id,
      } as never)
      .execute()
  }

  /** Sends exactly these headers; fetch would set its own. */
  function ask(method: string, path: string, headers: Record<string, string> = {}, body?: unknown) {
    return new Promise<{
      status: number
      headers: Record<string, unknown>
      body: ReturnType<typeof JSON.parse>
    }>((resolve, reject) => {
      const req = request(`${host.url}/api/staff/${path}`, { method, headers }, (res) => {
        let text = ''
        res.on('data', (chunk) => (text += chunk))
        res.on('end', () =>
          resolve({ status: res.statusCode!, headers: res.headers, body: text && JSON.parse(text) }),
        )
      })
      req.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body))
    })
  }
  const staff = () => ({ authorization: `Bearer ${token}` })
  const signed = (path: string, secret = hostSecret(host.dataDir)) => {
    const target = `GET /api/staff/${path.split('?')[0]}`
    return { 'x-site-evidence': signEvidence(secret, { target, body: '' }) }
  }
  const get = async (path: string) => (await ask('GET', path, staff())).body
  const post = (path: string, body: unknown) =>
    ask('POST', path, { ...staff(), 'content-type': 'application/json' }, body)
  const names = (list: { items: { firstName: string }[] }) => list.items.map(({ firstName }) => firstName)

  test('the file of the staff token is private', () => {
    expect(statSync(join(host.dataDir, 'staff-token')).mode & 0o777).toBe(0o600)
    expect(token.length).toBeGreaterThan(40)
  })

  test.each(['enquiries', 'reviews', 'purchases', 'consents', 'evidence?sequence=1'])(
    'a caller without the token gets 401 and no data from %s',
    async (path) => {
      expect(await ask('GET', path)).toMatchObject({ status: 401, body: { error: expect.any(String) } })
      expect((await ask('POST', 'review', { 'content-type': 'application/json' }, {})).status).toBe(401)
    },
  )

  test.each<[string, number, (headers: Record<string, string>) => Record<string, string>]>([
    ['another token', 401, () => ({ authorization: `Bearer ${'x'.repeat(43)}` })],
    ['the token under another scheme', 401, () => ({ authorization: `Basic ${token}` })],
    ['a signature with another secret', 403, () => signed('enquiries', 'x'.repeat(43))],
    ["the site's signature of another call", 403, () => signed('reviews')],
    ["the site's signature, by a browser", 403, () => ({ ...signed('enquiries'), origin: host.url })],
    ["a browser's Origin", 403, (headers) => ({ ...headers, origin: host.url })],
    ['another Host', 403, (headers) => ({ ...headers, host: 'rebound.example' })],
    ['a proxy on the way', 403, (headers) => ({ ...headers, 'x-forwarded-for': '203.0.113.5' })],
  ])('a list requested with %s → %i', async (_case, status, headersOf) => {
    expect((await ask('GET', 'enquiries', headersOf(staff()))).status).toBe(status)
  })

  test('the site reads the lists with its signature', async () => {
    expect(await ask('GET', 'enquiries', signed('enquiries'))).toMatchObject({
      status: 200,
      body: { total: 4 },
    })
  })

  test.each([
    'enquiries?page=0',
    'enquiries?limit=201',
    'enquiries?consent=maybe',
    'enquiries?more=1',
    'enquiries?q=a%00b',
    'purchases?state=captured',
    'evidence?sequence=3000000000',
  ])('invalid query: %s → 422', async (path) => {
    expect(await ask('GET', path, staff())).toMatchObject({
      status: 422,
      body: { error: expect.any(String) },
    })
  })

  test('staff find enquiries by words in any case and with or without accents, by digits of the phone number and consent, newest first', async () => {
    const all = await get('enquiries')
    expect(all).toMatchObject({ total: 4, page: 1, limit: 50 })
    expect(names(all)).toEqual(['Zoë', '', 'Bob', 'Ann'])
    expect(names(await get('enquiries?limit=1&page=4'))).toEqual(['Ann'])
    expect(names(await get('enquiries?q=lee%20ANN'))).toEqual(['Ann'])
    expect(names(await get(`enquiries?q=${encodeURIComponent('0%_s')}`))).toEqual(['Bob'])
    for (const number of ['+1 (302) 555-0100', '3025550100', '302-555'])
      expect(names(await get(`enquiries?q=${encodeURIComponent(number)}`)), number).toEqual(['Ann'])
    for (const word of ['ólafs', 'olafsdottir ZOE', 'ЖЕЛУДЬ', 'z@MÜLLER.example'])
      expect(names(await get(`enquiries?q=${encodeURIComponent(word)}`)), word).toEqual(['Zoë'])
    expect(names(await get(`enquiries?q=${encodeURIComponent("' or 1=1 --")}`))).toEqual([])
    expect(names(await get('enquiries?consent=sms'))).toEqual(['Ann'])
    expect(names(await get('enquiries?consent=any'))).toEqual(['Bob', 'Ann'])
    expect(names(await get('enquiries?consent=none'))).toEqual(['Zoë', ''])
  })

  test('staff hide, show and approve reviews, several at once, and the public list follows', async () => {
    const send = (lastName: string) =>
      host.post(
        '/api/reviews/create',
        { ...review, firstName: 'Cy', lastName },
        { 'x-forwarded-for': '203.0.113.9' },
      )
    expect((await send('1')).body).toEqual({ ok: true })
    expect(await send('2')).toMatchObject({ status: 201, body: { ok: true, pending: true } })
    await send('3')
    const listed = async () =>
      ((await (await fetch(`${host.url}/api/reviews`)).json()) as { firstName: string; lastName: string }[])
        .flatMap(({ firstName, lastName }) => (firstName === 'Cy' ? [lastName] : []))
        .toSorted()
    const all: { id: string; lastName: string }[] = (await get('reviews?q=cy')).items
    const id = (name: string) => all.find(({ lastName }) => lastName === name)!.id
    const total = async (state: string) => (await get(`reviews?q=cy&state=${state}`)).total
    expect(await listed()).toEqual(['1'])
    expect([await total('shown'), await total('pending'), await total('hidden')]).toEqual([1, 2, 0])
    expect(await post('review', { ids: [id('2'), id('3')], hidden: false })).toMatchObject({
      status: 200,
      body: { ok: true, changed: 2 },
    })
    expect(await listed()).toEqual(['1', '2', '3'])
    await post('review', { ids: [id('1'), id('3'), ORDER], hidden: true })
    expect(await listed()).toEqual(['2'])
    expect([await total('shown'), await total('pending'), await total('hidden')]).toEqual([1, 0, 2])
    expect((await post('review', { ids: [ORDER], hidden: true })).status).toBe(404)
    for (const bad of [{ ids: [], hidden: true }, { ids: ['x'], hidden: true }, { ids: [id('1')] }])
      expect((await post('review', bad)).status).toBe(422)
  })

  test('staff see paid orders, also without a recorded buyer, and send a receipt again', async () => {
    const all = await get('purchases')
    expect(all).toMatchObject({ total: 3, test: true })
    expect(all.items[2]).toMatchObject({
      state: 'captured',
      amountCents: 49_900,
      firstName: 'Ann',
      receiptResentAt: null,
    })
    expect(all.items[1]).toMatchObject({ paypalOrderId: 'PAYPAL-2', recordedAt: null })
    const titles = async (path: string) =>
      (await get(path)).items.map(({ title }: { title: string }) => title)
    expect(await titles('purchases?state=paid')).toEqual(['Pro Closer', 'Starter Edge'])
    expect(await titles('purchases?state=attention')).toEqual(['Pro Closer'])
    expect(await titles('purchases?state=unpaid')).toEqual(['Elite Access'])
    expect(await titles('purchases?q=paypal-3')).toEqual(['Elite Access'])

    expect(await post('receipt', { id: ORDER })).toMatchObject({ status: 200 })
    const [again] = (await get('purchases?q=ann')).items
    expect(again.receiptResentAt).toMatch(/^\d{4}-/)
    const history = await db
      .selectFrom('paymentEvents')
      .select(['type', 'source'])
      .where('orderId', '=', ORDER)
      .execute()
    expect(history).toEqual([{ type: 'receipt.resent', source: 'staff' }])
    expect((await post('receipt', { id: '00000000-0000-4000-8000-000000000002' })).status).toBe(404)
  })

  test("staff find a purchase by PayPal's transaction and see the refunded amount", async () => {
    const ours = { orderId: ORDER, currency: 'USD', createdAt: '2026-11-01', updatedAt: '2026-11-01' }
    const captures = [
      { ...ours, id: '3C-GONE', state: 'DECLINED', amountCents: 49_900 },
      { ...ours, id: '3C-1', state: 'PARTIALLY_REFUNDED', amountCents: 49_900 },
    ] as const
    await db
      .insertInto('paymentCaptures')
      .values([...captures])
      .execute()
    const refund = { ...ours, captureId: '3C-1', amountCents: 1_000 }
    const refunds = [
      { ...refund, id: 'R1', state: 'COMPLETED' },
      { ...refund, id: 'R2', state: 'PENDING' },
      { ...refund, id: 'R3', state: 'COMPLETED' },
    ]
    await db.insertInto('paymentRefunds').values(refunds).execute()
    const { items, total } = await get('purchases?q=3C-1')
    expect(total).toBe(1)
    expect(items).toMatchObject([{ id: ORDER, captures: '3C-1', refundedCents: 2_000, region: 'DE' }])
    expect((await get('purchases?q=paypal-2')).items).toMatchObject([{ captures: null, refundedCents: 0 }])
  })

  test('staff find consents by phone number and read the evidence with its wording', async () => {
    const found = await get('consents?q=3025550100')
    expect(names(found)).toEqual(['Ann'])
    const { sequence } = found.items[0]
    const { text, verdict } = await get(`evidence?sequence=${sequence}`)
    expect(text).toContain(`Consent record ${sequence}`)
    expect(text).toContain(`Wording shown for smsConsent (SHA-256 ${wordingHash(WORDING)})`)
    expect(text).toContain(`“${WORDING}”`)
    expect(verdict).toBe('All 4 records and their chain are intact: every hash was recomputed.')
    expect((await ask('GET', 'evidence?sequence=99', staff())).status).toBe(404)
  })
}
