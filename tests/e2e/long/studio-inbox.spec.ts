import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { answerTo } from '#tests/support/reading.ts'
import { expect, soon, test } from '#tests/support/studio.ts'

test('visitors have no way to it: not through the site, not without the sign-in, not from the site’s pages', async ({
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
    expect(status, path).toBe(path === '/api/staff/enquiries' ? 403 : 404)
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

test('the editor reads that the site uses another backend', async ({ studio }) => {
  await studio.page.route('**/v1/staff/**', (route) =>
    route.fulfill({ status: 503, json: { message: 'The site uses another backend (HOST_URL).' } }),
  )
  await studio.goto('/inbox')
  await expect(studio.page.getByRole('alert')).toContainText('HOST_URL', { timeout: 60_000 })
})

test('an editor approves and hides many reviews at once', async ({ studio, page: visitor, product }) => {
  const host = new DatabaseSync(join(product.dataDir, 'host.sqlite'), { timeout: 10_000 })
  const add = host.prepare(
    `INSERT INTO reviews (id, first_name, last_name, company_name, job_title, review_description, rating, date, received_at, pending)
     VALUES (?, 'Waiting', ?, '', '', 'Good', 5, ?, ?, 1)`,
  )
  const at = '2026-11-20T10:00:00.000Z'
  for (const n of [1, 2, 3]) add.run(`00000000-0000-4000-8000-00000000000${n}`, String(n), at, at)
  host.close()
  const listed = async () => {
    const { reviews } = (await (await visitor.request.get('/reviews')).json()) as {
      reviews: { firstName: string; lastName: string }[]
    }
    return reviews.flatMap(({ firstName, lastName }) => (firstName === 'Waiting' ? [lastName] : [])).join()
  }
  const { page } = studio
  await studio.goto('/inbox')
  await page.getByRole('tab', { name: 'Reviews' }).click({ timeout: 60_000 })
  await page.getByLabel('State', { exact: true }).selectOption('Waits for approval')
  const waiting = page.getByRole('row', { name: /waits for approval/ })
  await expect(waiting).toHaveCount(3)
  expect(await listed()).toBe('')
  await expect(page.getByRole('button', { name: 'Approve selected' })).toBeDisabled()
  await page.getByRole('checkbox', { name: 'Select: Waiting 1' }).check()
  await page.getByRole('checkbox', { name: 'Select: Waiting 3' }).check()
  await page.getByRole('button', { name: 'Approve selected' }).click()
  await expect(waiting).toHaveCount(1)
  await soon('visitors read what was approved', async () => (await listed()) === '1,3')
  await page.getByRole('button', { name: 'Approve: Waiting 2' }).click()
  await expect(waiting).toHaveCount(0)
  await page.getByLabel('State', { exact: true }).selectOption('All')
  await page.getByLabel('Search in Reviews').fill('waiting')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: '3 entries' })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Hide selected' }).click()
  await expect(page.getByRole('row', { name: /hidden/ })).toHaveCount(3)
  await soon('visitors don’t read them any more', async () => (await listed()) === '')
})
