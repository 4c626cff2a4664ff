import { expect, test } from 'vitest'
import { saveDetails } from '#app/checkout/save-details.server.ts'
import { createCheckoutSession } from '#app/checkout/session.server.ts'
import { CUSTOMER as details } from '#tests/support/sales.ts'

const session = createCheckoutSession('a secret of this test', false)
const post = (fields: Record<string, string>, accept = '*/*') =>
  new Request('http://site/checkout', {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { Accept: accept },
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
