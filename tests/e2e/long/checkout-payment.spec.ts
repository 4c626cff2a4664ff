import {
  alert,
  BLOCKED,
  box,
  choice,
  expectSaved,
  openPanel,
  PROVIDER_ERROR,
  panel,
  pay,
  payButton,
  SUCCESS,
  totals,
} from '#tests/support/checkout-page.ts'
import { expect } from '#tests/support/fixtures.ts'
import { fetchPage, htmlToText, until } from '#tests/support/http.ts'
import {
  openCheckout,
  paymentCounts,
  purchasesOf,
  test,
  whilePlanIsOffSale,
} from '#tests/support/payments.ts'

test('a buyer who cancels keeps the page as it was and can pay', async ({ page, product }) => {
  const details = await openCheckout(page, 'pro-closer')
  await expect(payButton(page)).toBeVisible()
  const { captures, purchases } = paymentCounts(product)
  await openPanel(page)
  await choice(page, 'Cancel').click()
  await expect(panel(page)).toHaveCount(0)
  await openPanel(page)
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  await expect(payButton(page)).toBeFocused()
  await expect(alert(page)).toHaveCount(0)
  await expectSaved(page, details!)
  expect(paymentCounts(product)).toMatchObject({ captures, purchases })
  await pay(page)
})

test("an error of PayPal's script is shown and logged, and the buyer can try again", async ({
  page,
  expectedConsole,
}) => {
  const logged: string[] = []
  page.on('console', (message) => message.type() === 'error' && logged.push(message.text()))
  expectedConsole.push(/PayPal checkout error/)
  await openCheckout(page, 'starter-edge')
  await openPanel(page)
  await choice(page, 'Error').click()
  await expect(alert(page)).toHaveText(PROVIDER_ERROR)
  await expect.poll(() => logged.join('\n')).toContain('Test payment: the script failed')
  await pay(page)
})

test('a price that changes before the approval is not captured, and the buyer pays the new one', async ({
  page,
  product,
}) => {
  const { editor, siteUrl } = product
  const before = paymentCounts(product)
  const details = await openCheckout(page, 'commercial-lead')
  await openPanel(page)
  const pricing = async () => htmlToText((await fetchPage(`${siteUrl}/pricing`)).html)
  await editor.patch('plan-commercial-lead').set({ price: 1312.5 }).commit()
  try {
    await until(pricing, (text) => text.includes('$1,312.50'))
    await choice(page, 'Approve').click()
    await expect(box(page).getByRole('status')).toHaveText(
      'The price has changed since you started. Nothing was charged. The price is now $1,312.50',
    )
    await expect(alert(page)).toHaveCount(0)
    await expect(page.getByRole('cell')).toHaveText(['Commercial Lead', '$1,312.50', '1', '$1,312.50'])
    await expect(totals(page)).toHaveText(['$1,312.50', '$1,312.50'])
    expect(paymentCounts(product)).toEqual({ ...before, orders: before.orders + 1 })
    await pay(page)
    expect(purchasesOf(product, details)).toMatchObject([{ price_cents: 131_250 }])
  } finally {
    await editor.patch('plan-commercial-lead').set({ price: 299 }).commit()
    await until(pricing, (text) => !text.includes('$1,312.50'))
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a buyer who lost the response to a payment sees its success, even if the plan is off sale', async ({
    page,
    product,
    playwright,
  }) => {
    const before = paymentCounts(product)
    await openCheckout(page, 'commercial-lead')
    const press = () => box(page).getByRole('button', { name: 'Pay on PayPal’s page' }).click()
    await press()
    await expect(page).toHaveURL(/token=/)
    const id = new URL(page.url()).searchParams.get('token')
    await page.request.post(`/test-payments/orders/${id}/approve`, { data: { outcome: 'approve' } })
    await page.goto('/checkout') // a page from before the capture
    const storageState = await page.context().storageState()
    const lost = await playwright.request.newContext({ baseURL: product.siteUrl, storageState })
    await lost.get(`/checkout/return?token=${id}`, { maxRedirects: 0 })
    await lost.dispose()
    await press()
    await expect(page).toHaveURL('/checkout#payment')
    await expect(page.getByRole('alert')).toHaveText(SUCCESS)
    const afterPurchase = {
      orders: before.orders + 1,
      captures: before.captures + 1,
      purchases: before.purchases + 1,
    }
    expect(paymentCounts(product)).toEqual(afterPurchase)
    await whilePlanIsOffSale(product, async () => {
      await page.goto('/checkout')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('No plan selected.')
      await expect(page.getByRole('alert')).toHaveText(SUCCESS)
    })
    await page.goto(`/checkout/return?token=${id}`) // Back over PayPal's page
    await expect(page.getByRole('alert')).toHaveText(SUCCESS)
    await press() // buys again
    await expect(page).toHaveURL((url) => ![null, id].includes(url.searchParams.get('token')))
    await page.goto(`/checkout/return?token=${id}`)
    await expect(page.getByRole('alert'), 'that order was replaced').toHaveCount(0)
    expect(paymentCounts(product).captures).toBe(afterPurchase.captures)
  })
})

test("a buyer whose browser blocks the site's script gets PayPal's own page after 7 s", async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/ERR_FAILED/)
  await page.route('**/assets/*.js', (route) => route.abort())
  await openCheckout(page, 'elite-access')
  const moveAnimationsTo = (ms: number) =>
    page.evaluate((at) => {
      for (const animation of document.getAnimations()) {
        animation.pause()
        animation.currentTime = at
      }
    }, ms)
  await moveAnimationsTo(6_500)
  expect(await box(page).getByText(BLOCKED).isVisible()).toBe(false)
  await moveAnimationsTo(7_000)
  await expect(box(page).getByText(BLOCKED)).toBeVisible()
  await box(page).getByRole('button', { name: 'Pay on PayPal’s page' }).click()
  await expect(page).toHaveURL(/\/test-payments\//)
})
