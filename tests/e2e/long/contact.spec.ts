import { createHash } from 'node:crypto'
import {
  expectFields,
  fill,
  form,
  MARKETING,
  SENT,
  somebody,
  typeEnquiry,
} from '#tests/support/contact-page.ts'
import { expect } from '#tests/support/fixtures.ts'
import { json, test } from '#tests/support/foreign-host.ts'
import { setNetwork } from '#tests/support/network.ts'
import type { Product } from '#tests/support/product.ts'
import { takenOver, until, words } from '#tests/support/reading.ts'
import { rows } from '#tests/support/rows.ts'

// Specification, sections 2 to 5, 7 (call 1) and 8.
const NOT_SENT = 'Something went wrong, please try again later.'
const CALL = ['POST', '/api/mail/contact'] as const
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const EMPTY = { firstName: '', lastName: '', email: '', phone: '' }

const enquiries = (product: Product, email: string) =>
  rows(product, 'SELECT * FROM enquiries WHERE email = ?', email)

const consents = (product: Product, email: string) =>
  rows(product, 'SELECT * FROM consents WHERE email = ?', email)

const everything = (product: Product) => Number(rows(product, 'SELECT count(*) AS n FROM enquiries')[0]!.n)

test('sent with Enter in the first field, what came of it is in view, and the chat’s button does not lie on it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 500 }) // a phone whose keyboard is open
  await page.goto('/contact-us')
  await takenOver(page)
  await form(page).firstName.fill('Ann')
  await form(page).firstName.press('Enter')
  await expect(form(page).alert).toHaveText(SENT)
  await expect(form(page).alert).toBeInViewport({ ratio: 1 })
  await form(page).root.getByRole('button', { name: 'Dismiss' }).click({ timeout: 30_000 })
})

test('a double click whose first press is answered before the second sends one enquiry, not an empty one more', async ({
  page,
  product,
}) => {
  await page.goto('/contact-us')
  await takenOver(page)
  const before = everything(product)
  await fill(page, somebody())
  await form(page).submit.click()
  await expect(form(page).alert).toHaveText(SENT)
  await expect(form(page).submit).toBeEnabled()
  await form(page).submit.dispatchEvent('click', { detail: 2 })
  await fill(page, somebody())
  await form(page).submit.click()
  await expect(form(page).firstName).toHaveValue('')
  await expect(form(page).submit).toBeEnabled()
  expect(everything(product)).toBe(before + 2)
})

test('one thing on the page is labelled “Phone”: the field', async ({ page }) => {
  await page.goto('/contact-us')
  await expect(page.getByLabel('Phone')).toHaveAttribute('name', 'phone')
})

test('nothing is required: an empty form is an enquiry', async ({ page, product }) => {
  await page.goto('/contact-us')
  await takenOver(page)
  expect(await form(page).root.locator(':required').count()).toBe(0)
  const before = everything(product)
  await form(page).submit.click()
  await expect(form(page).alert).toHaveText(SENT)
  expect(everything(product)).toBe(before + 1)
  const [row] = rows(product, 'SELECT * FROM enquiries ORDER BY received_at DESC LIMIT 1')
  expect(row).toMatchObject({
    first_name: '',
    last_name: '',
    email: '',
    phone: '',
    sms_consent: 0,
    marketing_consent: 0,
  })
})

test('the browser refuses what is no e-mail address and no phone number, before anything is sent', async ({
  page,
  product,
}) => {
  await page.goto('/contact-us')
  await takenOver(page)
  const before = everything(product)
  const { email, phone, submit, root } = form(page)
  const valid = () => root.evaluate((element: HTMLFormElement) => element.matches(':valid'))
  for (const bad of ['nobody', 'a@', 'a b@c.d']) {
    await email.fill(bad)
    expect(await valid(), bad).toBe(false)
  }
  await submit.click()
  await expect(email).toBeFocused()
  await email.fill('')
  for (const bad of ['123456', '123456789012345678901', '302.555.0142', 'call me now']) {
    await phone.fill(bad)
    expect(await valid(), bad).toBe(false)
  }
  await submit.click()
  await expect(phone).toBeFocused()
  await expect(form(page).alert).toHaveCount(0)
  for (const good of ['1234567', '+1 (302) 555-0142', '12345678901234567890']) {
    await phone.fill(good)
    expect(await valid(), good).toBe(true)
  }
  expect(everything(product)).toBe(before)
})

