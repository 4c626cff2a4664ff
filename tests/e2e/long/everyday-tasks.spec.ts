import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Product } from '#tests/support/product.ts'
import { expect, read, type Studio, soon, test } from '#tests/support/studio.ts'

// The table of README: what an editor presses, and how long it takes until visitors have it. It asserts no time.

type Work = (studio: Studio, visitor: Page, product: Product) => Promise<void>
const RESULTS = join(import.meta.dirname, '../../../test-results/everyday-tasks.ndjson')

/** From the open desk until visitors have it. Counted are presses of the mouse; typing goes at a machine’s pace. */
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

const see = (visitor: Page, path: string, words: string, there = true) =>
  soon(
    `visitors ${there ? '' : 'no longer '}read “${words}”`,
    async () => (await read(visitor, path)).includes(words) === there,
  )

task('change a price', async (studio, visitor) => {
  await studio.walk('Plans and prices', 'Lead rates', 'Hot Seller Lead')
  await studio.loaded()
  await studio.field('Price (USD)').click()
  await studio.field('Price (USD)').fill('309')
  await studio.publish()
  await see(visitor, '/pricing', 'Hot Seller Lead: $309')
})

task('fix a typo on the about page', async (studio, visitor) => {
  await studio.walk('Pages', 'About')
  await studio.loaded()
  await studio.form.getByRole('button', { name: /^Our Proud Partners/ }).click()
  const field = studio.page.getByRole('dialog').getByLabel('Heading', { exact: true }).first()
  await field.click()
  await field.fill('Our Very Proud Partners')
  await studio.closeDialog()
  await studio.publish()
  await see(visitor, '/about-us', 'Our Very Proud Partners')
})

task('add a FAQ', async (studio, visitor) => {
  await studio.walk('FAQ')
  await studio.create('FAQ item')
  await studio.field('Question').click()
  await studio.field('Question').fill('Do you work on Sundays?')
  await studio.text('Answer').append('Yes, we do.')
  await studio.publish()
  await see(visitor, '/pricing', 'Do you work on Sundays?')
})

task('swap a hero picture', async (studio, visitor) => {
  await studio.walk('Pages', 'Home')
  await studio.loaded()
  const pictures = async () =>
    (await (await visitor.request.get('/')).text()).match(/\/media\/[^"' ?]+/g)?.join()
  const before = await pictures()
  await studio.form
    .getByRole('button', { name: /Hero slideshow/ })
    .first()
    .click()
  await studio.page.getByRole('button', { name: /^A craftsman house/ }).click()
  const preview = studio.page.getByRole('img', { name: 'Preview of uploaded image' }).last()
  const shown = (await preview.getAttribute('src'))!
  await studio.page.getByTestId('options-menu-button').last().click()
  const choosing = studio.page.waitForEvent('filechooser')
  await studio.page.getByRole('menuitem', { name: /^Upload/ }).click()
  await (await choosing).setFiles({
    name: 'new.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="2400" height="1350"><rect width="2400" height="1350" fill="#456"/></svg>',
    ),
  })
  await expect(preview).not.toHaveAttribute('src', shown)
  await studio.page.getByRole('button', { name: 'Close dialog' }).last().click()
  await studio.publish()
  await soon('visitors see another picture', async () => (await pictures()) !== before)
})

task('publish an article on Monday 9:00', async (studio, visitor, { editor }) => {
  const [{ _rev, ...written }] = await editor.fetch('*[_type == "article"]|order(date desc)[0...1]')
  const slug = { _type: 'slug', current: 'mondays-article' }
  await editor.createOrReplace({ ...written, _id: 'drafts.mondays-article', title: 'Monday’s article', slug })
  await studio.walk('Articles', 'Monday’s article')
  await studio.loaded()
  await studio.form.getByRole('button', { name: 'When it is shown' }).click()
  await studio.field('Show from').click()
  await studio.field('Show from').fill('2099-11-23 09:00')
  await studio.page.keyboard.press('Tab')
  await studio.publish()
  const published = '*[_id == "mondays-article"][0].showFrom'
  expect(await editor.fetch(published)).toMatch(/^2099-11-23T/)
  await see(visitor, '/resources', 'Monday’s article', false)
})

task('take a plan off sale', async (studio, visitor) => {
  await studio.walk('Plans and prices', 'Lead rates', 'Commercial Lead')
  await studio.loaded()
  await studio.unpublish()
  await see(visitor, '/pricing', 'Commercial Lead: $299', false)
})

task('add a landing page', async (studio, visitor) => {
  await studio.walk('Pages')
  await studio.create('Page')
  await studio.field('Title').click()
  await studio.field('Title').fill('Spring offer')
  await studio.form.getByRole('button', { name: 'Generate' }).click()
  const dialog = await studio.addBlock('Call to action')
  await dialog.getByLabel('Heading', { exact: true }).first().fill('Spring is here')
  await studio.closeDialog()
  await studio.publish()
  await see(visitor, '/spring-offer', 'Spring is here')
})

task('update the refund policy', async (studio, visitor) => {
  await studio.walk('Policies', 'Refund Policy')
  await studio.loaded()
  await studio.text('What it is about').append(' Updated.')
  await (await studio.askedToPublish()).getByRole('button', { name: 'Publish with this' }).click()
  await see(visitor, '/refund-policy', 'Updated.')
})

task('hide a review', async (studio, visitor) => {
  const { page } = studio
  await page.getByRole('link', { name: 'Inbox' }).click()
  await page.getByRole('tab', { name: 'Reviews' }).click()
  const row = page.getByRole('row', { name: /shown, sample/ }).first()
  const words = ((await row.getByRole('cell').nth(6).textContent()) ?? '').slice(0, 40)
  await row.getByRole('button', { name: 'Hide' }).click()
  await soon('visitors no longer read it', async () => {
    return !(await (await visitor.request.get('/reviews')).text()).includes(
      JSON.stringify(words).slice(1, -1),
    )
  })
})

task('find who consented', async (studio, visitor) => {
  const { page } = studio
  await visitor.request.get('/')
  await page.getByRole('link', { name: 'Inbox' }).click()
  await page.getByRole('tab', { name: 'Consents' }).click()
  await page.getByLabel('Consent', { exact: true }).selectOption('Text messages')
  await expect(page.getByRole('table', { name: 'Consents' })).toBeVisible()
})
