import { expect, type Studio, test } from '#tests/support/studio.ts'

/** Opens a document and expects its form. */
async function expectForm(studio: Studio, type: string, id: string) {
  await studio.leaveDocument()
  await studio.goto(`/intent/edit/id=${id};type=${type}/`)
  const field = studio.form.getByRole('textbox').or(studio.form.getByText('This field holds'))
  await expect(field.first()).toBeVisible()
  await expect(studio.page.getByText('Unhandled Runtime Error')).toHaveCount(0)
}

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
