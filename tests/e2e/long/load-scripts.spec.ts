import { button, panel } from '#tests/support/chat-page.ts'
import { expectFields, fill, newEnquiry } from '#tests/support/contact-page.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { holdScripts, waitForHydration } from '#tests/support/page.ts'

test('a chat that a visitor taps before the page is hydrated opens once', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/about-us')
  await button(page).click()
  await expect(panel(page)).toHaveCount(0)
  release()
  await expect(panel(page)).toBeVisible()
  await panel(page).getByRole('button', { name: /close/i }).click()
  await expect(panel(page)).toBeHidden()
})

test('a visitor without network retries inside the layout and finds the typed text again', async ({
  page,
  context,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource|net::ERR_INTERNET_DISCONNECTED/)
  const heading = page.getByRole('heading', { level: 1 })
  await page.goto('/contact-us')
  await waitForHydration(page)
  await button(page).click()
  await expect(panel(page)).toBeVisible()
  const typed = newEnquiry()
  await fill(page, typed)
  await context.setOffline(true)
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' })
  await link.evaluate((element: HTMLElement) => element.click())
  await expect(heading).toHaveText('Something went wrong')
  await expect(panel(page)).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('main').getByRole('link', { name: 'Try again' }).click()
  await expect(heading).toHaveText(/^One/)
  await page.goBack()
  await expectFields(page, typed, false)
  await expect(panel(page)).toBeVisible()
})
