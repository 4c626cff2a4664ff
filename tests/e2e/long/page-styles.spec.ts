import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/fixtures.ts'
import { ROUTES } from '#tests/support/routes.ts'

/**
 * How everything on the page looks now: the computed values of each element, and of what stands before and after it. They stay
 * in the page, since they are megabytes; `unlike` says what looks otherwise than it did then.
 */
const remember = (page: Page) =>
  page.evaluate(() => {
    // Read once: all elements have the same properties.
    const names = [...getComputedStyle(document.body)]
    const looks = () =>
      [...document.querySelectorAll('body, body *:not(script)')].flatMap((element, index) =>
        [null, '::before', '::after'].map((pseudo) => {
          const style = getComputedStyle(element, pseudo)
          // A pseudo-element that isn't there has the looks of one that might be.
          const isThere = !pseudo || style.content !== 'none'
          return {
            of: `${index} ${element.tagName}.${element.className}${pseudo ?? ''}`,
            values: isThere ? names.map((name) => style.getPropertyValue(name)) : [],
          }
        }),
      )
    const before = looks()
    Object.assign(window, {
      unlike: () =>
        looks().flatMap(({ of, values }, index) =>
          values.length === before[index]?.values.length
            ? values.flatMap((value, at) => {
                const was = before[index]?.values[at]
                return value === was ? [] : [`${of} ${names[at]}: ${was} → ${value}`]
              })
            : [`${of} is there or not`],
        ),
    })
  })

const unlike = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { unlike: () => string[] }).unlike())

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
      await remember(page)
      expect(await bringTheRest(page), `${route} brings its styles`).toBe(route !== '/')
      expect(await unlike(page), route).toEqual([])
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
  await expect.poll(() => asked).toBe(2)
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
