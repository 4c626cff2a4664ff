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
