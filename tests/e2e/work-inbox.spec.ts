import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from '#tests/support/studio.ts'

const ORDER = '00000000-0000-4000-8000-00000000abcd'
const AT = '2026-11-20T10:00:00.000Z'

test('an editor finds, exports and handles enquiries, purchases and consents', async ({
  studio,
  page: visitor,
  product,
}) => {
  await visitor.goto('/contact-us')
  await visitor.getByLabel('First Name').fill('=Ines()')
  await visitor.getByLabel('Last Name').fill('Inbox')
  await visitor.getByLabel('Email Address').fill('ines@example.com')
  await visitor.getByRole('textbox', { name: 'Phone Number' }).fill('+1 (302) 555-0177')
  await visitor.getByRole('checkbox').first().check()
  await visitor.getByRole('button', { name: 'Submit' }).click()
  await expect(visitor.getByRole('alert')).toContainText('sent successfully')
  const backend = new DatabaseSync(join(product.dataDir, 'host.sqlite'), { timeout: 10_000 })
  backend.exec(
    `INSERT INTO payment_orders (id, paypal_order_id, state, amount_cents, currency, title, features, create_request_id, capture_request_id, lease_until, created_at, updated_at, request_id)
     VALUES ('${ORDER}', 'PAYPAL-1', 'captured', 99900, 'USD', 'Pro Closer', '[]', 'a', 'b', 0, '${AT}', '${AT}', 'c');
     INSERT INTO purchases (order_id, paypal_order_id, user_email, first_name, last_name, phone, address, city, state, package_title, price_cents, recorded_at, request_id)
     VALUES ('${ORDER}', 'PAYPAL-1', 'ines@example.com', 'Ines', 'Inbox', '1', 'a', 'c', 'DE', 'Pro Closer', 99900, '${AT}', 'c')`,
  )
  backend.close()

  const { page } = studio
  const row = (name: RegExp) => page.getByRole('row', { name })
  const download = async (button: string) => {
    const started = page.waitForEvent('download')
    await page.getByRole('button', { name: button }).click()
    return readFileSync(await (await started).path(), 'utf8')
  }
  await studio.goto('/inbox')
  await page.getByRole('tab', { name: 'Enquiries' }).click()
  await expect(row(/=Ines\(\) Inbox ines@example\.com/)).toContainText('yes')
  await page.getByLabel('Search in Enquiries').fill('ines@')
  await page.getByLabel('Consent', { exact: true }).selectOption('Marketing')
  await expect(row(/Ines/)).toHaveCount(0)
  await page.getByLabel('Consent', { exact: true }).selectOption('Text messages')
  await expect(row(/Ines/)).toBeVisible()
  const csv = await download('Export CSV')
  expect(csv).toMatch(/^\uFEFF"Received \(UTC\)","Name","E-mail"/)
  expect(csv).toContain(`"'=Ines() Inbox","ines@example.com","'+1 (302) 555-0177","yes","no"`)

  // Nothing is wider than a phone.
  const { height, width } = page.viewportSize()!
  await page.setViewportSize({ width: 360, height })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.setViewportSize({ width, height })

  await page.getByRole('tab', { name: 'Purchases' }).click()
  await expect(row(/Pro Closer/)).toContainText('999.00 USD')
  await page.getByRole('button', { name: 'Send receipt again' }).click()
  await expect(row(/Pro Closer/)).toContainText(/\d:\d\d [AP]M .*\d:\d\d [AP]M /)

  await page.getByRole('tab', { name: 'Consents' }).click()
  await page.getByLabel('Search in Consents').fill('3025550177')
  await page.keyboard.press('Enter')
  await expect(row(/Ines/)).toHaveCount(1)
  const record = await download('Save evidence')
  expect(record).toMatch(/^Consent record \d+[\s\S]*ines@example\.com[\s\S]*chain are intact/)
  expect(record).toContain('SMS box         TICKED')
  expect(record).toContain('Wording shown for smsConsent (SHA-256')
})
