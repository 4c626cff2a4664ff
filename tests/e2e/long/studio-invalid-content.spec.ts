import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually, expect, mainText, type Studio, test } from '#tests/support/studio.ts'

const root = join(import.meta.dirname, '../../..')
const translated = readFileSync(join(root, 'tests/fixtures/translated-titles.ndjson'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))

/** Opens a document and expects its form. */
async function expectForm(studio: Studio, type: string, id: string) {
  await studio.leaveDocument()
  await studio.goto(`/intent/edit/id=${id};type=${type}/`)
  const field = studio.form.getByRole('textbox').or(studio.form.getByText('This field holds'))
  await expect(field.first()).toBeVisible()
  await expect(studio.page.getByText('Unhandled Runtime Error')).toHaveCount(0)
}

test('an editor opens documents whose page has an imported, translated title', async ({
  studio,
  product,
}) => {
  for (const document of translated) await product.editor.createOrReplace(document)
  for (const [type, id] of [
    ['plan', 'plan-hot-seller-lead'],
    ['faqItem', 'faq-credits-expire'],
  ] as const) {
    await expectForm(studio, type, id)
    await studio.page.getByRole('button', { name: /^On \d+ pages/ }).click()
    await expect(studio.page.getByRole('link', { name: '/imported-rates' })).toBeVisible()
  }
  for (const { _type, _id } of translated) await expectForm(studio, _type, _id)
})

test('an editor opens imported documents with invalid values, and can empty such a field', async ({
  studio,
  product,
}) => {
  const text = [null, 5, {}, { _key: 'b', _type: 'block', children: [null, { _type: 'span', text: {} }] }]
  const blocks = [null, { _key: 'p', _type: 'prose', heading: {}, text }, { _key: 'q', _type: 'hologram' }]
  const slug = { _type: 'slug', current: { en: 'x' } }
  const documents: { _id: string; _type: string; [field: string]: unknown }[] = [
    { _id: 'odd-page', _type: 'page', title: 5, slug, blocks, seo: { title: {} }, showFrom: 5 },
    { _id: 'odd-plan', _type: 'plan', title: ['x'], slug: 'x', price: '9', features: [null, {}] },
    { _id: 'odd-article', _type: 'article', title: {}, slug: [], picture: { alt: {} }, date: 5, body: text },
  ]
  for (const document of documents) await product.editor.createOrReplace(document)
  for (const { _id, _type } of documents) await expectForm(studio, _type, _id)
  await expect(studio.form.getByText(/This field holds .*: 5\./)).toBeVisible()
  const empty = studio.form.getByRole('button', { name: 'Empty this field' })
  await expect(empty.first()).toBeVisible() // the form can be edited now
  const count = await empty.count()
  await empty.last().click()
  await expect(empty).toHaveCount(count - 1)
})

test('a pasted list that continues after a paragraph keeps its number, and the editor reads why', async ({
  studio,
  page: visitor,
}) => {
  await studio.openDocument('faqItem', 'faq-credits-expire')
  for (const name of ['list-continues.google-docs', 'list-starts-at-level-3.google-docs']) {
    await studio.text('Answer').moveToEnd()
    await studio.text('Answer').content.press('Enter')
    const file = join(root, 'studio/schema/objects/paste-fixtures', `${name}.html`)
    await studio.text('Answer').paste(readFileSync(file, 'utf8'))
  }
  await expect(studio.message('Some numbered items became paragraphs')).toBeVisible()
  await studio.publish()
  await eventually('the answer has the number', async () =>
    (await mainText(visitor, '/pricing')).includes('3. Get the credit.'),
  )
  const html = await (await visitor.request.get('/pricing')).text()
  expect(html).toContain('<ul><li>Third level, copied alone</li><li>Second level</li></ul>')
})
