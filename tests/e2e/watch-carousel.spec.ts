import type { Locator, Page } from '@playwright/test'
import { expect, test } from '#tests/support/fixtures.ts'
import { stopTimeBeforeLoading } from '#tests/support/reading.ts'

// Specification, section 9; WAI-ARIA APG carousel.
const HERO_AUTOPLAY_MS = 5000

const HERO_TRANSITION_MS = 1000

const hero = (page: Page) => page.locator('[aria-roledescription=carousel]').first()

const slides = (carousel: Locator) => carousel.locator('[aria-roledescription=slide]')

/** Numbers of the slides that are not inert, first in the document first. */
const inView = (carousel: Locator) =>
  slides(carousel).evaluateAll((all) =>
    all.flatMap((slide, index) => ((slide as HTMLElement).inert ? [] : [index + 1])),
  )

/** Place and width of the slides in view, from left to right, in px from the carousel's left edge. */
const layout = (carousel: Locator) =>
  carousel.evaluate((region) => {
    const edge = region.getBoundingClientRect()
    return [...region.querySelectorAll('[aria-roledescription=slide]')]
      .map((slide) => slide.getBoundingClientRect())
      .filter((box) => box.left > edge.left - 1 && box.right < edge.right + 1)
      .sort((a, b) => a.left - b.left)
      .map((box) => ({ left: Math.round(box.left - edge.left), width: Math.round(box.width) }))
  })

/** React takes over, in as little of the page's own time as it needs, however long the machine takes for it. */
async function awakeByTheClock(carousel: Locator) {
  const page = carousel.page()
  await page.mouse.move(5, 300)
  await expect(async () => {
    await page.clock.runFor(20)
    expect(await carousel.getByRole('button').first().isVisible()).toBe(true)
  }).toPass({ intervals: [100] })
}

async function openTimed(page: Page, path: string, carousel: (page: Page) => Locator) {
  await stopTimeBeforeLoading(page)
  await page.goto(path)
  await awakeByTheClock(carousel(page))
}

test.describe('the hero', () => {
  test.beforeEach(async ({ page }) => {
    await openTimed(page, '/', hero)
  })

  test('is a named carousel region of four named slides, of which one is not inert', async ({ page }) => {
    await expect(page.getByRole('region').and(hero(page))).toHaveAccessibleName(/.+/)
    await expect(slides(hero(page))).toHaveCount(4)
    for (const slide of await slides(hero(page)).all()) {
      await expect(slide).toHaveAttribute('role', 'group')
      await expect(slide).toHaveAttribute('aria-label', /.+/)
    }
    await expect.poll(() => inView(hero(page))).toHaveLength(1)
  })

  test('changes every 5 seconds, loops, and the change takes one second', async ({ page }) => {
    await hero(page).getByRole('button', { name: 'Next' }).click() // the waiting time starts here
    await page.clock.runFor(HERO_AUTOPLAY_MS - 100)
    await expect.poll(() => inView(hero(page))).toEqual([2])
    await page.clock.runFor(200)
    await expect.poll(() => inView(hero(page))).toEqual([3])
    await page.clock.runFor(HERO_TRANSITION_MS + 100)
    await expect.poll(() => layout(hero(page))).toMatchObject([{ left: 0 }])
    await page.clock.runFor(HERO_AUTOPLAY_MS * 2 - HERO_TRANSITION_MS)
    await expect.poll(() => inView(hero(page))).toEqual([1])
  })

  test('stands still when paused and announces moves by hand only then', async ({ page }) => {
    const list = hero(page).locator('[data-part=slides]')
    await expect(list).not.toHaveAttribute('aria-live') // to Orca "off" is a live region, too
    await hero(page).getByRole('button', { name: 'Pause' }).click()
    await expect(list).toHaveAttribute('aria-live', 'polite')
    const before = await inView(hero(page))
    await page.clock.runFor(HERO_AUTOPLAY_MS * 3)
    await expect.poll(() => inView(hero(page))).toEqual(before)
    await hero(page).getByRole('button', { name: 'Play' }).click()
    await page.clock.runFor(HERO_AUTOPLAY_MS + 100)
    await expect.poll(() => inView(hero(page))).not.toEqual(before)
  })
})
