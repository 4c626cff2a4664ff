import { expect, test } from '#tests/support/fixtures.ts'
import { tabTo } from '#tests/support/focus.ts'
import { takenOver } from '#tests/support/reading.ts'

// What moves by itself is judged where it comes to rest.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a keyboard user goes from home to the plans, chooses one and reaches checkout', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: /skip/i })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await takenOver(page)
  await tabTo(page, page.getByRole('link', { name: 'See Our Plans' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/pricing')
  await expect(page.getByRole('main')).toBeFocused()

  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Starter Edge', exact: true }) })
  await tabTo(page, card.getByRole('button', { name: 'Choose Plan' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/checkout')
  await expect(page.getByRole('cell').first()).toHaveText('Starter Edge')
  await expect(page.getByRole('main')).toBeFocused()

  await tabTo(page, page.getByRole('navigation').getByRole('link', { name: 'Pricing' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/pricing')
  await expect(page.getByRole('main')).toBeFocused()
  await tabTo(page, card.getByRole('button', { name: 'Selected' }))
  await page.keyboard.press('Space')
  await expect(page).toHaveURL('/checkout')
})
