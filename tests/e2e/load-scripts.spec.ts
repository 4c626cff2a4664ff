import type { Page, Request } from '@playwright/test'
import { button, panel } from '#tests/support/chat-page.ts'
import { expectFields, fill, form, somebody } from '#tests/support/contact-page.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { holdScript, stopTimeBeforeLoading, takenOver } from '#tests/support/reading.ts'

const NETWORK = /Failed to load resource|net::ERR_INTERNET_DISCONNECTED|The form was not sent/

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const link = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('link', { name })

/** Paths of what a page asks for, from now on. */
function requested(page: Page, isCounted: (request: Request) => boolean): string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    if (isCounted(request)) paths.push(new URL(request.url()).pathname)
  })
  return paths
}
const isScript = (request: Request) => request.resourceType() === 'script'
const isDocument = (request: Request) => request.isNavigationRequest()

test('a visitor’s scripts wait for the first event, or for two seconds after the page is loaded', async ({
  page,
}) => {
  const scripts = requested(page, isScript)
  await stopTimeBeforeLoading(page)
  await page.goto('/about-us')
  await page.clock.runFor(1_900)
  expect(scripts).toEqual([])
  await page.clock.runFor(200)
  await expect.poll(() => scripts.length).toBeGreaterThan(0)

  await page.goto('/pricing')
  scripts.length = 0
  await page.keyboard.press('Tab')
  await expect.poll(() => scripts.length).toBeGreaterThan(0)
  await takenOver(page)
})

test('checkout loads its scripts at once', async ({ page }) => {
  await stopTimeBeforeLoading(page)
  await page.goto('/checkout')
  await expect(page.locator('html')).toHaveAttribute('data-hydrated')
})

test('a visitor follows links without loading a document, once the page is hydrated', async ({ page }) => {
  await page.goto('/')
  await takenOver(page)
  const documents = requested(page, isDocument)
  for (const [name, title] of [
    ['Pricing', /^One/],
    ['About Us', /Get Your Real-Estate Success/],
    ['Resources', /./],
  ] as const) {
    await link(page, name).click()
    await expect(heading(page)).toHaveText(title)
  }
  expect(documents).toEqual([])
})

test('a chat that is tapped before the page is hydrated opens once', async ({ page }) => {
  const letGo = await holdScript(page)
  await page.goto('/about-us')
  await button(page).click()
  await expect(panel(page)).toHaveCount(0)
  letGo()
  await expect(panel(page)).toBeVisible()
  await panel(page).getByRole('button', { name: /close/i }).click()
  await expect(panel(page)).toBeHidden()
})

test('a mouse that rests on the chat before the page is hydrated opens it', async ({ page }) => {
  await page.goto('/about-us')
  await button(page).hover()
  await expect(panel(page)).toBeVisible()
})

test('a phone number that was opened before the page is hydrated closes three seconds after', async ({
  page,
}) => {
  await page.goto('/about-us')
  const banner = page.getByRole('banner')
  await banner.getByRole('button', { name: 'phone' }).click()
  const number = banner.getByRole('link', { name: '(302) 555-0142' })
  await expect(number).toBeVisible()
  await takenOver(page)
  await expect(number).toBeHidden()
})

test('a page that can’t be reached is told of inside the layout; the visitor retries, and finds what was typed', async ({
  page,
  context,
  expectedConsole,
}) => {
  expectedConsole.push(NETWORK)
  await page.goto('/contact-us')
  await takenOver(page)
  await button(page).click()
  await expect(panel(page)).toBeVisible()
  const typed = somebody()
  await fill(page, typed)
  const documents = requested(page, isDocument)
  await context.setOffline(true)
  await link(page, 'Pricing').evaluate((element: HTMLElement) => element.click())
  await expect(heading(page)).toHaveText('Something went wrong')
  await expect(panel(page)).toBeVisible()
  const again = page.getByRole('main').getByRole('link', { name: 'Try again' })
  await again.click()
  await expect(heading(page)).toHaveText('Something went wrong')
  await context.setOffline(false)
  await again.click()
  await expect(heading(page)).toHaveText(/^One/)
  await page.goBack()
  await expectFields(page, typed, false)
  await expect(panel(page)).toBeVisible()
  expect(documents).toEqual([])
})

test('a form that can’t reach the site says so, and keeps what was typed', async ({
  page,
  context,
  expectedConsole,
}) => {
  expectedConsole.push(NETWORK)
  await page.goto('/contact-us')
  await takenOver(page)
  const typed = somebody()
  await fill(page, typed)
  await context.setOffline(true)
  await form(page).submit.click()
  await expect(form(page).alert).toHaveText('Something went wrong, please try again later.')
  await expectFields(page, typed, false)
  await context.setOffline(false)
  await form(page).submit.click()
  await expect(form(page).alert).toHaveText('Your message has been sent successfully!')
})
