import type { Page, Route } from '@playwright/test'
import { payButton } from '#tests/support/checkout-page.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { waitForHydration } from '#tests/support/page.ts'

/** APIs that the oldest supported browser, Safari 16.4, does not have. */
const NEWER_APIS = {
  URL: ['parse', 'canParse'],
  Promise: ['withResolvers', 'try'],
  Object: ['groupBy'],
  Map: ['groupBy'],
  Array: ['fromAsync'],
  AbortSignal: ['any'],
  window: ['requestIdleCallback', 'cancelIdleCallback', 'scheduler', 'navigation', 'Iterator', 'cookieStore'],
  'Element.prototype': ['checkVisibility'],
  'HTMLElement.prototype': ['popover', 'showPopover', 'hidePopover', 'togglePopover'],
  HTMLScriptElement: ['supports'],
  'Set.prototype': ['union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom'],
  'String.prototype': ['isWellFormed', 'toWellFormed'],
}

const removeNewerApis = (page: Page) =>
  page.addInitScript((newer) => {
    for (const [path, names] of Object.entries(newer)) {
      let holder: object = window
      for (const name of path.split('.')) holder = Reflect.get(holder, name)
      for (const name of names) Reflect.deleteProperty(holder, name)
    }
    const { matches } = Element.prototype
    Element.prototype.matches = function (this: Element, selector: string) {
      if (selector.includes(':popover-open')) throw new DOMException('not a valid selector', 'SyntaxError')
      return matches.call(this, selector)
    } as typeof matches
  }, NEWER_APIS)

/** Makes the browser ignore popovers and apply the CSS for browsers without them. */
async function removePopovers(route: Route): Promise<void> {
  const response = await route.fetch()
  const text = await response.text()
  const body = text.replaceAll(' popover="auto"', '').replaceAll('not selector(:popover-open)', 'selector(*)')
  await route.fulfill({ response, body })
}

test.use({ viewport: { width: 390, height: 844 } })

test('a visitor with the oldest supported browser uses the menu, writes, asks and chooses a plan', async ({
  page,
}) => {
  await removeNewerApis(page)
  await page.route(
    (url) => !url.pathname.startsWith('/media/') && !/\.(js|woff2|data)$/.test(url.pathname),
    removePopovers,
  )
  await page.goto('/')
  const header = page.getByRole('banner')
  const link = header.getByRole('link', { name: 'Contact' })
  const number = header.getByRole('link', { name: '(302) 555-0142' })
  await expect(link).toBeHidden()
  await header.getByRole('button', { name: 'Open menu' }).click() // before the page is hydrated
  await expect(link).toBeVisible()
  await waitForHydration(page)
  await header.getByRole('button', { name: 'Close menu' }).click()
  await expect(link).toBeHidden()
  await header.getByRole('button', { name: 'Show phone' }).click()
  await expect(number).toBeVisible()
  await expect(number).toBeHidden()
  await header.getByRole('button', { name: 'Open menu' }).click()
  await link.click()
  await expect(link).toBeHidden()

  const form = page.getByRole('main').locator('form')
  await form.getByLabel('First Name').fill('Ann')
  await form.getByRole('button', { name: 'Submit' }).click()
  await expect(form.getByRole('alert')).toHaveText('Your message has been sent successfully!')

  await page.getByRole('button', { name: /assistant/i }).click()
  const chat = page.getByRole('dialog')
  await chat.getByRole('textbox').fill('How much is a Standard Buyer Lead?')
  await chat.getByRole('textbox').press('Enter')
  await expect(chat).toContainText('$99')
  await page.keyboard.press('Escape')

  await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click()
  await page.getByRole('button', { name: 'Choose Plan' }).first().click()
  await expect(payButton(page)).toBeVisible()
})
