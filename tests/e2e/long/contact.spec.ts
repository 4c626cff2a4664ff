import {
  CALL,
  consents,
  EMPTY,
  enquiries,
  expectFields,
  fill,
  form,
  MARKETING,
  NOT_SENT,
  newEnquiry,
  SENT,
  sha256,
  typeEnquiry,
} from '#tests/support/contact-page.ts'
import { expect } from '#tests/support/fixtures.ts'
import { test } from '#tests/support/forms-backend.ts'
import { htmlToText, until } from '#tests/support/http.ts'
import { setNetwork } from '#tests/support/network.ts'
import { waitForHydration } from '#tests/support/page.ts'

test('the result is in view above the chat button on a phone with an open keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 500 })
  await page.goto('/contact-us')
  await waitForHydration(page)
  await form(page).firstName.press('Enter')
  await expect(form(page).alert).toHaveText(SENT)
  await expect(form(page).alert).toBeInViewport({ ratio: 1 })
  await form(page).root.getByRole('button', { name: 'Dismiss' }).click()
  await expect(form(page).alert).toHaveCount(0)
})

test('only the phone field is labelled “Phone”, nothing is required, and the field for bots is hidden', async ({
  page,
}) => {
  await page.goto('/contact-us')
  await expect(page.getByLabel('Phone')).toHaveAttribute('name', 'phone')
  expect(await form(page).root.locator(':required').count()).toBe(0)
  await expect(form(page).root.getByRole('textbox')).toHaveCount(4)
})

test('the browser refuses an invalid e-mail address or phone number before anything is sent', async ({
  page,
}) => {
  await page.goto('/contact-us')
  await waitForHydration(page)
  const { email, phone, submit, alert } = form(page)
  await email.fill('nobody')
  await submit.click()
  await expect(email).toBeFocused()
  await email.fill('')
  await phone.fill('302.555.0142')
  await submit.click()
  await expect(phone).toBeFocused()
  await expect(alert).toHaveCount(0)
})

test('links to the legal texts open in a new tab, and the typed text stays', async ({ page, context }) => {
  await page.goto('/contact-us')
  await waitForHydration(page)
  await form(page).firstName.fill('Ann')
  const opened = context.waitForEvent('page')
  await form(page).root.getByRole('link', { name: 'Privacy Policy' }).click()
  const tab = await opened
  await expect(tab).toHaveURL('/privacy-policy')
  expect(await tab.evaluate(() => window.opener)).toBeNull()
  await expect(form(page).firstName).toHaveValue('Ann')
})

test('a double click sends one enquiry', async ({ page, product }) => {
  const empty = enquiries(product, '').length
  const typed = await typeEnquiry(page)
  await form(page).submit.dblclick()
  await expect(form(page).alert).toHaveText(SENT)
  // The second click of a double click, after the form was emptied.
  await form(page).submit.dispatchEvent('click', { detail: 2 })
  expect(enquiries(product, typed.email)).toHaveLength(1)
  expect(enquiries(product, '')).toHaveLength(empty)
})

test('without JavaScript, a visitor who ticked a wording that has changed agrees to the new one', async ({
  browser,
  product,
}) => {
  const { editor } = product
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await page.goto(`${product.siteUrl}/contact-us`)
  const typed = newEnquiry()
  const { sms } = (await editor.getDocument('siteSettings'))!.consents
  const text = 'I agree to everything.'
  const changed = [{ ...sms[0], children: [{ _key: 'l', _type: 'span', marks: [], text }] }]
  const pageText = async () => htmlToText(await (await fetch(`${product.siteUrl}/contact-us`)).text())
  await editor.patch('siteSettings').set({ 'consents.sms': changed }).commit()
  try {
    await until(pageText, (shown) => shown.includes(text))
    await fill(page, typed)
    await form(page).sms.check()
    await form(page).marketing.check()
    await form(page).submit.click()
    await expect(form(page).alert).toContainText('a consent has changed')
    const box = form(page).root.getByLabel(text, { exact: true })
    await expect(box).not.toBeChecked()
    await expect(form(page).marketing).toBeChecked()
    expect(consents(product, typed.email)).toEqual([])
    await box.check()
    await form(page).submit.click()
    await expect(form(page).alert).toHaveText(SENT)
  } finally {
    await editor.patch('siteSettings').set({ 'consents.sms': sms }).commit()
    await until(pageText, (shown) => !shown.includes(text))
    await page.context().close()
  }
  expect(JSON.parse(String(consents(product, typed.email)[0]!.wordings))).toEqual([
    { field: 'smsConsent', hash: sha256(text) },
    { field: 'marketingConsent', hash: sha256(MARKETING) },
  ])
})

test('a visitor reads “Submitting...” while an enquiry is sent, and can send it again after a failure', async ({
  page,
  formsBackend,
}) => {
  const { product, answer, requests } = formsBackend
  let release = () => {}
  answer(...CALL, (res) => {
    release = () => void res.writeHead(500).end('{"error":"no"}')
  })
  await page.goto(`${product.siteUrl}/contact-us`)
  await waitForHydration(page)
  const typed = newEnquiry()
  await fill(page, typed)
  await form(page).sms.check()
  const before = requests(...CALL).length
  await form(page).submit.click()
  await expect(form(page).submit).toHaveText('Submitting...')
  await expect(form(page).submit).toBeDisabled()
  await form(page).firstName.press('Enter') // sends nothing
  await expect.poll(() => requests(...CALL).length).toBe(before + 1)
  release()
  await expect(form(page).alert).toHaveText(NOT_SENT)
  await expectFields(page, typed, true)
  expect(requests(...CALL)).toHaveLength(before + 1)
  await expect.poll(() => product.output()).toContain('contact: the enquiry was not sent')

  answer(...CALL, null)
  await setNetwork(page, false)
  await form(page).submit.click()
  await expect(form(page).alert).toHaveText(NOT_SENT)
  await expectFields(page, typed, true)
  await setNetwork(page, true)
  await form(page).submit.click()
  await expect(form(page).alert).toHaveText(SENT)
  await expectFields(page, EMPTY, false)
})
