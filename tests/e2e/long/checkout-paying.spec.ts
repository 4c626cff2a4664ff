import type { BrowserContext } from '@playwright/test'
import {
  alert,
  BLOCKED,
  box,
  choice,
  expectSaved,
  field,
  form,
  openPanel,
  PROVIDER_ERROR,
  panel,
  payButton,
  SUCCESS,
  totals,
  type,
} from '#tests/support/checkout-page.ts'
import { expect } from '#tests/support/fixtures.ts'
import { figures, prepare, somebody, test } from '#tests/support/paying.ts'
import { FROM_OWN_PAGE, holdBack, read, stopTime, until, words } from '#tests/support/reading.ts'
import { rows } from '#tests/support/rows.ts'

test.describe('the test panel', () => {
  test('pressed while the details are being saved: it waits for them', async ({ page, product }) => {
    const details = somebody()
    await prepare(page, 'pro-closer', null)
    await page.goto('/checkout')
    await expect(payButton(page)).toBeVisible()
    const letCome = await holdBack(page, /checkout\.data/)
    await type(page, details)
    await form(page).getByRole('button', { name: 'Save Details' }).click()
    await payButton(page).click()
    letCome()
    await choice(page, 'Approve').click()
    await expect(alert(page)).toHaveText(SUCCESS)
    expect(rows(product, 'SELECT * FROM purchases WHERE user_email = ?', details.email)).toHaveLength(1)
  })

  test('Cancel, and Escape: everything is as it was', async ({ page, product, context }) => {
    const details = somebody()
    await prepare(page, 'pro-closer', details)
    await page.goto('/checkout')
    await expect(payButton(page)).toBeVisible()
    // Lines and blanks are the style sheet's, which may arrive in between.
    const shown = async () => (await page.getByRole('main').innerText()).replace(/\s/g, '')
    const before = { text: await shown(), cookies: await namesOf(context), ...figures(product) }
    await openPanel(page)
    await choice(page, 'Cancel').click()
    await expect(panel(page)).toHaveCount(0)
    await openPanel(page)
    await page.keyboard.press('Escape')
    await expect(panel(page)).toHaveCount(0)
    await expect(payButton(page)).toBeFocused()
    await expect.poll(shown).toBe(before.text)
    await expectSaved(page, details)
    expect(figures(product)).toMatchObject({ captures: before.captures, purchases: before.purchases })
    expect(await namesOf(context)).toEqual(before.cookies)

    await openPanel(page)
    await choice(page, 'Approve').click()
    await expect(alert(page)).toHaveText(SUCCESS)
  })

  test('Slow: nothing is said until it is decided', async ({ page }) => {
    await prepare(page, 'starter-edge', somebody())
    await page.clock.install()
    await page.goto('/checkout')
    await openPanel(page)
    await stopTime(page)
    await choice(page, 'Slow').click()
    await expect(panel(page).getByRole('status')).toHaveText('Approving slowly …')
    await expect(choice(page, 'Approve')).toBeDisabled()
    await expect(alert(page)).toHaveCount(0)
    await page.clock.runFor(5_000)
    await expect(alert(page)).toHaveText(SUCCESS)
  })

  test('Error: PayPal’s failure is said and logged, and paying can be tried again', async ({
    page,
    expectedConsole,
  }) => {
    const logged: string[] = []
    page.on('console', (message) => message.type() === 'error' && logged.push(message.text()))
    expectedConsole.push(/PayPal checkout error/)
    await prepare(page, 'starter-edge', somebody())
    await page.goto('/checkout')
    await openPanel(page)
    await choice(page, 'Error').click()
    await expect(alert(page)).toHaveText(PROVIDER_ERROR)
    await expect.poll(() => logged.join('\n')).toContain('Test payment: the script failed')
    await openPanel(page)
    await choice(page, 'Approve').click()
    await expect(alert(page)).toHaveText(SUCCESS)
  })
})

/** What the browser keeps; without what every post by script leaves behind, and the orders that were begun. */
const namesOf = async (context: BrowserContext) =>
  (await context.cookies())
    .filter(({ name }) => !/^(order|visitor|XSRF-TOKEN)$/.test(name))
    .map(({ name, value }) => `${name}=${value}`)
    .sort()

