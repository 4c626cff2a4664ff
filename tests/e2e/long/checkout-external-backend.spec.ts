import {
  alert,
  BLOCKED,
  box,
  FAILED,
  notRecorded,
  PROVIDER_ERROR,
  payButton,
  RECEIVED,
  SUCCESS,
  save,
} from '#tests/support/checkout-page.ts'
import { expect } from '#tests/support/fixtures.ts'
import { waitForHydration } from '#tests/support/page.ts'
import {
  backendWithoutSite,
  CAPTURE,
  CLIENT_ID,
  CREATE,
  json,
  newBuyer,
  openCheckout,
  RECORD,
  replacePayPalScript,
  reset,
  test,
} from '#tests/support/payments.ts'
import { startProduct } from '#tests/support/product.ts'

test.describe('with an external backend', () => {
  test.use({ baseURL: async ({ sharedPaymentBackend }, use) => use(sharedPaymentBackend.product.siteUrl) })

  test("PayPal's script is loaded once, on checkout with a plan, and nowhere else", async ({ page }) => {
    const scripts = await replacePayPalScript(page)
    for (const path of ['/', '/pricing', '/checkout']) {
      await page.goto(path)
      await waitForHydration(page)
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    }
    await expect(page.getByText('No plan selected.', { exact: true })).toBeVisible()
    expect(scripts).toEqual([])

    await page.goto('/pricing')
    await page.getByRole('button', { name: 'Choose Plan' }).first().click()
    await expect(payButton(page)).toBeVisible()
    const { origin, pathname, searchParams } = new URL(scripts[0]!)
    expect(origin + pathname).toBe('https://www.paypal.com/sdk/js')
    expect(Object.fromEntries(searchParams)).toMatchObject({ 'client-id': CLIENT_ID, currency: 'USD' })

    await page.getByRole('navigation').getByRole('link', { name: 'Contact' }).click()
    await expect(page).toHaveURL('/contact-us')
    await page.goBack()
    await expect(payButton(page)).toHaveCount(1)
    expect(scripts).toHaveLength(1)
    await expect(box(page), 'the sandbox needs the embedded backend').not.toContainText('no money moves')
    expect((await page.request.get('/test-payments/sdk/js')).status()).toBe(404)
  })

  test('the buyer sees the alert of the specification for each failure of calls 4 and 5', async ({
    page,
    paymentBackend,
    expectedConsole,
  }) => {
    expectedConsole.push(/PayPal checkout error|status of 502/)
    await replacePayPalScript(page)
    await openCheckout(page, 'pro-closer')
    for (const [path, respond, text] of [
      [CREATE, json({ error: 'no' }, 500), PROVIDER_ERROR],
      [CREATE, json({}), PROVIDER_ERROR],
      [CAPTURE, json({ status: 'DECLINED' }), FAILED],
      [CAPTURE, json({}), FAILED],
      [CAPTURE, json({ status: 'completed' }), FAILED],
      [CAPTURE, json({ error: 'no' }, 422), PROVIDER_ERROR],
    ] as const) {
      paymentBackend.answer(path, respond)
      await payButton(page).click()
      await expect(alert(page)).toHaveText(text)
      await expect(box(page).getByRole('status')).toBeEmpty()
      paymentBackend.answer(path, null)
    }
    paymentBackend.answer(CAPTURE, json({ status: 'PENDING' }))
    await payButton(page).click()
    await expect(box(page).getByRole('status')).toHaveText(
      'PayPal is still checking this payment. Please don’t pay again; we’ll write as soon as it is through.',
    )
    await expect(alert(page)).toHaveText(FAILED)
    expect(paymentBackend.requests(RECORD)).toEqual([])
  })

  for (const [outcome, respond, error] of [
    ['a refusal with a reason', json({ error: 'No such <b>package</b>' }, 422), 'No such <b>package</b>'],
    ['no answer', reset, 'Unknown error'],
  ] as const)
    test(`a buyer reads that the paid purchase was not recorded (${outcome}), and a retry only records it`, async ({
      page,
      paymentBackend,
      expectedConsole,
    }) => {
      expectedConsole.push(/status of 409/)
      await replacePayPalScript(page)
      await openCheckout(page, 'pro-closer')
      paymentBackend.answer(RECORD, respond)
      await payButton(page).click()
      for (const isReloaded of [false, true]) {
        if (isReloaded) await page.reload()
        await expect(alert(page)).toHaveText(notRecorded(error))
        const { order_id: orderId } = paymentBackend.requests(CAPTURE)[0]!.body as { order_id: string }
        await expect(box(page).getByRole('status')).toHaveText(`${RECEIVED} ${orderId}`)
      }
      paymentBackend.answer(RECORD, null)
      await payButton(page).click()
      await expect(alert(page)).toHaveText(SUCCESS)
      await expect(box(page).getByRole('status')).toBeEmpty()
      expect([paymentBackend.requests(CREATE).length, paymentBackend.requests(CAPTURE).length]).toEqual([
        1, 1,
      ])
      const [first, second] = paymentBackend.requests(RECORD)
      expect(second!.body).toEqual(first!.body)
    })

  test("a buyer reads within 8 s that PayPal's script is blocked, and can contact people", async ({
    page,
    paymentBackend,
  }) => {
    await page.route('https://www.paypal.com/**', () => {}) // hangs
    await page.clock.install()
    const requested = page.waitForRequest('https://www.paypal.com/**')
    await openCheckout(page, 'pro-closer')
    await requested
    await expect(box(page).getByText(BLOCKED)).toBeHidden()
    await page.clock.fastForward(8_000)
    await expect(box(page).getByText(BLOCKED)).toBeVisible()
    // This backend names no page of PayPal's for its orders.
    await box(page).getByRole('button', { name: 'Pay on PayPal’s page' }).click()
    await expect(page).toHaveURL('/checkout#payment')
    await expect(alert(page)).toHaveText(PROVIDER_ERROR)
    await expect(box(page).getByRole('link', { name: 'Contact us' })).toBeVisible()
    const orders = (await page.context().cookies()).filter(({ name }) => name === 'order')
    expect(orders, 'no order cookie is set').toEqual([])
    expect(paymentBackend.requests(CAPTURE)).toHaveLength(0)
  })
})

test('with an external backend and no PAYPAL_CLIENT_ID, checkout loads no script and says so', async ({
  page,
}) => {
  const host = await backendWithoutSite()
  const shop = await startProduct({ worker: test.info().parallelIndex + 14, env: { HOST_URL: host.url } })
  try {
    expect(shop.output()).toContain(
      'checkout: online payment is off: HOST_URL is set and PAYPAL_CLIENT_ID is not',
    )
    await page.goto(`${shop.siteUrl}/pricing`)
    await page.getByRole('button', { name: 'Choose Plan' }).first().click()
    await waitForHydration(page)
    await save(page, newBuyer())
    await expect(box(page)).toContainText('Online payment isn’t set up yet.')
    await expect(box(page).getByRole('button')).toHaveCount(0)
    await expect(page.locator('script[src*="sdk/js"]')).toHaveCount(0)
    await expect(box(page).getByRole('link', { name: 'Contact us' })).toBeVisible()
  } finally {
    await shop.stop()
    await host.close()
  }
})
