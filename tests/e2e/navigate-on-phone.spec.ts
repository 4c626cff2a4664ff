import { expect, test } from '#tests/support/fixtures.ts'
import { stopTime, takenOver } from '#tests/support/reading.ts'

test('the phone number shows for 3 seconds after a tap, anew after a second one', async ({ page }) => {
  await page.clock.install()
  await page.goto('/')
  await takenOver(page)
  const said = page.locator('header [role=alert]') // to who can't find it before it goes again
  const number = said.getByRole('link', { name: '(302) 555-0142' })
  const button = page.getByRole('button', { name: 'Show phone' })
  await stopTime(page)
  for (const shownMs of [1_500, 2_900]) {
    await button.click()
    await expect(number).toBeVisible()
    await page.clock.fastForward(shownMs)
    await expect(number).toBeVisible()
  }
  await page.clock.fastForward(200)
  await expect(said).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the menu closes when a link in it is chosen, and with Escape', async ({ page }) => {
    await page.goto('/')
    await takenOver(page)
    const link = page.getByRole('navigation').getByRole('link', { name: 'Pricing' })
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(link).toBeInViewport()
    await page.keyboard.press('Escape')
    await expect(link).not.toBeInViewport()
    await page.getByRole('button', { name: 'Open menu' }).click()
    await link.click()
    await expect(page).toHaveURL('/pricing')
    await expect(link).not.toBeInViewport()
  })
})
