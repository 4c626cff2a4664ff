import AxeBuilder from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import {
  awakeByTheClock,
  HERO_AUTOPLAY_MS,
  HERO_TRANSITION_MS,
  hero,
  inView,
  layout,
  openTimed,
  slides,
} from '#tests/support/carousel-page.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { holdScript, stopTime, stopTimeBeforeLoading, takenOver } from '#tests/support/reading.ts'

const PARTNERS_AUTOPLAY_MS = 2000
const PARTNERS_GAP_PX = 30
const partners = (page: Page) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Our Proud Partners' }) })
    .locator('[aria-roledescription=carousel]')

async function awake(carousel: Locator) {
  await carousel.page().mouse.move(5, 300) // hydration may wait for a first interaction
  await expect(carousel.getByRole('button').first()).toBeVisible()
}

test('on a clock that stands still React takes over nevertheless, and each move is there once its time was given', async ({
  page,
}) => {
  await stopTimeBeforeLoading(page)
  await page.goto('/')
  for (const number of [2, 3, 4, 1]) {
    await page.clock.runFor(HERO_AUTOPLAY_MS)
    await expect.poll(() => inView(hero(page))).toEqual([number])
  }
})

test('after a script that came late, it moves when it is due, not an interval later', async ({ page }) => {
  await stopTimeBeforeLoading(page)
  const letGo = await holdScript(page)
  await page.goto('/')
  await page.clock.fastForward(HERO_AUTOPLAY_MS + 1_000)
  letGo()
  await awakeByTheClock(hero(page))
  await page.clock.runFor(1_000)
  await expect.poll(() => inView(hero(page))).toEqual([2])
})

test('on a page that a link has led to it waits its whole interval', async ({ page }) => {
  await page.clock.install()
  await page.goto('/pricing')
  await takenOver(page)
  await stopTime(page)
  await page.clock.fastForward(HERO_AUTOPLAY_MS - 1_000)
  await page.getByRole('banner').getByRole('link').first().click()
  await awakeByTheClock(hero(page))
  await page.clock.runFor(1_500)
  await expect.poll(() => inView(hero(page))).toEqual([1])
  await page.clock.runFor(HERO_AUTOPLAY_MS)
  await expect.poll(() => inView(hero(page))).toEqual([2])
})

test.describe('the hero', () => {
  test.beforeEach(async ({ page }) => {
    await openTimed(page, '/', hero)
  })

  test('goes on after a click and after a drag', async ({ page }) => {
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

  test('waits while a keyboard user is inside, pause button first', async ({ page }) => {
    const button = hero(page).getByRole('button').first()
    await expect(button).toHaveAccessibleName(/pause/i)
    while (!(await hero(page).evaluate((region) => region.contains(document.activeElement))))
      await page.keyboard.press('Tab')
    await expect(button).toBeFocused()
    const before = await inView(hero(page))
    await page.clock.runFor(HERO_AUTOPLAY_MS * 3)
    await expect.poll(() => inView(hero(page))).toEqual(before)
    while (await hero(page).evaluate((region) => region.contains(document.activeElement)))
      await page.keyboard.press('Tab')
    await page.clock.runFor(HERO_AUTOPLAY_MS + 100)
    await expect.poll(() => inView(hero(page))).not.toEqual(before)
  })

  test('waits in the background', async ({ page }) => {
    const before = await inView(hero(page))
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await page.clock.runFor(HERO_AUTOPLAY_MS * 3)
    await expect.poll(() => inView(hero(page))).toEqual(before)
  })

  test('has controls of at least 24 px and nothing that axe complains about', async ({ page }) => {
    for (const button of await hero(page).getByRole('button').all()) {
      const box = (await button.boundingBox())!
      expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(24)
    }
    await page.clock.resume() // axe waits by it
    const { violations } = await new AxeBuilder({ page }).include('[aria-roledescription=carousel]').analyze()
    expect(violations).toEqual([])
  })
})

test('reduced motion: the hero stands still, and its buttons move it without animation', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openTimed(page, '/', hero)
  await page.clock.runFor(HERO_AUTOPLAY_MS * 3)
  await expect.poll(() => inView(hero(page))).toEqual([1])
  await hero(page).getByRole('button', { name: 'Next' }).click()
  await page.clock.runFor(32) // two frames
  await expect.poll(() => inView(hero(page))).toEqual([2])
  await expect.poll(() => layout(hero(page))).toMatchObject([{ left: 0 }])
})

for (const [width, count] of [
  [360, 4],
  [700, 3],
  [800, 4],
  [1280, 5],
] as const) {
  test(`partners: ${count} in view at ${width} px with gaps of 30 px, the same without JavaScript`, async ({
    page,
    browser,
    baseURL,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ reducedMotion: 'reduce' }) // so that nothing moves while it is measured
    await page.goto('/about-us')
    await awake(partners(page))
    const found = await layout(partners(page))
    expect(found).toHaveLength(count)
    await expect.poll(() => inView(partners(page))).toHaveLength(count)
    for (const [index, box] of found.entries()) {
      const before = found[index - 1]
      if (before)
        expect(Math.abs(box.left - before.left - before.width - PARTNERS_GAP_PX)).toBeLessThanOrEqual(1)
    }

    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width, height: 800 },
      baseURL,
    })
    const plain = await context.newPage()
    await plain.goto('/about-us')
    await expect.poll(() => layout(partners(plain))).toEqual(found)
    await expect(partners(plain).getByRole('button')).toHaveCount(0)
    await context.close()
  })
}

test('partners: seven logos change every 2 seconds and loop without a gap', async ({ page }) => {
  await openTimed(page, '/about-us', partners)
  await expect(slides(partners(page))).toHaveCount(7)
  await partners(page).getByRole('button', { name: 'Next' }).click()
  const start = await inView(partners(page))
  await page.clock.runFor(PARTNERS_AUTOPLAY_MS - 100)
  await expect.poll(() => inView(partners(page))).toEqual(start)
  await page.clock.runFor(200)
  await expect.poll(() => inView(partners(page))).not.toEqual(start)
  for (let change = 0; change < 6; change++) {
    await page.clock.runFor(PARTNERS_AUTOPLAY_MS)
    await expect.poll(() => inView(partners(page))).toHaveLength(start.length)
  }
  await expect.poll(() => inView(partners(page))).toEqual(start)
  await page.clock.runFor(1000)
  await expect.poll(() => layout(partners(page))).toHaveLength(start.length)
})