test('a price that changes while the buyer decides: nothing is captured, the new one is shown and paid', async ({
  page,
  product,
}) => {
  const { editor, siteUrl } = product
  const details = somebody()
  const before = figures(product)
  await prepare(page, 'commercial-lead', details)
  await page.goto('/checkout')
  await openPanel(page)
  const shown = async () => words((await read(`${siteUrl}/pricing`)).html)
  await editor.patch('plan-commercial-lead').set({ price: 312.5 }).commit()
  try {
    await until(shown, (text) => text.includes('$312.50'))
    await choice(page, 'Approve').click()
    await expect(box(page).getByRole('status')).toHaveText(
      'The price has changed since you started. Nothing was charged. The price is now $312.50',
    )
    await expect(alert(page)).toHaveCount(0)
    await expect(page.getByRole('cell')).toHaveText(['Commercial Lead', '$312.50', '1', '$312.50'])
    await expect(totals(page)).toHaveText(['$312.50', '$312.50'])
    expect(figures(product)).toEqual({ ...before, orders: before.orders + 1 })

    await openPanel(page)
    await choice(page, 'Approve').click()
    await expect(alert(page)).toHaveText(SUCCESS)
    expect(rows(product, 'SELECT price_cents FROM purchases WHERE user_email = ?', details.email)).toEqual([
      { price_cents: 31_250 },
    ])
  } finally {
    await editor.patch('plan-commercial-lead').set({ price: 299 }).commit()
    await until(shown, (text) => !text.includes('$312.50'))
  }
})

test('a plan that leaves the shop while the buyer decides is not sold, and that is said', async ({
  page,
  product,
}) => {
  const { editor, siteUrl } = product
  const { captures } = figures(product)
  await prepare(page, 'commercial-lead', somebody())
  await page.goto('/checkout')
  await openPanel(page)
  const ids = { draftId: 'drafts.plan-commercial-lead', publishedId: 'plan-commercial-lead' }
  const sold = async () => words((await read(`${siteUrl}/pricing`)).html).split('Choose Plan').length - 1
  await editor.action({ actionType: 'sanity.action.document.unpublish', ...ids })
  try {
    await until(sold, (count) => count === 7)
    await choice(page, 'Approve').click()
    await expect(box(page).getByRole('status')).toContainText('Nothing was charged.')
    expect(figures(product).captures).toBe(captures)
    expect((await page.request.post('/checkout/order', { headers: FROM_OWN_PAGE })).status()).toBe(409)
  } finally {
    await editor.action({ actionType: 'sanity.action.document.publish', ...ids })
    await until(sold, (count) => count === 8)
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('paid, and the answer got lost: checkout says so until the buyer buys again', async ({
    page,
    product,
    playwright,
  }) => {
    const before = figures(product)
    await prepare(page, 'hot-seller-lead', somebody())
    await page.goto('/checkout')
    const press = () => box(page).getByRole('button', { name: 'Pay on PayPal’s page' }).click()
    await press()
    await expect(page).toHaveURL(/token=/)
    const id = new URL(page.url()).searchParams.get('token')
    await page.request.post(`/test-payments/orders/${id}/approve`, { data: { outcome: 'approve' } })
    await page.goto('/checkout') // a page from before the capture
    // As the browser asks, which gets no answer and none of its cookies.
    const storageState = await page.context().storageState()
    const lost = await playwright.request.newContext({ baseURL: product.siteUrl, storageState })
    await lost.get(`/checkout/return?token=${id}`, { maxRedirects: 0 })
    await lost.dispose()
    await press()
    await expect(page).toHaveURL('/checkout#payment')
    await expect(page.getByRole('alert')).toHaveText(SUCCESS)
    expect(figures(product)).toEqual({
      orders: before.orders + 1,
      captures: before.captures + 1,
      purchases: before.purchases + 1,
    })
    await page.goto(`/checkout/return?token=${id}`) // Back over PayPal's page
    await expect(page.getByRole('alert')).toHaveText(SUCCESS)
    await press()
    await expect(page).toHaveURL((url) => ![null, id].includes(url.searchParams.get('token')))
    await page.goto(`/checkout/return?token=${id}`)
    await expect(page.getByRole('alert'), 'of an order that another one replaced').toHaveCount(0)
    expect(figures(product).captures).toBe(before.captures + 1)
  })

  test('back from PayPal’s page, the plan is off sale: whether it was paid is said all the same', async ({
    page,
    product,
  }) => {
    const { editor, siteUrl } = product
    await prepare(page, 'commercial-lead', somebody())
    const approved = async () => {
      await page.goto('/checkout')
      await box(page).getByRole('button', { name: 'Pay on PayPal’s page' }).click()
      await expect(page).toHaveURL(/token=/)
      const id = new URL(page.url()).searchParams.get('token')
      await page.request.post(`/test-payments/orders/${id}/approve`, { data: { outcome: 'approve' } })
      return `/checkout/return?token=${id}`
    }
    const paid = await approved()
    const back = await page.request.get(paid, { maxRedirects: 0 })
    expect(back.headers().location).toBe('/checkout#payment')
    const ids = { draftId: 'drafts.plan-commercial-lead', publishedId: 'plan-commercial-lead' }
    const sold = async () => words((await read(`${siteUrl}/pricing`)).html).split('Choose Plan').length - 1
    try {
      await editor.action({ actionType: 'sanity.action.document.unpublish', ...ids })
      await until(sold, (count) => count === 7)
      await page.goto('/checkout')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('No plan selected.')
      await expect(page.getByRole('alert')).toHaveText(SUCCESS)
      await page.getByRole('button', { name: 'Dismiss' }).click()
      await expect(page.getByRole('alert')).toHaveCount(0)

      await editor.action({ actionType: 'sanity.action.document.publish', ...ids })
      await until(sold, (count) => count === 8)
      const unpaid = await approved()
      await editor.action({ actionType: 'sanity.action.document.unpublish', ...ids })
      await until(sold, (count) => count === 7)
      await page.goto(unpaid)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('No plan selected.')
      await expect(page.getByRole('status')).toContainText('Nothing was charged.')
    } finally {
      if ((await sold()) === 7) await editor.action({ actionType: 'sanity.action.document.publish', ...ids })
      await until(sold, (count) => count === 8)
    }
  })
})

for (const reducedMotion of ['no-preference', 'reduce'] as const)
  test(`the site’s own script is blocked (motion: ${reducedMotion}): the way over PayPal’s own page, after 7 s`, async ({
    page,
    expectedConsole,
  }) => {
    expectedConsole.push(/ERR_FAILED/)
    await page.emulateMedia({ reducedMotion })
    await page.route('**/assets/*.js', (route) => route.abort())
    await prepare(page, 'elite-access', somebody())
    await page.goto('/checkout')
    const standsAt = (ms: number) =>
      page.evaluate((at) => {
        for (const animation of document.getAnimations()) {
          animation.pause() // else it goes on from there
          animation.currentTime = at
        }
      }, ms)
    await standsAt(6_500)
    expect(await box(page).getByText(BLOCKED).isVisible(), 'it may come yet').toBe(false)
    await standsAt(7_000)
    await expect(box(page).getByText(BLOCKED)).toBeVisible()
    await box(page).getByRole('button', { name: 'Pay on PayPal’s page' }).click()
    await expect(page).toHaveURL(/\/test-payments\//)
  })

test('buttons that come below the chat’s are seen whole, though nobody has moved the page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 900 })
  await prepare(page, 'pro-closer')
  await page.goto('/checkout')
  await expect(payButton(page)).toBeInViewport({ ratio: 1 })
  const clear = () =>
    payButton(page).evaluate((element) => {
      const { right, bottom } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(right - 5, bottom - 20))
    })
  await expect.poll(clear).toBe(true)
})

