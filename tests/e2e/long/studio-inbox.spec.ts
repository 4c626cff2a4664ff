import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { eventually, expect, test } from '#tests/support/studio.ts'

test('an editor approves and hides many reviews at once', async ({ studio, page: visitor, product }) => {
  const backend = new DatabaseSync(join(product.dataDir, 'host.sqlite'), { timeout: 10_000 })
  const add = backend.prepare(
    `INSERT INTO reviews (id, first_name, last_name, company_name, job_title, review_description, rating, date, received_at, pending)
     VALUES (?, 'Waiting', ?, '', '', 'Good', 5, ?, ?, 1)`,
  )
  const at = '2026-11-20T10:00:00.000Z'
  for (const n of [1, 2, 3]) add.run(`00000000-0000-4000-8000-00000000000${n}`, String(n), at, at)
  backend.close()
  const listed = async () => {
    const { reviews } = (await (await visitor.request.get('/reviews')).json()) as {
      reviews: { firstName: string; lastName: string }[]
    }
    return reviews.flatMap(({ firstName, lastName }) => (firstName === 'Waiting' ? [lastName] : [])).join()
  }
  const { page } = studio
  await studio.goto('/inbox')
  await page.getByRole('tab', { name: 'Reviews' }).click()
  await page.getByLabel('State', { exact: true }).selectOption('Waits for approval')
  const waiting = page.getByRole('row', { name: /waits for approval/ })
  await expect(waiting).toHaveCount(3)
  await page.getByRole('checkbox', { name: 'Select: Waiting 1' }).check()
  await page.getByRole('checkbox', { name: 'Select: Waiting 3' }).check()
  await page.getByRole('button', { name: 'Approve selected' }).click()
  await expect(waiting).toHaveCount(1)
  await eventually('visitors read the approved reviews', async () => (await listed()) === '1,3')
  await page.getByLabel('Search in Reviews').fill('waiting')
  await page.getByLabel('State', { exact: true }).selectOption('All')
  await expect(page.getByRole('status').filter({ hasText: '3 entries' })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Hide selected' }).click()
  await eventually('visitors read none of them', async () => (await listed()) === '')
})
