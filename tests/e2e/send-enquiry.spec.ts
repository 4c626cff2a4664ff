import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectFields, fill, form, MARKETING, SENT, SMS, somebody } from '#tests/support/contact-page.ts'
import { expect } from '#tests/support/fixtures.ts'
import { html, json, reset, test } from '#tests/support/foreign-host.ts'
import type { Product } from '#tests/support/product.ts'
import { takenOver } from '#tests/support/reading.ts'
import { rows, rowsOf } from '#tests/support/rows.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const EMPTY = { firstName: '', lastName: '', email: '', phone: '' }

const enquiries = (product: Product, email: string) =>
  rows(product, 'SELECT * FROM enquiries WHERE email = ?', email)

const consents = (product: Product, email: string) =>
  rows(product, 'SELECT * FROM consents WHERE email = ?', email)

/** The messages to the staff that name an address. */
function mails(product: Product, email: string): string[] {
  const folder = join(product.dataDir, 'mail')
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((mail) => mail.includes(email))
}

// Specification, sections 2 to 5, 7 (call 1) and 8.
const NOT_SENT = 'Something went wrong, please try again later.'

const CALL = ['POST', '/api/mail/contact'] as const

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('an enquiry is stored with its consents and mailed to the staff', async ({ page, product }) => {
      await page.goto('/contact-us')
      if (javaScriptEnabled) await takenOver(page)
      await expectFields(page, EMPTY, false)
      const typed = somebody()
      await fill(page, typed)
      await form(page).sms.check()
      const posted = page.waitForRequest(
        (request) => request.method() === 'POST' && /contact-us/.test(request.url()),
      )
      await form(page).submit.click()
      const token = (await posted).headers()['x-xsrf-token']
      if (javaScriptEnabled) expect(token, 'a script proves where it comes from').toMatch(/^[\w-]+\.[\w-]+$/)
      else expect(token).toBeUndefined()
      await expect(form(page).alert).toHaveText(SENT)
      const dismiss = (javaScriptEnabled ? form(page).alert : page).getByRole('button', { name: 'Dismiss' })
      await expect(dismiss).toHaveCount(javaScriptEnabled ? 1 : 0)
      await expectFields(page, EMPTY, false)

      const [enquiry, ...others] = enquiries(product, typed.email)
      expect(others).toEqual([])
      expect(enquiry).toMatchObject({
        first_name: ' Ann ',
        last_name: 'O’Neil',
        phone: typed.phone,
        sms_consent: 1,
        marketing_consent: 0,
      })
      const [consent] = consents(product, typed.email)
      expect(consent).toMatchObject({
        enquiry_id: enquiry!.id,
        sms_consent: 1,
        marketing_consent: 0,
        page: '/contact-us',
        address: expect.stringMatching(/^(::1|(::ffff:)?127\.0\.0\.1)$/),
        user_agent: expect.stringContaining('Chrome'),
        recorded_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      })
      expect(JSON.parse(String(consent!.wordings))).toEqual([{ field: 'smsConsent', hash: sha256(SMS) }])
      expect(rows(product, 'SELECT text FROM wordings WHERE hash = ?', sha256(SMS))).toEqual([{ text: SMS }])

      await expect.poll(() => mails(product, typed.email).length, 'mails').toBe(1)
      const [mail = ''] = mails(product, typed.email)
      expect(mail).toMatch(/^Reply-To: .*<ann\./m)
      expect(mail).toMatch(/^Content-Type: multipart\/alternative/m)
    })
  })
}

test.describe('with a foreign host', () => {
  test('an enquiry carries the six documented fields only; the site keeps the consents', async ({
    page,
    foreign,
  }) => {
    const { product, requests } = foreign
    await page.goto(`${product.siteUrl}/contact-us`)
    await takenOver(page)
    const typed = somebody()
    await fill(page, typed)
    await form(page).marketing.check()
    await form(page).submit.click()
    await expect(form(page).alert).toHaveText(SENT)
    const request = requests(...CALL).at(-1)!
    expect(request.body).toEqual({ ...typed, smsConsent: false, marketingConsent: true })
    expect(request.headers['content-type']).toBe('application/json')
    const cookies = await page.context().cookies()
    const token = cookies.find(({ name }) => name === 'XSRF-TOKEN')!.value
    expect(request.headers['x-xsrf-token'], 'specification 7').toBe(token)
    expect(
      Object.keys(request.headers).filter((name) => /evidence|site|forwarded|visitor/.test(name)),
    ).toEqual([])

    const [record] = rowsOf(
      product,
      'consents.sqlite',
      "SELECT * FROM record WHERE json_extract(evidence, '$.enquiry.email') = ?",
      typed.email,
    )
    expect(record!.hash).toBe(sha256(String(record!.evidence)))
    expect(JSON.parse(String(record!.evidence))).toMatchObject({
      at: expect.stringMatching(/Z$/),
      enquiry: { ...typed, smsConsent: false, marketingConsent: true },
      visitor: {
        page: '/contact-us',
        userAgent: expect.stringContaining('Chrome'),
        address: expect.any(String),
      },
      wordings: [{ field: 'marketingConsent', text: MARKETING }],
    })
  })

  test('a visitor keeps what was typed when the host fails', async ({ page, foreign }) => {
    const { product, answer } = foreign
    await page.goto(`${product.siteUrl}/contact-us`)
    await takenOver(page)
    const typed = somebody()
    await fill(page, typed)
    for (const failure of [reset, html(503), json({ error: 'no' }, 422)]) {
      answer(...CALL, failure)
      await form(page).submit.click()
      await expect(form(page).submit).toBeEnabled()
      await expect(form(page).alert).toHaveText(NOT_SENT)
      await expectFields(page, typed, false)
      await form(page).root.getByRole('button', { name: 'Dismiss' }).click()
    }
    // Its body is not read (call 1): a page of HTML with status 200 is a success.
    answer(...CALL, html(200))
    await form(page).submit.click()
    await expect(form(page).alert).toHaveText(SENT)
  })
})
