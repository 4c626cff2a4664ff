import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { BrowserContext, Page } from '@playwright/test'
import { expect } from '#tests/support/fixtures.ts'
import {
  answerPayPalScript,
  bareHost,
  CAPTURE,
  CLIENT_ID,
  CREATE,
  DETAILS,
  type Details,
  figures,
  hang,
  html,
  json,
  prepare,
  RECORD,
  reset,
  rows,
  somebody,
  test,
} from '#tests/support/paying.ts'
import { descendants } from '#tests/support/processes.ts'
import { startProduct } from '#tests/support/product.ts'
import { read, takenOver, until, words } from '#tests/support/reading.ts'

// Specification, sections 2 to 5, 7 (calls 4 to 6) and 8.
const FAILED = '❌ Payment Failed.'
const SUCCESS = '✅ Payment Success!'
const PROVIDER_ERROR = '❌ PayPal checkout error.'
const notRecorded = (error: string) => `❌ Payment failed: ${error}`
const RECEIVED =
  'We have received your payment. Please don’t pay again; we are completing your purchase. Your order:'
const BLOCKED = /^The payment buttons can’t be loaded\./
const MESSAGES = {
  'First Name': 'First name is required.',
  'Last Name': 'Last name is required.',
  'Email Address': 'Email is required.',
  'Phone Number': 'Phone number is required.',
  City: 'City is required.',
  State: 'state is required.',
  Address: 'Address is required.',
}
const LABELS = Object.keys(MESSAGES)

const form = (page: Page) => page.getByRole('region', { name: 'Customer Details' })
const field = (page: Page, label: string) => form(page).getByLabel(label, { exact: true })
const box = (page: Page) => page.getByRole('region', { name: 'Pay securely with PayPal' })
const payButton = (page: Page) => box(page).getByRole('button', { name: 'PayPal', exact: true })
const alert = (page: Page) => box(page).getByRole('alert')
const panel = (page: Page) => page.getByRole('dialog', { name: 'Test payment' })
const choice = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true })
const totals = (page: Page) => page.getByRole('region', { name: 'Basket Total' }).getByRole('definition')

/** Types the details and saves them. */
async function save(page: Page, details: Details) {
  const values = [
    details.firstName,
    details.lastName,
    details.email,
    details.phone,
    details.city,
    details.state,
    details.address,
  ]
  for (const [index, label] of LABELS.entries()) await field(page, label).fill(values[index]!)
  await form(page).getByRole('button', { name: 'Save Details' }).click()
  await expect(form(page).getByRole('status')).toHaveText('Your details are saved.')
}

async function expectSaved(page: Page, { firstName, email, address }: Details) {
  await expect(field(page, 'First Name')).toHaveValue(firstName)
  await expect(field(page, 'Email Address')).toHaveValue(email)
  await expect(field(page, 'Address')).toHaveValue(address)
}

/** Each field shows its message, or none. */
async function expectMessages(page: Page, messages: Record<string, string>) {
  for (const label of LABELS)
    await expect(field(page, label), label).toHaveAccessibleDescription(messages[label] ?? '')
}

/** Presses the pay button and meets the panel. */
async function openPanel(page: Page) {
  await payButton(page).click()
  await expect(panel(page)).toBeVisible()
}

test('the table and both totals show the price with two decimals, cents and thousands too', async ({
  page,
  product,
}) => {
  const { editor, siteUrl } = product
  await prepare(page, 'elite-access')
  await page.goto('/checkout')
  await expect(page.getByRole('columnheader')).toHaveText(['Product', 'Price', 'Quantity', 'Subtotal'])
  await expect(page.getByRole('cell')).toHaveText(['$1,499.00', '1', '$1,499.00'])
  await editor.patch('plan-elite-access').set({ price: 1499.5 }).commit()
  try {
    await until(
      async () => words((await read(`${siteUrl}/pricing`)).html),
      (text) => text.includes('1,499.50'),
      {
        withinMs: 3_000,
      },
    )
    await page.reload()
    await expect(page.getByRole('cell')).toHaveText(['$1,499.50', '1', '$1,499.50'])
    await expect(totals(page)).toHaveText(['$1,499.50', '$1,499.50'])
  } finally {
    await editor.patch('plan-elite-access').set({ price: 1499 }).commit()
  }
})

