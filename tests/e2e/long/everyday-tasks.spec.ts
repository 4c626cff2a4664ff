import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Product } from '#tests/support/product.ts'
import { eventually, expect, mainText, type Studio, test } from '#tests/support/studio.ts'

// The table of tests/README.md: the clicks of an editor, and the seconds until visitors see the result. It asserts no time.

type Work = (studio: Studio, visitor: Page, product: Product) => Promise<void>
const RESULTS = join(import.meta.dirname, '../../../test-results/everyday-tasks.ndjson')
const IMAGE = join(import.meta.dirname, '../../../studio/seed/images/hero-bg-2.jpg')

/** Runs a task from the open desk until visitors see the result, and counts the clicks. */
function task(name: string, work: Work) {
  test(name, async ({ studio, page: visitor, product }) => {
    await studio.open()
    const clicked = await studio.page.evaluateHandle(() => {
      const count = { clicks: 0 }
      addEventListener('pointerdown', () => count.clicks++, true)
      return count
    })
    const startedAt = performance.now()
    await work(studio, visitor, product)
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10
    const { clicks } = await clicked.jsonValue()
    appendFileSync(RESULTS, `${JSON.stringify({ task: name, clicks, seconds })}\n`)
  })
}

const sees = (visitor: Page, path: string, text: string, isShown = true) =>
  eventually(
    `${path} ${isShown ? 'shows' : 'hides'} "${text}"`,
    async () => (await mainText(visitor, path)).includes(text) === isShown,
  )

task('change a price', async (studio, visitor) => {
  await studio.openList('Plans and prices', 'Lead rates', 'Hot Seller Lead')
  await studio.waitForForm()
  await studio.field('Price (USD)').click()
  await studio.field('Price (USD)').fill('309')
  await studio.publish()
  await sees(visitor, '/pricing', 'Hot Seller Lead: $309')
})

task('fix a typo on the about page', async (studio, visitor) => {
  await studio.openList('Pages', 'About')
  await studio.waitForForm()
  await studio.form.getByRole('button', { name: /^Our Proud Partners/ }).click()
  const field = studio.page.getByRole('dialog').getByLabel('Heading', { exact: true }).first()
  await field.click()
  await field.fill('Our Very Proud Partners')
  await studio.closeDialog()
  await studio.publish()
  await sees(visitor, '/about-us', 'Our Very Proud Partners')
})

task('add a FAQ', async (studio, visitor) => {
  await studio.openList('FAQ')
  await studio.create('FAQ item')
  await studio.field('Question').click()
  await studio.field('Question').fill('Do you work on Sundays?')
  await studio.text('Answer').append('Yes, we do.')
  await studio.publish()
  await sees(visitor, '/pricing', 'Do you work on Sundays?')
})

task('swap a hero image', async (studio, visitor) => {
  await studio.openList('Pages', 'Home')
  await studio.waitForForm()
  const images = async () =>
    (await (await visitor.request.get('/')).text()).match(/\/media\/[^"' ?]+/g)?.join()
  const before = await images()
  await studio.form
    .getByRole('button', { name: /Hero slideshow/ })
    .first()
    .click()
  await studio.page.getByRole('button', { name: /^A craftsman house/ }).click()
  const preview = studio.page.getByRole('img', { name: 'Preview of uploaded image' }).last()
  const source = (await preview.getAttribute('src'))!
  await studio.page.getByTestId('options-menu-button').last().click()
  const choosing = studio.page.waitForEvent('filechooser')
  await studio.page.getByRole('menuitem', { name: /^Upload/ }).click()
  await (await choosing).setFiles({ name: 'new.jpg', mimeType: 'image/jpeg', buffer: readFileSync(IMAGE) })
  await expect(preview).not.toHaveAttribute('src', source)
  await studio.page.getByRole('button', { name: 'Close dialog' }).last().click()
  await studio.publish()
  await eventually('visitors see another image', async () => (await images()) !== before)
})

task('publish an article on Monday 9:00', async (studio, visitor, { editor }) => {
  const [{ _rev, ...article }] = await editor.fetch('*[_type == "article"]|order(date desc)[0...1]')
  const slug = { _type: 'slug', current: 'mondays-article' }
  await editor.createOrReplace({ ...article, _id: 'drafts.mondays-article', title: 'Monday’s article', slug })
  await studio.openList('Articles', 'Monday’s article')
  await studio.waitForForm()
  await studio.form.getByRole('button', { name: 'When it is shown' }).click()
  await studio.field('Show from').click()
  await studio.field('Show from').fill('2099-11-23 09:00')
  await studio.page.keyboard.press('Tab')
  await studio.publish()
  expect(await editor.fetch('*[_id == "mondays-article"][0].showFrom')).toMatch(/^2099-11-23T/)
  await sees(visitor, '/resources', 'Monday’s article', false)
})

task('take a plan off sale', async (studio, visitor) => {
  await studio.openList('Plans and prices', 'Lead rates', 'Commercial Lead')
  await studio.waitForForm()
  await studio.unpublish()
  await sees(visitor, '/pricing', 'Commercial Lead: $299', false)
})

task('add a landing page', async (studio, visitor) => {
  await studio.openList('Pages')
  await studio.create('Page')
  await studio.field('Title').click()
  await studio.field('Title').fill('Spring offer')
  await studio.form.getByRole('button', { name: 'Generate' }).click()
  const dialog = await studio.addBlock('Call to action')
  await dialog.getByLabel('Heading', { exact: true }).first().fill('Spring is here')
  await studio.closeDialog()
  await studio.publish()
  await sees(visitor, '/spring-offer', 'Spring is here')
})

task('update the refund policy', async (studio, visitor) => {
  await studio.openList('Policies', 'Refund Policy')
  await studio.waitForForm()
  await studio.text('What it is about').append(' Updated.')
  await (await studio.openPublishDialog()).getByRole('button', { name: 'Publish with this' }).click()
  await sees(visitor, '/refund-policy', 'Updated.')
})

task('hide a review', async ({ page }, visitor) => {
  await page.getByRole('link', { name: 'Inbox' }).click()
  await page.getByRole('tab', { name: 'Reviews' }).click()
  const row = page.getByRole('row', { name: /shown, sample/ }).first()
  const text = JSON.stringify((await row.getByRole('cell').nth(6).textContent())?.slice(0, 40)).slice(1, -1)
  await row.getByRole('button', { name: 'Hide' }).click()
  await eventually(
    'visitors no longer read it',
    async () => !(await (await visitor.request.get('/reviews')).text()).includes(text),
  )
})

task('find who consented', async ({ page }) => {
  await page.getByRole('link', { name: 'Inbox' }).click()
  await page.getByRole('tab', { name: 'Consents' }).click()
  await page.getByLabel('Consent', { exact: true }).selectOption('Text messages')
  await expect(page.getByRole('table', { name: 'Consents' })).toBeVisible()
})
