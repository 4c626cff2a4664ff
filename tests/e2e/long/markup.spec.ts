import { HtmlValidate, StaticConfigLoader } from 'html-validate'
import { alert, payButton } from '#tests/support/checkout-page.ts'
import { documentOf } from '#tests/support/document.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { prepare } from '#tests/support/paying.ts'
import { read, takenOver } from '#tests/support/reading.ts'
import { CONTENT_ROUTES } from '#tests/support/routes.ts'

// Issue H: HTML as the standard wants it, and no link that leads nowhere.
const validator = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    extends: ['html-validate:standard', 'html-validate:a11y'],
    // Add Review is a link until there is script for a button.
    rules: { 'prefer-native-element': ['error', { exclude: ['button'] }] },
  }),
)

async function mistakes(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  )
}

test('and once its script has taken over', async ({ page }) => {
  for (const route of ['/', '/pricing', '/about-us', '/contact-us']) {
    await page.goto(route)
    await takenOver(page)
    expect(await mistakes(await page.content()), route).toEqual([])
  }
})

test('and what opens on a page', async ({ page }) => {
  await prepare(page, 'pro-closer', null)
  await page.goto('/checkout')
  await payButton(page).click()
  await expect(alert(page)).toBeVisible()
  expect(await mistakes(await page.content()), 'checkout with messages').toEqual([])
  await page.goto('/')
  await page.getByRole('button', { name: 'Add Review' }).click()
  await expect(page.getByRole('dialog', { name: 'Add New Review' })).toBeVisible()
  expect(await mistakes(await page.content()), 'review dialog').toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Chat with our assistant' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await mistakes(await page.content()), 'chat').toEqual([])
})

test('a form’s first inputs are its fields, and state their type: what only machines send comes after', async ({
  page,
}) => {
  const inputs = page.getByRole('button', { name: /^(Submit|Add)$/ }).locator('xpath=ancestor::form//input')
  const names = (type: string) =>
    inputs.evaluateAll(
      (all, type) => all.filter((input) => input.matches(type)).map((input) => input.getAttribute('name')),
      type,
    )
  await page.goto('/contact-us')
  expect((await names('*')).slice(0, 4)).toEqual(['firstName', 'lastName', 'email', 'phone'])
  expect(await names('[type=text]')).toEqual(['firstName', 'lastName'])
  await page.goto('/')
  await page.getByRole('button', { name: 'Add Review' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect((await names('*')).slice(0, 4)).toEqual(['firstName', 'lastName', 'companyName', 'jobTitle'])
  expect(await names('[type=text]')).toEqual(['firstName', 'lastName', 'companyName', 'jobTitle'])
})

test('no link leads nowhere: every page that can be reached, every place on it, every address elsewhere', async ({
  product,
}) => {
  const { siteUrl } = product
  const pages = new Map<string, ReturnType<typeof documentOf>>()
  const places: { from: string; path: string; id: string }[] = []
  const elsewhere = new Map<string, string>()
  const waiting = [{ path: '/', from: 'the front page' }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (pages.has(next.path)) continue
    const { status, html, headers } = await read(siteUrl + next.path)
    expect(status, `${next.path}, named on ${next.from}`).toBe(200)
    if (!headers.get('content-type')?.includes('text/html')) continue
    const document = documentOf(html)
    pages.set(next.path, document)
    for (const link of document.querySelectorAll('a[href]')) {
      const href = link.getAttribute('href') ?? ''
      const url = new URL(href, siteUrl + next.path)
      if (url.origin !== siteUrl) elsewhere.set(href, next.path)
      else {
        waiting.push({ path: url.pathname + url.search, from: next.path })
        if (url.hash) places.push({ from: next.path, path: url.pathname + url.search, id: url.hash.slice(1) })
      }
    }
  }
  for (const route of CONTENT_ROUTES) expect([...pages.keys()], 'reached by links').toContain(route)
  for (const { from, path, id } of places)
    expect(pages.get(path)?.getElementById(id), `${path}#${id}, named on ${from}`).toBeTruthy()
  expect(places.length).toBeGreaterThan(pages.size) // the skip link of each, and contents of policies
  for (const [href, from] of elsewhere) {
    const message = `${href}, named on ${from}`
    if (href.startsWith('tel:'))
      expect(href, message).toMatch(/^tel:\+[1-9]\d{7,14}$/) // E.164
    else if (href.startsWith('mailto:')) expect(href, message).toMatch(/^mailto:[^@\s?]+@[^@\s?]+\.[a-z]+$/)
    else {
      expect(URL.canParse(href), message).toBe(true)
      expect(href, message).toMatch(/^https:\/\/[a-z0-9.-]+(\/[^\s"<>]*)?$/i)
    }
  }
  expect([...elsewhere.keys()].some((href) => href.startsWith('https://'))).toBe(true)
})
