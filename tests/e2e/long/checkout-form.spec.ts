import {
  alert,
  expectMessages,
  expectSaved,
  field,
  form,
  LABELS,
  MESSAGES,
  pay,
  payButton,
  save,
  type,
} from '#tests/support/checkout-page.ts'
import { expect } from '#tests/support/fixtures.ts'
import { setNetwork } from '#tests/support/network.ts'
import { holdScripts, waitForHydration } from '#tests/support/page.ts'
import {
  newBuyer,
  openCheckout,
  paymentCounts,
  prepareCheckout,
  purchasesOf,
  test,
} from '#tests/support/payments.ts'

const SAVED = 'Your details are saved.'

test('each field shows its message once it was touched', async ({ page }) => {
  await openCheckout(page, 'pro-closer', null)
  await waitForHydration(page)
  await expectMessages(page, {})
  const shown: Record<string, string> = {}
  for (const [label, message] of Object.entries(MESSAGES)) {
    await field(page, label).focus()
    await field(page, label).blur()
    shown[label] = message
    await expectMessages(page, shown)
  }
  await field(page, 'Email Address').fill('nobody')
  await expect(field(page, 'Email Address')).toHaveAccessibleDescription('Invalid email')
})

test('text typed over saved details before hydration does not count as saved', async ({ page }) => {
  await prepareCheckout(page, 'pro-closer', newBuyer())
  const release = await holdScripts(page)
  await page.goto('/checkout', { waitUntil: 'commit' })
  const status = form(page).getByRole('status')
  await expect(status).toHaveText(SAVED)
  await field(page, 'City').fill('Wilmington')
  release()
  await waitForHydration(page)
  await expect(field(page, 'City')).toHaveValue('Wilmington')
  await expect(status).toBeEmpty()
  await form(page).getByRole('button', { name: 'Save Details' }).click()
  await expect(status).toHaveText(SAVED)
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('a buyer corrects the refused details, and they survive a reload until they are cleared', async ({
      page,
      context,
      expectedConsole,
    }) => {
      expectedConsole.push(/status of 422/)
      await openCheckout(page, 'pro-closer', null)
      if (javaScriptEnabled) await waitForHydration(page)
      const button = form(page).getByRole('button', { name: 'Save Details' })
      await button.click()
      await expectMessages(page, MESSAGES)
      await expect(field(page, 'First Name')).toBeFocused()
      await field(page, 'First Name').fill('Ann')
      await field(page, 'Email Address').fill('nobody')
      await button.click()
      await expect(field(page, 'Last Name')).toBeFocused()
      await expectMessages(page, { ...MESSAGES, 'First Name': '', 'Email Address': 'Invalid email' })
      await expect(field(page, 'First Name')).toHaveValue('Ann')
      await expect(field(page, 'Email Address')).toHaveValue('nobody')
      const details = newBuyer()
      await save(page, details)
      await expectMessages(page, {})
      await page.goto('/about-us')
      await page.goto('/checkout')
      await expectSaved(page, details)
      await expect(form(page).getByRole('status')).toHaveText(SAVED)

      const cookies = await context.cookies()
      const cookie = cookies.find(({ name }) => name === 'details')
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', expires: -1 })
      const decoded = cookies.flatMap(({ value }) => {
        const parts = decodeURIComponent(value).split('.')
        return [value, ...parts.map((part) => Buffer.from(part, 'base64').toString())]
      })
      for (const secret of [details.email, details.phone, 'Main Street'])
        expect(decoded.join('\n')).not.toContain(secret)

      if (javaScriptEnabled) await waitForHydration(page)
      await form(page).getByRole('button', { name: 'Clear Details' }).click()
      for (const label of LABELS) await expect(field(page, label)).toHaveValue('')
      await expect(form(page).getByRole('status')).toHaveText('')
      expect((await context.cookies()).map(({ name }) => name)).not.toContain('details')
    })
  })
}

test('a buyer who pays without saving sees what is missing, and no order is created', async ({
  page,
  product,
}) => {
  const before = paymentCounts(product)
  const save = form(page).getByRole('button', { name: 'Save Details' })
  await openCheckout(page, 'pro-closer', null)
  await payButton(page).click()
  await expect(field(page, 'First Name')).toBeFocused()
  await expectMessages(page, MESSAGES)
  await expect(alert(page)).toHaveText('Save your details before you pay.')
  const details = newBuyer()
  await type(page, details)
  await payButton(page).click()
  await expect(save).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(form(page).getByRole('status')).toHaveText(SAVED)
  await expect(alert(page)).toHaveCount(0)
  await field(page, 'City').fill('Wilmington')
  await payButton(page).click()
  await expect(alert(page)).toHaveText('You have changed your details. Save them before you pay.')
  await expect(save).toBeFocused()
  expect(paymentCounts(product)).toEqual(before)
  await save.click()
  await expect(form(page).getByRole('status')).toHaveText(SAVED)
  await expect(alert(page)).toHaveCount(0)
  await pay(page)
  expect(purchasesOf(product, details)).toMatchObject([{ city: 'Wilmington' }])
})

test('without a network, saving and clearing show an error and lose nothing', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/The form was not sent|ERR_INTERNET_DISCONNECTED/)
  const error = form(page).getByRole('alert')
  const text = 'This didn’t reach us. What you typed is still here: check your connection and try again.'
  await openCheckout(page, 'pro-closer', null)
  await waitForHydration(page)
  await page.waitForFunction(() => 'paypal' in window)
  const details = newBuyer()
  await type(page, details)
  for (const [name, status] of [
    ['Save Details', SAVED],
    ['Clear Details', ''],
  ] as const) {
    await setNetwork(page, false)
    await form(page).getByRole('button', { name }).click()
    await expect(error).toHaveText(text)
    await expectSaved(page, details)
    await setNetwork(page, true)
    await form(page).getByRole('button', { name }).click()
    await expect(error).toHaveCount(0)
    await expect(form(page).getByRole('status')).toHaveText(status)
  }
  await expect(field(page, 'Address')).toHaveValue('')
  await expect(field(page, 'First Name')).toBeFocused()
})