test('each field says what it needs once it was touched, and only then', async ({ page }) => {
  await prepare(page, 'pro-closer', null)
  await page.goto('/checkout')
  await takenOver(page)
  await expectMessages(page, {})
  const shown: Record<string, string> = {}
  for (const [label, message] of Object.entries(MESSAGES)) {
    await field(page, label).focus()
    await field(page, label).blur()
    shown[label] = message
    await expectMessages(page, shown)
  }
  await expect(form(page).getByText('state is required.', { exact: true })).toBeVisible()
  for (const bad of ['nobody', 'a@', 'a b@c.d']) {
    await field(page, 'Email Address').fill(bad)
    await expect(field(page, 'Email Address')).toHaveAccessibleDescription('Invalid email')
  }
  await field(page, 'Email Address').fill('a@b.example')
  await expect(field(page, 'Email Address')).toHaveAccessibleDescription('')
  await field(page, 'City').fill('   ')
  await expect(field(page, 'City')).toHaveAccessibleDescription('City is required.')
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('submitting names everything that is missing and keeps what was typed; then saves', async ({
      page,
      expectedConsole,
    }) => {
      expectedConsole.push(/status of 422/)
      await prepare(page, 'pro-closer', null)
      await page.goto('/checkout')
      if (javaScriptEnabled) await takenOver(page)
      const button = form(page).getByRole('button', { name: 'Save Details' })
      await button.click()
      await expectMessages(page, MESSAGES)
      await field(page, 'First Name').fill('Ann')
      await field(page, 'Email Address').fill('nobody')
      await button.click()
      await expectMessages(page, { ...MESSAGES, 'First Name': '', 'Email Address': 'Invalid email' })
      await expect(field(page, 'First Name')).toHaveValue('Ann')
      await expect(field(page, 'Email Address')).toHaveValue('nobody')
      const details = somebody()
      await save(page, details)
      await expectMessages(page, {})
      await page.reload()
      await expectSaved(page, details)
    })

    test('saved details are kept in an encrypted cookie alone, until they are cleared', async ({
      page,
      context,
    }) => {
      await prepare(page, 'pro-closer', null)
      await page.goto('/checkout')
      if (javaScriptEnabled) await takenOver(page)
      await expect(form(page).getByRole('button', { name: 'Clear details' })).toHaveCount(0)
      const details = somebody()
      await save(page, details)
      await page.reload()
      await expectSaved(page, details)
      await page.getByRole('navigation').getByRole('link', { name: 'About' }).click()
      await expect(page).toHaveURL('/about-us')
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Success with')
      expect(await (await page.request.get('/about-us')).text(), 'on another page').not.toContain(
        details.email,
      )
      await page.goto('/checkout')
      await expectSaved(page, details)
      await expect(form(page).getByRole('status')).toHaveText('Your details are saved.')

      const cookies = await context.cookies()
      const cookie = cookies.find(({ name }) => name === 'details')!
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', expires: -1 })
      const readable = (text: string) =>
        [text, ...text.split(/[.%]/).flatMap((part) => [part, decoded(part), decoded(decoded(part))])].join(
          '\n',
        )
      for (const { value } of cookies)
        for (const secret of [details.email, details.phone, 'Main Street', 'O’Neil'])
          expect(readable(decodeURIComponent(value))).not.toContain(secret)
      if (javaScriptEnabled) {
        const kept = await page.evaluate(() =>
          JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }]),
        )
        expect(kept).not.toContain(details.email)
        expect(kept).not.toContain('details=')
      }

      await form(page).getByRole('button', { name: 'Clear details' }).click()
      for (const label of LABELS) await expect(field(page, label)).toHaveValue('')
      await expect(form(page).getByRole('status')).toHaveText('')
      expect((await context.cookies()).map(({ name }) => name)).not.toContain('details')
      await page.reload()
      for (const label of LABELS) await expect(field(page, label)).toHaveValue('')
    })
  })
}

const decoded = (part: string) => Buffer.from(part, 'base64').toString()

test('browsers may fill the fields in, and phones show the right keyboard', async ({ page }) => {
  await prepare(page, 'pro-closer', null)
  await page.goto('/checkout')
  for (const [label, autocomplete, type] of [
    ['First Name', 'given-name', 'text'],
    ['Last Name', 'family-name', 'text'],
    ['Email Address', 'email', 'email'],
    ['Phone Number', 'tel', 'tel'],
    ['City', 'address-level2', 'text'],
    ['State', 'address-level1', 'text'],
    ['Address', 'street-address', 'text'],
  ] as const) {
    await expect(field(page, label)).toHaveAttribute('autocomplete', autocomplete)
    await expect(field(page, label)).toHaveAttribute('type', type)
  }
})

test('paying before saving makes no order and leads to what is missing', async ({ page, product }) => {
  const before = figures(product)
  await prepare(page, 'pro-closer', null)
  await page.goto('/checkout')
  await payButton(page).click()
  await expect(field(page, 'First Name')).toBeFocused()
  await expectMessages(page, MESSAGES)
  await expect(alert(page)).toHaveText('Save your details before you pay.')

  await field(page, 'First Name').fill('Ann')
  await field(page, 'Last Name').fill('Lee')
  await field(page, 'Email Address').fill('ann@')
  await payButton(page).click()
  await expect(field(page, 'Email Address')).toBeFocused()
  await expect(field(page, 'Email Address')).toHaveAccessibleDescription('Invalid email')

  for (const [label, value] of [
    ['Email Address', DETAILS.email],
    ['Phone Number', '1'],
    ['City', 'Dover'],
    ['State', 'DE'],
    ['Address', '1 Main'],
  ] as const)
    await field(page, label).fill(value)
  await payButton(page).click()
  await expect(form(page).getByRole('button', { name: 'Save Details' })).toBeFocused()
  await expect(panel(page)).toHaveCount(0)
  expect(figures(product)).toEqual(before)

  await page.keyboard.press('Enter')
  await expect(form(page).getByRole('status')).toHaveText('Your details are saved.')
  await expect(alert(page)).toHaveCount(0)
  await openPanel(page)
  await choice(page, 'Cancel').click()
})

