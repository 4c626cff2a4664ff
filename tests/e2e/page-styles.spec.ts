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
    test.setTimeout(120_000)
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

test('a visitor whose styles don’t come keeps the page as it is; the next sign asks again', async ({
  browser,
  product,
}) => {
  const page = await browser.newPage()
  let asked = 0
  await page.route('**/assets/site-*.css', (route) => (++asked <= 2 ? route.abort() : route.continue()))
  await page.goto(`${product.siteUrl}/contact-us`)
  const isTakenOver = () => page.evaluate(() => document.querySelector('link[rel=manifest]') !== null)
  await page.mouse.move(10, 10)
  await expect.poll(() => asked).toBeGreaterThanOrEqual(1)
  await expect
    .poll(async () => {
      await page.mouse.move(Math.random() * 100, 10)
      return isTakenOver()
    })
    .toBe(true)
  expect(asked).toBeGreaterThanOrEqual(3)
  await page.close()
})
