import { expect, type Locator, type Page } from '@playwright/test'
import { stopClockBeforeLoad } from '#tests/support/page.ts'

// Specification, section 9; WAI-ARIA APG carousel.
export const HERO_AUTOPLAY_MS = 5000
export const HERO_TRANSITION_MS = 1000

export const hero = (page: Page) => page.locator('[aria-roledescription=carousel]').first()

export const slides = (carousel: Locator) => carousel.locator('[aria-roledescription=slide]')

/** Numbers of the slides that are not inert, in document order. */
export const inView = (carousel: Locator) =>
  slides(carousel).evaluateAll((all) =>
    all.flatMap((slide, index) => ((slide as HTMLElement).inert ? [] : [index + 1])),
  )

/** Offset and width (px) of the slides in view, from left to right. */
export const layout = (carousel: Locator) =>
  carousel.evaluate((region) => {
    const edge = region.getBoundingClientRect()
    return [...region.querySelectorAll('[aria-roledescription=slide]')]
      .map((slide) => slide.getBoundingClientRect())
      .filter((box) => box.left > edge.left - 1 && box.right < edge.right + 1)
      .sort((a, b) => a.left - b.left)
      .map((box) => ({ left: Math.round(box.left - edge.left), width: Math.round(box.width) }))
  })

/** Waits for hydration. Moves the stopped clock of the page in small steps, because hydration needs timers. */
async function hydrateByClock(carousel: Locator) {
  const page = carousel.page()
  await page.mouse.move(5, 300)
  await expect(async () => {
    await page.clock.runFor(20)
    expect(await carousel.getByRole('button').first().isVisible()).toBe(true)
  }).toPass({ intervals: [100] })
}

export async function openWithStoppedClock(page: Page, path: string, carousel: (page: Page) => Locator) {
  await stopClockBeforeLoad(page)
  await page.goto(path)
  await hydrateByClock(carousel(page))
}
