import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { answerTo } from '#tests/support/reading.ts'
import { expect, test } from '#tests/support/studio.ts'

test('visitors have no way to it: not on the site, not without the sign-in, not from the site’s pages', async ({
  browser,
  product,
}) => {
  const token = readFileSync(join(product.dataDir, 'staff-token'), 'utf8').trim()
  expect(statSync(join(product.dataDir, 'staff-token')).mode & 0o777).toBe(0o600)
  const authorization = `Bearer ${token}`
  for (const path of [
    '/api/staff/enquiries',
    '/v1/staff/enquiries',
    '/webhooks/paypal/../../staff/enquiries',
    '/webhooks/paypal/%2e%2e/%2e%2e/staff/enquiries',
    '/test-payments/../../api/staff/enquiries',
  ]) {
    const { status, text } = await answerTo(product.siteUrl, path, { headers: { authorization } })
    expect(status, path).toBe(404)
    expect(text).not.toContain('"items"')
  }
  expect((await fetch(`${product.studioUrl}/v1/staff/enquiries`)).status).toBe(401)
  const visitor = await browser.newPage()
  await visitor.goto(product.siteUrl)
  const fromPage = await visitor.evaluate(
    (url) =>
      fetch(url, { credentials: 'include' }).then(
        ({ status }) => status,
        () => 'refused',
      ),
    `${product.studioUrl}/v1/staff/enquiries`,
  )
  expect(fromPage).toBe('refused')
  await visitor.close()
})

test('where the site uses another host, the inbox says so', async ({ studio }) => {
  await studio.page.route('**/v1/staff/status', (route) =>
    route.fulfill({ json: { available: false, reason: 'The site uses a host of its own (HOST_URL).' } }),
  )
  await studio.goto('/inbox')
  await expect(studio.page.getByText('The inbox isn’t available here.')).toBeVisible({ timeout: 60_000 })
  await expect(studio.page.getByText('HOST_URL')).toBeVisible()
  await expect(studio.page.getByRole('tab', { name: 'Enquiries' })).toHaveCount(0)
})
