import type { Locator, Page } from '@playwright/test'
import { expect, test } from '#tests/support/fixtures.ts'
import { planCookie, read, takenOver, until, words } from '#tests/support/reading.ts'

const card = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

const line = (page: Page) => page.getByRole('main').getByRole('cell').first()

/** Presses a point of an element, given as parts of its width and height. */
async function press(element: Locator, x: number, y: number) {
  await element.scrollIntoViewIfNeeded()
  const box = (await element.boundingBox())!
  await element.click({ position: { x: box.width * x, y: box.height * y } })
}

test('a choice that can’t reach the site is told of inside the layout, and the retry leads to the plans', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource/)
  await page.goto('/pricing')
  await takenOver(page)
  await page.route('**/checkout/plan.data', (route) => route.abort('internetdisconnected'))
  await page.getByRole('button', { name: 'Choose Plan' }).last().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong')
  await page.unroute('**/checkout/plan.data')
  await page.getByRole('main').getByRole('link', { name: 'Try again' }).click()
  await expect(page).toHaveURL('/pricing')
})

test('a click anywhere on the card selects: title, price, list, corners', async ({ page }) => {
  await page.goto('/pricing')
  for (const [x, y] of [
    [0.5, 0.5],
    [0.02, 0.02],
    [0.98, 0.98],
    [0.97, 0.3],
  ] as const) {
    await press(card(page, 'Hot Seller Lead'), x, y)
    await expect(page).toHaveURL('/checkout')
    await expect(line(page)).toHaveText('Hot Seller Lead')
    await page.goto('/pricing')
  }
  for (const text of ['Pro Closer', '$999']) {
    const target = card(page, 'Pro Closer').getByText(text, { exact: true })
    await target.scrollIntoViewIfNeeded()
    const box = (await target.boundingBox())!
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await expect(line(page)).toHaveText('Pro Closer')
    await page.goto('/pricing')
  }
})

test('a plan that does not exist counts as none', async ({ page, product, context }) => {
  const { hostname } = new URL(product.siteUrl)
  for (const value of [
    planCookie('no-such-plan'),
    planCookie('__proto__'),
    'plan=%00',
    'plan=bm90IGpzb24=',
  ]) {
    const [name = '', content = ''] = value.split(/=(.*)/s)
    await context.addCookies([{ name, value: content, domain: hostname, path: '/' }])
    await page.goto('/checkout')
    await expect(page.getByText('No plan selected.', { exact: true })).toBeVisible()
    await page.goto('/pricing')
    await expect(page.getByRole('button', { name: 'Choose Plan' })).toHaveCount(8)
  }
})

test('in a browser that keeps no cookies checkout says why no plan is selected', async ({ page }) => {
  const said = page.getByRole('main').getByText('Your browser keeps no cookies for this site')
  await page.goto('/checkout')
  await takenOver(page)
  await expect(page.getByText('No plan selected.', { exact: true })).toBeVisible()
  await expect(said, 'it keeps them').toHaveCount(0)
  expect(await page.evaluate(() => document.cookie)).toBe('')
  await page.addInitScript(() =>
    Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => {} }),
  )
  await page.goto('/checkout')
  await expect(said).toBeVisible()
})

test('a post that names no plan leads back to the plans and remembers nothing', async ({ product }) => {
  const bodies: [type: string, body: string][] = [
    ['application/x-www-form-urlencoded', 'plan=no-such-plan'],
    ['application/x-www-form-urlencoded', 'other=1'],
    ['application/x-www-form-urlencoded', ''],
    ['application/json', '{"plan":"pro-closer"}'],
    ['text/plain', 'plan=pro-closer'],
    ['multipart/form-data; boundary=x', 'broken'],
  ]
  for (const [type, body] of bodies) {
    const answer = await fetch(`${product.siteUrl}/checkout/plan`, {
      method: 'POST',
      headers: { 'Content-Type': type, Origin: product.siteUrl },
      body,
      redirect: 'manual',
    })
    expect(answer.status, `${type} ${body}`).toBe(303)
    expect(answer.headers.get('location')).toBe('/pricing')
    expect(answer.headers.get('set-cookie')).toBeNull()
  }
})

test('the choice is kept where no script can read it', async ({ product }) => {
  const answer = await fetch(`${product.siteUrl}/checkout/plan`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: product.siteUrl },
    body: 'plan=pro-closer',
    redirect: 'manual',
  })
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toBe('/checkout')
  expect(answer.headers.get('set-cookie')).toMatch(/^plan=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/)
})

test('a chosen plan that is taken off sale is none, and is there again when it returns', async ({
  page,
  product,
}) => {
  const { editor, siteUrl } = product
  await page.goto('/pricing')
  await card(page, 'Commercial Lead').getByRole('button').click()
  await expect(line(page)).toHaveText('Commercial Lead')
  const ids = { draftId: 'drafts.plan-commercial-lead', publishedId: 'plan-commercial-lead' }
  const checkout = async () =>
    words((await read(`${siteUrl}/checkout`, { Cookie: planCookie('commercial-lead') })).html)
  const pricing = async () => words((await read(`${siteUrl}/pricing`)).html)
  await editor.action({ actionType: 'sanity.action.document.unpublish', ...ids })
  try {
    await until(checkout, (shown) => shown.includes('No plan selected.'))
    await until(pricing, (shown) => shown.includes('(currently not on sale)'))
    await page.goto('/checkout')
    await expect(page.getByText('No plan selected.', { exact: true })).toBeVisible()
    await page.goto('/pricing')
    await expect(page.getByRole('button', { name: 'Choose Plan' })).toHaveCount(7)
    await expect(page.locator('details', { hasText: 'What does each lead cost?' })).toContainText(
      'Commercial Lead: (currently not on sale)',
    )
  } finally {
    await editor.action({ actionType: 'sanity.action.document.publish', ...ids })
  }
  await until(checkout, (shown) => shown.includes('Basket Total'))
  await until(pricing, (shown) => !shown.includes('(currently not on sale)'))
  await page.goto('/pricing')
  await expect(card(page, 'Commercial Lead').getByRole('button')).toHaveText('Selected')
})
