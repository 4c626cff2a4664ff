import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/fixtures.ts'
import { setPlanCookie, waitForHydration } from '#tests/support/page.ts'
import { ROUTES } from '#tests/support/routes.ts'

const MAX_SHIFT = 0.01

async function imagesLoaded(page: Page) {
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await page.waitForFunction(() =>
    [...document.images].every((image) => {
      const { left, right, top, bottom } = image.getBoundingClientRect()
      const isOutside = right <= 0 || left >= innerWidth || bottom <= 0 || top >= innerHeight
      return image.complete || isOutside || !image.checkVisibility()
    }),
  )
}

for (const width of [360, 1440])
  test(`no page shifts its layout at ${width} px`, async ({ page, context, product }) => {
    await page.setViewportSize({ width, height: 800 })
    await setPlanCookie(context, product.siteUrl, 'pro-closer')
    await page.addInitScript(() => {
      Object.assign(window, { shift: 0 })
      new PerformanceObserver((list) => {
        for (const { value, hadRecentInput } of list.getEntries() as (PerformanceEntry & {
          value: number
          hadRecentInput: boolean
        })[])
          if (!hadRecentInput) (window as unknown as { shift: number }).shift += value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    for (const route of ROUTES) {
      await page.goto(route)
      await waitForHydration(page)
      await imagesLoaded(page)
      await page.evaluate(async () => {
        for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
          window.scrollTo(0, y)
          await new Promise(requestAnimationFrame)
        }
      })
      await imagesLoaded(page)
      const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift)
      expect.soft(shift, route).toBeLessThanOrEqual(MAX_SHIFT)
    }
  })
