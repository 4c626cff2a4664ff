import type { Locator, Page } from '@playwright/test'
import { expect } from '#tests/support/fixtures.ts'

export const carousel = (page: Page) => page.getByRole('region', { name: 'What Our Clients Say' })
export const slides = (page: Page) => carousel(page).locator('[aria-roledescription=slide]')
export const card = (page: Page, name: string) =>
  slides(page).filter({ has: page.locator('h3', { hasText: new RegExp(`^${name}$`) }) })
export const openButton = (page: Page) => page.getByRole('button', { name: 'Add Review' })
export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add New Review' })
export const addButton = (page: Page) => dialog(page).getByRole('button', { name: 'Add', exact: true })
/** Without JavaScript, the form is a section of the page. */
export const plainForm = (page: Page) => page.locator('form', { has: page.getByLabel('Write a review') })

let count = 0

/** Returns a review by a new author; its text has this length. */
export function newReview(length = 60) {
  count++
  const text = `A review, number ${count} of ${process.pid}: they called, and the client was real. `
  return {
    'First Name': 'Nora',
    'Last Name': `Writer ${process.pid}-${count}`,
    'Company Name': 'Quay & Sons',
    'Job Title': 'Broker',
    'Write a review': text.repeat(20).slice(0, length),
  }
}
type Typed = ReturnType<typeof newReview>
export const EMPTY: Typed = {
  'First Name': '',
  'Last Name': '',
  'Company Name': '',
  'Job Title': '',
  'Write a review': '',
}
export const nameOf = (typed: Typed) => `${typed['First Name']} ${typed['Last Name']}`

export async function fill(form: Locator, typed: Typed, rating?: number) {
  for (const [label, value] of Object.entries(typed)) await form.getByLabel(label).fill(value)
  if (rating) await form.getByText(String(rating), { exact: true }).click()
}

export async function expectTyped(form: Locator, typed: Typed, rating: number) {
  for (const [label, value] of Object.entries(typed)) await expect(form.getByLabel(label)).toHaveValue(value)
  await expect(form.getByText(`Rating: ${rating}/5`, { exact: true })).toBeVisible()
  await expect(form.getByRole('radio', { name: String(rating) })).toBeChecked()
}
