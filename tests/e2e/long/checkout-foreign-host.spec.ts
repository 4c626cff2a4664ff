import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
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
import {
  answerPayPalScript,
  bareHost,
  CAPTURE,
  CLIENT_ID,
  CREATE,
  hang,
  html,
  json,
  PAYPAL,
  postForm,
  prepare,
  RECORD,
  reset,
  somebody,
  test,
} from '#tests/support/paying.ts'
import { pidOf } from '#tests/support/processes.ts'
import { startProduct } from '#tests/support/product.ts'
import { FROM_OWN_PAGE, takenOver } from '#tests/support/reading.ts'
import { rowsOf } from '#tests/support/rows.ts'

/** PayPal's buttons that complain when they go with their page. */
const COMPLAINING = PAYPAL.replace(
  'close: async () => button.remove()',
  'close: async () => props.onError(new Error("gone"))',
)

test.describe('where <host> is another’s', () => {
  test.use({ baseURL: async ({ payingHost }, use) => use(payingHost.product.siteUrl) })

  test('PayPal’s script comes on checkout with a plan, once, and nowhere else', async ({ page }) => {
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
    // The sandbox exists only with the embedded host.
    await expect(box(page)).not.toContainText('no money moves')
    expect((await page.request.get('/test-payments/sdk/js')).status()).toBe(404)
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
      await expect(box(page).getByRole('status')).toBeEmpty()
      paying.answer(path, null)
    }
    expect(paying.asked(RECORD)).toEqual([])
    await payButton(page).click()
    await expect(alert(page)).toHaveText(SUCCESS)
    expect(paying.asked(RECORD)).toHaveLength(1)
  })

  test('not completed because PayPal is still checking: the alert, and what it is beside it', async ({
    page,
    paying,
  }) => {
    await answerPayPalScript(page)
    await prepare(page, 'pro-closer', somebody())
    await page.goto('/checkout')
    paying.answer(CAPTURE, json({ status: 'PENDING' }))
    await payButton(page).click()
    await expect(alert(page)).toHaveText(FAILED)
    await expect(box(page).getByRole('status')).toHaveText(
      'PayPal is still checking this payment. Please don’t pay again; we’ll write as soon as it is through.',
    )
    expect(paying.asked(RECORD)).toHaveLength(0)
  })

  test('a buyer who left while the order is captured finds its outcome at checkout, and the host is asked once', async ({
    page,
    paying,
  }) => {
    await answerPayPalScript(page)
    await prepare(page, 'pro-closer', somebody())
    let release: (() => void) | undefined
    paying.answer(CAPTURE, (...call) => {
      release = () => json({ status: 'COMPLETED' })(...call)
    })
    paying.answer(RECORD, json({ error: 'There is no such package.' }, 422))
    await page.goto('/checkout')
    await payButton(page).click()
    await expect.poll(() => release).toBeDefined()
    await page.getByRole('banner').getByRole('link', { name: 'About' }).click()
    await expect(page).toHaveURL('/about-us')
    await page.goBack()
    await expect(alert(page), 'nobody knows yet').toHaveText(PROVIDER_ERROR)
    release!()
    await expect(alert(page)).toHaveText(notRecorded('There is no such package.'))
    await page.reload()
    await expect(alert(page), 'from the journal').toHaveText(notRecorded('There is no such package.'))
    await expect(box(page).getByRole('status')).toContainText(RECEIVED)
    expect(paying.asked(CAPTURE)).toHaveLength(1)
    expect(paying.asked(RECORD)).toHaveLength(1)
  })

  test('buttons that complain because their page was left say nothing on the next', async ({
    page,
    paying,
    expectedConsole,
  }) => {
    expectedConsole.push(/status of 502/)
    await answerPayPalScript(page)
    await prepare(page, 'pro-closer', somebody())
    let release: (() => void) | undefined
    paying.answer(CREATE, (...call) => {
      release = () => json({ error: 'no' }, 500)(...call)
    })
    await page.goto('/checkout')
    await payButton(page).click()
    await expect.poll(() => release).toBeDefined()
    await page.getByRole('banner').getByRole('link', { name: 'About' }).click()
    await expect(page).toHaveURL('/about-us')
    const answered = page.waitForResponse('**/checkout/order')
    release!()
    await (await answered).finished()
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('… nor once it was told what came of paying', async ({ page, paying }) => {
    await answerPayPalScript(page, COMPLAINING)
    await prepare(page, 'pro-closer', somebody())
    await page.goto('/checkout')
    await payButton(page).click()
    await expect(alert(page)).toHaveText(SUCCESS)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.getByRole('banner').getByRole('link', { name: 'About' }).click()
    await expect(page).toHaveURL('/about-us')
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
    expect(asked, 'what became of the order').not.toContain('/checkout/capture')
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect(paying.asked(CAPTURE)).toHaveLength(1)
  })

  test('another plan that is begun while one is captured is paid as well', async ({ page, paying }) => {
    const post = async (path: string, form: Record<string, string> = {}) =>
      (await page.request.post(path, { form, headers: FROM_OWN_PAGE })).json()
    let release: (() => void) | undefined
    paying.answer(CAPTURE, (...call) => {
      release = () => json({ status: 'COMPLETED' })(...call)
    })
    await prepare(page, 'pro-closer', somebody())
    const { id: first } = await post('/checkout/order')
    const captured = post('/checkout/capture', { orderID: first })
    await expect.poll(() => release).toBeDefined()
    await postForm(page, '/checkout/plan', { plan: 'starter-edge' })
    const { id: second } = await post('/checkout/order')
    release!()
    expect(await captured).toMatchObject({ kind: 'success' })
    paying.answer(CAPTURE, null)
    expect(await post('/checkout/capture', { orderID: second })).toMatchObject({ kind: 'success' })
  })

  test('a capture whose answer is lost: pressing again asks for it once more, and makes no new order', async ({
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
    await expect(alert(page)).toHaveText(SUCCESS)
    expect(paying.asked(CREATE)).toHaveLength(1)
    const captures = paying.asked(CAPTURE).map(({ body }) => JSON.stringify(body))
    expect(captures).toHaveLength(2)
    expect(new Set(captures).size).toBe(1)
    expect(paying.asked(RECORD)).toHaveLength(1)
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
      expectedConsole,
    }) => {
      expectedConsole.push(/status of 409/)
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
      await expect(box(page).getByRole('status')).toBeEmpty()
      expect(paying.asked(CREATE)).toHaveLength(1)
      expect(paying.asked(CAPTURE)).toHaveLength(1)
      const bodies = paying.asked(RECORD).map(({ body }) => JSON.stringify(body))
      expect(bodies).toHaveLength(3)
      expect(new Set(bodies).size).toBe(1)
    })

  test('PayPal’s script never answers: within 8 s the reason; a host that names no page of PayPal’s: said where somebody pressed, beside the way to people', async ({
    page,
    paying,
  }) => {
    await page.route('https://www.paypal.com/**', () => {}) // hangs
    await prepare(page, 'pro-closer', somebody())
    await page.clock.install()
    const asked = page.waitForRequest('https://www.paypal.com/**')
    await page.goto('/checkout')
    await asked
    await expect(box(page).getByText(BLOCKED)).toBeHidden()
    await page.clock.fastForward(8_000)
    await expect(box(page).getByText(BLOCKED)).toBeVisible()
    // This host names no page of PayPal's for its orders.
    await box(page).getByRole('button', { name: 'Pay on PayPal’s page' }).click()
    await expect(page).toHaveURL('/checkout#payment')
    await expect(alert(page)).toHaveText(PROVIDER_ERROR)
    await expect(box(page).getByRole('link', { name: 'Contact us' })).toBeVisible()
    expect(paying.asked(CREATE)).toHaveLength(1)
    const orders = (await page.context().cookies()).filter(({ name }) => name === 'order')
    expect(orders, 'what can’t be approved takes no other order’s place').toEqual([])
    expect(paying.asked(CAPTURE)).toHaveLength(0)
  })

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false })

    test('a host that makes no order: said so where somebody pressed', async ({ page, paying }) => {
      await prepare(page, 'pro-closer', somebody())
      await page.goto('/checkout')
      paying.answer(CREATE, json({ error: 'no' }, 500))
      await box(page).getByRole('button', { name: 'Pay on PayPal’s page' }).click()
      await expect(page).toHaveURL('/checkout#payment')
      await expect(alert(page)).toHaveText(PROVIDER_ERROR)
      await expect(box(page).getByRole('link', { name: 'Contact us' })).toBeVisible()
      await page.reload()
      await expect(alert(page)).toHaveCount(0)
    })
  })

  for (const [how, script] of [
    ['are refused', `window.paypal = { Buttons() { throw new Error('refused') } }`],
    [
      'fail while they are drawn',
      PAYPAL.replace('container.append(button)', `container.append(button); throw new Error('refused')`),
    ],
  ] as const)
    test(`PayPal’s buttons ${how}: its alert and the other way; what was typed stays`, async ({
      page,
      expectedConsole,
    }) => {
      expectedConsole.push(/refused/)
      await prepare(page, 'pro-closer', null)
      let mayCome = () => {}
      const typed = new Promise<void>((resolve) => (mayCome = resolve))
      await page.route('https://www.paypal.com/**', async (route) => {
        await typed
        await route.fulfill({ contentType: 'text/javascript', body: script })
      })
      await page.goto('/checkout', { waitUntil: 'commit' })
      await page.getByLabel('First Name').fill('Ann')
      mayCome()
      await expect(alert(page)).toHaveText(PROVIDER_ERROR)
      await expect(box(page).getByText(BLOCKED)).toBeVisible()
      await expect(page.getByLabel('First Name')).toHaveValue('Ann')
    })

  test('an error of PayPal’s without a word is told like any other', async ({ page, expectedConsole }) => {
    expectedConsole.push(/PayPal checkout error/)
    await answerPayPalScript(
      page,
      PAYPAL.replace(/await props\.createOrder\(.*\)/, 'await Promise.reject(new Error())'),
    )
    await prepare(page, 'pro-closer', somebody())
    await page.goto('/checkout')
    await payButton(page).click()
    await expect(alert(page)).toHaveText(PROVIDER_ERROR)
  })

  test('a button that stands in the page is there, whatever PayPal’s script says of it', async ({ page }) => {
    await answerPayPalScript(page, PAYPAL.replace(/props\.onInit\(.*\)/, ''))
    await prepare(page, 'pro-closer', somebody())
    await page.goto('/checkout')
    await expect(payButton(page)).toBeVisible()
    await expect(box(page)).not.toContainText('Loading')
  })

  test('whatever stands in for PayPal needs Buttons, render and the three calls, and is not loaded where it is there', async ({
    page,
    paying,
  }) => {
    const scripts = await answerPayPalScript(page)
    await page.addInitScript(() => {
      const Buttons = (props: Record<string, (data?: unknown, actions?: unknown) => unknown>) => ({
        render(container: HTMLElement) {
          props.onInit?.({}, { enable() {}, disable() {} })
          const button = document.createElement('button')
          button.type = 'button'
          button.textContent = 'PayPal'
          button.onclick = async () => {
            try {
              await props.createOrder?.()
              await props.onApprove?.()
            } catch (error) {
              props.onError?.(error)
            }
          }
          container.append(button)
        },
      })
      Object.assign(window, { paypal: { Buttons } })
    })
    await prepare(page, 'pro-closer', null)
    await page.goto('/checkout')
    await payButton(page).click()
    await expect(alert(page)).toHaveText('Save your details before you pay.')
    await takenOver(page)
    await save(page, somebody())
    await payButton(page).click()
    await expect(alert(page)).toHaveText(SUCCESS)
    expect(paying.asked(RECORD)).toHaveLength(1)
    expect(scripts).toEqual([])
    await page.getByRole('navigation').getByRole('link', { name: 'Contact' }).click()
    await expect(page).toHaveURL('/contact-us')
  })

  test('a host that names PayPal’s page for an order: the buyer is led there and back', async ({
    page,
    paying,
    expectedConsole,
  }) => {
    expectedConsole.push(/ERR_FAILED|PayPal JS SDK/)
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
    const led = page.waitForRequest((request) => new URL(request.url()).pathname === '/checkoutnow')
    await box(page).getByRole('button', { name: 'Pay on PayPal’s page' }).click()
    // Playwright lets redirects through to the network, which has no PayPal: what stands there is opened by its address.
    await expect(page).toHaveURL(/chrome-error/)
    await page.goto((await led).url())
    await page.getByRole('link', { name: 'Pay now' }).click()
    await expect(alert(page)).toHaveText(SUCCESS)
    await expect(page).toHaveURL('/checkout#payment')
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
  const rounds = 100
  test.setTimeout(test.info().timeout + rounds * 30_000)
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
      const headers = { ...FROM_OWN_PAGE, Accept: 'text/html' }
      await buyer.post('/checkout/plan', { form: { plan: 'pro-closer' }, headers, maxRedirects: 0 })
      await buyer.post('/checkout', { form: { ...somebody() }, headers, maxRedirects: 0 })
      const { id } = await (await buyer.post('/checkout/order', { headers })).json()
      const lost = buyer.post('/checkout/capture', { form: { orderID: id }, headers }).catch(() => 'lost')
      await expect.poll(() => host.asked(RECORD).length).toBe(1)
      process.kill(pidOf(shop, 'app/server/main.ts'), 'SIGKILL')
      expect(await lost).toBe('lost')
      await buyer.dispose()

      // 60 s have passed. The supervisor restarts the site; every third round the whole product is restarted.
      const kept = new DatabaseSync(join(dataDir, 'purchases.sqlite'), { timeout: 10_000 })
      expect(kept.prepare("SELECT state FROM purchase WHERE purchase ->> 'orderID' = ?").get(id)).toEqual({
        state: 'captured',
      })
      kept.exec('UPDATE purchase SET due_at = 0')
      kept.close()
      host.answer(RECORD, null)
      if (round % 3 === 0 && round < rounds) {
        await shop.stop()
        shop = await start()
      }
      await expect.poll(() => host.asked(RECORD).length, { timeout: 60_000 }).toBe(2)
      const [first, second] = host.asked(RECORD).map(({ body }) => body)
      expect(second).toEqual(first)
      expect(host.asked(CAPTURE)).toHaveLength(1)
      await expect
        .poll(() =>
          rowsOf(
            { dataDir },
            'purchases.sqlite',
            "SELECT state FROM purchase WHERE purchase ->> 'orderID' = ?",
            id,
          ),
        )
        .toEqual([{ state: 'recorded' }])
    }
  } finally {
    await shop.stop()
    await host.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
