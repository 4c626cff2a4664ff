import { chromium } from '@playwright/test'
import { findBrowser } from '#tests/support/browser.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { setPlanCookie, waitForHydration } from '#tests/support/page.ts'
import { ROUTES } from '#tests/support/routes.ts'

test('the back/forward cache restores every page', async ({ product }) => {
  const browser = await chromium.launch({
    executablePath: findBrowser('chromium'), // the headless shell has no such cache
    args: ['--no-sandbox'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  for (const route of ROUTES) {
    const context = await browser.newContext()
    await setPlanCookie(context, product.siteUrl, 'pro-closer')
    const page = await context.newPage()
    await page.goto(product.siteUrl + route)
    await waitForHydration(page)
    await page.waitForFunction(() => history.scrollRestoration === 'manual')
    // Playwright does not notice a restored page: the page itself reports in a cookie.
    await page.evaluate(() => {
      addEventListener('pageshow', ({ persisted }) => {
        // biome-ignore lint/suspicious/noDocumentCookie: the test reads it from outside
        document.cookie = `returned=${persisted} ${history.scrollRestoration}; path=/`
      })
    })
    await page.goto(`${product.siteUrl}/robots.txt`)
    await page.evaluate(() => setTimeout(() => history.back()))
    const returned = async () => (await context.cookies()).find(({ name }) => name === 'returned')?.value
    await expect.poll(returned, route).toBe('true manual')
    await context.close()
  }
  await browser.close()
})
