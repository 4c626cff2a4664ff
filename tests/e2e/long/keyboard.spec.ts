import { expect, test } from '#tests/support/fixtures.ts'
import { focusedElement, MAX_TAB_STOPS, tabTo } from '#tests/support/focus.ts'
import { setPlanCookie, waitForHydration } from '#tests/support/page.ts'
import { ROUTES } from '#tests/support/routes.ts'

// WCAG 2.2: 2.1.1 Keyboard, 2.1.2 No Keyboard Trap, 2.4.3 Focus Order, 2.4.7 Focus Visible, 2.4.11 Focus Not Obscured.
// WAI-ARIA APG: dialog.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('the open menu keeps the focus, and Escape returns it to the button', async ({ page }) => {
    await page.goto('/')
    await waitForHydration(page)
    const button = page.getByRole('button', { name: 'Open menu' })
    const links = page.getByRole('navigation').getByRole('link')
    await tabTo(page, button)
    await page.keyboard.press('Enter')
    const close = page.getByRole('button', { name: 'Close menu' })
    await expect(close).toHaveAttribute('aria-expanded', 'true')
    for (const link of await links.all()) {
      await page.keyboard.press('Tab')
      await expect(link).toBeFocused()
      expect((await focusedElement(page))?.problems).toEqual([])
    }
    await page.keyboard.press('Tab')
    await expect(close).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(links.last()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(links.last()).not.toBeInViewport()
    await expect(button).toBeFocused()
    await expect(button).toHaveAttribute('aria-expanded', 'false')
  })

  test('a keyboard user sees the focus on every route', async ({ page, context, product }) => {
    await setPlanCookie(context, product.siteUrl, 'pro-closer')
    for (const route of ROUTES) {
      await page.goto(route)
      await waitForHydration(page)
      await page.locator('footer a').last().focus()
      const problems: string[] = []
      let stops = 0
      for (; stops < MAX_TAB_STOPS; stops++) {
        await page.keyboard.press('Shift+Tab') // upwards the header may cover the focus
        const here = await focusedElement(page)
        if (!here || here.region === 'header') break
        problems.push(...here.problems.map((problem) => `${here.name}: ${problem}`))
        // The footer is the same on every route.
        if (route !== '/' && here.region === 'footer') await page.locator('footer a').first().focus()
      }
      expect(stops, `${route}: stops`).toBeLessThan(MAX_TAB_STOPS)
      expect.soft(problems, route).toEqual([])
    }
  })
})

test('the review dialog gets the focus, keeps it, and returns it', async ({ page }) => {
  await page.goto('/')
  await waitForHydration(page)
  const opener = page.getByRole('button', { name: 'Add Review' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add New Review' })
  const first = dialog.getByLabel('First Name')
  await expect(first).toBeFocused()
  // Four names, the text, the rating as one stop, Add, Close.
  for (let stop = 0; stop < 8; stop++) {
    const here = await focusedElement(page)
    expect(here?.region, here?.name).toBe('dialog')
    expect(here?.problems, here?.name).toEqual([])
    await page.keyboard.press('Tab')
  }
  await expect(first).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(dialog.getByRole('button', { name: 'Add', exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
})
