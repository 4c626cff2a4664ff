import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/fixtures.ts'
import { takenOver } from '#tests/support/reading.ts'

// Specification, sections 2 and 4: three tabs, Our Mission first. WAI-ARIA APG tabs.
const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const selected = (page: Page) => page.getByRole('tab', { selected: true })

async function awake(page: Page) {
  await page.goto('/about-us')
  await page.mouse.move(5, 300) // hydration may wait for a first interaction
  await expect(page.getByRole('tab', { selected: false }).first()).toHaveAttribute('tabindex', '-1')
}

test('Our Mission is open first, and a click opens another in its place', async ({ page }) => {
  await awake(page)
  await expect(page.getByRole('tab')).toHaveText(['Our Company', 'Our Mission', 'Our Vision'])
  await expect(selected(page)).toHaveText('Our Mission')
  const panel = page.getByRole('tabpanel')
  await expect(panel).toHaveAccessibleName('Our Mission')
  const history = await page.evaluate(() => window.history.length)
  await tab(page, 'Our Vision').click()
  await expect(selected(page)).toHaveText('Our Vision')
  await expect(panel).toHaveCount(1)
  await expect(panel).toHaveAccessibleName('Our Vision')
  expect(await page.evaluate(() => window.history.length)).toBe(history)
  expect(new URL(page.url()).hash).toBe('')
})

test('arrow keys, Home and End move and open; Tab goes on to the panel', async ({ page }) => {
  await awake(page)
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
    await expect(selected(page)).toHaveText(title)
  }
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tabpanel')).toBeFocused()
})

test('the address can name a tab', async ({ page }) => {
  await awake(page)
  const href = await tab(page, 'Our Company').getAttribute('href')
  await page.goto('about:blank')
  await page.goto(`/about-us${href}`)
  await expect(page.getByRole('tabpanel')).toHaveAccessibleName('Our Company')
})

test('so it can in a link from far down another page: its text is in view', async ({ page }) => {
  await awake(page)
  const href = await tab(page, 'Our Company').getAttribute('href')
  await page.goto('/pricing')
  await takenOver(page)
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await page.evaluate(
    (to) =>
      (window as unknown as { __remixRouter: { navigate(to: string): void } }).__remixRouter.navigate(to),
    `/about-us${href}`,
  )
  const panel = page.getByRole('tabpanel')
  await expect(panel).toHaveAccessibleName('Our Company')
  await expect(panel).toBeInViewport({ ratio: 1 })
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
