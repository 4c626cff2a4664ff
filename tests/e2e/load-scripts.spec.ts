import { expect, test } from '#tests/support/fixtures.ts'
import { stopClockBeforeLoad, waitForHydration } from '#tests/support/page.ts'

test('scripts load at the first event, or two seconds after the page', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await stopClockBeforeLoad(page)
  await page.goto('/about-us')
  await page.clock.runFor(1_900)
  expect(scripts).toEqual([])
  await page.clock.runFor(200)
  await expect.poll(() => scripts.length).toBeGreaterThan(0)

  await page.goto('/pricing')
  scripts.length = 0
  await page.keyboard.press('Tab')
  await expect.poll(() => scripts.length).toBeGreaterThan(0)
  await waitForHydration(page)
})
