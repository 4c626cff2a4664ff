import {
  alert,
  box,
  choice,
  expectSaved,
  form,
  isTold,
  openPanel,
  PROVIDER_ERROR,
  panel,
  payButton,
  SUCCESS,
  save,
} from '#tests/support/checkout-page.ts'
import { expect } from '#tests/support/fixtures.ts'
import { setNetwork } from '#tests/support/network.ts'
import { figures, postForm, prepare, somebody, test } from '#tests/support/paying.ts'
import { FROM_OWN_PAGE } from '#tests/support/reading.ts'
import { rows } from '#tests/support/rows.ts'

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

  test('two tabs that both approve; who buys again afterwards pays again', async ({
    page,
    context,
    product,
  }) => {
    const before = figures(product)
    await prepare(page, 'hot-seller-lead', somebody())
    const tabs = [page, await context.newPage()]
    for (const tab of tabs) {
      await tab.goto('/checkout')
      await openPanel(tab)
    }
    for (const tab of tabs) {
      await choice(tab, 'Approve').click()
      await expect(alert(tab)).toHaveText(SUCCESS)
    }
    expect(figures(product)).toMatchObject({
      captures: before.captures + 1,
      purchases: before.purchases + 1,
    })
    await openPanel(page)
    await choice(page, 'Approve').click()
    await expect(alert(page)).toHaveText(SUCCESS)
    expect(figures(product).captures).toBe(before.captures + 2)
  })

  test('the page goes as it is answered that it is paid: loaded anew it says so, once; the next press buys again', async ({
    page,
    product,
    expectedConsole,
  }) => {
    expectedConsole.push(/PayPal checkout error|ERR_FAILED/)
    const before = figures(product)
    await prepare(page, 'hot-seller-lead', somebody())
    await page.goto('/checkout')
    await openPanel(page)
    // It asks again by itself, also while it is being left.
    await page.route('**/checkout/capture', async (route) => {
      if (isTold(route.request())) return route.continue()
      await route.fetch() // the browser has the answer, cookies and all, the page has nothing
      await route.abort()
    })
    await choice(page, 'Approve').click()
    await expect(alert(page)).toHaveText(PROVIDER_ERROR)
    const told = page.waitForResponse((answer) => isTold(answer.request()))
    await page.reload()
    await expect(alert(page)).toHaveText(SUCCESS)
    await told
    await page.unroute('**/checkout/capture')
    await page.reload()
    await expect(payButton(page)).toBeVisible()
    await expect(alert(page)).toHaveCount(0)
    expect(figures(product)).toEqual({
      orders: before.orders + 1,
      captures: before.captures + 1,
      purchases: before.purchases + 1,
    })
    await openPanel(page)
    await choice(page, 'Approve').click()
    await expect(alert(page)).toHaveText(SUCCESS)
    expect(figures(product).captures).toBe(before.captures + 2)
  })

  test('… and where no network lets the page ask what became of it, it says so as soon as there is one', async ({
    page,
    context,
    product,
    expectedConsole,
  }) => {
    expectedConsole.push(/PayPal checkout error|ERR_FAILED|ERR_INTERNET_DISCONNECTED/)
    await page.setViewportSize({ width: 360, height: 740 })
    const before = figures(product)
    const asked: (string | null)[] = []
    await prepare(page, 'hot-seller-lead', somebody())
    await page.goto('/checkout')
    await openPanel(page)
    await page.route('**/checkout/capture', async (route) => {
      const request = route.request()
      // Not `route.fetch`, by which the browser would have the answer's cookies.
      const headers = await request.allHeaders()
      // Once: it asks again by itself, which may be when there is a network again.
      if (asked.push(request.postData()) === 1) {
        await fetch(request.url(), { method: 'POST', headers, body: request.postData() })
        await context.setOffline(true)
      }
      await route.abort()
    })
    await choice(page, 'Approve').click()
    await expect(alert(page)).toHaveText(PROVIDER_ERROR)
    await page.unroute('**/checkout/capture')
    page.on('request', (request) => {
      if (request.url().endsWith('/capture') && !isTold(request)) asked.push(request.postData())
    })
    await context.setOffline(false)
    await expect(alert(page)).toHaveText(SUCCESS)
    const enough = asked.length
    await setNetwork(page, false)
    await setNetwork(page, true)
    await openPanel(page)
    expect(asked).toHaveLength(enough)
    const [order, ...looks] = asked
    // Twice, or more often where the network said that it was back before it was.
    expect(looks.length).toBeGreaterThan(1)
    for (const look of looks) expect(look).toBe(`${order}&intent=look`)
    expect(figures(product)).toEqual({
      orders: before.orders + 2,
      captures: before.captures + 1,
      purchases: before.purchases + 1,
    })
  })

  for (const [where, statuses] of [
    ['a gateway answers in the site’s place, with JSON of its own,', [504, 403, 429]],
    ['the site can’t ask its host what became of it', [200, 200]],
  ] as const)
    test(`… and where ${where} the buyer is told that it failed, then that it is paid`, async ({
      page,
      expectedConsole,
    }) => {
      expectedConsole.push(/PayPal checkout error|the server responded with a status of (504|403|429)/)
      await prepare(page, 'hot-seller-lead', somebody())
      await page.goto('/checkout')
      await openPanel(page)
      const answers = [...statuses]
      let opened = () => {}
      const open = new Promise<void>((resolve) => (opened = resolve))
      await page.route('**/checkout/capture', async (route) => {
        const request = route.request()
        const orderId = new URLSearchParams(request.postData() ?? '').get('orderID')
        if (answers.length === statuses.length)
          await fetch(request.url(), {
            method: 'POST',
            headers: await request.allHeaders(),
            body: request.postData(),
          })
        if (answers.length === 0) await open
        const status = answers.shift()
        const json = status === 200 ? { kind: 'provider-error', orderId } : { message: 'Please wait' }
        await (status ? route.fulfill({ status, json }) : route.continue())
      })
      await choice(page, 'Approve').click()
      await expect(alert(page)).toHaveText(PROVIDER_ERROR)
      opened()
      await expect(alert(page)).toHaveText(SUCCESS)
    })

  test('two tabs at the same moment, and the page that PayPal leads back to, loaded often', async ({
    page,
    product,
  }) => {
    const before = figures(product)
    await prepare(page, 'hot-seller-lead', somebody())
    const orders: string[] = []
    for (const _tab of [1, 2]) {
      const { id } = await (await page.request.post('/checkout/order', { headers: FROM_OWN_PAGE })).json()
      orders.push(id)
      await page.request.post(`/test-payments/orders/${id}/approve`, { data: { outcome: 'approve' } })
    }
    const answers = await Promise.all([
      ...orders.flatMap((orderID) =>
        Array.from({ length: 5 }, () =>
          page.request.post('/checkout/capture', { form: { orderID }, headers: FROM_OWN_PAGE }),
        ),
      ),
      ...orders.map((id) => page.request.get(`/checkout/return?token=${id}`, { maxRedirects: 0 })),
    ])
    for (const answer of answers.slice(0, 10)) expect(await answer.json()).toMatchObject({ kind: 'success' })
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
  const OUT_OF_DATE =
    'Your plan, its price or your details have changed since this page was loaded. Nothing was charged. Please look at them again before you pay.'

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

  test('presses pay at the same moment: both may approve, one is captured, and both tabs see it paid', async ({
    page,
    context,
    product,
  }) => {
    const before = figures(product)
    await prepare(page, 'hot-seller-lead', somebody())
    const tabs = [page, await context.newPage()]
    for (const tab of tabs) {
      await tab.goto('/checkout')
      await expect(payButton(tab)).toBeVisible()
    }
    // Neither answer reaches the browser before both were asked for.
    let arrive = () => {}
    const both = new Promise<void>((resolve) => (arrive = resolve))
    let asked = 0
    await context.route('**/checkout/order', async (route) => {
      if (++asked === 2) arrive()
      await both
      await route.continue()
    })
    for (const tab of tabs) await payButton(tab).click()
    for (const tab of tabs) await expect(panel(tab)).toBeVisible()
    for (const tab of tabs) {
      await choice(tab, 'Approve').click()
      await expect(alert(tab)).toHaveText(SUCCESS)
    }
    expect(figures(product)).toEqual({
      orders: before.orders + 2,
      captures: before.captures + 1,
      purchases: before.purchases + 1,
    })
  })
})
