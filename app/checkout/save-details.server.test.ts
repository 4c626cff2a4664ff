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

test('complete details are saved in a cookie; without JavaScript the browser returns to the page', async () => {
  const saved = await saveDetails(post(details), session)
  expect(saved).toMatchObject({ data: { ok: true } })
  const native = (await saveDetails(post(details, 'text/html'), session)) as Response
  expect([native.status, native.headers.get('Location')]).toEqual([303, '/checkout#details-saved'])
  const cookie = native.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  expect(await session.details.read(new Request('http://site/', { headers: { Cookie: cookie } }))).toEqual(
    details,
  )
})

test('missing details are refused, each with its message, and nothing is saved', async () => {
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

test('saved details can be cleared, also without JavaScript', async () => {
  const clear = { intent: 'clear' }
  expect(await saveDetails(post(clear), session)).toMatchObject({ data: { ok: true, cleared: true } })
  const native = (await saveDetails(post(clear, 'text/html'), session)) as Response
  expect(native.headers.get('Location')).toBe('/checkout')
  expect(native.headers.get('Set-Cookie')).toMatch(/^details=;.*Max-Age=0/)
})

/** The limit of browsers for a cookie's name and value together. */
const MAX_COOKIE_BYTES = 4_096

test('details are refused if a browser would drop their cookie or that of their order', async () => {
  for (let length = 1; ; length++) {
    const long = { ...details, address: '字'.repeat(320), city: '字'.repeat(200), state: '字'.repeat(length) }
    const saved = await saveDetails(post(long, 'text/html'), session)
    if (!(saved instanceof Response)) {
      expect(length).toBeGreaterThan(50)
      return expect(saved).toMatchObject({
        data: { ok: false, submission: { error: { '': [expect.stringContaining('too long')] } } },
        init: { status: 422 },
      })
    }
    const begun = { key: 'K'.repeat(36), id: 'X'.repeat(64), slug: 'lead-'.repeat(12), title: 'é'.repeat(60) }
    const cookie = await session.order.write({ ...begun, priceCents: 19_900, details: long })
    expect(cookie.split(';')[0]!.length).toBeLessThanOrEqual(MAX_COOKIE_BYTES)
  }
})
