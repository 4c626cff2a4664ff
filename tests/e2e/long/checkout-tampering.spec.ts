import { alert, box, PROVIDER_ERROR } from '#tests/support/checkout-page.ts'
import { expect } from '#tests/support/fixtures.ts'
import { figures, prepare, somebody, test } from '#tests/support/paying.ts'
import { FROM_OWN_PAGE } from '#tests/support/reading.ts'
import { rows } from '#tests/support/rows.ts'

/** Requests that try for another price: fields, queries, bodies, cookies; each as the arguments of a POST. */
function tampered(rounds: number): { path: string; form?: Record<string, string>; cookie?: string }[] {
  const fields: Record<string, string>[] = [
    { amount: '0.01' },
    { amount: '-999.00' },
    { amount: '1e-9' },
    { amount: '99999999999999999999' },
    { price: '1' },
    { priceCents: '1' },
    { packagePrice: '0' },
    { title: 'Standard Buyer Lead' },
    { slug: 'standard-buyer-lead' },
    { plan: 'standard-buyer-lead' },
    { _id: 'plan-standard-buyer-lead' },
    { quantity: '0' },
    { quantity: '-1' },
    { quantity: '1000' },
    { currency: 'JPY' },
    { currency_code: 'VND', amount: '999.00' },
    { features: '[]', 'plan[price]': '1', 'line.priceCents': '1' },
    { selectedPackage: '{"title":"Pro Closer","price":1}' },
    { ['__proto__']: '1', constructor: '1' },
  ]
  const value = (content: unknown) =>
    `plan=${encodeURIComponent(Buffer.from(JSON.stringify(content)).toString('base64'))}`
  const cookies = [
    value({ slug: 'pro-closer', price: 1 }),
    value(['pro-closer', 1]),
    value('plan-unpublished'),
    value('unpublished-plan'),
    value('drafts.plan-pro-closer'),
    value('pro-closer" || true || "'),
    value('*'),
    value(null),
    'plan=cHJvLWNsb3Nlcg==.signature',
    `order=${'e30.'.repeat(4)}e30`,
    `order=eyJhbGciOiJub25lIn0.${Buffer.from('{"id":"X","priceCents":1}').toString('base64url')}.`,
  ]
  const all = [
    ...fields.map((form) => ({ path: '/checkout/order', form })),
    ...fields.slice(0, 6).map((form) => ({ path: `/checkout/order?${new URLSearchParams(form)}` })),
    ...cookies.map((cookie) => ({ path: '/checkout/order', cookie })),
  ]
  return Array.from({ length: Math.max(rounds, all.length) }, (_, index) => all[index % all.length]!)
}

test('tampered requests: never an order at another price than the published one', async ({
  page,
  product,
}) => {
  const { editor, siteUrl } = product
  await editor.createOrReplace({
    _id: 'drafts.plan-unpublished',
    _type: 'plan',
    title: 'Unpublished',
    kind: 'bundle',
    slug: { _type: 'slug', current: 'unpublished-plan' },
    price: 1,
    features: [],
    order: 999,
  })
  const [{ last }] = rows(product, 'SELECT coalesce(max(rowid), 0) AS last FROM payment_orders') as [
    { last: number },
  ]
  await prepare(page, 'pro-closer', somebody())
  const jar = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`)
  const counts = { sent: 0, orders: 0 }
  for (const { path, form, cookie } of tampered(200)) {
    const name = cookie?.split('=')[0]
    const cookies = [
      ...jar.filter((kept) => !name || !kept.startsWith(`${name}=`)),
      ...(cookie ? [cookie] : []),
    ]
    const answer = await fetch(siteUrl + path, {
      method: 'POST',
      headers: { Cookie: cookies.join('; '), Origin: siteUrl },
      body: new URLSearchParams(form),
    })
    counts.sent++
    const outcome = await answer.json()
    // Fields that are not ours are ignored, not refused.
    if (!cookie || name === 'order') expect(outcome, `${path} ${cookie ?? ''}`).toMatchObject({ ok: true })
    else expect(outcome, cookie).toEqual({ ok: false, reason: 'no-plan' })
    if (outcome.ok) counts.orders++
  }
  // Other bodies than a form.
  for (const [type, body] of [
    ['application/json', '{"amount":"0.01","title":"x"}'],
    ['text/plain', 'amount=0.01'],
    ['multipart/form-data; boundary=x', 'broken'],
  ] as const) {
    const headers = { Cookie: jar.join('; '), 'Content-Type': type, Origin: siteUrl }
    await fetch(`${siteUrl}/checkout/order`, { method: 'POST', headers, body })
    counts.sent++
  }
  const made = rows(
    product,
    'SELECT DISTINCT title, amount_cents, currency FROM payment_orders WHERE rowid > ?',
    String(last),
  )
  expect(made).toEqual([{ title: 'Pro Closer', amount_cents: 99_900, currency: 'USD' }])
  expect(counts.orders).toBeGreaterThan(20)
  test.info().annotations.push({ type: 'tampered', description: JSON.stringify(counts) })
  await editor.delete('drafts.plan-unpublished')
})

test('somebody else’s order can’t be captured, nor can one that was made up', async ({
  page,
  product,
  browser,
}) => {
  await prepare(page, 'pro-closer', somebody())
  const { id } = await (await page.request.post('/checkout/order', { headers: FROM_OWN_PAGE })).json()
  await page.request.post(`/test-payments/orders/${id}/approve`, { data: { outcome: 'approve' } })
  const before = figures(product)

  const other = await browser.newContext({ baseURL: product.siteUrl })
  const stranger = await other.newPage()
  await prepare(stranger, 'pro-closer', somebody())
  await stranger.request.post('/checkout/order', { headers: FROM_OWN_PAGE })
  const { name, value: sealed } = (await other.cookies()).find((cookie) => cookie.name === 'order')!
  const forged = [`${sealed.slice(0, -4)}AAAA`, 'e30', '', sealed.split('.').reverse().join('.')]
  for (const value of [sealed, ...forged]) {
    await other.addCookies([{ name, value, url: product.siteUrl }])
    for (const orderID of [id, `${id}'`, '', '__proto__']) {
      const answer = await stranger.request.post('/checkout/capture', {
        form: { orderID },
        headers: FROM_OWN_PAGE,
      })
      const isOwn = value === sealed
      expect(answer.status()).toBe(isOwn ? 409 : 404)
      expect(await answer.json()).toEqual({ kind: isOwn ? 'changed' : 'provider-error' })
    }
    await stranger.goto(`/checkout/return?token=${id}`)
    await expect(stranger).toHaveURL('/checkout#payment')
    if (value === sealed)
      await expect(box(stranger).getByRole('status')).toContainText('Nothing was charged.')
    else
      await expect(
        alert(stranger),
        'who approved it in another browser is not to think that it is paid',
      ).toHaveText(PROVIDER_ERROR)
  }
  await other.close()
  expect(figures(product)).toMatchObject({ captures: before.captures, purchases: before.purchases })
  const own = await page.request.post('/checkout/capture', { form: { orderID: id }, headers: FROM_OWN_PAGE })
  expect(await own.json()).toMatchObject({ kind: 'success' })
})
