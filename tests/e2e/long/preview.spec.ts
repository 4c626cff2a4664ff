import { createPreviewSecret } from '@sanity/preview-url-secret/create-secret'
import { expect, test } from '#tests/support/fixtures.ts'
import { fetchPage } from '#tests/support/http.ts'
import type { Product } from '#tests/support/product.ts'

const DRAFTED = 'Only an editor knows this'
const STEGA = /[\u200b-\u200d\u2060-\u2064\ufeff]/
const EDITING_CODE = /visual-editing|presentation\/refresh|data-sanity/

const secretOf = async ({ editor, studioUrl }: Product) =>
  (await createPreviewSecret(editor, 'test', studioUrl)).secret

async function previewCookie(product: Product): Promise<string> {
  const search = new URLSearchParams({ 'sanity-preview-secret': await secretOf(product) })
  const { headers } = await fetchPage(`${product.siteUrl}/api/preview/enable?${search}`)
  return headers.get('Set-Cookie')!.split(';')[0]!
}

test('visitors get no draft, no stega and no editing code, at any address', async ({ product }) => {
  const { siteUrl, editor } = product
  const types = ['siteSettings', 'page', 'article', 'policy', 'plan', 'faqItem']
  const documents = await editor.fetch<{ _id: string; _type: string; slug?: { current: string } }[]>(
    '*[_type in $types && !(_id in path("drafts.**"))]',
    { types },
  )
  const drafted = { title: DRAFTED, question: DRAFTED, description: DRAFTED, legalLine: null }
  const drafts = documents.map((document) => ({ ...document, ...drafted, _id: `drafts.${document._id}` }))
  const slug = { _type: 'slug', current: 'unborn' }
  drafts.push({ _id: 'drafts.policy-unborn', _type: 'policy', slug, ...drafted })
  const transaction = editor.transaction()
  for (const draft of drafts) transaction.createOrReplace(draft)
  await transaction.commit()
  try {
    const pages = documents.flatMap(({ _type, slug }) =>
      slug && _type !== 'plan' ? [`/${_type === 'article' ? 'resources/' : ''}${slug.current}`] : [],
    )
    const others = [
      '/',
      '/checkout',
      '/unborn',
      '/nothing-here',
      '/preview/ended',
      '/preview/shared?key=made-up',
    ]
    for (const path of [...pages, ...others, '/_root.data', '/pricing.data', '/unborn.data']) {
      const { html, headers } = await fetchPage(siteUrl + path)
      expect(html.includes(DRAFTED), `a draft at ${path}`).toBe(false)
      expect(STEGA.test(html), `stega at ${path}`).toBe(false)
      expect(EDITING_CODE.test(html), `editing code at ${path}`).toBe(false)
      expect(headers.get('Set-Cookie') ?? '', path).not.toMatch(/^(__Host-)?preview=[^;]/)
    }
    // A preview has all three, so the checks above can fail.
    const { html } = await fetchPage(`${siteUrl}/pricing`, { Cookie: await previewCookie(product) })
    for (const part of [DRAFTED, STEGA, EDITING_CODE]) expect(html).toMatch(part)
  } finally {
    const transaction = editor.transaction()
    for (const { _id } of drafts) transaction.delete(_id)
    await transaction.commit()
  }
})
