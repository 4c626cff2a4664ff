import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/fixtures.ts'
import { waitForHydration } from '#tests/support/page.ts'

// Specification, sections 2 and 4: three tabs, Our Mission first. WAI-ARIA APG tabs.
const tab = (page: Page, name: string) => page.getByRole('tab', { name })

test('a click opens another tab, without an entry in the history', async ({ page }) => {
  await page.goto('/about-us')
  await waitForHydration(page)
  await expect(page.getByRole('tab')).toHaveText(['Our Company', 'Our Mission', 'Our Vision'])
  const panel = page.getByRole('tabpanel')
  await expect(panel).toHaveAccessibleName('Our Mission')
  await tab(page, 'Our Vision').click()
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Our Vision')
  await expect(panel).toHaveCount(1)
  await expect(panel).toHaveAccessibleName('Our Vision')
  await expect(page).toHaveURL('/about-us')
})

test('arrow keys, Home and End select a tab; Tab goes on to the panel', async ({ page }) => {
  await page.goto('/about-us')
  await waitForHydration(page)
  await tab(page, 'Our Mission').focus()
  for (const [key, title] of [
    ['ArrowRight', 'Our Vision'],
    ['ArrowRight', 'Our Company'],
    ['ArrowLeft', 'Our Vision'],
    ['Home', 'Our Company'],
    ['End', 'Our Vision'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(tab(page, title)).toBeFocused()
    await expect(page.getByRole('tab', { selected: true })).toHaveText(title)
  }
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tabpanel')).toBeFocused()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('every tab opens its text', async ({ page }) => {
    await page.goto('/about-us')
    for (const title of ['Our Mission', 'Our Company', 'Our Vision']) {
      if (title !== 'Our Mission') await tab(page, title).click()
      await expect(page.getByRole('tabpanel')).toHaveCount(1)
      await expect(page.getByRole('tabpanel')).toHaveAccessibleName(title)
    }
  })
})
