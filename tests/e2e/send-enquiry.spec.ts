import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  CALL,
  consents,
  EMPTY,
  enquiries,
  expectFields,
  fill,
  form,
  MARKETING,
  newEnquiry,
  SENT,
  SMS,
  sha256,
} from '#tests/support/contact-page.ts'
import { expect } from '#tests/support/fixtures.ts'
import { test } from '#tests/support/forms-backend.ts'
import { waitForHydration } from '#tests/support/page.ts'
import type { Product } from '#tests/support/product.ts'
import { queryBackend, querySqlite } from '#tests/support/sqlite.ts'

/** Returns the mails to the staff that contain an e-mail address. */
function mails(product: Product, email: string): string[] {
  const folder = join(product.dataDir, 'mail')
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((mail) => mail.includes(email))
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('an enquiry is stored with its consents and mailed to the staff', async ({ page, product }) => {
      await page.goto('/contact-us')
      if (javaScriptEnabled) await waitForHydration(page)
      await expectFields(page, EMPTY, false)
      const typed = newEnquiry()
      await fill(page, typed)
      await form(page).sms.check()
      const posted = page.waitForRequest(
        (request) => request.method() === 'POST' && /contact-us/.test(request.url()),
      )
      await form(page).submit.click()
      const token = (await posted).headers()['x-xsrf-token']
      if (javaScriptEnabled) expect(token).toMatch(/^[\w-]+\.[\w-]+$/)
      else expect(token).toBeUndefined()
      await expect(form(page).alert).toHaveText(SENT)
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
      })
      expect(JSON.parse(String(consent!.wordings))).toEqual([{ field: 'smsConsent', hash: sha256(SMS) }])
      expect(queryBackend(product, 'SELECT text FROM wordings WHERE hash = ?', sha256(SMS))).toEqual([
        { text: SMS },
      ])

      await expect.poll(() => mails(product, typed.email).length).toBe(1)
      expect(mails(product, typed.email)[0]).toMatch(/^Reply-To: .*<ann\./m)
    })
  })
}

test.describe('with an external backend', () => {
  test('the backend gets only the six documented fields, and the site records the consents', async ({
    page,
    formsBackend,
  }) => {
    const { product, requests } = formsBackend
    await page.goto(`${product.siteUrl}/contact-us`)
    await waitForHydration(page)
    const typed = newEnquiry()
    await fill(page, typed)
    await form(page).marketing.check()
    await form(page).submit.click()
    await expect(form(page).alert).toHaveText(SENT)
    const request = requests(...CALL).at(-1)!
    expect(request.body).toEqual({ ...typed, smsConsent: false, marketingConsent: true })
    expect(request.headers['content-type']).toBe('application/json')
    const cookies = await page.context().cookies()
    const token = cookies.find(({ name }) => name === 'XSRF-TOKEN')!.value
    expect(request.headers['x-xsrf-token']).toBe(token)
    expect(Object.keys(request.headers).join()).not.toMatch(/evidence|site|forwarded|visitor/)

    const [record] = querySqlite(
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
})
