import type { FrameLocator, Locator } from '@playwright/test'
import { expect, read, type Studio, test as studioTest, windowOfGroup } from '#tests/support/studio.ts'

// Where the last click was, the tool writes down even after it was left, and leads back to it.
const editors = windowOfGroup()

const test = studioTest.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  studio: async ({}, use) => use(editors()),
})

/** The Studio loads, and the site in its frame: both on a small machine. */
const PATIENCE_MS = 90_000

/** The site in the Studio's frame, at an address. */
async function see(studio: Studio, path: string): Promise<FrameLocator> {
  const shown = () => studio.page.frames().map((frame) => URL.parse(frame.url())?.pathname)
  // Whoever leaves right after a click may be led back: the tool writes down where that click was.
  await expect(async () => {
    await studio.leaveDocument()
    await studio.goto(`/presentation?preview=${encodeURIComponent(path)}`)
    await expect.poll(shown, { timeout: 20_000 }).toContain(path)
  }).toPass({ timeout: PATIENCE_MS })
  const frame = studio.page.frameLocator('iframe')
  await expect(frame.getByRole('main')).toBeVisible({ timeout: PATIENCE_MS })
  return frame
}

/**
 * Clicks on what stands in the frame, and waits for the Studio to open its field. A click before tool and page have found
 * each other would be a visitor's, who chooses a plan and leaves the page: what can be clicked on shows it under the pointer.
 */
async function clickOpens(studio: Studio, what: Locator, field: RegExp) {
  const noticed = studio.page.frameLocator('iframe').locator('sanity-visual-editing [data-hovered]')
  await expect(async () => {
    await studio.page.mouse.move(0, 0)
    await what.hover({ timeout: 5_000 })
    await expect(noticed).not.toHaveCount(0, { timeout: 2_000 })
    await what.click({ timeout: 5_000 })
    await expect.poll(() => decodeURIComponent(studio.page.url()), { timeout: 5_000 }).toMatch(field)
  }).toPass({ timeout: PATIENCE_MS })
}

test('pricing: a click on a price opens the plan’s; a question opens its own, and what is typed shows in the frame and nowhere else', async ({
  studio,
  page: visitor,
}) => {
  const frame = await see(studio, '/pricing')
  const price = frame.locator('[data-sanity*="id=plan-hot-seller-lead;"][data-sanity*=";path=price;"]')
  await expect(price).toHaveText('$299')
  await clickOpens(studio, price, /plan-hot-seller-lead.*price/)
  await expect(studio.field('Price (USD)')).toHaveValue('299')

  const question = 'Do bundle credits expire?'
  await clickOpens(studio, frame.getByRole('main').getByText(question), /faq-credits-expire\/question/)
  await expect(studio.field('Question')).toHaveValue(question)

  // The click puts the cursor there. What is typed before that is typed while the form is still being drawn.
  await expect(studio.field('Question')).toBeFocused()
  await studio.field('Question').fill('Do my credits expire?')
  const typedAt = performance.now()
  // Not the name that click-to-edit writes beside what is chosen.
  await expect(frame.getByRole('main').getByText('Do my credits expire?')).toBeVisible()
  console.log(`  a typed draft in the frame after ${Math.round(performance.now() - typedAt)} ms`)
  const published = await read(visitor, '/pricing')
  expect(published).toContain(question)
  expect(published).not.toContain('Do my credits expire?')
})
