import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect } from '#tests/support/fixtures.ts'
import { waitForHydration } from '#tests/support/page.ts'
import type { Product } from '#tests/support/product.ts'
import { queryBackend } from '#tests/support/sqlite.ts'

// Specification, sections 2 to 5, 7 (call 1) and 8.
export const CALL = ['POST', '/api/mail/contact'] as const
export const NOT_SENT = 'Something went wrong, please try again later.'
export const SENT = 'Your message has been sent successfully!'
export const SMS =
  'I agree to receive SMS notifications and alerts from Keyturn. Message frequency varies. Message and data rates may apply. Text HELP for assistance, or STOP to unsubscribe at any time.'
export const MARKETING = 'I agree to receive occasional marketing messages from Keyturn.'

export const form = (page: Page) => {
  const root = page.getByRole('main').locator('form')
  return {
    root,
    firstName: root.getByLabel('First Name'),
    lastName: root.getByLabel('Last Name'),
    email: root.getByLabel('Email Address'),
    phone: root.getByLabel('Phone Number'),
    sms: root.getByLabel(SMS, { exact: true }),
    marketing: root.getByLabel(MARKETING, { exact: true }),
    submit: root.getByRole('button', { name: /^Submit/ }),
    alert: root.getByRole('alert'),
  }
}

export const EMPTY = { firstName: '', lastName: '', email: '', phone: '' }
export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
export const enquiries = (product: Product, email: string) =>
  queryBackend(product, 'SELECT * FROM enquiries WHERE email = ?', email)
export const consents = (product: Product, email: string) =>
  queryBackend(product, 'SELECT * FROM consents WHERE email = ?', email)

type Typed = { firstName: string; lastName: string; email: string; phone: string }
let count = 0
export function newEnquiry(): Typed {
  count++
  const phone = `+1 (302) 555-${String(process.pid % 1000).padStart(3, '0')}${count % 10}`
  return { firstName: ' Ann ', lastName: 'O’Neil', email: `ann.${process.pid}.${count}@example.com`, phone }
}

export async function fill(page: Page, typed: Typed) {
  for (const [name, value] of Object.entries(typed)) await form(page)[name as keyof Typed].fill(value)
}

export async function expectFields(page: Page, { firstName, lastName, email, phone }: Typed, sms: boolean) {
  const fields = form(page)
  await expect(fields.firstName).toHaveValue(firstName)
  await expect(fields.lastName).toHaveValue(lastName)
  await expect(fields.email).toHaveValue(email)
  await expect(fields.phone).toHaveValue(phone)
  await expect(fields.sms).toBeChecked({ checked: sms })
  await expect(fields.marketing).not.toBeChecked()
}

export async function typeEnquiry(page: Page): Promise<Typed> {
  await page.goto('/contact-us')
  await waitForHydration(page)
  const typed = newEnquiry()
  await fill(page, typed)
  return typed
}
