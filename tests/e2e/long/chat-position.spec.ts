import { ask, button, CHAT, input, log, open, openAt, panel, test } from '#tests/support/chat-page.ts'
import { expect } from '#tests/support/fixtures.ts'
import { waitForHydration } from '#tests/support/page.ts'
import { json } from '#tests/support/payments.ts'

test('the button is round, fixed and near the corner, and never covers a focused element', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto('/contact-us')
  await waitForHydration(page)
  await expect(button(page)).toHaveCSS('border-radius', '50%')
  await expect(button(page)).toHaveCSS('position', 'fixed')
  const { x, y, width, height } = (await button(page).boundingBox())!
  expect(width).toBeCloseTo(height)
  expect(Math.hypot(360 - x - width / 2, 640 - y - height / 2)).toBeLessThan(160)
  const main = page.getByRole('main')
  for (const target of await main.locator('a:visible, input:visible, button:visible').all()) {
    // At the bottom edge, where the button is.
    await target.evaluate((element) =>
      window.scrollBy(0, element.getBoundingClientRect().bottom - window.innerHeight + 5),
    )
    await target.focus()
    const isCovered = () =>
      target.evaluate(
        (element, { x, y }) => {
          const box = element.getBoundingClientRect()
          return box.bottom > y && box.right > x && box.top < window.innerHeight
        },
        { x, y },
      )
    await expect.poll(isCovered, await target.evaluate((element) => element.outerHTML)).toBe(false)
  }
})

for (const [width, height] of [
  [360, 740],
  [320, 256], // 400 % zoom
] as const)
  test(`${width} × ${height}: the panel has room for messages, and closes for a focused element and a followed link`, async ({
    page,
    chat,
  }) => {
    chat.answer(CHAT, json({ message: 'It is all on /pricing.' }))
    await page.setViewportSize({ width, height })
    await openAt(page, '/contact-us')
    await expect(input(page)).toBeFocused()
    await expect.poll(async () => (await log(page).boundingBox())!.height).toBeGreaterThan(90)
    for (const part of [input(page), panel(page).getByRole('button', { name: 'Close chat' })])
      await expect(part).toBeInViewport({ ratio: 1 })
    // WCAG 2.4.11
    await page.getByRole('main').getByLabel('Last Name').focus()
    await expect(panel(page)).toHaveCount(0)
    await open(page)
    await ask(page, 'What does it cost?')
    await panel(page).getByRole('link', { name: '/pricing' }).click()
    await expect(page).toHaveURL('/pricing')
    await expect(panel(page)).toHaveCount(0)
  })

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true })

  test('a tap opens a sheet that stays until it is closed', async ({ page }) => {
    await page.goto('/pricing')
    await waitForHydration(page)
    await button(page).tap()
    await expect(input(page)).toBeFocused()
    expect(await panel(page).boundingBox()).toMatchObject({ x: 0, width: 360 })
    await page.touchscreen.tap(60, 76) // the page
    await page.getByRole('banner').getByRole('button', { name: 'phone' }).tap()
    await expect(panel(page)).toBeVisible()
    await panel(page).getByRole('button', { name: 'Close chat' }).tap()
    await expect(panel(page)).toHaveCount(0)
    await expect(button(page)).toBeFocused()
  })
})
