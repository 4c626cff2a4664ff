import { card, line } from '#tests/support/checkout-page.ts'
import { expect } from '#tests/support/fixtures.ts'
import { waitForHydration } from '#tests/support/page.ts'
import { prepareCheckout, test, whilePlanIsOffSale } from '#tests/support/payments.ts'

test('a click anywhere on a card selects its plan', async ({ page }) => {
  for (const [x, y] of [
    [0.5, 0.5],
    [0.02, 0.02],
    [0.98, 0.98],
  ] as const) {
    await page.goto('/pricing')
    const target = card(page, 'Hot Seller Lead')
    await target.scrollIntoViewIfNeeded()
    const box = (await target.boundingBox())!
    await target.click({ position: { x: box.width * x, y: box.height * y } })
    await expect(page).toHaveURL('/checkout')
    await expect(line(page)).toHaveText('Hot Seller Lead')
  }
})

test('a browser that blocks cookies shows why no plan is selected', async ({ page }) => {
  const reason = page.getByRole('main').getByText('Your browser keeps no cookies for this site')
  await page.goto('/checkout')
  await waitForHydration(page)
  await expect(page.getByText('No plan selected.', { exact: true })).toBeVisible()
  await expect(reason).toHaveCount(0)
  await page.addInitScript(() =>
    Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => {} }),
  )
  await page.goto('/checkout')
  await expect(reason).toBeVisible()
})

test('the site stores a choice in a cookie that no script can read, and ignores other posts', async ({
  product,
}) => {
  const choose = (body: string, type = 'application/x-www-form-urlencoded') =>
    fetch(`${product.siteUrl}/checkout/plan`, {
      method: 'POST',
      headers: { 'Content-Type': type, Origin: product.siteUrl },
      body,
      redirect: 'manual',
    })
  const { status, headers } = await choose('plan=pro-closer')
  expect([status, headers.get('location')]).toEqual([303, '/checkout'])
  expect(headers.get('set-cookie')).toMatch(/^plan=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/)
  for (const other of [
    await choose('plan=no-such-plan'),
    await choose('plan[slug]=pro-closer'),
    await choose('{"plan":"pro-closer"}', 'application/json'),
    await choose('broken', 'multipart/form-data; boundary=x'),
  ]) {
    expect([other.status, other.headers.get('location')]).toEqual([303, '/pricing'])
    expect(other.headers.get('set-cookie')).toBeNull()
  }
})

test('a chosen plan that goes off sale is not selected until it is on sale again', async ({
  page,
  product,
}) => {
  await prepareCheckout(page, 'commercial-lead', null)
  await whilePlanIsOffSale(product, async () => {
    await page.goto('/checkout')
    await expect(page.getByText('No plan selected.', { exact: true })).toBeVisible()
    await page.goto('/pricing')
    await expect(page.locator('details', { hasText: 'What does each lead cost?' })).toContainText(
      'Commercial Lead: (currently not on sale)',
    )
  })
  await page.goto('/checkout')
  await expect(line(page)).toHaveText('Commercial Lead')
  await page.goto('/pricing')
  await expect(card(page, 'Commercial Lead').getByRole('button')).toHaveText('Selected')
})
