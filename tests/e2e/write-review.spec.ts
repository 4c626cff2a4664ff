import type { Locator, Page } from '@playwright/test'
import { expect } from '#tests/support/fixtures.ts'
import { test } from '#tests/support/foreign-host.ts'
import { takenOver } from '#tests/support/reading.ts'

const carousel = (page: Page) => page.getByRole('region', { name: 'What Our Clients Say' })

const slides = (page: Page) => carousel(page).locator('[aria-roledescription=slide]')

const card = (page: Page, name: string) =>
  slides(page).filter({ has: page.locator('h3', { hasText: new RegExp(`^${name}$`) }) })

const opener = (page: Page) => page.getByRole('button', { name: 'Add Review' })

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add New Review' })

const add = (page: Page) => dialog(page).getByRole('button', { name: 'Add', exact: true })

let count = 0

/** Somebody who has not written before; the text is as long as asked for. */
function somebody(length = 60) {
  count++
  const text = `A review, number ${count} of ${process.pid}: they called, and the client was real. `
  return {
    'First Name': 'Nora',
    'Last Name': `Writer ${process.pid}-${count}`,
    'Company Name': 'Quay & Sons',
    'Job Title': 'Broker',
    'Write a review': text
      .repeat(20)
      .slice(0, length - 1)
      .padEnd(length, '.'),
  }
}

type Typed = ReturnType<typeof somebody>

const nameOf = (typed: Typed) => `${typed['First Name']} ${typed['Last Name']}`

async function fill(within: Locator, typed: Typed, rating?: number) {
  for (const [label, value] of Object.entries(typed)) await within.getByLabel(label).fill(value)
  if (rating) await within.getByText(String(rating), { exact: true }).click()
}

async function expectTyped(within: Locator, typed: Record<string, string>, rating: number) {
  for (const [label, value] of Object.entries(typed))
    await expect(within.getByLabel(label)).toHaveValue(value)
  await expect(within.getByText(`Rating: ${rating}/5`, { exact: true })).toBeVisible()
  await expect(within.getByRole('radio', { name: String(rating) })).toBeChecked()
}

const BLANK = { 'First Name': '', 'Last Name': '', 'Company Name': '', 'Job Title': '', 'Write a review': '' }

// A carousel that stands still can be measured; what moves by itself is the carousel tests' business.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a visitor writes a review and sees it without a page load; the form is empty again', async ({
  page,
}) => {
  await page.goto('/')
  await takenOver(page)
  await page.evaluate(() => Object.assign(window, { stillTheSame: true }))
  await opener(page).click()
  await expectTyped(dialog(page), BLANK, 1)
  await expect(dialog(page).getByLabel('Write a review')).toHaveAttribute('rows', '4')
  expect(await dialog(page).locator(':required').count()).toBe(0)
  await expect(dialog(page).getByRole('radio')).toHaveCount(5)
  const typed = somebody(200)
  await fill(dialog(page), typed, 4)
  await expectTyped(dialog(page), typed, 4)
  await add(page).click()
  await expect(dialog(page)).toBeHidden()
  await expect(opener(page)).toBeFocused()

  const mine = card(page, nameOf(typed))
  await expect(mine).toBeVisible()
  await expect(mine).not.toHaveAttribute('inert')
  await expect(mine).toHaveAttribute('aria-label', nameOf(typed))
  await expect(slides(page).first()).toHaveAttribute('aria-label', nameOf(typed))
  await expect(mine.getByRole('definition')).toHaveText(['Quay & Sons', 'Broker'])
  await expect(mine.getByRole('img', { name: '4 out of 5' })).toBeVisible()
  const [year, month, day] = new Date().toISOString().slice(0, 10).split('-')
  await expect(mine.locator('time')).toHaveText(`${day}-${month}-${year}`)
  await mine.getByRole('button', { name: 'Read More' }).click()
  await expect(mine.getByText(`“${typed['Write a review']}”`)).toBeVisible()
  expect(await page.evaluate(() => 'stillTheSame' in window), 'the document was loaded anew').toBe(true)

  await opener(page).click()
  await expectTyped(dialog(page), BLANK, 1)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a visitor writes a review in the form on the page and sees it after the reload', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByLabel('Write a review')).toBeHidden()
    await page.getByRole('button', { name: 'Add Review' }).click()
    await expect(page.getByLabel('Write a review')).toBeVisible()
    const typed = somebody(120)
    await fill(page.locator('form', { has: page.getByLabel('Write a review') }), typed, 2)
    await expect(page.getByRole('group', { name: 'Rating' })).not.toContainText('1/5', { useInnerText: true })
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page).toHaveURL('/#reviews')
    const mine = card(page, nameOf(typed))
    await expect(mine.getByRole('img', { name: '2 out of 5' })).toBeVisible()
    // Nobody can press Read More: the text is there whole.
    const whole = mine.locator('p').filter({ visible: true })
    await expect(whole).toHaveText(`“${typed['Write a review']}”`)
    await page.reload()
    await expect(card(page, nameOf(typed))).toHaveCount(1)
  })
})
