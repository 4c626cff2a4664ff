import { expect, test, vi } from 'vitest'
import { saveDetails } from '#app/checkout/save-details.server.ts'
import { type BegunOrder, createCheckoutSession } from '#app/checkout/session.server.ts'

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
    const begun = { id: 'X'.repeat(64), slug: 'lead-'.repeat(12), title: 'é'.repeat(60) }
    const later = { told: true as const, after: Array(11).fill('order-0123456789abcdef') }
    const [[, cookie] = []] = await session.orders.change(
      requestWith(''),
      [],
      [{ ...begun, priceCents: 19_900, details: long, ...later }],
    )
    expect(keptBy(cookie!), `${length}`).toBe(true)
  }
})

test('what two tabs begin, are told and forget at the same moment is all remembered, however long a host’s ids are', async () => {
  const jar = new Map<string, string>()
  const request = () => new Request('http://site/', { headers: { Cookie: [...jar.values()].join('; ') } })
  const change = async (...change: Parameters<typeof session.orders.change>) => {
    for (const [, line] of await session.orders.change(...change)) {
      const [pair = ''] = line.split(';')
      const [name = '', value] = pair.split('=')
      if (value) jar.set(name, pair)
      else jar.delete(name)
    }
    return session.orders.read(request())
  }
  const begun = { slug: 'exclusive-seller-lead', title: 'Exclusive Seller Lead', priceCents: 19_900 }
  const [one, two, three] = ['1', '2', '3'].map((id) => ({ ...begun, id: id.repeat(600), details })) as [
    BegunOrder,
    BegunOrder,
    BegunOrder,
  ]
  const empty = request()
  await change(empty, [], [one])
  const before = await change(empty, [], [two])
  expect(before).toEqual([two, one])
  const told = { ...before[1]!, told: true as const }
  const both = request()
  await change(both, before, [before[0]!, told])
  expect(await change(both, before, [three, before[1]!]), 'as it was read before').toEqual([three, told])
  const name = 'order-0123456789abcdef'
  jar.set(name, `${name}=${jar.values().next().value?.split('=')[1]}`)
  const read = await session.orders.read(request())
  expect(read, 'another’s value').toEqual([three, told])
  await change(request(), read, read)
  expect(jar.has(name), 'what can’t be read goes').toBe(false)
})

test('a header full of orders that nobody began costs no more than a few', async () => {
  const names = Array.from({ length: 600 }, (_, at) => `order-${`${at}`.padStart(16, '0')}=x`)
  const get = vi.fn(() => names.join('; '))
  const request = { headers: { get } as unknown as Headers } as Request
  expect(await session.orders.read(request)).toEqual([])
  expect(get.mock.calls.length).toBeLessThan(20)
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
