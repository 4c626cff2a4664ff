import { chromium } from '@playwright/test'
import { findBrowser } from '#tests/support/browser.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { keepPlan, takenOver } from '#tests/support/reading.ts'
import { ROUTES } from '#tests/support/routes.ts'

// Playwright switches the back/forward cache off, and takes no notice of a page that comes out of it: the page itself tells.
test('a page that is left and returned to is as it was', async ({ product }) => {
  const routes = process.env.LONG_TESTS ? ROUTES : ['/', '/pricing', '/contact-us', '/checkout']
  const browser = await chromium.launch({
    executablePath: findBrowser('chromium'), // the shell keeps no page
    args: ['--no-sandbox'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  try {
    for (const route of routes) {
      const context = await browser.newContext()
      await keepPlan(context, product.siteUrl, 'pro-closer')
      const page = await context.newPage()
      await page.goto(product.siteUrl + route)
      await takenOver(page)
      await page.evaluate(() => {
        addEventListener('pageshow', ({ persisted }) => {
          // biome-ignore lint/suspicious/noDocumentCookie: what a test can read from outside of the page
          document.cookie = `persisted=${persisted}; path=/`
        })
      })
      await page.goto(`${product.siteUrl}/robots.txt`)
      await page.evaluate(() => setTimeout(() => history.back()))
      const kept = async () => (await context.cookies()).find(({ name }) => name === 'persisted')?.value
      await expect.poll(kept, route).toBe('true')
      await context.close()
    }
  } finally {
    await browser.close()
  }
})
