import { alert, box, PROVIDER_ERROR } from '#tests/support/checkout-page.ts'
import { expect } from '#tests/support/fixtures.ts'
import { SAME_ORIGIN_HEADERS } from '#tests/support/http.ts'
import { newBuyer, paymentCounts, prepareCheckout, test } from '#tests/support/payments.ts'
import { queryBackend } from '#tests/support/sqlite.ts'

const FIELDS: Record<string, string>[] = [
  { amount: '0.01' },
  { price: '1', priceCents: '1', packagePrice: '0' },
  { title: 'Standard Buyer Lead', slug: 'standard-buyer-lead', plan: 'standard-buyer-lead' },
  { quantity: '-1', currency: 'JPY', currency_code: 'VND' },
  { features: '[]', 'plan[price]': '1', 'line.priceCents': '1' },
  { ['__proto__']: '1', constructor: '1' },
]
const planCookie = (content: unknown) =>
  `plan=${encodeURIComponent(Buffer.from(JSON.stringify(content)).toString('base64'))}`
const PLAN_COOKIES = [
  planCookie({ slug: 'pro-closer', price: 1 }),
  planCookie('plan-unpublished'),
  planCookie('unpublished-plan'),
  planCookie('drafts.plan-pro-closer'),
  'plan=cHJvLWNsb3Nlcg==.signature',
]
const ORDER_COOKIES = [
  `order=${'e30.'.repeat(4)}e30`,
  `order=eyJhbGciOiJub25lIn0.${Buffer.from('{"id":"X","priceCents":1}').toString('base64url')}.`,
]

test('a tampered request never creates an order at another price than the published one', async ({
  page,
  product,
}) => {
  const { editor, siteUrl } = product
  const fields = { title: 'Unpublished', kind: 'bundle', price: 1, features: [], order: 999 }
  const slug = { _type: 'slug', current: 'unpublished-plan' }
  await editor.createOrReplace({ _id: 'drafts.plan-unpublished', _type: 'plan', slug, ...fields })
  const [last] = queryBackend(product, 'SELECT coalesce(max(rowid), 0) AS id FROM payment_orders')
  await prepareCheckout(page, 'pro-closer', newBuyer())
  const jar = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`)
  async function order(query = '', body: URLSearchParams | string = '', cookie = '', type?: string) {
    const [name] = cookie.split('=')
    const otherCookies = jar.filter((own) => !name || !own.startsWith(`${name}=`))
    const headers = { Cookie: [...otherCookies, cookie].join('; '), Origin: siteUrl }
    const answer = await fetch(`${siteUrl}/checkout/order${query}`, {
      method: 'POST',
      headers: type ? { ...headers, 'Content-Type': type } : headers,
      body,
    })
    return answer.json()
  }
  for (const form of FIELDS) {
    expect(await order('', new URLSearchParams(form))).toMatchObject({ ok: true })
    expect(await order(`?${new URLSearchParams(form)}`)).toMatchObject({ ok: true })
  }
  for (const cookie of ORDER_COOKIES) expect(await order('', '', cookie), cookie).toMatchObject({ ok: true })
  for (const cookie of PLAN_COOKIES)
    expect(await order('', '', cookie), cookie).toEqual({ ok: false, reason: 'no-plan' })
  await order('', '{"amount":"0.01","title":"x"}', '', 'application/json')
  await order('', 'broken', '', 'multipart/form-data; boundary=x')
  expect(
    queryBackend(
      product,
      'SELECT DISTINCT title, amount_cents, currency FROM payment_orders WHERE rowid > ?',
      String(last!.id),
    ),
  ).toEqual([{ title: 'Pro Closer', amount_cents: 99_900, currency: 'USD' }])
  await editor.delete('drafts.plan-unpublished')
})

test("a stranger can capture neither another visitor's order nor a forged one", async ({
  page,
  product,
  browser,
}) => {
  await prepareCheckout(page, 'pro-closer', newBuyer())
  const { id } = await (await page.request.post('/checkout/order', { headers: SAME_ORIGIN_HEADERS })).json()
  await page.request.post(`/test-payments/orders/${id}/approve`, { data: { outcome: 'approve' } })
  const before = paymentCounts(product)

  const other = await browser.newContext({ baseURL: product.siteUrl })
  const stranger = await other.newPage()
  await prepareCheckout(stranger, 'pro-closer', newBuyer())
  await stranger.request.post('/checkout/order', { headers: SAME_ORIGIN_HEADERS })
  const { name, value: sealed } = (await other.cookies()).find((cookie) => cookie.name === 'order')!
  for (const value of [sealed, `${sealed.slice(0, -4)}AAAA`, 'e30']) {
    const isOwn = value === sealed
    await other.addCookies([{ name, value, url: product.siteUrl }])
    const answer = await stranger.request.post('/checkout/capture', {
      form: { orderID: id },
      headers: SAME_ORIGIN_HEADERS,
    })
    expect(answer.status()).toBe(isOwn ? 409 : 404)
    expect(await answer.json()).toEqual({ kind: isOwn ? 'changed' : 'provider-error' })
    await stranger.goto(`/checkout/return?token=${id}`)
    if (isOwn) await expect(box(stranger).getByRole('status')).toContainText('Nothing was charged.')
    else await expect(alert(stranger)).toHaveText(PROVIDER_ERROR)
  }
  await other.close()
  expect(paymentCounts(product)).toMatchObject({ captures: before.captures, purchases: before.purchases })
  const own = await page.request.post('/checkout/capture', {
    form: { orderID: id },
    headers: SAME_ORIGIN_HEADERS,
  })
  expect(await own.json()).toMatchObject({ kind: 'success' })
})