test.describe('the test panel', () => {
  test('Approve: paid once, recorded with the details, and said so', async ({ page, product }) => {
    const details = somebody()
    const before = figures(product)
    await prepare(page, 'pro-closer', details)
    await page.goto('/checkout')
    await expect(box(page)).toContainText('no money moves')
    await openPanel(page)
    await choice(page, 'Approve').click()
    await expect(alert(page)).toHaveText(SUCCESS)
    expect(rows(product, 'SELECT * FROM purchases WHERE user_email = ?', details.email)).toEqual([
      expect.objectContaining({
        first_name: details.firstName,
        last_name: details.lastName,
        phone: details.phone,
        address: details.address,
        city: details.city,
        state: details.state,
        package_title: 'Pro Closer',
        price_cents: 99_900,
      }),
    ])
    expect(figures(product)).toEqual({
      orders: before.orders + 1,
      captures: before.captures + 1,
      purchases: before.purchases + 1,
    })
    await box(page).getByRole('button', { name: 'Dismiss' }).click()
    await expect(alert(page)).toHaveCount(0)
  })

  test('Cancel, and Escape: everything is as it was', async ({ page, product, context }) => {
    const details = somebody()
    await prepare(page, 'pro-closer', details)
    await page.goto('/checkout')
    await expect(payButton(page)).toBeVisible()
    // Lines and blanks are the style sheet's, which may arrive in between.
    const shown = async () => (await page.getByRole('main').innerText()).replace(/\s/g, '')
    const before = { text: await shown(), cookies: await namesOf(context), ...figures(product) }
    await openPanel(page)
    await choice(page, 'Cancel').click()
    await expect(panel(page)).toHaveCount(0)
    await openPanel(page)
    await page.keyboard.press('Escape')
    await expect(panel(page)).toHaveCount(0)
    await expect(payButton(page)).toBeFocused()
    expect(await shown()).toBe(before.text)
    await expectSaved(page, details)
    const after = figures(product)
    expect(after).toEqual({ ...after, captures: before.captures, purchases: before.purchases })
    expect((await namesOf(context)).filter((name) => name !== 'orders')).toEqual(before.cookies)

    await openPanel(page)
    await choice(page, 'Approve').click()
    await expect(alert(page)).toHaveText(SUCCESS)
  })

  test('Decline: not paid; another card is', async ({ page, product }) => {
    const details = somebody()
    const { purchases } = figures(product)
    await prepare(page, 'starter-edge', details)
    await page.goto('/checkout')
    await openPanel(page)
    await choice(page, 'Decline').click()
    await expect(alert(page)).toHaveText(FAILED)
    expect(figures(product).purchases).toBe(purchases)
    await openPanel(page)
    await expect(alert(page), 'of the try before').toHaveCount(0)
    await choice(page, 'Approve').click()
    await expect(alert(page)).toHaveText(SUCCESS)
    expect(rows(product, 'SELECT * FROM purchases WHERE user_email = ?', details.email)).toHaveLength(1)
  })

  test('Slow: nothing is said until it is decided', async ({ page }) => {
    await prepare(page, 'starter-edge', somebody())
    await page.goto('/checkout')
    await openPanel(page)
    await choice(page, 'Slow').click()
    await expect(panel(page).getByRole('status')).toHaveText('Approving slowly …')
    await expect(choice(page, 'Approve')).toBeDisabled()
    await expect(alert(page)).toHaveCount(0)
    await expect(alert(page)).toHaveText(SUCCESS, { timeout: 8_000 })
  })

  test('Error: PayPal’s failure is said and logged, and paying can be tried again', async ({
    page,
    expectedConsole,
  }) => {
    const logged: string[] = []
    page.on('console', (message) => message.type() === 'error' && logged.push(message.text()))
    expectedConsole.push(/PayPal checkout error/)
    await prepare(page, 'starter-edge', somebody())
    await page.goto('/checkout')
    await openPanel(page)
    await choice(page, 'Error').click()
    await expect(alert(page)).toHaveText(PROVIDER_ERROR)
    expect(logged.join('\n')).toContain('Test payment: the script failed')
    await openPanel(page)
    await choice(page, 'Approve').click()
    await expect(alert(page)).toHaveText(SUCCESS)
  })
})

const namesOf = async (context: BrowserContext) =>
  (await context.cookies()).map(({ name, value }) => (name === 'orders' ? name : `${name}=${value}`)).sort()

