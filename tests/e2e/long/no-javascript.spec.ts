import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/fixtures.ts'

// Playwright waits for animations to end, which it cannot detect without JavaScript.
test.use({ javaScriptEnabled: false, contextOptions: { reducedMotion: 'reduce' } })

const card = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

test('the phone button shows the number, and a second press hides it', async ({ page }) => {
  await page.goto('/')
  const number = page.getByRole('banner').getByRole('link', { name: '(302) 555-0142' })
  const button = page.getByRole('button', { name: 'Show phone' })
  await expect(number).toBeHidden()
  await button.click()
  await expect(number).toBeVisible()
  await expect(number).toHaveAttribute('href', 'tel:+13025550142')
  await button.click()
  await expect(number).toBeHidden()
})

test('each of the six service cards shows its description on hover and on focus', async ({ page }) => {
  await page.goto('/')
  const cards = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { level: 2, name: 'What Keyturn Offers' }) })
    .getByRole('group')
  await expect(cards).toHaveCount(6)
  for (const card of await cards.all()) {
    const description = card.getByRole('paragraph') // screen readers read it at any time
    await expect(description).toHaveCSS('opacity', '0')
    await card.hover()
    await expect(description).toHaveCSS('opacity', '1')
    await page.mouse.move(0, 0)
    await expect(description).toHaveCSS('opacity', '0')
    await card.focus()
    await expect(description).toHaveCSS('opacity', '1')
  }
})

test('a chosen plan is in the basket, and its card alone reads Selected', async ({ page }) => {
  await page.goto('/checkout')
  await expect(page.getByText('No plan selected.', { exact: true })).toBeVisible()

  await page.goto('/pricing')
  await card(page, 'Pro Closer').getByRole('button', { name: 'Choose Plan' }).click()
  await expect(page).toHaveURL('/checkout')
  await expect(page.getByRole('columnheader')).toHaveText(['Product', 'Price', 'Quantity', 'Subtotal'])
  await expect(page.getByRole('cell')).toHaveText(['Pro Closer', '$999.00', '1', '$999.00'])
  const total = page.getByRole('region', { name: 'Basket Total' })
  await expect(total.getByRole('term')).toHaveText(['Subtotal', 'Total'])
  await expect(total.getByRole('definition')).toHaveText(['$999.00', '$999.00'])

  await page.getByRole('navigation').getByRole('link', { name: 'Pricing' }).click()
  await expect(card(page, 'Pro Closer').getByRole('button')).toHaveText('Selected')
  await expect(page.getByRole('button', { name: 'Selected' })).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Choose Plan' })).toHaveCount(7)
})
