import { expect, type FrameLocator, type Locator } from '@playwright/test'
import type { Studio } from '#tests/support/studio.ts'

/** The Studio loads, and the site in its frame: both on a small machine. */
export const PATIENCE_MS = 90_000

/** The site in the Studio's frame, at an address. */
export async function see(studio: Studio, path: string): Promise<FrameLocator> {
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
export async function clickOpens(studio: Studio, what: Locator, field: RegExp) {
  const noticed = studio.page.frameLocator('iframe').locator('sanity-visual-editing [data-hovered]')
  await expect(async () => {
    await studio.page.mouse.move(0, 0)
    await what.hover({ timeout: 5_000 })
    await expect(noticed).not.toHaveCount(0, { timeout: 2_000 })
    await what.click({ timeout: 5_000 })
    await expect.poll(() => decodeURIComponent(studio.page.url()), { timeout: 5_000 }).toMatch(field)
  }).toPass({ timeout: PATIENCE_MS })
}
