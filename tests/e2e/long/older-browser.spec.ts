import type { Page, Route } from '@playwright/test'
import { payButton } from '#tests/support/checkout-page.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { takenOver } from '#tests/support/reading.ts'

/** What Safari 16.4 lacks, the oldest in which the whole site works, of what browsers of today have. */
const LATER = {
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

const withoutLater = (page: Page) =>
  page.addInitScript((later) => {
    for (const [place, names] of Object.entries(later)) {
      let holder: object = window
      for (const name of place.split('.')) holder = Reflect.get(holder, name)
      for (const name of names) Reflect.deleteProperty(holder, name)
    }
    const { matches } = Element.prototype
    Element.prototype.matches = function (this: Element, selector: string) {
      if (selector.includes(':popover-open')) throw new DOMException('not a valid selector', 'SyntaxError')
      return matches.call(this, selector)
    } as typeof matches
  }, LATER)

/** The browser makes no popover of what it gets, and takes the rules for those that know none. */
async function withoutPopovers(route: Route): Promise<void> {
  const answer = await route.fetch()
  const text = await answer.text()
  const body = text.replaceAll(' popover="auto"', '').replaceAll('not selector(:popover-open)', 'selector(*)')
  await route.fulfill({ response: answer, body })
}

test('in a browser that is some years old somebody finds the way, writes, asks and buys', async ({
  page,
}) => {
  await withoutLater(page)
  await page.goto('/?utm_source=news')
  await takenOver(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Get Your Real-Estate Success')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact Us' }).click()
  const form = page.getByRole('main').locator('form')
  await form.getByLabel('First Name').fill('Ann')
  await form.getByRole('button', { name: 'Submit' }).click()
  await expect(form.getByRole('alert')).toHaveText('Your message has been sent successfully!')
  expect(await page.context().cookies()).toContainEqual(expect.objectContaining({ name: 'visit' }))

  await page.getByRole('button', { name: /assistant/i }).click()
  const chat = page.getByRole('dialog')
  await chat.getByRole('textbox').fill('How much is a Standard Buyer Lead?')
  await chat.getByRole('textbox').press('Enter')
  await expect(chat).toContainText('$99')
  await page.keyboard.press('Escape')

  await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click()
  await page.getByRole('button', { name: 'Choose Plan' }).first().click()
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible()
  await expect(payButton(page)).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('where there are no popovers the menu closes by its button and by a link in it, and the number by itself', async ({
    page,
  }) => {
    await withoutLater(page)
    await page.route(
      (url) => !url.pathname.startsWith('/media/') && !/\.(js|woff2|data)$/.test(url.pathname),
      withoutPopovers,
    )
    await page.goto('/')
    const header = page.getByRole('banner')
    const link = header.getByRole('link', { name: 'How It Works' })
    const number = header.getByRole('link', { name: '(302) 555-0142' })
    await expect(link).toBeHidden()
    await header.getByRole('button', { name: 'Open menu' }).click() // before React is there
    await expect(link).toBeVisible()
    await takenOver(page)
    await header.getByRole('button', { name: 'Close menu' }).click()
    await expect(link).toBeHidden()
    await header.getByRole('button', { name: 'Open menu' }).click()
    await link.click()
    await expect(page).toHaveURL('/how-it-works')
    await expect(link).toBeHidden() // the pointer rests where it was
    await header.getByRole('button', { name: 'Show phone' }).click()
    await expect(number).toBeVisible()
    await expect(number).toBeHidden()
  })
})

test('where a backdrop inherits nothing, the one of the menu begins below the header all the same', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/about-us')
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('@layer older { ::backdrop { --header: initial } }')
    document.adoptedStyleSheets.push(sheet)
  })
  await page.getByRole('button', { name: 'Open menu' }).click()
  const tops = await page.locator('nav:popover-open').evaluate((menu) => {
    const top = (part?: string) => Number.parseFloat(getComputedStyle(menu, part).top)
    return { menu: top(), backdrop: top('::backdrop') }
  })
  expect(tops.menu).toBeGreaterThan(40)
  expect(tops.backdrop).toBe(tops.menu)
})
