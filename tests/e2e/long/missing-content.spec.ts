import { expect, test } from '@playwright/test'
import { fetchPage, htmlToText } from '#tests/support/http.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { ROUTES } from '#tests/support/routes.ts'

// Missing, invalid and imported content never takes the site down.

let product: Product
test.beforeAll(async () => {
  product = await startProduct({ worker: test.info().parallelIndex + 4 })
})
test.afterAll(() => product?.stop())

type Fields = { [field: string]: unknown }
const page = (slug: string, blocks: (Fields & { _type: string })[] | null, fields: Fields = {}) => ({
  _id: `page-${slug}`,
  _type: 'page',
  title: `The ${slug} page`,
  slug: { _type: 'slug', current: slug },
  ...(blocks && { blocks: blocks.map((block, index) => ({ _key: `b${index}`, ...block })) }),
  ...fields,
})
const line = (text: string) => [
  { _key: 'l', _type: 'block', style: 'normal', markDefs: [], children: [{ _type: 'span', text }] },
]
const statusOf = async (path: string) => (await fetchPage(product.siteUrl + path)).status
const expectPages = async (...more: string[]) => {
  for (const path of [...ROUTES, '/search?q=lead', '/sitemap.xml', '/feed.xml', ...more])
    expect(await statusOf(path), path).toBe(200)
}
const logged = (pattern: RegExp) => expect.poll(product.output).toMatch(pattern)

async function publish(document: ReturnType<typeof page>) {
  await product.editor.createOrReplace(document as never)
  const path = `/${document.slug.current}`
  await expect.poll(() => statusOf(path)).not.toBe(404)
  return fetchPage(product.siteUrl + path)
}

test('a new page appears at its slug, moves with it and disappears', async () => {
  const { status, html } = await publish(
    page('spring-offer', [{ _type: 'pageHeader', heading: line('Spring is here') }]),
  )
  expect(status).toBe(200)
  expect(htmlToText(html)).toContain('Spring is here')
  expect(html).toContain('<title>The spring-offer page · Keyturn</title>')
  await product.editor.patch('page-spring-offer').set({ 'slug.current': 'summer-offer' }).commit()
  await expect.poll(() => statusOf('/summer-offer')).toBe(200)
  await expect.poll(() => statusOf('/spring-offer')).toBe(404)
  await product.editor.delete('page-spring-offer')
  await expect.poll(() => statusOf('/summer-offer')).toBe(404)
})

test('unknown blocks and fields of a wrong type are left out and logged', async () => {
  const { editor, siteUrl } = product
  const invalid = [
    null,
    'words',
    { _key: 't', _type: 'block', children: [null, 7, { _type: 'span', text: {} }] },
  ]
  const { status, html } = await publish(
    page('wrong-types', [
      { _type: 'pageHeader', heading: line('Valid'), intro: invalid, buttons: [{ label: {}, href: 5 }] },
      { _type: 'prose', heading: { _type: 'slug', current: 'x' }, text: 'words' },
      { _type: 'tabs', tabs: [null, { _key: 'a', title: 5, text: 7 }], openTab: 'x' },
      { _type: 'hologram', heading: line('Unknown') },
    ]),
  )
  expect(status).toBe(200)
  expect(htmlToText(html)).toContain('Valid')
  expect(htmlToText(html)).not.toContain('Unknown')
  expect(html).not.toMatch(/\[object Object\]|NaN|<(h\d|p)(?: class="[^"]*")?><\/\1>/)
  await logged(/"warn".*"page-wrong-types".*"blocks\[1\]\.heading"/)
  await logged(/"hologram"/)
  const settings = (await editor.getDocument('siteSettings'))!
  const footerGroups = [null, 'x', { _key: 'g', title: {}, links: [null, 5, { _key: 'l', label: {} }] }]
  await editor.createOrReplace({ ...settings, phone: 5, email: {}, headerNav: [null, 'x'], footerGroups })
  await expect.poll(async () => (await fetchPage(siteUrl)).html).not.toContain('tel:')
  await expectPages('/site.webmanifest')
  await editor.createOrReplace(settings)
})

test('every page works with missing or invalid fields, and with only a brand in Settings', async () => {
  const { editor, siteUrl } = product
  const settings = (await editor.getDocument('siteSettings'))!
  const slug = (current: string) => ({ _type: 'slug', current })
  const documents: { _id: string; _type: string; [field: string]: unknown }[] = [
    { _id: 'plan-bare', _type: 'plan', kind: 'rate', title: 'Bare Lead', slug: slug('bare'), price: 12.5 },
    { _id: 'plan-empty', _type: 'plan', kind: 'bundle' },
    { _id: 'plan-odd', _type: 'plan', kind: 'rate', title: {}, slug: { current: 5 }, price: '9' },
    { _id: 'article-bare', _type: 'article', title: 'Bare article', slug: slug('bare-article') },
    { _id: 'article-empty', _type: 'article' },
    { _id: 'policy-bare', _type: 'policy', title: 'Bare policy', slug: slug('bare-policy') },
    { _id: 'faq-odd', _type: 'faqItem', question: ['x'], answer: 'x', order: {} },
    { _id: 'partner-empty', _type: 'partner' },
    { ...page('odd', null), blocks: [null, 5, [], {}, { _type: 'planGrid', kind: {} }], seo: 'x' },
    { _id: 'siteSettings', _type: 'siteSettings', brand: 'Bare Brand' },
  ]
  for (const document of documents) await editor.createOrReplace(document)
  const pricing = async () => htmlToText((await fetchPage(`${siteUrl}/pricing`)).html)
  await expect.poll(pricing).toMatch(/Bare Lead.*\$12\.50/)
  await expectPages('/resources/bare-article', '/bare-policy', '/odd')
  const { html } = await fetchPage(`${siteUrl}/pricing`)
  expect(html).toMatch(/<title>[^<]*Bare Brand<\/title>/)
  expect(html, 'a default text').toContain('Choose Plan')
  expect(html).not.toMatch(/aria-label="(undefined|null)"|>undefined<|>null<|Invalid Date|NaN/)
  for (const { _id } of documents) if (_id !== 'siteSettings') await editor.delete(_id)
  await editor.createOrReplace(settings)
})