test('links to the legal texts open in a new tab and what was typed stays', async ({ page, context }) => {
  await page.goto('/contact-us')
  await takenOver(page)
  await form(page).firstName.fill('Ann')
  for (const [name, address] of [
    ['Privacy Policy', '/privacy-policy'],
    ['Terms of Use', '/terms-of-use'],
  ] as const) {
    const opened = context.waitForEvent('page')
    await form(page).root.getByRole('link', { name }).click()
    const tab = await opened
    await expect(tab).toHaveURL(address)
    expect(await tab.evaluate(() => window.opener)).toBeNull()
    await tab.close()
  }
  await expect(form(page).firstName).toHaveValue('Ann')
})

test('what was typed is there again after a look at another page, and is sent and emptied as ever', async ({
  page,
}) => {
  const typed = await typeEnquiry(page)
  await form(page).sms.check()
  await page.getByRole('navigation').getByRole('link', { name: 'Pricing' }).first().click()
  await expect(page).toHaveURL('/pricing')
  await page.goBack()
  await expectFields(page, typed, true)
  await form(page).submit.click()
  await expect(form(page).alert).toHaveText(SENT)
  await expectFields(page, EMPTY, false)
})

test('a double click sends once, and so do two posts at the same time', async ({ page, product }) => {
  const typed = await typeEnquiry(page)
  await form(page).submit.dblclick()
  await expect(form(page).alert).toHaveText(SENT)
  expect(enquiries(product, typed.email)).toHaveLength(1)

  const other = somebody()
  const body = new URLSearchParams({ form: 'enquiry', ...other })
  const headers = { Origin: product.siteUrl }
  const post = () => fetch(`${product.siteUrl}/contact-us`, { method: 'POST', headers, body })
  for (const answer of await Promise.all([post(), post()])) expect(words(await answer.text())).toContain(SENT)
  expect(enquiries(product, other.email)).toHaveLength(1)
})

test('what fills the hidden field is answered, but nothing is forwarded', async ({ page, product }) => {
  await page.goto('/contact-us')
  const trap = form(page).root.locator('input[autocomplete=off]')
  await expect(trap).toBeHidden()
  expect(await trap.getAttribute('name')).not.toMatch(
    /name|mail|phone|tel|address|company|website|url|subject/i,
  )
  // People meet four fields and two boxes.
  await expect(form(page).root.getByRole('textbox')).toHaveCount(4)
  await expect(form(page).root.getByRole('checkbox')).toHaveCount(2)
  const typed = somebody()
  const body = new URLSearchParams({
    form: 'enquiry',
    ...typed,
    [(await trap.getAttribute('name'))!]: 'http://spam',
  })
  const headers = { Origin: product.siteUrl }
  const answer = await fetch(`${product.siteUrl}/contact-us`, { method: 'POST', headers, body })
  expect(answer.status).toBe(200)
  expect(words(await answer.text())).toContain(SENT)
  expect(enquiries(product, typed.email)).toEqual([])
  await expect.poll(() => product.output()).toContain('contact: a form from a bot was not forwarded')
})

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('a visitor who ticked a wording that has changed since reads the new one, and agrees to that', async ({
      page,
      product,
      expectedConsole,
    }) => {
      expectedConsole.push(/status of 409/)
      const { editor } = product
      await page.goto('/contact-us')
      if (javaScriptEnabled) await takenOver(page)
      const typed = somebody()
      const { sms } = (await editor.getDocument('siteSettings'))!.consents
      const changed = [
        { ...sms[0], children: [{ _key: 'l', _type: 'span', marks: [], text: 'I agree to everything.' }] },
      ]
      const answer = async () => words(await (await fetch(`${product.siteUrl}/contact-us`)).text())
      await editor.patch('siteSettings').set({ 'consents.sms': changed }).commit()
      try {
        await until(answer, (text) => text.includes('I agree to everything.'))
        await fill(page, typed)
        await form(page).sms.check()
        await form(page).marketing.check()
        await form(page).submit.click()
        await expect(form(page).alert).toContainText('a consent has changed')
        const box = form(page).root.getByLabel('I agree to everything.', { exact: true })
        await expect(box).not.toBeChecked()
        await expect(form(page).marketing).toBeChecked()
        for (const [name, value] of Object.entries(typed))
          await expect(form(page).root.locator(`[name=${name}]`)).toHaveValue(value)
        expect(consents(product, typed.email)).toEqual([])
        await box.check()
        await form(page).submit.click()
        await expect(form(page).alert).toHaveText(SENT)
      } finally {
        await editor.patch('siteSettings').set({ 'consents.sms': sms }).commit()
        await until(answer, (text) => !text.includes('I agree to everything.'))
      }
      const [consent] = consents(product, typed.email)
      expect(consent).toMatchObject({ sms_consent: 1, marketing_consent: 1 })
      expect(JSON.parse(String(consent!.wordings))).toEqual([
        { field: 'smsConsent', hash: sha256('I agree to everything.') },
        { field: 'marketingConsent', hash: sha256(MARKETING) },
      ])
    })
  })