test.describe('one purchase, one capture', () => {
  test('double clicks', async ({ page, product }) => {
    const before = figures(product)
    await prepare(page, 'hot-seller-lead', somebody())
    await page.goto('/checkout')
    await payButton(page).dblclick()
    await choice(page, 'Approve').dblclick()
    await expect(alert(page)).toHaveText(SUCCESS)
    expect(figures(product)).toEqual({
      orders: before.orders + 1,
      captures: before.captures + 1,
      purchases: before.purchases + 1,
    })
  })

  test('two tabs that both approve; who buys again afterwards pays again', async ({
    page,
    context,
    product,
  }) => {
    const before = figures(product)
    await prepare(page, 'hot-seller-lead', somebody())
    const tabs = [page, await context.newPage()]
    for (const tab of tabs) {
      await tab.goto('/checkout')
      await openPanel(tab)
    }
    for (const tab of tabs) {
      await choice(tab, 'Approve').click()
      await expect(alert(tab)).toHaveText(SUCCESS)
    }
    expect(figures(product)).toMatchObject({
      captures: before.captures + 1,
      purchases: before.purchases + 1,
    })
    await openPanel(page)
    await choice(page, 'Approve').click()
    await expect(alert(page)).toHaveText(SUCCESS)
    expect(figures(product).captures).toBe(before.captures + 2)
  })

  test('two tabs at the same moment, and the page that PayPal leads back to, loaded often', async ({
    page,
    product,
  }) => {
    const before = figures(product)
    await prepare(page, 'hot-seller-lead', somebody())
    const orders: string[] = []
    for (const _tab of [1, 2]) {
      const { id } = await (await page.request.post('/checkout/order')).json()
      orders.push(id)
      await page.request.post(`/test-payments/orders/${id}/approve`, { data: { outcome: 'approve' } })
    }
    const answers = await Promise.all([
      ...orders.flatMap((orderID) =>
        Array.from({ length: 5 }, () => page.request.post('/checkout/capture', { form: { orderID } })),
      ),
      ...orders.map((id) => page.request.get(`/checkout/return?token=${id}`, { maxRedirects: 0 })),
    ])
    for (const answer of answers.slice(0, 10)) expect(await answer.json()).toEqual({ kind: 'success' })
    expect(figures(product)).toEqual({
      orders: before.orders + 2,
      captures: before.captures + 1,
      purchases: before.purchases + 1,
    })
  })

  test('details as long as they may be, and in any letters, are recorded', async ({ page, product }) => {
    const details = {
      firstName: 'x'.repeat(200),
      lastName: 'y'.repeat(200),
      email: `${'e'.repeat(60)}@${'example.'.repeat(20)}com`,
      phone: '1'.repeat(40),
      city: 'ż'.repeat(200),
      state: 'z'.repeat(200),
      address: '家'.repeat(200),
    }
    const { purchases } = figures(product)
    await prepare(page, 'hot-seller-lead', details)
    await page.goto('/checkout')
    for (const outcome of ['Cancel', 'Cancel', 'Approve']) {
      await openPanel(page)
      await choice(page, outcome).click()
      await expect(panel(page)).toHaveCount(0)
    }
    await expect(alert(page)).toHaveText(SUCCESS)
    expect(figures(product).purchases).toBe(purchases + 1)
  })
})

test('a price that changes while the buyer decides: nothing is captured, the new one is shown and paid', async ({
  page,
  product,
}) => {
  const { editor, siteUrl } = product
  const details = somebody()
  const before = figures(product)
  await prepare(page, 'commercial-lead', details)
  await page.goto('/checkout')
  await openPanel(page)
  const shown = async () => words((await read(`${siteUrl}/pricing`)).html)
  await editor.patch('plan-commercial-lead').set({ price: 312.5 }).commit()
  try {
    await until(shown, (text) => text.includes('$312.50'), { withinMs: 3_000 })
    await choice(page, 'Approve').click()
    await expect(box(page).getByRole('status')).toHaveText(
      'The price has changed since you started. Nothing was charged. The price is now $312.50',
    )
    await expect(alert(page)).toHaveCount(0)
    await expect(page.getByRole('cell')).toHaveText(['$312.50', '1', '$312.50'])
    await expect(totals(page)).toHaveText(['$312.50', '$312.50'])
    expect(figures(product)).toEqual({ ...before, orders: before.orders + 1 })

    await openPanel(page)
    await choice(page, 'Approve').click()
    await expect(alert(page)).toHaveText(SUCCESS)
    expect(rows(product, 'SELECT price_cents FROM purchases WHERE user_email = ?', details.email)).toEqual([
      { price_cents: 31_250 },
    ])
  } finally {
    await editor.patch('plan-commercial-lead').set({ price: 299 }).commit()
    await until(shown, (text) => !text.includes('$312.50'), { withinMs: 3_000 })
  }
})

