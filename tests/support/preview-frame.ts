import { expect, type FrameLocator, type Locator } from '@playwright/test'
import type { Studio } from '#tests/support/studio.ts'

/** The Studio and the site in its frame both load on a small machine. */
const LOAD_MS = 90_000

export async function openInFrame(studio: Studio, path: string): Promise<FrameLocator> {
  const paths = () => studio.page.frames().map((frame) => URL.parse(frame.url())?.pathname)
  // The tool may navigate back to the place of the last click.
  await expect(async () => {
    await studio.leaveDocument()
    await studio.goto(`/presentation?preview=${encodeURIComponent(path)}`)
    await expect.poll(paths, { timeout: 20_000 }).toContain(path)
  }).toPass({ timeout: LOAD_MS })
  const frame = studio.page.frameLocator('iframe')
  await expect(frame.getByRole('main')).toBeVisible({ timeout: LOAD_MS })
  return frame
}

/** Clicks an element in the frame until the Studio opens its field. Until the overlay is ready, a click only acts on the site. */
export async function clickOpens(studio: Studio, element: Locator, field: RegExp) {
  const overlay = studio.page.frameLocator('iframe').locator('sanity-visual-editing [data-hovered]')
  await expect(async () => {
    await studio.page.mouse.move(0, 0)
    await element.hover({ timeout: 5_000 })
    await expect(overlay).not.toHaveCount(0, { timeout: 2_000 })
    await element.click({ timeout: 5_000 })
    await expect.poll(() => decodeURIComponent(studio.page.url()), { timeout: 5_000 }).toMatch(field)
  }).toPass({ timeout: LOAD_MS })
}
