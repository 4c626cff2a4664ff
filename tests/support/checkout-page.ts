import type { Page } from '@playwright/test'
import { expect } from '#tests/support/fixtures.ts'
import type { Details } from '#tests/support/payments.ts'

// Texts of the specification, sections 2 to 5, 7 (calls 4 to 6) and 8.
export const FAILED = '❌ Payment Failed.'
export const SUCCESS = '✅ Payment Success!'
export const PROVIDER_ERROR = '❌ PayPal checkout error.'
export const notRecorded = (error: string) => `❌ Payment failed: ${error}`
export const RECEIVED =
  'We have received your payment. Please don’t pay again; we are completing your purchase. Your order:'
export const BLOCKED = /^The payment buttons can’t be loaded\./
export const MESSAGES = {
  'First Name': 'First name is required.',
  'Last Name': 'Last name is required.',
  'Email Address': 'Email is required.',
  'Phone Number': 'Phone number is required.',
  City: 'City is required.',
  State: 'state is required.',
  Address: 'Address is required.',
}
export const LABELS = Object.keys(MESSAGES)

export const form = (page: Page) => page.getByRole('region', { name: 'Customer Details' })
export const field = (page: Page, label: string) => form(page).getByLabel(label, { exact: true })
export const box = (page: Page) => page.getByRole('region', { name: 'Pay securely with PayPal' })
export const payButton = (page: Page) => box(page).getByRole('button', { name: 'PayPal', exact: true })
export const alert = (page: Page) => box(page).getByRole('alert')
export const panel = (page: Page) => page.getByRole('dialog', { name: 'Test payment' })
export const choice = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true })
export const totals = (page: Page) =>
  page.getByRole('region', { name: 'Basket Total' }).getByRole('definition')
export const card = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
export const line = (page: Page) => page.getByRole('main').getByRole('cell').first()

export async function type(page: Page, details: Details) {
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
}

export async function save(page: Page, details: Details) {
  await type(page, details)
  await form(page).getByRole('button', { name: 'Save Details' }).click()
  await expect(form(page).getByRole('status')).toHaveText('Your details are saved.')
}

export async function expectSaved(page: Page, { firstName, email, address }: Details) {
  await expect(field(page, 'First Name')).toHaveValue(firstName)
  await expect(field(page, 'Email Address')).toHaveValue(email)
  await expect(field(page, 'Address')).toHaveValue(address)
}

export async function expectMessages(page: Page, messages: Record<string, string>) {
  for (const label of LABELS)
    await expect(field(page, label), label).toHaveAccessibleDescription(messages[label] ?? '')
}

/** Presses the pay button, which opens the panel of the PayPal sandbox. */
export async function openPanel(page: Page) {
  await payButton(page).click()
  await expect(panel(page)).toBeVisible()
}

export async function pay(page: Page) {
  await openPanel(page)
  await choice(page, 'Approve').click()
  await expect(alert(page)).toHaveText(SUCCESS)
}
