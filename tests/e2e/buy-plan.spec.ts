import {
  alert,
  BLOCKED,
  box,
  card,
  choice,
  FAILED,
  field,
  line,
  openPanel,
  pay,
  SUCCESS,
  save,
  totals,
} from '#tests/support/checkout-page.ts'
import { expect } from '#tests/support/fixtures.ts'
import { waitForHydration } from '#tests/support/page.ts'
import {
  newBuyer,
  openCheckout,
  paymentCounts,
  postForm,
  purchasesOf,
  test,
} from '#tests/support/payments.ts'

test('a visitor chooses a plan without a full page load, and it stays chosen', async ({ page }) => {
  await page.goto('/pricing')
  await waitForHydration(page)
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  await card(page, 'Starter Edge').getByRole('button', { name: 'Choose Plan' }).click()
  await expect(page).toHaveURL('/checkout')
  await expect(page).toHaveTitle(/^Checkout/)
  await expect(page.getByRole('columnheader')).toHaveText(['Product', 'Price', 'Quantity', 'Subtotal'])
  await expect(page.getByRole('cell')).toHaveText(['Starter Edge', '$499.00', '1', '$499.00'])
  await expect(totals(page)).toHaveText(['$499.00', '$499.00'])
  await page.getByRole('navigation').getByRole('link', { name: 'Pricing' }).click()
  await expect(card(page, 'Starter Edge').getByRole('button')).toHaveText('Selected')
  await card(page, 'Elite Access').getByRole('button').click()
  await expect(line(page)).toHaveText('Elite Access')
  await page.goBack()
  await expect(card(page, 'Elite Access').getByRole('button')).toHaveText('Selected')
  await expect(page.getByRole('button', { name: 'Selected' })).toHaveCount(1)
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
  await page.reload()
  await expect(card(page, 'Elite Access').getByRole('button')).toHaveText('Selected')
})

test('a buyer pays once, and the purchase is recorded with the details', async ({ page, product }) => {
  const before = paymentCounts(product)
  const details = await openCheckout(page, 'pro-closer')
  await expect(box(page)).toContainText('no money moves')
  await pay(page)
  const { firstName: first_name, lastName: last_name, email: _, ...others } = details!
  expect(purchasesOf(product, details)).toEqual([
    expect.objectContaining({
      first_name,
      last_name,
      ...others,
      package_title: 'Pro Closer',
      price_cents: 99_900,
    }),
  ])
  expect(paymentCounts(product)).toEqual({
    orders: before.orders + 1,
    captures: before.captures + 1,
    purchases: before.purchases + 1,
  })
})

test('a buyer whose card is declined pays with another one', async ({ page, product }) => {
  const details = await openCheckout(page, 'starter-edge')
  await openPanel(page)
  await choice(page, 'Decline').click()
  await expect(alert(page)).toHaveText(FAILED)
  expect(purchasesOf(product, details)).toEqual([])
  await pay(page)
  expect(purchasesOf(product, details)).toHaveLength(1)
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with PayPal's script blocked" : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test("a buyer reads why and pays on PayPal's own page", async ({ page, product, expectedConsole }) => {
      expectedConsole.push(/ERR_FAILED|PayPal/)
      const details = newBuyer()
      await page.route('**/test-payments/sdk/js*', (route) => route.abort())
      await openCheckout(page, 'elite-access', null)
      await expect(box(page).getByText(BLOCKED)).toBeVisible()
      await expect(box(page).getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact-us')
      await expect(box(page).getByText(/^Save your details before you pay\.$/)).toBeVisible()
      const payOnPayPal = box(page).getByRole('button', { name: 'Pay on PayPal’s page' })
      await expect(payOnPayPal).toHaveCount(0)
      await save(page, details)
      if (javaScriptEnabled) {
        await field(page, 'City').fill('Wilmington')
        await payOnPayPal.click()
        await expect(alert(page)).toHaveText('You have changed your details. Save them before you pay.')
        await field(page, 'City').fill(details.city)
      }
      await postForm(page, '/checkout/plan', { plan: 'pro-closer' })
      await payOnPayPal.click()
      await expect(box(page).getByRole('status')).toContainText('have changed since this page was loaded')
      await expect(page.getByRole('cell')).toHaveText(['Pro Closer', '$999.00', '1', '$999.00'])

      await payOnPayPal.click()
      await expect(page.getByRole('definition')).toContainText(['Pro Closer', '999.00 USD'])
      await page.getByRole('button', { name: 'Cancel' }).click()
      await expect(page).toHaveURL(/\/checkout(\?|$)/)
      await expect(alert(page)).toHaveCount(0)
      await payOnPayPal.click()
      await page.getByRole('button', { name: 'Approve, then decline' }).click()
      await expect(alert(page)).toHaveText(FAILED)
      await payOnPayPal.click()
      await page.getByRole('button', { name: 'Approve', exact: true }).click()
      await expect(alert(page)).toHaveText(SUCCESS)
      await expect(page).toHaveURL('/checkout#payment')
      expect(purchasesOf(product, details)).toMatchObject([{ price_cents: 99_900 }])
      await page.reload()
      await expect(alert(page), 'the success stays').toHaveText(SUCCESS)
      const dismissed = page.waitForResponse('**/checkout/capture')
      await box(page).getByRole('button', { name: 'Dismiss' }).click()
      await expect(alert(page)).toHaveCount(0)
      await dismissed
      await page.reload()
      await expect(box(page)).toBeVisible()
      await expect(alert(page), 'it was dismissed').toHaveCount(0)
    })
  })
}
