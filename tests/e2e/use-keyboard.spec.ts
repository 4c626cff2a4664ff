import { expectNoViolations } from '#tests/support/axe.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { tabTo } from '#tests/support/focus.ts'
import { setPlanCookie, waitForHydration } from '#tests/support/page.ts'
import { ROUTES } from '#tests/support/routes.ts'

// Animations would change focus and colors.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a keyboard user goes from home to the plans, chooses one and reaches checkout', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: /skip/i })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await waitForHydration(page)
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
})

test('axe finds no violation on any route on a phone', async ({ page, context, product }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await setPlanCookie(context, product.siteUrl, 'pro-closer')
  for (const route of ROUTES) {
    await page.goto(route)
    await expectNoViolations(page, route)
  }
})