test('what says that paying failed is dismissed with the keyboard: its end leads to the buttons', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/no order: failed/)
  await page.route('**/checkout/order', (route) => route.fulfill({ json: { ok: false, reason: 'failed' } }))
  await prepare(page, 'elite-access', somebody())
  await page.goto('/checkout')
  await payButton(page).click()
  await expect(alert(page)).toHaveText(PROVIDER_ERROR)
  await alert(page).getByRole('button', { name: 'Dismiss' }).press('Enter')
  await expect(alert(page)).toHaveCount(0)
  await expect(box(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(payButton(page)).toBeFocused()
})

test('the way to PayPal’s own page, pressed while details are being saved, waits for them', async ({
  page,
  product,
  expectedConsole,
}) => {
  expectedConsole.push(/ERR_FAILED|PayPal/)
  const details = somebody()
  await page.route('**/test-payments/sdk/js*', (route) => route.abort())
  await prepare(page, 'elite-access', details)
  await page.goto('/checkout')
  const way = box(page).getByRole('button', { name: 'Pay on PayPal’s page' })
  await expect(way).toBeVisible()
  const letCome = await holdBack(page, /checkout\.data/)
  await field(page, 'City').fill('Wilmington')
  await form(page).getByRole('button', { name: 'Save Details' }).click()
  await way.click()
  letCome()
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(alert(page)).toHaveText(SUCCESS)
  expect(rows(product, 'SELECT city FROM purchases WHERE user_email = ?', details.email)).toEqual([
    { city: 'Wilmington' },
  ])
})
