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

test.beforeEach(async ({ page }) => {
  await openWithStoppedClock(page, '/', hero)
})

test('the hero has four named slides, changes every 5 seconds and loops; a change takes one second', async ({
  page,
}) => {
  await expect(page.getByRole('region').and(hero(page))).toHaveAccessibleName(/.+/)
  await expect(slides(hero(page))).toHaveCount(4)
  for (const slide of await slides(hero(page)).all()) {
    await expect(slide).toHaveAttribute('role', 'group')
    await expect(slide).toHaveAttribute('aria-label', /.+/)
  }
  await hero(page).getByRole('button', { name: 'Next' }).click() // starts the interval again
  await page.clock.runFor(HERO_AUTOPLAY_MS - 100)
  await expect.poll(() => inView(hero(page))).toEqual([2])
  await page.clock.runFor(200)
  await expect.poll(() => inView(hero(page))).toEqual([3])
  await page.clock.runFor(HERO_TRANSITION_MS + 100)
  await expect.poll(() => layout(hero(page))).toMatchObject([{ left: 0 }])
  await page.clock.runFor(HERO_AUTOPLAY_MS * 2 - HERO_TRANSITION_MS)
  await expect.poll(() => inView(hero(page))).toEqual([1])
})

test('a screen reader announces slides only after the visitor has paused the hero slideshow', async ({
  page,
}) => {
  const list = hero(page).locator('[data-part=slides]')
  await expect(list).not.toHaveAttribute('aria-live')
  await hero(page).getByRole('button', { name: 'Pause' }).click()
  await expect(list).toHaveAttribute('aria-live', 'polite')
  const before = await inView(hero(page))
  await page.clock.runFor(HERO_AUTOPLAY_MS * 3)
  await expect.poll(() => inView(hero(page))).toEqual(before)
  await hero(page).getByRole('button', { name: 'Play' }).click()
  await page.clock.runFor(HERO_AUTOPLAY_MS + 100)
  await expect.poll(() => inView(hero(page))).not.toEqual(before)
})
