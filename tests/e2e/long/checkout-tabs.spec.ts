import {
  alert,
  box,
  choice,
  expectSaved,
  form,
  openPanel,
  PROVIDER_ERROR,
  panel,
  payButton,
  SUCCESS,
  save,
} from '#tests/support/checkout-page.ts'
import { expect } from '#tests/support/fixtures.ts'
import { figures, postForm, prepare, somebody, test } from '#tests/support/paying.ts'
import { FROM_OWN_PAGE } from '#tests/support/reading.ts'
import { rows } from '#tests/support/rows.ts'

const OUT_OF_DATE =
  'Your plan, its price or your details have changed since this page was loaded. Nothing was charged. Please look at them again before you pay.'

test.describe('one purchase, one capture', () => {
  test('double clicks', async ({ page, product }) => {
    const before = figures(product)
    await prepare(page, 'hot-seller-lead', somebody())
    await page.goto('/checkout')
    await payButton(page).dblclick()
    await choice(page, 'Approve').dblclick()
    await expect(alert(page)).toHaveText(SUCCESS)
    expect(figures(product)).toEqual({
      orders: before.orders + 1,
      captures: before.captures + 1,
      purchases: before.purchases + 1,
    })
  })

  test('two tabs that both approve: the order that was begun last is paid; then the buyer buys again', async ({
    page,
    context,
    product,
    expectedConsole,
  }) => {
    expectedConsole.push(/status of 409/)
    const before = figures(product)
    await prepare(page, 'hot-seller-lead', somebody())
    const last = await context.newPage()
    for (const tab of [page, last]) {
      await tab.goto('/checkout')
      await openPanel(tab)
    }
    await choice(page, 'Approve').click()
    await expect(box(page).getByRole('status'), 'replaced').toHaveText(OUT_OF_DATE)
    expect(figures(product).captures).toBe(before.captures)
    await choice(last, 'Approve').click()
    await expect(alert(last)).toHaveText(SUCCESS)
    await payButton(page).click()
    await expect(alert(page), 'the other tab paid').toHaveText(SUCCESS)
    expect(figures(product)).toMatchObject({
      captures: before.captures + 1,
      purchases: before.purchases + 1,
    })
    await openPanel(page)
    await choice(page, 'Approve').click()
    await expect(alert(page)).toHaveText(SUCCESS)
    expect(figures(product).captures).toBe(before.captures + 2)
  })

  test('a buyer who left while the order is captured finds its outcome at checkout', async ({
    page,
    product,
    expectedConsole,
  }) => {
    expectedConsole.push(/PayPal checkout error|ERR_FAILED|ERR_INTERNET_DISCONNECTED/)
    const before = figures(product)
    await prepare(page, 'hot-seller-lead', somebody())
    await page.goto('/checkout')
    await openPanel(page)
    const captured = Promise.withResolvers<void>()
    await page.route('**/checkout/capture', async (route) => {
      await route.fetch()
      captured.resolve() // the page never gets the answer
    })
    await choice(page, 'Approve').click()
    await captured.promise
    await page.getByRole('banner').getByRole('link', { name: 'About' }).click()
    await expect(page).toHaveURL('/about-us')
    await page.goBack()
    await expect(alert(page)).toHaveText(SUCCESS)
    await page.unroute('**/checkout/capture')
    await postForm(page, '/checkout/plan', { plan: 'hot-seller-lead' })
    await page.reload()
    await expect(alert(page), 'of the same plan it is still shown').toHaveText(SUCCESS)
    await postForm(page, '/checkout/plan', { plan: 'pro-closer' })
    await page.reload()
    await expect(payButton(page)).toBeVisible()
    await expect(alert(page), 'another plan is another purchase').toHaveCount(0)
    expect(figures(product)).toEqual({
      orders: before.orders + 1,
      captures: before.captures + 1,
      purchases: before.purchases + 1,
    })
  })

  for (const [what, answer] of [
    ['the network loses the answer', undefined],
    ['a gateway answers with JSON of its own', { status: 504, json: { message: 'Please wait' } }],
  ] as const)
    test(`${what}: the page says that paying failed, asks again, and says that it is paid`, async ({
      page,
      product,
      expectedConsole,
    }) => {
      expectedConsole.push(/PayPal checkout error|ERR_FAILED|status of 504/)
      const before = figures(product)
      const asked: (string | null)[] = []
      await prepare(page, 'hot-seller-lead', somebody())
      await page.goto('/checkout')
      await openPanel(page)
      await page.route('**/checkout/capture', async (route) => {
        if (asked.push(route.request().postData()) === 1) await route.fetch()
        await (answer ? route.fulfill(answer) : route.abort())
      })
      await choice(page, 'Approve').click()
      await expect(alert(page)).toHaveText(PROVIDER_ERROR)
      await expect.poll(() => asked.length).toBeGreaterThan(1)
      await page.unroute('**/checkout/capture')
      await expect(alert(page)).toHaveText(SUCCESS)
      for (const question of asked.slice(1)) expect(question).toMatch(/^intent=look&key=[\w-]{36}$/)
      expect(figures(product)).toEqual({
        orders: before.orders + 1,
        captures: before.captures + 1,
        purchases: before.purchases + 1,
      })
    })

  test('an approved order is captured once, however often, and an order that was replaced never', async ({
    page,
    product,
  }) => {
    const before = figures(product)
    await prepare(page, 'hot-seller-lead', somebody())
    const ids: string[] = []
    for (const _tab of [1, 2]) {
      const { id } = await (await page.request.post('/checkout/order', { headers: FROM_OWN_PAGE })).json()
      ids.push(id)
      await page.request.post(`/test-payments/orders/${id}/approve`, { data: { outcome: 'approve' } })
    }
    const capture = (orderID: string) =>
      page.request.post('/checkout/capture', { form: { orderID }, headers: FROM_OWN_PAGE })
    const answers = await Promise.all([
      ...ids.flatMap((id) => [1, 2, 3, 4, 5].map(() => capture(id))),
      ...ids.map((id) => page.request.get(`/checkout/return?token=${id}`, { maxRedirects: 0 })),
    ])
    const kinds = await Promise.all(answers.slice(0, 10).map(async (answer) => (await answer.json()).kind))
    expect(kinds).toEqual([...Array(5).fill('changed'), ...Array(5).fill('success')])
    expect(figures(product)).toEqual({
      orders: before.orders + 2,
      captures: before.captures + 1,
      purchases: before.purchases + 1,
    })
  })

  test('details as long as they may be, and in any letters, are recorded', async ({ page, product }) => {
    const details = {
      firstName: 'x'.repeat(200),
      lastName: 'y'.repeat(200),
      email: `${'e'.repeat(60)}@${'example.'.repeat(20)}com`,
      phone: '1'.repeat(40),
      city: 'ż'.repeat(200),
      state: 'z'.repeat(200),
      address: '家'.repeat(200),
    }
    const { purchases } = figures(product)
    await prepare(page, 'hot-seller-lead', details)
    await page.goto('/checkout')
    for (const outcome of ['Cancel', 'Cancel', 'Approve']) {
      await openPanel(page)
      await choice(page, outcome).click()
      await expect(panel(page)).toHaveCount(0)
    }
    await expect(alert(page)).toHaveText(SUCCESS)
    expect(figures(product).purchases).toBe(purchases + 1)
  })
})

