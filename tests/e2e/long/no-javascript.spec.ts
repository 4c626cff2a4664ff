import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/fixtures.ts'

// Playwright waits for things to stand still, which it can't tell while a page without JavaScript moves them.
test.use({ javaScriptEnabled: false, contextOptions: { reducedMotion: 'reduce' } })

const card = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

test('the navigation leads everywhere', async ({ page }) => {
  await page.goto('/')
  for (const [name, address] of [
    ['Pricing', '/pricing'],
    ['How It Works', '/how-it-works'],
    ['About', '/about-us'],
    ['Contact', '/contact-us'],
    ['Home', '/'],
  ] as const) {
    await page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await page.goto('/resources')
  await page.getByRole('main').getByRole('article').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/resources\/[a-z-]+$/)
})

test('the phone button reveals the number, a second press hides it', async ({ page }) => {
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

test('the review form is a part of the page: it has no button that would do nothing', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Add Review' }).click()
  await expect(page.getByLabel('Write a review')).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Close' })).toHaveCount(0)
})

test('ten questions, each opens and closes on its own', async ({ page }) => {
  await page.goto('/pricing')
  const items = page.locator('details')
  await expect(items).toHaveCount(10)
  const answer = (index: number) => items.nth(index).locator('summary + *')
  await expect(answer(0)).toBeHidden()
  await items.nth(0).locator('summary').click()
  await items.nth(4).locator('summary').click()
  await expect(answer(0)).toBeVisible()
  await expect(answer(4)).toBeVisible()
  await items.nth(0).locator('summary').click()
  await expect(answer(0)).toBeHidden()
  await expect(answer(4)).toBeVisible()
})

test('each of the six service cards reveals its description when pointed at, and with the keyboard', async ({
  page,
}) => {
  await page.goto('/')
  const cards = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { level: 2, name: 'What Keyturn Offers' }) })
    .getByRole('group')
  await expect(cards).toHaveCount(6)
  for (const card of await cards.all()) {
    const description = card.getByRole('paragraph') // read by who sees nothing, though it shows later
    await expect(description).toHaveCSS('opacity', '0')
    await card.hover()
    await expect(description).toHaveCSS('opacity', '1')
    await expect(description).toBeVisible()
    await page.mouse.move(0, 0)
    await expect(description).toHaveCSS('opacity', '0')
    await card.focus()
    await expect(description).toHaveCSS('opacity', '1')
  }
})

test('a chosen plan goes to checkout, and its card alone reads Selected afterwards', async ({ page }) => {
  await page.goto('/checkout')
  await expect(page.getByText('No plan selected.', { exact: true })).toBeVisible()

  await page.goto('/pricing')
  await card(page, 'Pro Closer').getByRole('button', { name: 'Choose Plan' }).click()
  await expect(page).toHaveURL('/checkout')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout')
  await expect(page.getByRole('columnheader')).toHaveText(['Product', 'Price', 'Quantity', 'Subtotal'])
  const [, row] = await page.getByRole('row').all()
  await expect(row!.getByRole('cell')).toHaveText(['Pro Closer', '$999.00', '1', '$999.00'])
  const total = page.getByRole('region', { name: 'Basket Total' })
  await expect(total.getByRole('term')).toHaveText(['Subtotal', 'Total'])
  await expect(total.getByRole('definition')).toHaveText(['$999.00', '$999.00'])

  await page.getByRole('navigation').getByRole('link', { name: 'Pricing' }).click()
  await expect(card(page, 'Pro Closer').getByRole('button')).toHaveText('Selected')
  await expect(page.getByRole('button', { name: 'Selected' })).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Choose Plan' })).toHaveCount(7)

  await card(page, 'Hot Seller Lead').getByRole('button').click()
  await expect(page.getByRole('cell').first()).toHaveText('Hot Seller Lead')
  await page.goto('/pricing')
  await expect(page.getByRole('button', { name: 'Selected' })).toHaveCount(1)
  await expect(card(page, 'Hot Seller Lead').getByRole('button')).toHaveText('Selected')
})
