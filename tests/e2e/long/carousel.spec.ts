import type { Page } from '@playwright/test'
import {
  HERO_AUTOPLAY_MS,
  HERO_TRANSITION_MS,
  hero,
  inView,
  layout,
  openWithStoppedClock,
  slides,
} from '#tests/support/carousel-page.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { waitForHydration } from '#tests/support/page.ts'

const PARTNERS_AUTOPLAY_MS = 2000
const PARTNERS_GAP_PX = 30
const partners = (page: Page) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Our Proud Partners' }) })
    .locator('[aria-roledescription=carousel]')

test('the hero slideshow continues after a click and after a drag', async ({ page }) => {
  await openWithStoppedClock(page, '/', hero)
  await hero(page).getByRole('button', { name: 'Next' }).click()
  await page.clock.runFor(HERO_AUTOPLAY_MS + 100)
  await expect.poll(() => inView(hero(page))).toEqual([3])
  await page.clock.runFor(HERO_TRANSITION_MS)
  const box = (await hero(page).boundingBox())!
  await page.mouse.move(box.x + box.width * 0.9, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.15, box.y + box.height / 2, { steps: 10 })
  await page.mouse.up()
  await page.clock.runFor(600)
  await expect.poll(() => inView(hero(page))).toEqual([4])
  await page.clock.runFor(HERO_AUTOPLAY_MS)
  await expect.poll(() => inView(hero(page))).toEqual([1])
})

test('the hero slideshow pauses while a keyboard user is inside it, and in a background tab', async ({
  page,
}) => {
  await openWithStoppedClock(page, '/', hero)
  const hasFocus = () => hero(page).evaluate((region) => region.contains(document.activeElement))
  while (!(await hasFocus())) await page.keyboard.press('Tab')
  await expect(hero(page).getByRole('button', { name: /pause/i })).toBeFocused()
  const before = await inView(hero(page))
  await page.clock.runFor(HERO_AUTOPLAY_MS * 3)
  await expect.poll(() => inView(hero(page))).toEqual(before)
  while (await hasFocus()) await page.keyboard.press('Tab')
  await page.clock.runFor(HERO_AUTOPLAY_MS + 100)
  await expect.poll(() => inView(hero(page))).not.toEqual(before)
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { get: () => true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  const hidden = await inView(hero(page))
  await page.clock.runFor(HERO_AUTOPLAY_MS * 3)
  await expect.poll(() => inView(hero(page))).toEqual(hidden)
})

test('3 to 5 partner logos are in a row with gaps of 30 px, also without JavaScript', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' }) // so that nothing moves while it is measured
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL })
  const plain = await context.newPage()
  for (const [width, count] of [
    [360, 4],
    [700, 3],
    [800, 4],
    [1280, 5],
  ] as const) {
    for (const tab of [page, plain]) {
      await tab.setViewportSize({ width, height: 800 })
      await tab.goto('/about-us')
    }
    await waitForHydration(page)
    await expect.poll(() => inView(partners(page))).toHaveLength(count)
    const found = await layout(partners(page))
    expect(found).toHaveLength(count)
    for (const [index, { left }] of found.slice(1).entries()) {
      const gap = left - found[index]!.left - found[index]!.width
      expect(Math.abs(gap - PARTNERS_GAP_PX), `${width} px`).toBeLessThanOrEqual(1)
    }
    await expect.poll(() => layout(partners(plain))).toEqual(found)
    await expect(partners(plain).getByRole('button')).toHaveCount(0)
  }
  await context.close()
})

test('the seven partner logos move every 2 seconds and loop', async ({ page }) => {
  await openWithStoppedClock(page, '/about-us', partners)
  await expect(slides(partners(page))).toHaveCount(7)
  await partners(page).getByRole('button', { name: 'Next' }).click()
  const start = await inView(partners(page))
  await page.clock.runFor(PARTNERS_AUTOPLAY_MS - 100)
  await expect.poll(() => inView(partners(page))).toEqual(start)
  await page.clock.runFor(200)
  await expect.poll(() => inView(partners(page))).not.toEqual(start)
  await page.clock.runFor(PARTNERS_AUTOPLAY_MS * 6)
  await expect.poll(() => inView(partners(page))).toEqual(start)
})
