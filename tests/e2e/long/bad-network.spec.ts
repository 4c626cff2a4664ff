import { expectFields, fill, form, newEnquiry, SENT } from '#tests/support/contact-page.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { isHydrated, waitForHydration } from '#tests/support/page.ts'

const NETWORK = /Failed to load resource|Failed to fetch dynamically imported module/

test('a visitor sends the form although its script cannot be loaded', async ({ page, expectedConsole }) => {
  expectedConsole.push(NETWORK)
  await page.route('**/assets/contact-form*', (route) => route.abort())
  await page.goto('/about-us')
  await waitForHydration(page)
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click()
  await expect(page).toHaveURL('/contact-us')
  const typed = newEnquiry()
  await fill(page, typed)
  await page.mouse.move(5, 300)
  await expect.poll(() => isHydrated(page)).toBe(true)
  await expectFields(page, typed, false)
  await form(page).submit.click()
  await expect(form(page).alert).toHaveText(SENT)
})
