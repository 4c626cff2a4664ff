import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/fixtures.ts'
import { ROUTES } from '#tests/support/routes.ts'

/** How everything on the page looks now: a line for each element, and what stands before and after it. */
const looks = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('body, body *:not(script)')].flatMap((element, index) =>
      [null, '::before', '::after'].map((pseudo) => {
        const style = getComputedStyle(element, pseudo)
        // A pseudo-element that isn't there has the looks of one that might be.
        if (pseudo && style.content === 'none') return ''
        const values = [...style].map((name) => `${name}:${style.getPropertyValue(name)}`).join(';')
        return `${index} ${element.tagName}.${element.className}${pseudo ?? ''} {${values}}`
      }),
    ),
  )

/** Brings the whole file of styles. False where the page has it already. */
async function bringTheRest(page: Page): Promise<boolean> {
  const links = page.locator('link[rel=stylesheet]')
  const isStyled = (await page.locator('link[rel=stylesheet][disabled]').count()) > 0
  await links.evaluateAll((all: HTMLLinkElement[]) => {
    for (const link of all) link.disabled = false
  })
  await expect
    .poll(() => links.evaluateAll((all: HTMLLinkElement[]) => all.every(({ sheet }) => sheet !== null)))
    .toBe(true)
  return isStyled
}

for (const width of [360, 1440])
  test(`at ${width} px a page looks the same with the styles that it brings as with all of them`, async ({
    browser,
    product,
  }) => {
    const context = await browser.newContext({
      viewport: { width, height: 800 },
      javaScriptEnabled: false,
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    for (const route of [...ROUTES, '/search?q=lead', '/consent-wording', '/nowhere']) {
      await page.goto(product.siteUrl + route)
      // Everything that can be opened without script is.
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true
        for (const popover of document.querySelectorAll<HTMLElement>('[popover]')) popover.showPopover()
      })
      const before = await looks(page)
      expect(await bringTheRest(page), `${route} brings its styles`).toBe(route !== '/')
      const after = await looks(page)
      expect(
        after.filter((line, index) => line !== before[index]),
        route,
      ).toEqual([])
    }
    await context.close()
  })

test('styles that fail to come are asked for again; the page works meanwhile', async ({
  browser,
  product,
}) => {
  const page = await browser.newPage()
  let asked = 0
  await page.route('**/assets/site-*.css', (route) => (++asked === 1 ? route.abort() : route.continue()))
  await page.goto(`${product.siteUrl}/contact-us`)
  await page.mouse.move(10, 10)
  await page.locator('link[rel=manifest]').waitFor({ state: 'attached' }) // React has taken over
  await expect.poll(() => asked, { timeout: 10_000 }).toBe(2)
  await expect
    .poll(() =>
      page.locator('link[rel=stylesheet]').evaluate((link: HTMLLinkElement) => link.sheet?.cssRules.length),
    )
    .toBeGreaterThan(100)
  await page.close()
})

test('styles that hang hold no link and no button up', async ({ browser, product }) => {
  const page = await browser.newPage()
  await page.route('**/assets/site-*.css', () => {})
  await page.goto(`${product.siteUrl}/about-us`)
  const scripts = page.locator('link[rel=modulepreload]')
  await scripts.first().waitFor({ state: 'attached' }) // the browser was idle
  await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).first().click()
  await expect(page).toHaveURL(/\/pricing$/)
  await page.goto(`${product.siteUrl}/about-us`)
  await scripts.first().waitFor({ state: 'attached' })
  await page.getByRole('button', { name: /chat/i }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.close()
})