test('a plan that leaves the shop while the buyer decides is not sold, and that is said', async ({
  page,
  product,
}) => {
  const { editor, siteUrl } = product
  const { captures } = figures(product)
  await prepare(page, 'commercial-lead', somebody())
  await page.goto('/checkout')
  await openPanel(page)
  const ids = { draftId: 'drafts.plan-commercial-lead', publishedId: 'plan-commercial-lead' }
  const sold = async () => words((await read(`${siteUrl}/pricing`)).html).split('Choose Plan').length - 1
  await editor.action({ actionType: 'sanity.action.document.unpublish', ...ids })
  try {
    await until(sold, (count) => count === 7, { withinMs: 3_000 })
    await choice(page, 'Approve').click()
    await expect(box(page).getByRole('status')).toContainText('Nothing was charged.')
    expect(figures(product).captures).toBe(captures)
    expect((await page.request.post('/checkout/order')).status()).toBe(409)
  } finally {
    await editor.action({ actionType: 'sanity.action.document.publish', ...ids })
    await until(sold, (count) => count === 8, { withinMs: 3_000 })
  }
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'PayPal’s script is blocked' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('the reason, and the way over PayPal’s own page, within 8 s', async ({
      page,
      product,
      expectedConsole,
    }) => {
      expectedConsole.push(/ERR_FAILED|PayPal/)
      const details = somebody()
      await page.route('**/test-payments/sdk/js*', (route) => route.abort())
      await prepare(page, 'elite-access', null)
      await page.goto('/checkout')
      await expect(box(page).getByText(BLOCKED)).toBeVisible({ timeout: 8_000 })
      await expect(box(page).getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact-us')
      await expect(box(page).getByText(/^Save your details before you pay\.$/)).toBeVisible()
      const way = box(page).getByRole('button', { name: 'Pay on PayPal’s page' })
      await expect(way).toHaveCount(0)
      await save(page, details)

      await way.click()
      await expect(page.getByRole('definition')).toContainText(['Elite Access', '1499.00 USD'])
      await page.getByRole('button', { name: 'Cancel' }).click()
      await expect(page).toHaveURL(/\/checkout(\?|$)/)
      await expect(alert(page)).toHaveCount(0)

      await way.click()
      await page.getByRole('button', { name: 'Approve, then decline' }).click()
      await expect(alert(page)).toHaveText(FAILED)
      await way.click()
      await page.getByRole('button', { name: 'Approve', exact: true }).click()
      await expect(alert(page)).toHaveText(SUCCESS)
      await expect(page).toHaveURL('/checkout')
      expect(rows(product, 'SELECT price_cents FROM purchases WHERE user_email = ?', details.email)).toEqual([
        { price_cents: 149_900 },
      ])
      await page.reload()
      await expect(alert(page), 'said once').toHaveCount(0)
    })
  })
}

/** Requests that try for another price: fields, queries, bodies, cookies; each as the arguments of a POST. */
function tampered(rounds: number): { path: string; form?: Record<string, string>; cookie?: string }[] {
  const fields: Record<string, string>[] = [
    { amount: '0.01' },
    { amount: '-999.00' },
    { amount: '1e-9' },
    { amount: '99999999999999999999' },
    { price: '1' },
    { priceCents: '1' },
    { packagePrice: '0' },
    { title: 'Standard Buyer Lead' },
    { slug: 'standard-buyer-lead' },
    { plan: 'standard-buyer-lead' },
    { _id: 'plan-standard-buyer-lead' },
    { quantity: '0' },
    { quantity: '-1' },
    { quantity: '1000' },
    { currency: 'JPY' },
    { currency_code: 'VND', amount: '999.00' },
    { features: '[]', 'plan[price]': '1', 'line.priceCents': '1' },
    { selectedPackage: '{"title":"Pro Closer","price":1}' },
    { __proto__: '1', constructor: '1' },
  ]
  const value = (content: unknown) =>
    `plan=${encodeURIComponent(Buffer.from(JSON.stringify(content)).toString('base64'))}`
  const cookies = [
    value({ slug: 'pro-closer', price: 1 }),
    value(['pro-closer', 1]),
    value('plan-unpublished'),
    value('unpublished-plan'),
    value('drafts.plan-pro-closer'),
    value('pro-closer" || true || "'),
    value('*'),
    value(null),
    'plan=cHJvLWNsb3Nlcg==.signature',
    `orders=${'e30.'.repeat(4)}e30`,
    `orders=eyJhbGciOiJub25lIn0.${Buffer.from('[{"id":"X","priceCents":1}]').toString('base64url')}.`,
  ]
  const all = [
    ...fields.map((form) => ({ path: '/checkout/order', form })),
    ...fields.slice(0, 6).map((form) => ({ path: `/checkout/order?${new URLSearchParams(form)}` })),
    ...cookies.map((cookie) => ({ path: '/checkout/order', cookie })),
  ]
  return Array.from({ length: Math.max(rounds, all.length) }, (_, index) => all[index % all.length]!)
}

