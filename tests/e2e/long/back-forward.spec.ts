import { type Browser, chromium } from '@playwright/test'
import { findBrowser } from '#tests/support/browser.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { keepPlan, takenOver } from '#tests/support/reading.ts'
import { ROUTES } from '#tests/support/routes.ts'

// Playwright switches the back/forward cache off, and takes no notice of a page that comes out of it: the page itself tells.
test('a page that is left and returned to is as it was', async ({ product }) => {
  await withKeptPages(async (browser) => {
    for (const route of ROUTES) {
      const { context, page, noted } = await newVisitor(browser)
      await keepPlan(context, product.siteUrl, 'pro-closer')
      await page.goto(product.siteUrl + route)
      await takenOver(page)
      await page.waitForFunction(() => history.scrollRestoration === 'manual') // React’s effects come later
      await page.evaluate(() => {
        addEventListener('pageshow', ({ persisted }) => {
          // biome-ignore lint/suspicious/noDocumentCookie: what a test can read from outside of the page
          document.cookie = `returned=${persisted} ${history.scrollRestoration}; path=/`
        })
      })
      await page.goto(`${product.siteUrl}/robots.txt`)
      await page.evaluate(() => setTimeout(() => history.back()))
      await expect
        .poll(() => noted('returned'), `${route}: kept whole, and so is what Back leaves in its place`)
        .toBe('true manual')
      await context.close()
    }
  })
})

/** A visitor's page, and what it notes in a cookie: a test reads nothing else of a page that comes out of the cache. */
async function newVisitor(browser: Browser) {
  const context = await browser.newContext()
  const noted = async (name: string) =>
    (await context.cookies()).find((cookie) => cookie.name === name)?.value
  return { context, page: await context.newPage(), noted }
}

async function withKeptPages(visit: (browser: Browser) => Promise<void>): Promise<void> {
  const browser = await chromium.launch({
    executablePath: findBrowser('chromium'), // the shell keeps no page
    args: ['--no-sandbox'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  try {
    await visit(browser)
  } finally {
    await browser.close()
  }
}
