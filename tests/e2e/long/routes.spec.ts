import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/fixtures.ts'
import { fetchPage, htmlToText } from '#tests/support/http.ts'

const card = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

test('home has four slides and six services', async ({ page }) => {
  await page.goto('/')
  const main = page.getByRole('main')
  const slides = main.locator('[aria-roledescription="carousel"]').first().locator('img')
  await expect(slides).toHaveCount(4)
  for (const index of [0, 1, 2, 3])
    await expect(slides.nth(index)).toHaveAttribute('src', new RegExp(`hero-bg-${index + 1}\\.`))
  const services = main.locator('section').filter({ hasText: 'What Keyturn Offers' })
  await expect(services.getByRole('heading', { level: 3 })).toHaveCount(6)
})

test('pricing has five rates, three bundles and ten questions', async ({ page }) => {
  await page.goto('/pricing')
  const plans: [title: string, ...texts: string[]][] = [
    ['Standard Buyer Lead', '$99'],
    ['Standard Seller Lead', '$99', '$200K'],
    ['Exclusive Seller Lead', '$199', '$400K'],
    ['Hot Seller Lead', '$299', '$600K'],
    ['Commercial Lead', '$299'],
    ['Starter Edge', '$499', '$600', 'Save $101'],
    ['Pro Closer', '$999', '$1,200', 'Save $201'],
    ['Elite Access', '$1,499', '$1,800', 'Save $301'],
  ]
  for (const [title, price, ...more] of plans) {
    await expect(card(page, title).getByText(price!, { exact: true })).toBeVisible()
    for (const text of more) await expect(card(page, title)).toContainText(text)
  }
  await expect(page.getByRole('button', { name: 'Choose Plan' })).toHaveCount(plans.length)
  await expect(page.locator('details > summary')).toHaveCount(10)
  const cost = page.locator('details', { hasText: 'What does each lead cost?' })
  for (const line of ['Standard Buyer Lead: $99', 'Hot Seller Lead: $299', 'Commercial Lead: $299'])
    await expect(cost).toContainText(line)
})

test('contact cards link to e-mail, phone and map, and are 290 px wide', async ({ page }) => {
  await page.goto('/contact-us')
  const main = page.getByRole('main')
  for (const href of ['^="mailto:"', '="tel:+13025550142"', '^="https://maps."'])
    await expect(main.locator(`a[href${href}]`)).toHaveCount(1)
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    const cards = main.getByRole('listitem').filter({ has: page.getByRole('heading') })
    const widths = await cards.evaluateAll((all) => all.map((item) => item.getBoundingClientRect().width))
    expect(widths, `${width} px`).toEqual([290, 290, 290])
  }
})

test('resources lists three articles with image, date and a link to the article', async ({
  page,
  product,
}) => {
  await page.goto('/resources')
  const articles = page.getByRole('main').getByRole('article')
  await expect(articles).toHaveCount(3)
  for (const article of await articles.all()) {
    await expect(article.getByRole('img')).toHaveCount(1)
    await expect(article.locator('time')).toHaveText(/^[A-Z][a-z]+ \d{1,2}, \d{4}$/)
    const { html } = await fetchPage(product.siteUrl + (await article.getByRole('link').getAttribute('href')))
    expect(htmlToText(html)).toContain(await article.getByRole('heading').innerText())
  }
})

test('a missing article answers 404 with "Loading blog content..."', async ({ page, expectedConsole }) => {
  expectedConsole.push(/404/)
  expect((await page.goto('/resources/nope'))?.status()).toBe(404)
  await expect(page.getByText('Loading blog content...', { exact: true })).toBeVisible()
})