test('tampered requests: never an order at another price than the published one', async ({
  page,
  product,
}) => {
  test.setTimeout(180_000)
  const { editor, siteUrl } = product
  await editor.createOrReplace({
    _id: 'drafts.plan-unpublished',
    _type: 'plan',
    title: 'Unpublished',
    kind: 'bundle',
    slug: { _type: 'slug', current: 'unpublished-plan' },
    price: 1,
    features: [],
    order: 999,
  })
  const [{ last }] = rows(product, 'SELECT coalesce(max(rowid), 0) AS last FROM payment_orders') as [
    { last: number },
  ]
  await prepare(page, 'pro-closer', somebody())
  const jar = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`)
  const counts = { sent: 0, orders: 0 }
  for (const { path, form, cookie } of tampered(process.env.LONG_TESTS ? 200 : 36)) {
    const name = cookie?.split('=')[0]
    const cookies = [
      ...jar.filter((kept) => !name || !kept.startsWith(`${name}=`)),
      ...(cookie ? [cookie] : []),
    ]
    const answer = await fetch(siteUrl + path, {
      method: 'POST',
      headers: { Cookie: cookies.join('; ') },
      body: new URLSearchParams(form),
    })
    counts.sent++
    const outcome = await answer.json()
    // Fields that are not ours are ignored, not refused.
    if (!cookie || name === 'orders') expect(outcome, `${path} ${cookie ?? ''}`).toMatchObject({ ok: true })
    else expect(outcome, cookie).toEqual({ ok: false, reason: 'no-plan' })
    if (outcome.ok) counts.orders++
  }
  // Other bodies than a form.
  for (const [type, body] of [
    ['application/json', '{"amount":"0.01","title":"x"}'],
    ['text/plain', 'amount=0.01'],
    ['multipart/form-data; boundary=x', 'broken'],
  ] as const) {
    const headers = { Cookie: jar.join('; '), 'Content-Type': type }
    await fetch(`${siteUrl}/checkout/order`, { method: 'POST', headers, body })
    counts.sent++
  }
  const made = rows(
    product,
    'SELECT DISTINCT title, amount_cents, currency FROM payment_orders WHERE rowid > ?',
    String(last),
  )
  expect(made).toEqual([{ title: 'Pro Closer', amount_cents: 99_900, currency: 'USD' }])
  expect(counts.orders).toBeGreaterThan(20)
  test.info().annotations.push({ type: 'tampered', description: JSON.stringify(counts) })
  await editor.delete('drafts.plan-unpublished')
})

test('somebody else’s order can’t be captured, nor can one that was made up', async ({
  page,
  product,
  browser,
}) => {
  await prepare(page, 'pro-closer', somebody())
  const { id } = await (await page.request.post('/checkout/order')).json()
  await page.request.post(`/test-payments/orders/${id}/approve`, { data: { outcome: 'approve' } })
  const before = figures(product)

  const other = await browser.newContext({ baseURL: product.siteUrl })
  const stranger = await other.newPage()
  await prepare(stranger, 'pro-closer', somebody())
  await stranger.request.post('/checkout/order')
  const orders = (await other.cookies()).find(({ name }) => name === 'orders')!.value
  const forged = [orders, `${orders.slice(0, -4)}AAAA`, 'e30', '', orders.split('.').reverse().join('.')]
  for (const value of forged) {
    await other.addCookies([{ name: 'orders', value, url: product.siteUrl }])
    for (const orderID of [id, `${id}'`, '', '__proto__']) {
      const answer = await stranger.request.post('/checkout/capture', { form: { orderID } })
      expect(answer.status()).toBe(404)
      expect(await answer.json()).toEqual({ kind: 'provider-error' })
    }
    await stranger.goto(`/checkout/return?token=${id}`)
    await expect(stranger).toHaveURL('/checkout')
    await expect(alert(stranger)).toHaveCount(0)
  }
  await other.close()
  expect(figures(product)).toMatchObject({ captures: before.captures, purchases: before.purchases })
  const own = await page.request.post('/checkout/capture', { form: { orderID: id } })
  expect(await own.json()).toEqual({ kind: 'success' })
})

