import { expect } from '#tests/support/fixtures.ts'
import { test } from '#tests/support/forms-backend.ts'
import { waitForHydration } from '#tests/support/page.ts'
import {
  addButton,
  card,
  dialog,
  EMPTY,
  expectTyped,
  fill,
  nameOf,
  newReview,
  openButton,
  plainForm,
  slides,
} from '#tests/support/review-page.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a visitor writes a review and sees it without a page load; the form is empty again', async ({
  page,
}) => {
  await page.goto('/')
  await waitForHydration(page)
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await openButton(page).click()
  await expectTyped(dialog(page), EMPTY, 1)
  expect(await dialog(page).locator(':required').count()).toBe(0)
  const typed = newReview(200)
  await fill(dialog(page), typed, 4)
  await expectTyped(dialog(page), typed, 4)
  await addButton(page).click()
  await expect(dialog(page)).toBeHidden()
  await expect(openButton(page)).toBeFocused()

  const added = card(page, nameOf(typed))
  await expect(added).toBeVisible()
  await expect(slides(page).first()).toHaveAttribute('aria-label', nameOf(typed))
  await expect(added.getByRole('definition')).toHaveText(['Quay & Sons', 'Broker'])
  await expect(added.getByRole('img', { name: '4 out of 5' })).toBeVisible()
  const [year, month, day] = new Date().toISOString().slice(0, 10).split('-')
  await expect(added.locator('time')).toHaveText(`${day}-${month}-${year}`)
  await added.getByRole('button', { name: 'Read More' }).click()
  await expect(added.getByText(`“${typed['Write a review']}”`)).toBeVisible()
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)

  await openButton(page).click()
  await expectTyped(dialog(page), EMPTY, 1)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a visitor writes a review in the form on the page and sees its whole text', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByLabel('Write a review')).toBeHidden()
    await openButton(page).click()
    const typed = newReview(120)
    await fill(plainForm(page), typed, 2)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page).toHaveURL('/#reviews')
    const added = card(page, nameOf(typed))
    await expect(added.getByRole('img', { name: '2 out of 5' })).toBeVisible()
    const text = added.locator('p').filter({ visible: true })
    await expect(text).toHaveText(`“${typed['Write a review']}”`)
    await page.reload()
    await expect(card(page, nameOf(typed))).toHaveCount(1)
  })
})
