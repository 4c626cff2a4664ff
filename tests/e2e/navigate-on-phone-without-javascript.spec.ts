import { expect, test } from '#tests/support/fixtures.ts'

// Playwright waits for things to stand still, which it can't tell while a page without JavaScript moves them.
test.use({ javaScriptEnabled: false, contextOptions: { reducedMotion: 'reduce' } })

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the menu slides in behind its button, and a link in it closes it', async ({ page }) => {
    await page.goto('/')
    const link = page.getByRole('link', { name: 'How It Works', exact: true }).first()
    await expect(link).not.toBeInViewport()
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(link).toBeInViewport()
    await link.click()
    await expect(page).toHaveURL('/how-it-works')
    await expect(page.getByRole('link', { name: 'How It Works', exact: true }).first()).not.toBeInViewport()
  })
})
