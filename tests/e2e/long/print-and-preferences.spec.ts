import AxeBuilder from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '#tests/support/fixtures.ts'
import { waitForHydration } from '#tests/support/page.ts'

/** The darkest grey that a printer still prints as legible text. */
const DARK = 0x33

/** Visible texts of the page that are lighter than `DARK`. */
const lightTexts = (page: Page) =>
  page.locator('body *').evaluateAll(
    (all, dark) =>
      all
        .filter((element) => [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE))
        .filter((element) => element.checkVisibility({ opacityProperty: true }))
        .filter((element) => Math.max(...getComputedStyle(element).color.match(/\d+/g)!.map(Number)) > dark)
        .map((element) => element.textContent),
    DARK,
  )

test('a printed page is its text, dark on white, without navigation', async ({ page }) => {
  for (const route of ['/', '/pricing', '/contact-us', '/terms-and-conditions', '/resources/speed-to-lead']) {
    await page.goto(route)
    await page.emulateMedia({ media: 'print' })
    for (const landmark of ['banner', 'navigation', 'contentinfo'] as const)
      await expect(page.getByRole(landmark)).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Skip to content' })).toHaveCount(0)
    expect(await lightTexts(page), route).toEqual([])
    const main = page.getByRole('main')
    const grounds = await main
      .locator(':not(img)') // an image has a background until it is loaded
      .evaluateAll((all) => all.map((element) => getComputedStyle(element).backgroundColor))
    expect(new Set(grounds), route).toEqual(new Set(['rgba(0, 0, 0, 0)']))
    await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
    expect((await main.boundingBox())!.y, `${route}: no room is left for the header`).toBe(0)
    await page.emulateMedia({ media: null })
  }
})

test.describe('in forced colors', () => {
  test.use({ colorScheme: 'dark', contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } })
  const styles = (locator: Locator, name: string, pseudo?: string) =>
    locator.evaluateAll(
      (all, [name, pseudo]) =>
        all.map((element) => getComputedStyle(element, pseudo).getPropertyValue(name!)),
      [name, pseudo] as const,
    )
  const BLACK = 'rgb(0, 0, 0)'
  const WHITE = 'rgb(255, 255, 255)'

  test('logos, icons, cards and the selected tab stand out from their background', async ({ page }) => {
    await page.goto('/about-us')
    await waitForHydration(page)
    for (const part of ['banner', 'main', 'contentinfo'] as const)
      for (const ground of await styles(page.getByRole(part).locator('img'), 'background-color'))
        expect(ground, part).not.toMatch(/, 0\)$|^rgb\(0, 0, 0\)$/)
    const links = await styles(page.getByRole('navigation').first().getByRole('link'), 'text-decoration-line')
    expect(links, 'the current page').toEqual(['none', 'none', 'none', 'underline', 'none'])
    const [company, mission] = await styles(page.getByRole('tab'), 'border-bottom-color')
    expect(company).toBe(BLACK)
    expect(mission).not.toBe(BLACK)

    await page.goto('/')
    await waitForHydration(page)
    for (const cards of [page.locator('li > [tabindex="0"]'), page.locator('article')])
      expect(new Set(await styles(cards, 'border-top-width'))).toEqual(new Set(['1px']))
    const chat = page.getByRole('button', { name: 'Chat with our assistant' })
    expect(await styles(chat, 'border-top-width')).toEqual(['1px'])

    await page.goto('/pricing')
    expect(new Set(await styles(page.locator('form li svg'), 'color'))).toEqual(new Set([WHITE]))
    const [plus] = await styles(page.locator('summary'), 'background-image', '::after')
    expect(plus).toContain(WHITE)
  })
})

test.describe('with more contrast', () => {
  test.use({ contextOptions: { contrast: 'more', reducedMotion: 'reduce' } })

  test('every text has a contrast of 7:1, a large one of 4.5:1', async ({ page }) => {
    for (const route of ['/', '/pricing', '/about-us', '/contact-us', '/resources', '/privacy-policy']) {
      await page.goto(route)
      const { violations } = await new AxeBuilder({ page }).withRules('color-contrast-enhanced').analyze()
      expect(
        violations.flatMap(({ nodes }) => nodes.map(({ html }) => html)),
        route,
      ).toEqual([])
    }
  })
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('nothing is animated and every carousel is paused', async ({ page }) => {
    for (const [route, carousels] of [
      ['/', 2],
      ['/about-us', 1],
      ['/operational-framework', 0],
    ] as const) {
      await page.goto(route)
      await waitForHydration(page)
      await expect(page.getByRole('button', { name: 'Play slides' })).toHaveCount(carousels)
      const animations = await page.evaluate(() => {
        const found: Animation[] = []
        for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
          window.scrollTo(0, y)
          found.push(...document.getAnimations())
        }
        return found.length
      })
      expect(animations, route).toBe(0)
    }
  })
})
