import { expect, test } from 'vitest'
import { saveDetails } from '#app/checkout/save-details.server.ts'
import { createCheckoutSession } from '#app/checkout/session.server.ts'

const session = createCheckoutSession('a secret of this test', false)
const details = {
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann@example.com',
  phone: '302 555 0142',
  city: 'Dover',
  state: 'DE',
  address: '1 Main Street',
}
const post = (fields: Record<string, string>, accept = '*/*') =>
  new Request('http://site/checkout', {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { Accept: accept },
  })

test('complete details are kept in a cookie, also by a native post, which leads back to the page', async () => {
  const saved = await saveDetails(post(details), session)
  expect(saved).toMatchObject({ data: { ok: true } })
  const native = (await saveDetails(post(details, 'text/html'), session)) as Response
  expect(native.status).toBe(303)
  const cookie = native.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  expect(await session.details.read(new Request('http://site/', { headers: { Cookie: cookie } }))).toEqual(
    details,
  )
})

/** Chromium's and Firefox's limit, of name and value together. */
const MOST_BYTES = 4_096
const keptBy = (setCookie: string) => (setCookie.split(';')[0] ?? '').length <= MOST_BYTES
const requestWith = (setCookie: string) =>
  new Request('http://site/', { headers: { Cookie: setCookie.split(';')[0] ?? '' } })

test('details that were saved can be paid with: a browser keeps the cookie of their order, too', async () => {
  for (let length = 1; ; length++) {
    const long = { ...details, address: '字'.repeat(320), city: '字'.repeat(200), state: '字'.repeat(length) }
    const saved = await saveDetails(post(long, 'text/html'), session)
    if (!(saved instanceof Response)) {
      expect(length).toBeGreaterThan(50)
      return
    }
    const begun = { id: 'X'.repeat(36), slug: 'exclusive-seller-lead', title: 'Exclusive Seller Lead' }
    const cookie = await session.orders.write([{ ...begun, priceCents: 19_900, details: long }])
    expect(keptBy(cookie), `${length}`).toBe(true)
  }
})

test('orders beside each other are remembered with the details of each, also where these are long', async () => {
  const long = { ...details, address: '字'.repeat(320), city: '字'.repeat(200) }
  const begun = { slug: 'exclusive-seller-lead', title: 'Exclusive Seller Lead', priceCents: 19_900 }
  const order = (id: string, of = long) => ({ ...begun, id, details: of })
  for (const all of [
    [order('O1'), order('O2'), order('O3')],
    [order('O1', details), order('O2', { ...details, city: 'Wilmington' }), order('O3', details)],
  ]) {
    const cookie = await session.orders.write(all)
    expect(keptBy(cookie)).toBe(true)
    expect(await session.orders.read(requestWith(cookie))).toEqual(all)
  }
})

test('what came of paying is told on the page that PayPal’s leads back to, however long the host’s error is', async () => {
  for (const error of ['x'.repeat(2_000), '字'.repeat(2_000), '😀'.repeat(1_000), '\u0001'.repeat(2_000)]) {
    const cookie = await session.returned.write({ kind: 'not-recorded', orderId: 'X'.repeat(36), error })
    expect(keptBy(cookie)).toBe(true)
    const told = await session.returned.read(requestWith(cookie))
    expect(told).toMatchObject({ kind: 'not-recorded', orderId: 'X'.repeat(36) })
    const shown = told?.kind === 'not-recorded' ? told.error : undefined
    expect(shown).toBe(shown?.toWellFormed())
    expect(error.startsWith(shown ?? 'nothing')).toBe(true)
    expect(shown?.length).toBeGreaterThan(200)
  }
})

test('details that no browser would keep are refused with a word, not lost', async () => {
  const long = {
    ...details,
    firstName: '字'.repeat(200),
    lastName: '字'.repeat(200),
    city: '字'.repeat(200),
    address: '字'.repeat(320),
  }
  expect(await saveDetails(post(long), session)).toMatchObject({
    data: { ok: false, submission: { error: { '': [expect.stringContaining('too long')] } } },
    init: { status: 422 },
  })
})
