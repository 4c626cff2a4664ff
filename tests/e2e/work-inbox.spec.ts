import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import type { Product } from '#tests/support/product.ts'
import { expect, soon, test } from '#tests/support/studio.ts'

const ORDER = '00000000-0000-4000-8000-00000000abcd'

/** An enquiry, a review and a purchase, as visitors would have left them. */
async function visitorsSent(visitor: Page, { dataDir }: Product) {
  await visitor.goto('/contact-us')
  await visitor.getByLabel('First Name').fill('=Ines()')
  await visitor.getByLabel('Last Name').fill('Inbox')
  await visitor.getByLabel('Email Address').fill('ines@example.com')
  await visitor.getByRole('textbox', { name: 'Phone Number' }).fill('+1 (302) 555-0177')
  await visitor.getByRole('checkbox').first().check()
  await visitor.getByRole('button', { name: 'Submit' }).click()
  await expect(visitor.getByRole('alert')).toContainText('sent successfully')
  const host = new DatabaseSync(join(dataDir, 'host.sqlite'), { timeout: 10_000 })
  const at = '2026-11-20T10:00:00.000Z'
  host
    .prepare(
      `INSERT INTO payment_orders (id, paypal_order_id, state, amount_cents, currency, title, features, create_request_id, capture_request_id, lease_until, created_at, updated_at, request_id)
       VALUES (?, 'PAYPAL-1', 'captured', 99900, 'USD', 'Pro Closer', '[]', 'a', 'b', 0, ?, ?, 'c')`,
    )
    .run(ORDER, at, at)
  host
    .prepare(
      `INSERT INTO purchases (order_id, paypal_order_id, user_email, first_name, last_name, phone, address, city, state, package_title, price_cents, recorded_at, request_id)
       VALUES (?, 'PAYPAL-1', 'ines@example.com', 'Ines', 'Inbox', '1', 'a', 'c', 'DE', 'Pro Closer', 99900, ?, 'c')`,
    )
    .run(ORDER, at)
  host.close()
}

test('an editor finds, handles and exports what visitors sent', async ({
  studio,
  page: visitor,
  product,
}) => {
  await visitorsSent(visitor, product)
  const { page } = studio
  const row = (name: RegExp) => page.getByRole('row', { name })
  const tab = (name: string) => page.getByRole('tab', { name }).click({ timeout: 60_000 })
  // The list as pages with JavaScript show it: always the fresh one.
  const listed = async (words: string) => {
    const { reviews } = (await (await visitor.request.get('/reviews')).json()) as {
      reviews: { reviewDescription: string }[]
    }
    return reviews.some(({ reviewDescription }) => reviewDescription.startsWith(words))
  }
  await studio.goto('/inbox')

  await tab('Enquiries')
  await expect(row(/=Ines\(\) Inbox ines@example\.com/)).toContainText('yes')
  const find = async (words: string) => {
    await page.getByLabel('Search in Enquiries').fill(words)
    await page.getByRole('button', { name: 'Search', exact: true }).click()
  }
  await find('nobody')
  await expect(page.getByRole('status').filter({ hasText: '0 entries' })).toBeVisible()
  await find('ines@')
  await expect(row(/Ines/)).toBeVisible()
  await page.getByLabel('Consent', { exact: true }).selectOption('Marketing')
  await expect(row(/Ines/)).toHaveCount(0)
  await page.getByLabel('Consent', { exact: true }).selectOption('Text messages')
  await expect(row(/Ines/)).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const csv = readFileSync(await (await download).path(), 'utf8')
  expect(csv).toMatch(/^\uFEFF"Received \(UTC\)","Name","E-mail"/)
  expect(csv).toContain(`"'=Ines() Inbox","ines@example.com","'+1 (302) 555-0177","yes","no"`)

  await tab('Reviews')
  const sample = row(/shown, sample/).first()
  const words = ((await sample.getByRole('cell').nth(6).textContent()) ?? '').slice(0, 40)
  expect(words.length).toBeGreaterThan(20)
  const others = await row(/hidden, sample/).count()
  const chosen = page.getByRole('row').filter({ hasText: words })
  await soon('visitors read it', () => listed(words))
  await chosen.getByRole('button', { name: 'Hide' }).click()
  await expect(chosen).toContainText('hidden, sample')
  await expect(row(/hidden, sample/)).toHaveCount(others + 1)
  await soon('visitors don’t read it any more', async () => !(await listed(words)))
  await chosen.getByRole('button', { name: 'Show' }).click()
  await soon('visitors read it again', () => listed(words))

  // On a phone nothing makes the page wider than it is.
  const { height, width } = page.viewportSize()!
  await page.setViewportSize({ width: 360, height })
  await expect(page.getByRole('button', { name: /^Hide: / }).first()).toBeInViewport()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.setViewportSize({ width, height })

  await tab('Purchases')
  await expect(row(/Pro Closer/)).toContainText('999.00 USD')
  await expect(row(/Pro Closer/)).toContainText('paid')
  await row(/Pro Closer/)
    .getByRole('button', { name: 'Send receipt again' })
    .click()
  await expect(row(/Pro Closer/)).toContainText(/\d:\d\d [AP]M .*\d:\d\d [AP]M /)

  await tab('Consents')
  await page.getByLabel('Search in Consents').fill('3025550177')
  await page.keyboard.press('Enter')
  const saved = page.waitForEvent('download')
  await row(/Ines/).getByRole('button', { name: 'Save evidence' }).click()
  const record = readFileSync(await (await saved).path(), 'utf8')
  expect(record).toMatch(/^Consent record \d+[\s\S]*ines@example\.com[\s\S]*chain are intact/)
  expect(record).toContain('SMS box         TICKED')
  expect(record).toContain('Wording shown for smsConsent (SHA-256')
})
