import { expect, test } from '#tests/support/fixtures.ts'

// Playwright waits for animations to end, which it cannot detect without JavaScript.
test.use({ javaScriptEnabled: false, contextOptions: { reducedMotion: 'reduce' } })

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

test('every tab opens its text, Our Mission first', async ({ page }) => {
  await page.goto('/about-us')
  for (const title of ['Our Mission', 'Our Company', 'Our Vision']) {
    if (title !== 'Our Mission') await page.getByRole('tab', { name: title }).click()
    await expect(page.getByRole('tabpanel')).toHaveCount(1)
    await expect(page.getByRole('tabpanel')).toHaveAccessibleName(title)
  }
})
