import type { Page } from '@playwright/test'
import {
  alert,
  BLOCKED,
  box,
  choice,
  FAILED,
  field,
  openPanel,
  SUCCESS,
  save,
} from '#tests/support/checkout-page.ts'
import { expect } from '#tests/support/fixtures.ts'
import { figures, prepare, somebody, test } from '#tests/support/paying.ts'
import { FROM_OWN_PAGE, takenOver } from '#tests/support/reading.ts'
import { rows } from '#tests/support/rows.ts'

const card = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

const line = (page: Page) => page.getByRole('main').getByRole('cell').first()

test('a visitor chooses a plan without a full load, and it stays chosen', async ({ page }) => {
  await page.goto('/pricing')
  await takenOver(page)
  await page.evaluate(() => Object.assign(window, { stillTheSame: true }))
  await card(page, 'Starter Edge').getByRole('button', { name: 'Choose Plan' }).click()
  await expect(page).toHaveURL('/checkout')
  await expect(page).toHaveTitle(/^Checkout/)
  await expect(line(page)).toHaveText('Starter Edge')
  await expect(page.getByRole('cell')).toHaveText(['Starter Edge', '$499.00', '1', '$499.00'])
  await expect(page.getByRole('region', { name: 'Basket Total' }).getByRole('definition')).toHaveText([
    '$499.00',
    '$499.00',
  ])
  await page.getByRole('navigation').getByRole('link', { name: 'Pricing' }).click()
  await expect(card(page, 'Starter Edge').getByRole('button')).toHaveText('Selected')
  await expect(page.getByRole('button', { name: 'Selected' })).toHaveCount(1)
  await card(page, 'Elite Access').getByRole('button').click()
  await expect(line(page)).toHaveText('Elite Access')
  await page.goBack()
  await expect(card(page, 'Elite Access').getByRole('button')).toHaveText('Selected')
  await expect(page.getByRole('button', { name: 'Selected' })).toHaveCount(1)
  expect(await page.evaluate(() => 'stillTheSame' in window), 'the document was loaded anew').toBe(true)
  await page.reload()
  await expect(card(page, 'Elite Access').getByRole('button')).toHaveText('Selected')
})

test.describe('with PayPal’s buttons', () => {
  test('a buyer pays once; the purchase is recorded with the details', async ({ page, product }) => {
    const details = somebody()
    const before = figures(product)
    await prepare(page, 'pro-closer', details)
    await page.goto('/checkout')
    await expect(box(page)).toContainText('no money moves')
    await openPanel(page)
    await choice(page, 'Approve').click()
    await expect(alert(page)).toHaveText(SUCCESS)
    expect(rows(product, 'SELECT * FROM purchases WHERE user_email = ?', details.email)).toEqual([
      expect.objectContaining({
        first_name: details.firstName,
        last_name: details.lastName,
        phone: details.phone,
        address: details.address,
        city: details.city,
        state: details.state,
        package_title: 'Pro Closer',
        price_cents: 99_900,
      }),
    ])
    expect(figures(product)).toEqual({
      orders: before.orders + 1,
      captures: before.captures + 1,
      purchases: before.purchases + 1,
    })
    await box(page).getByRole('button', { name: 'Dismiss' }).click()
    await expect(alert(page)).toHaveCount(0)
  })

  test('a buyer whose card is declined pays with another one', async ({ page, product }) => {
    const details = somebody()
    const { purchases } = figures(product)
    await prepare(page, 'starter-edge', details)
    await page.goto('/checkout')
    await openPanel(page)
    await choice(page, 'Decline').click()
    await expect(alert(page)).toHaveText(FAILED)
    expect(figures(product).purchases).toBe(purchases)
    await openPanel(page)
    await expect(alert(page), 'of the try before').toHaveCount(0)
    await choice(page, 'Approve').click()
    await expect(alert(page)).toHaveText(SUCCESS)
    expect(rows(product, 'SELECT * FROM purchases WHERE user_email = ?', details.email)).toHaveLength(1)
  })
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'PayPal’s script is blocked' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('a buyer reads why and pays on PayPal’s own page', async ({ page, product, expectedConsole }) => {
      expectedConsole.push(/ERR_FAILED|PayPal/)
      const details = somebody()
      await page.route('**/test-payments/sdk/js*', (route) => route.abort())
      await prepare(page, 'elite-access', null)
      await page.goto('/checkout')
      await expect(box(page).getByText(BLOCKED)).toBeVisible()
      await expect(box(page).getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact-us')
      await expect(box(page).getByText(/^Save your details before you pay\.$/)).toBeVisible()
      const way = box(page).getByRole('button', { name: 'Pay on PayPal’s page' })
      await expect(way).toHaveCount(0)
      await save(page, details)
      if (javaScriptEnabled) {
        await field(page, 'City').fill('Wilmington')
        await way.click()
        await expect(alert(page)).toHaveText('You have changed your details. Save them before you pay.')
        await field(page, 'City').fill(details.city)
      }
      await page.request.post('/checkout/plan', {
        form: { plan: 'pro-closer' },
        headers: FROM_OWN_PAGE,
        maxRedirects: 0,
      })
      await way.click()
      await expect(box(page).getByRole('status')).toContainText('have changed since this page was loaded')
      await expect(page.getByRole('cell')).toHaveText(['Pro Closer', '$999.00', '1', '$999.00'])
      await page.request.post('/checkout/plan', {
        form: { plan: 'elite-access' },
        headers: FROM_OWN_PAGE,
        maxRedirects: 0,
      })
      await page.reload()

      await way.click()
      await expect(page.getByRole('definition')).toContainText(['Elite Access', '1499.00 USD'])
      await page.getByRole('button', { name: 'Cancel' }).click()
      await expect(page).toHaveURL(/\/checkout(\?|$)/)
      await expect(alert(page)).toHaveCount(0)

      await way.click()
      await page.getByRole('button', { name: 'Approve, then decline' }).click()
      await expect(alert(page)).toHaveText(FAILED)
      await way.click()
      await page.getByRole('button', { name: 'Approve', exact: true }).click()
      await expect(alert(page)).toHaveText(SUCCESS)
      await expect(page).toHaveURL('/checkout#payment')
      expect(rows(product, 'SELECT price_cents FROM purchases WHERE user_email = ?', details.email)).toEqual([
        { price_cents: 149_900 },
      ])
      await page.reload()
      await expect(alert(page), 'the confirmation stays').toHaveText(SUCCESS)
      const dismissed = page.waitForResponse('**/checkout/capture')
      await box(page).getByRole('button', { name: 'Dismiss' }).click()
      await expect(alert(page)).toHaveCount(0)
      await dismissed
      await page.reload()
      await expect(box(page)).toBeVisible()
      await expect(alert(page), 'until it is dismissed').toHaveCount(0)
    })
  })
}