test.describe('another tab of the same browser', () => {
  test('chose another plan: nobody pays for what they don’t see', async ({
    page,
    product,
    expectedConsole,
  }) => {
    expectedConsole.push(/status of 409/)
    const details = somebody()
    await prepare(page, 'pro-closer', details)
    await page.goto('/checkout')
    await expect(payButton(page)).toBeVisible()
    const before = figures(product)
    await postForm(page, '/checkout/plan', { plan: 'starter-edge' })
    await payButton(page).click()
    await expect(box(page).getByRole('status')).toHaveText(OUT_OF_DATE)
    await expect(page.getByRole('cell')).toHaveText(['Starter Edge', '$499.00', '1', '$499.00'])
    await expect(panel(page)).toHaveCount(0)
    expect(figures(product)).toEqual(before)
    await openPanel(page)
    await choice(page, 'Approve').click()
    await expect(alert(page)).toHaveText(SUCCESS)
    expect(rows(product, 'SELECT price_cents FROM purchases WHERE user_email = ?', details.email)).toEqual([
      { price_cents: 49_900 },
    ])
  })

  test('chose another plan: who saves details here and sees it change is told', async ({ page }) => {
    await prepare(page, 'pro-closer', null)
    await page.goto('/checkout')
    await expect(payButton(page)).toBeVisible()
    await postForm(page, '/checkout/plan', { plan: 'starter-edge' })
    await save(page, somebody())
    await expect(page.getByRole('cell')).toHaveText(['Starter Edge', '$499.00', '1', '$499.00'])
    await expect(box(page).getByRole('status')).toHaveText(OUT_OF_DATE)
    await openPanel(page)
    await choice(page, 'Approve').click()
    await expect(alert(page)).toHaveText(SUCCESS)
    await expect(box(page).getByRole('status')).toBeEmpty()
  })

  test('saved other details: they are shown before they are billed', async ({
    page,
    product,
    expectedConsole,
  }) => {
    expectedConsole.push(/status of 409/)
    const { orders } = figures(product)
    await prepare(page, 'pro-closer', somebody())
    await page.goto('/checkout')
    await expect(payButton(page)).toBeVisible()
    const other = { ...somebody(), firstName: 'Bob' }
    await postForm(page, '/checkout', { ...other, intent: 'save' })
    await payButton(page).click()
    await expect(box(page).getByRole('status')).toHaveText(OUT_OF_DATE)
    await expectSaved(page, other)
    expect(figures(product).orders).toBe(orders)
    await openPanel(page)
    await choice(page, 'Approve').click()
    await expect(alert(page)).toHaveText(SUCCESS)
    expect(rows(product, 'SELECT first_name FROM purchases WHERE user_email = ?', other.email)).toEqual([
      { first_name: 'Bob' },
    ])
  })

  test('cleared the details: what this page shows can be saved again; an order under way is finished', async ({
    page,
    product,
    expectedConsole,
  }) => {
    expectedConsole.push(/status of 409/)
    const details = somebody()
    await prepare(page, 'pro-closer', details)
    await page.goto('/checkout')
    await expect(payButton(page)).toBeVisible()
    await postForm(page, '/checkout', { intent: 'clear' })
    await payButton(page).click()
    await expect(alert(page)).toHaveText('Save your details before you pay.')
    await expect(form(page).getByRole('button', { name: 'Save Details' })).toBeFocused()
    await expect(form(page).getByRole('status')).toHaveText('')
    await expectSaved(page, details)
    await page.keyboard.press('Enter')
    await expect(form(page).getByRole('status')).toHaveText('Your details are saved.')
    await expect(alert(page)).toHaveCount(0)
    await openPanel(page)
    await postForm(page, '/checkout', { intent: 'clear' })
    await choice(page, 'Approve').click()
    await expect(alert(page)).toHaveText(SUCCESS)
    expect(rows(product, 'SELECT * FROM purchases WHERE user_email = ?', details.email)).toHaveLength(1)
  })
})
