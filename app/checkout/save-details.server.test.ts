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

test('details that are missing are refused, each with its message, and nothing is kept', async () => {
  const refused = await saveDetails(post({ ...details, city: ' ', email: '' }), session)
  expect(refused).toMatchObject({
    data: {
      ok: false,
      submission: { error: { city: ['City is required.'], email: ['Email is required.'] } },
    },
    init: { status: 422 },
  })
  expect(refused).not.toHaveProperty('init.headers')
})

test('saved details are cleared, and a native post leads to the page, not to where they were saved', async () => {
  const clear = { intent: 'clear' }
  expect(await saveDetails(post(clear), session)).toMatchObject({ data: { ok: true, cleared: true } })
  const native = (await saveDetails(post(clear, 'text/html'), session)) as Response
  expect(native.headers.get('Location')).toBe('/checkout')
  expect(native.headers.get('Set-Cookie')).toMatch(/^details=;.*Max-Age=0/)
  const saved = (await saveDetails(post(details, 'text/html'), session)) as Response
  expect(saved.headers.get('Location')).toBe('/checkout#details-saved')
})

/** Chromium's and Firefox's limit, of name and value together. */
const MOST_BYTES = 4_096
const keptBy = (setCookie: string) => (setCookie.split(';')[0] ?? '').length <= MOST_BYTES

test('details that were saved can be paid with: a browser keeps the cookie of their order, too', async () => {
  for (let length = 1; ; length++) {
    const long = { ...details, address: '字'.repeat(320), city: '字'.repeat(200), state: '字'.repeat(length) }
    const saved = await saveDetails(post(long, 'text/html'), session)
    if (!(saved instanceof Response)) {
      expect(length).toBeGreaterThan(50)
      return
    }
    const begun = { key: 'K'.repeat(36), id: 'X'.repeat(64), slug: 'lead-'.repeat(12), title: 'é'.repeat(60) }
    const cookie = await session.order.write({ ...begun, priceCents: 19_900, details: long })
    expect(keptBy(cookie), `${length}`).toBe(true)
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