test.describe('where <host> is another’s', () => {
  test('Submitting... while it is on its way; refused, then kept; then sent, and empty', async ({
    page,
    foreign,
  }) => {
    const { product, answer, requests } = foreign
    let release = () => {}
    answer(...CALL, (res) => {
      release = () => void res.writeHead(500).end('{"error":"no"}')
    })
    await page.goto(`${product.siteUrl}/contact-us`)
    await takenOver(page)
    const typed = somebody()
    await fill(page, typed)
    await form(page).sms.check()
    const before = requests(...CALL).length
    await form(page).submit.click()
    await expect(form(page).submit).toHaveText('Submitting...')
    await expect(form(page).submit).toBeDisabled()
    await form(page).firstName.press('Enter') // sends nothing more
    await expect.poll(() => requests(...CALL).length).toBe(before + 1)
    release()
    await expect(form(page).alert).toHaveText(NOT_SENT)
    await expect(form(page).submit).toHaveText('Submit')
    await expect(form(page).submit).toBeEnabled()
    await expectFields(page, typed, true)
    expect(requests(...CALL)).toHaveLength(before + 1)
    await expect.poll(() => product.output()).toContain('contact: the enquiry was not sent')

    await form(page).root.getByRole('button', { name: 'Dismiss' }).click()
    await expect(form(page).alert).toHaveCount(0)

    answer(...CALL, null)
    await form(page).submit.click()
    await expect(form(page).alert).toHaveText(SENT)
    await expectFields(page, EMPTY, false)
  })

  test('a host that takes its time: no time-out is set (specification 7), without JavaScript either', async ({
    page,
    browser,
    foreign,
  }) => {
    const { product, answer, requests } = foreign
    answer(...CALL, (res, request, count) => {
      setTimeout(() => json({})(res, request, count), 10_500)
    })
    const context = await browser.newContext({ javaScriptEnabled: false })
    const plain = await context.newPage()
    const visitors = [page, plain]
    for (const visitor of visitors) await visitor.goto(`${product.siteUrl}/contact-us`)
    await takenOver(page)
    const before = requests(...CALL).length
    await Promise.all(
      visitors.map(async (visitor) => {
        await fill(visitor, somebody())
        await form(visitor).submit.click({ noWaitAfter: true })
        await expect(form(visitor).alert).toHaveText(SENT)
        await expectFields(visitor, EMPTY, false)
      }),
    )
    expect(requests(...CALL)).toHaveLength(before + 2)
    await context.close()
  })

  test('the visitor’s own network fails: the same words, the values kept', async ({ page, foreign }) => {
    await page.goto(`${foreign.product.siteUrl}/contact-us`)
    await takenOver(page)
    const typed = somebody()
    await fill(page, typed)
    await setNetwork(page, false)
    await form(page).submit.click()
    await expect(form(page).alert).toHaveText(NOT_SENT)
    await expectFields(page, typed, false)
    await setNetwork(page, true)
    await form(page).submit.click()
    await expect(form(page).alert).toHaveText(SENT)
  })

  test('the network goes right after the enquiry was taken: it is said that it was', async ({
    page,
    foreign,
  }) => {
    await page.goto(`${foreign.product.siteUrl}/contact-us`)
    await takenOver(page)
    await fill(page, somebody())
    await page.route('**/*.data*', (route) =>
      route.request().method() === 'GET' ? route.abort('internetdisconnected') : route.fallback(),
    )
    await form(page).submit.click()
    await expect(form(page).alert).toHaveText(SENT)
    await expectFields(page, EMPTY, false)
  })
})
