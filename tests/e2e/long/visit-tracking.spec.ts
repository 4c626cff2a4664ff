import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/fixtures.ts'
import { fetchPage } from '#tests/support/http.ts'
import { setPlanCookie, waitForHydration } from '#tests/support/page.ts'
import type { Product } from '#tests/support/product.ts'
import { queryBackend } from '#tests/support/sqlite.ts'

const LANDING = '/pricing?utm_source=news&utm_medium=email&gclid=1'

const visitCookie = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === 'visit')

/** Sends an enquiry and resolves to the campaign that the backend stored with it. */
async function enquire(page: Page, product: Product): Promise<unknown> {
  const email = `${randomUUID()}@example.com`
  const main = page.getByRole('main')
  await main.getByLabel('Email Address').fill(email)
  await main.getByRole('button', { name: 'Submit' }).click()
  await expect(main.getByRole('alert')).toBeVisible()
  const [row] = queryBackend(product, 'SELECT campaign FROM enquiries WHERE email = ?', email)
  expect(row).toBeDefined()
  return row?.campaign ? JSON.parse(String(row.campaign)) : null
}

test("an enquiry is stored with the campaign of the visit's first page", async ({ page, product }) => {
  const referrer = 'https://archive.example/newsletter'
  await page.goto(LANDING, { referer: `${referrer}?reader=ann` })
  await waitForHydration(page)
  await expect.poll(() => visitCookie(page)).toMatchObject({ expires: -1, sameSite: 'Lax', path: '/' })
  await page.goto('/contact-us?utm_source=later')
  await waitForHydration(page)
  expect(await enquire(page, product)).toEqual({
    utm_source: 'news',
    utm_medium: 'email',
    referrer,
    landing: '/pricing',
  })
})

for (const [signal, value, header] of [
  ['globalPrivacyControl', true, 'Sec-GPC'],
  ['doNotTrack', '1', 'DNT'],
] as const)
  test(`a visitor with ${signal} gets no cookie`, async ({ page, product }) => {
    await page.addInitScript(
      ([name, value]) => Object.defineProperty(Navigator.prototype, name, { get: () => value }),
      [signal, value] as const,
    )
    await page.setExtraHTTPHeaders({ [header]: '1' })
    await page.goto(LANDING)
    await waitForHydration(page)
    await page.goto('/contact-us?utm_source=news')
    await waitForHydration(page)
    expect(await enquire(page, product)).toBeNull()
    expect(await visitCookie(page)).toBeUndefined()
  })

test('a hidden page reports its web vitals without a cookie, and the site counts them', async ({
  page,
  context,
  product,
}) => {
  await setPlanCookie(context, product.siteUrl, 'pro-closer')
  const measuring = page.waitForResponse((answer) => /web-vitals/.test(answer.url()))
  await page.goto('/pricing')
  await waitForHydration(page)
  await measuring
  const reported = page.waitForRequest((request) => request.url().endsWith('/vitals'))
  await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0)
  await expect(async () => {
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    const { html } = await fetchPage(`${product.siteUrl}/metrics`)
    expect(html).toMatch(/web_vitals_ttfb_seconds_count\{page="\/pricing"\} [1-9]/)
  }).toPass()
  expect(await (await reported).headerValue('cookie')).toBeNull()
})
