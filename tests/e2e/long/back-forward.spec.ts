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

test('a page that is returned to goes on where the browser drops what it told itself when it was left', async ({
  product,
}) => {
  await withKeptPages(async (browser) => {
    const { page, noted } = await newVisitor(browser)
    await page.addInitScript(() => {
      const { postMessage } = MessagePort.prototype
      let isLeft = false
      MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
        if (!isLeft) postMessage.call(this, message) // as Firefox does
      }
      addEventListener('pagehide', () => (isLeft = true))
      addEventListener('pageshow', () => (isLeft = false))
    })
    await page.goto(product.siteUrl)
    await takenOver(page)
    await expect(page.getByRole('button', { name: 'Pause slides' }).first()).toBeVisible()
    await page.evaluate(() => {
      addEventListener('pageshow', () => {
        new MutationObserver(() => {
          // biome-ignore lint/suspicious/noDocumentCookie: what a test can read from outside of the page
          document.cookie = `heading=${document.querySelector('h1')?.textContent}; path=/`
        }).observe(document, { childList: true, subtree: true })
        document.querySelector<HTMLElement>('footer a[href="/about-us"]')?.click()
      })
    })
    await page.goto(`${product.siteUrl}/robots.txt`)
    await page.evaluate(() => setTimeout(() => history.back()))
    await expect.poll(() => noted('heading')).toContain('Get Your Real-Estate Success')
  })
})

test('a page that left a link to the browser and is returned to waits for it no longer', async ({
  product,
}) => {
  await withKeptPages(async (browser) => {
    const { page, noted } = await newVisitor(browser)
    await page.addInitScript(() => {
      const send = window.fetch
      const badGateway = () => new Response('Bad Gateway', { headers: { 'Content-Type': 'text/html' } })
      window.fetch = (input, init) =>
        input instanceof URL && input.pathname.endsWith('.data')
          ? new Promise((answer) => addEventListener('answer', () => answer(badGateway())))
          : send(input, init)
      let page = 'new'
      addEventListener('pageshow', ({ persisted }) => {
        if (persisted) page = 'kept'
      })
      setInterval(() => {
        const bar = document.querySelector('[role=progressbar]')?.ariaLabel ?? 'nothing'
        // biome-ignore lint/suspicious/noDocumentCookie: what a test can read from outside of the page
        document.cookie = `waits=${page}, ${bar}; path=/`
      }, 20)
    })
    const waits = () => noted('waits')
    await page.goto(`${product.siteUrl}/contact-us`)
    await takenOver(page)
    await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click()
    await expect.poll(waits).toBe('new, Loading')
    await page.evaluate(() => dispatchEvent(new Event('answer')))
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Get Your Real-Estate Success')
    await page.evaluate(() => setTimeout(() => history.back()))
    await expect.poll(waits).toBe('kept, nothing')
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