test.describe('where <host> is another’s', () => {
  test.use({ baseURL: async ({ payingHost }, use) => use(payingHost.product.siteUrl) })

  test('PayPal’s script comes on checkout with a plan, once, and nowhere else', async ({ page, paying }) => {
    expect(paying.product.siteUrl).toBeTruthy()
    const scripts = await answerPayPalScript(page)
    for (const path of ['/', '/pricing', '/contact-us', '/about-us', '/checkout']) {
      await page.goto(path)
      await takenOver(page)
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    }
    await expect(page.getByText('No plan selected.', { exact: true })).toBeVisible()
    expect(scripts).toEqual([])

    await page.goto('/pricing')
    await page.getByRole('button', { name: 'Choose Plan' }).first().click()
    await expect(payButton(page)).toBeVisible()
    expect(scripts).toHaveLength(1)
    const { origin, pathname, searchParams } = new URL(scripts[0]!)
    expect(origin + pathname).toBe('https://www.paypal.com/sdk/js')
    expect(Object.fromEntries(searchParams)).toMatchObject({ 'client-id': CLIENT_ID, currency: 'USD' })

    await page.getByRole('navigation').getByRole('link', { name: 'Contact' }).click()
    await expect(page).toHaveURL('/contact-us')
    await page.goBack()
    await expect(payButton(page)).toBeVisible()
    await expect(payButton(page)).toHaveCount(1)
    expect(scripts).toHaveLength(1)
    await expect(page.locator('script[src*="paypal.com"]')).toHaveCount(1)
    // The stand-in exists only with the embedded host.
    await expect(box(page)).not.toContainText('no money moves')
    expect((await page.request.get('/test-payments/sdk/js')).status()).toBe(404)
  })

  test('calls 4, 5 and 6: method, path and JSON as documented', async ({ page, paying }) => {
    await answerPayPalScript(page)
    const details = somebody()
    await page.goto('/pricing')
    const card = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Pro Closer', exact: true }) })
    await card.getByRole('button', { name: 'Choose Plan' }).click()
    await takenOver(page)
    await save(page, details)
    await payButton(page).click()
    await expect(alert(page)).toHaveText(SUCCESS)

    const plan = await paying.product.editor.getDocument('plan-pro-closer')
    const calls = [CREATE, CAPTURE, RECORD].flatMap((path) => paying.asked(path))
    const [{ body: created } = { body: undefined }] = calls
    expect(calls.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['POST', CREATE, { amount: '999.00', title: 'Pro Closer', features: plan!.features }],
      ['POST', CAPTURE, { order_id: expect.stringMatching(/^ORDER\d+$/) }],
      [
        'POST',
        RECORD,
        {
          orderID: (calls[1]!.body as { order_id: string }).order_id,
          userEmail: details.email,
          firstName: details.firstName,
          lastName: details.lastName,
          phone: details.phone,
          address: details.address,
          city: details.city,
          state: details.state,
          packageTitle: 'Pro Closer',
          packagePrice: 999,
        },
      ],
    ])
    expect(Object.keys(created as object)).toEqual(['amount', 'title', 'features'])
    for (const { headers } of calls) {
      expect(headers['content-type']).toBe('application/json')
      expect(Object.keys(headers).filter((name) => /evidence|forwarded|visitor|cookie/.test(name))).toEqual(
        [],
      )
    }
  })

  test('each way that calls 4 to 6 can end has its words', async ({ page, paying, expectedConsole }) => {
    expectedConsole.push(/PayPal checkout error|status of 502/)
    await answerPayPalScript(page)
    await prepare(page, 'pro-closer', somebody())
    await page.goto('/checkout')
    for (const [what, path, respond, said] of [
      ['no order', CREATE, json({ error: 'no' }, 500), PROVIDER_ERROR],
      ['an order without an id', CREATE, json({}), PROVIDER_ERROR],
      ['HTML for an order', CREATE, html(200), PROVIDER_ERROR],
      ['declined', CAPTURE, json({ status: 'DECLINED' }), FAILED],
      ['no status', CAPTURE, json({}), FAILED],
      ['completed in other letters', CAPTURE, json({ status: 'completed' }), FAILED],
      ['not captured', CAPTURE, json({ error: 'no' }, 422), PROVIDER_ERROR],
    ] as const) {
      paying.answer(path, respond)
      await payButton(page).click()
      await expect(alert(page), what).toHaveText(said)
      await expect(box(page).getByRole('status')).toHaveCount(0)
      paying.answer(path, null)
    }
    expect(paying.asked(RECORD)).toEqual([])
    await payButton(page).click()
    await expect(alert(page)).toHaveText(SUCCESS)
    expect(paying.asked(RECORD)).toHaveLength(1)
  })

  test('a capture whose answer is lost is not asked for twice, and no new order is made', async ({
    page,
    paying,
    expectedConsole,
  }) => {
    expectedConsole.push(/./)
    await answerPayPalScript(page)
    await prepare(page, 'pro-closer', somebody())
    await page.goto('/checkout')
    paying.answer(CAPTURE, reset)
    await payButton(page).click()
    await expect(alert(page)).toHaveText(PROVIDER_ERROR)
    paying.answer(CAPTURE, null)
    await payButton(page).click()
    await expect(box(page).getByRole('status')).toHaveText(
      'PayPal is still checking this payment. Please don’t pay again; we’ll write as soon as it is through.',
    )
    await expect(alert(page)).toHaveCount(0)
    expect(paying.asked(CREATE)).toHaveLength(1)
    expect(paying.asked(CAPTURE)).toHaveLength(1)
    expect(paying.asked(RECORD)).toHaveLength(0)
  })

  for (const [what, respond, error] of [
    ['refused with a reason', json({ error: 'No such <b>package</b>' }, 422), 'No such <b>package</b>'],
    ['refused without one', json({}, 400), 'Unknown error'],
    ['a page of HTML', html(500), 'Unknown error'],
    ['no connection', reset, 'Unknown error'],
  ] as const)
    test(`paid, but not recorded (${what}): said so; pressing again records it and charges nothing`, async ({
      page,
      paying,
    }) => {
      await answerPayPalScript(page)
      await prepare(page, 'pro-closer', somebody())
      await page.goto('/checkout')
      paying.answer(RECORD, respond)
      for (const tries of [1, 2]) {
        await payButton(page).click()
        await expect(alert(page)).toHaveText(notRecorded(error))
        const { order_id: orderId } = paying.asked(CAPTURE)[0]!.body as { order_id: string }
        await expect(box(page).getByRole('status')).toHaveText(`${RECEIVED} ${orderId}`)
        await expect.poll(() => paying.asked(RECORD).length).toBe(tries)
      }
      paying.answer(RECORD, null)
      await page.reload() // the order is remembered by the site, not by the page
      await payButton(page).click()
      await expect(alert(page)).toHaveText(SUCCESS)
      await expect(box(page).getByRole('status')).toHaveCount(0)
      expect(paying.asked(CREATE)).toHaveLength(1)
      expect(paying.asked(CAPTURE)).toHaveLength(1)
      const bodies = paying.asked(RECORD).map(({ body }) => JSON.stringify(body))
      expect(bodies).toHaveLength(3)
      expect(new Set(bodies).size).toBe(1)
    })

  test('PayPal’s script never answers: within 8 s the reason, and people instead of an approval page', async ({
    page,
    paying,
  }) => {
    await page.route('https://www.paypal.com/**', () => {}) // hangs
    await prepare(page, 'pro-closer', somebody())
    await page.goto('/checkout')
    await expect(box(page).getByText(BLOCKED)).toBeVisible({ timeout: 8_000 })
    // This host names no page of PayPal's for its orders.
    await box(page).getByRole('button', { name: 'Pay on PayPal’s page' }).click()
    await expect(page).toHaveURL('/contact-us')
    expect(paying.asked(CREATE)).toHaveLength(1)
    expect(paying.asked(CAPTURE)).toHaveLength(0)
  })

  test('a host that names PayPal’s page for an order: the buyer is led there and back', async ({
    page,
    paying,
  }) => {
    await page.route('https://www.paypal.com/**', (route) => {
      const url = new URL(route.request().url())
      if (url.pathname !== '/checkoutnow') return route.abort()
      const back = `${paying.product.siteUrl}/checkout/return?token=${url.searchParams.get('token')}&PayerID=P`
      return route.fulfill({ contentType: 'text/html', body: `<a href="${back}">Pay now</a>` })
    })
    paying.answer(CREATE, (res, request, count) => {
      const href = `https://www.paypal.com/checkoutnow?token=LINKED${count}`
      json({ id: `LINKED${count}`, links: [{ rel: 'payer-action', href }] })(res, request, count)
    })
    await prepare(page, 'pro-closer', somebody())
    await page.goto('/checkout')
    await box(page).getByRole('button', { name: 'Pay on PayPal’s page' }).click()
    await page.getByRole('link', { name: 'Pay now' }).click()
    await expect(alert(page)).toHaveText(SUCCESS)
    await expect(page).toHaveURL('/checkout')
    expect(paying.asked(CAPTURE)).toHaveLength(1)
    expect(paying.asked(RECORD)).toHaveLength(1)
  })
})

