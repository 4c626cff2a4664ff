import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/fixtures.ts'
import type { Product } from '#tests/support/product.ts'
import { keepPlan, read, takenOver } from '#tests/support/reading.ts'
import { rows } from '#tests/support/rows.ts'

// Issue H, "Campaigns" and web vitals: what is kept of a visit, and only where the visitor doesn't say no.
const FOUND = '/pricing?utm_source=news&utm_medium=email&gclid=1'

const visitCookie = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === 'visit')

/** Sends an enquiry and resolves to what the host has stored of how its sender came. */
async function enquire(page: Page, product: Product): Promise<unknown> {
  const email = `${randomUUID()}@example.com`
  const main = page.getByRole('main')
  await main.getByLabel('Email Address').fill(email)
  await main.getByRole('button', { name: 'Submit' }).click()
  await expect(main.getByRole('alert')).toBeVisible()
  const [row] = rows(product, 'SELECT campaign FROM enquiries WHERE email = ?', email)
  expect(row).toBeDefined()
  return row?.campaign ? JSON.parse(String(row.campaign)) : null
}

test('what led to the first page is stored with an enquiry from a later one', async ({ page, product }) => {
  // A page elsewhere, as somebody's newsletter archive would be.
  const elsewhere = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html').setHeader('Referrer-Policy', 'unsafe-url')
    response.end(`<a href="${product.siteUrl}${FOUND}">Keyturn</a>`)
  })
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
  await page.goto(`${origin}/archive?reader=ann`)
  await page.getByRole('link').click()
  await expect(page).toHaveURL(FOUND)
  elsewhere.close().closeAllConnections()
  await takenOver(page)
  await expect.poll(() => visitCookie(page)).toMatchObject({ expires: -1, sameSite: 'Lax', path: '/' })
  const first = await visitCookie(page)

  await page.goto('/contact-us?utm_source=later')
  await takenOver(page)
  expect((await visitCookie(page))?.value).toBe(first?.value)
  expect(await enquire(page, product)).toEqual({
    utm_source: 'news',
    utm_medium: 'email',
    referrer: `${origin}/archive`,
    landing: '/pricing',
  })
})

for (const [signal, headers] of [
  ['globalPrivacyControl', { 'Sec-GPC': '1' }],
  ['doNotTrack', { DNT: '1' }],
] as const) {
  test.describe(signal, () => {
    test.use({ extraHTTPHeaders: headers })
    test('a visitor who says no is not followed', async ({ page, product }) => {
      await page.addInitScript((name) => {
        const value = name === 'doNotTrack' ? '1' : true
        Object.defineProperty(Navigator.prototype, name, { get: () => value })
      }, signal)
      await page.goto(FOUND)
      await takenOver(page)
      await page.goto('/contact-us?utm_source=news')
      await takenOver(page)
      expect(await enquire(page, product)).toBeNull()
      expect(await visitCookie(page)).toBeUndefined()
    })
  })
}

test('a page whose script may not ask for cookies works all the same', async ({ page, product }) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    Object.defineProperty(Document.prototype, 'cookie', { get: refuse, set: refuse })
  })
  await page.goto('/contact-us?utm_source=news')
  await takenOver(page)
  expect(await enquire(page, product)).toBeNull()
})

test('how a page felt is reported when it is put away, without a cookie, and counted', async ({
  page,
  context,
  product,
}) => {
  await keepPlan(context, product.siteUrl, 'pro-closer')
  const measuring = page.waitForResponse((answer) => /web-vitals/.test(answer.url()))
  await page.goto('/pricing')
  await takenOver(page)
  await page.getByRole('heading', { level: 1 }).click()
  await measuring
  const reported = page.waitForRequest((request) => request.url().endsWith('/vitals'))
  await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0)
  await expect(async () => {
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    const { html } = await read(`${product.siteUrl}/metrics`)
    expect(html).toMatch(/web_vitals_ttfb_seconds_count\{page="\/pricing"\} [1-9]/)
  }).toPass()
  expect(await (await reported).headerValue('cookie')).toBeNull()
  expect((await read(`${product.siteUrl}/metrics`)).html).toMatch(
    /host_call_duration_seconds_count\{[^}]*call="reviews"/,
  )
})
