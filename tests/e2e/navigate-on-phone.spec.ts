import { expect, test } from '#tests/support/fixtures.ts'
import { stopClock, waitForHydration } from '#tests/support/page.ts'

test('a visitor taps for the phone number and sees it for 3 seconds, again after a second tap', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/')
  await waitForHydration(page)
  const alert = page.locator('header [role=alert]')
  const number = alert.getByRole('link', { name: '(302) 555-0142' })
  const button = page.getByRole('button', { name: 'Show phone' })
  await stopClock(page)
  for (const shownMs of [1_500, 2_900]) {
    await button.click()
    await expect(number).toBeVisible()
    await page.clock.fastForward(shownMs)
    await expect(number).toBeVisible()
  }
  await page.clock.fastForward(200)
  await expect(alert).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a visitor opens the menu, closes it with Escape, and follows a link in it', async ({ page }) => {
    await page.goto('/')
    await waitForHydration(page)
    const link = page.getByRole('navigation').getByRole('link', { name: 'Pricing' })
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(link).toBeInViewport()
    await page.keyboard.press('Escape')
    await expect(link).not.toBeInViewport()
    await page.getByRole('button', { name: 'Open menu' }).click()
    await link.click()
    await expect(page).toHaveURL('/pricing')
    await expect(link).not.toBeInViewport()
    await expect(page.getByRole('main')).toBeFocused()
  })
})

test.describe('on a phone without JavaScript', () => {
  // Playwright waits for animations to end, which it cannot detect without JavaScript.
  test.use({
    viewport: { width: 390, height: 844 },
    javaScriptEnabled: false,
    contextOptions: { reducedMotion: 'reduce' },
  })

  test('a visitor opens the menu and follows a link in it', async ({ page }) => {
    await page.goto('/')
    const link = page.getByRole('link', { name: 'How It Works', exact: true }).first()
    await expect(link).not.toBeInViewport()
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(link).toBeInViewport()
    await link.click()
    await expect(page).toHaveURL('/how-it-works')
    await expect(link).not.toBeInViewport()
  })
})