test('another’s <host> without PAYPAL_CLIENT_ID: no script; says so, leads to people, and the start logs it', async ({
  page,
}) => {
  const host = await bareHost()
  const shop = await startProduct({ worker: test.info().parallelIndex + 14, env: { HOST_URL: host.url } })
  try {
    expect(shop.output()).toContain(
      'checkout: online payment is off: HOST_URL is set and PAYPAL_CLIENT_ID is not',
    )
    const foreign: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).hostname !== 'localhost') foreign.push(request.url())
    })
    await page.goto(`${shop.siteUrl}/pricing`)
    await page.getByRole('button', { name: 'Choose Plan' }).first().click()
    await takenOver(page)
    await save(page, somebody())
    await expect(box(page)).toContainText('Online payment isn’t set up yet.')
    await expect(box(page).getByRole('button')).toHaveCount(0)
    await expect(page.locator('script[src*="sdk/js"]')).toHaveCount(0)
    await box(page).getByRole('link', { name: 'Contact us' }).click()
    await expect(page).toHaveURL(`${shop.siteUrl}/contact-us`)
    expect(foreign).toEqual([])
    expect(host.asked(CREATE)).toEqual([])
  } finally {
    await shop.stop()
    await host.close()
  }
})

test('SIGKILL between capture and record: each purchase is recorded after the next start, once', async ({
  playwright,
}) => {
  const rounds = process.env.LONG_TESTS ? 100 : 3
  test.setTimeout(30_000 + rounds * 30_000)
  const host = await bareHost()
  const dataDir = mkdtempSync(join(tmpdir(), 'keyturn-killed-'))
  const start = () =>
    startProduct({
      worker: test.info().parallelIndex + 14,
      dataDir,
      env: { HOST_URL: host.url, PAYPAL_CLIENT_ID: CLIENT_ID },
    })
  let shop = await start()
  try {
    for (let round = 1; round <= rounds; round++) {
      host.usual()
      host.answer(RECORD, hang)
      const buyer = await playwright.request.newContext({ baseURL: shop.siteUrl })
      const headers = { Accept: 'text/html' }
      await buyer.post('/checkout/plan', { form: { plan: 'pro-closer' }, maxRedirects: 0 })
      await buyer.post('/checkout', { form: { ...somebody() }, headers, maxRedirects: 0 })
      const { id } = await (await buyer.post('/checkout/order')).json()
      const lost = buyer.post('/checkout/capture', { form: { orderID: id } }).catch(() => 'lost')
      await expect.poll(() => host.asked(RECORD).length).toBe(1)
      const site = descendants(shop.child.pid!).find(({ command }) => command.includes('server/main.ts'))!
      process.kill(site.pid, 'SIGKILL')
      expect(await lost).toBe('lost')
      await buyer.dispose()

      // 60 s have passed. The start is the supervisor's, or one of the whole product: it gives up at the fourth fall.
      const kept = new DatabaseSync(join(dataDir, 'purchases.sqlite'))
      expect(kept.prepare('SELECT state FROM purchase WHERE order_id = ?').get(id)).toEqual({
        state: 'captured',
      })
      kept.exec('UPDATE purchase SET due_at = 0')
      kept.close()
      host.answer(RECORD, null)
      if (round % 3 === 0 && round < rounds) {
        await shop.stop()
        shop = await start()
      }
      await expect.poll(() => host.asked(RECORD).length, { timeout: 15_000 }).toBe(2)
      const [first, second] = host.asked(RECORD).map(({ body }) => body)
      expect(second).toEqual(first)
      expect(host.asked(CAPTURE)).toHaveLength(1)
      const after = new DatabaseSync(join(dataDir, 'purchases.sqlite'), { readOnly: true })
      await expect
        .poll(() => after.prepare('SELECT state FROM purchase WHERE order_id = ?').get(id))
        .toEqual({ state: 'recorded' })
      after.close()
    }
  } finally {
    await shop.stop()
    await host.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
