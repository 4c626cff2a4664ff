import { documentOf, linkOf, metaOf } from '#tests/support/document.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { read, until } from '#tests/support/reading.ts'
import { CONTENT_ROUTES } from '#tests/support/routes.ts'

/** Pages, policies and articles of the lake by their addresses. */
async function published(product: { visitor: { fetch<T>(query: string): Promise<T> } }) {
  const documents = await product.visitor.fetch<
    { _id: string; _type: string; slug: string; _updatedAt: string; title: string; seoTitle: string | null }[]
  >(
    '*[_type in ["page", "policy", "article"]]{ _id, _type, _updatedAt, title, "slug": slug.current, "seoTitle": seo.title }',
  )
  return new Map(
    documents.map((document) => [
      document._type === 'article'
        ? `/resources/${document.slug}`
        : document.slug === 'home'
          ? '/'
          : `/${document.slug}`,
      document,
    ]),
  )
}

const entriesOf = (sitemap: string) =>
  new Map(
    [...sitemap.matchAll(/<url><loc>([^<]*)<\/loc><lastmod>([^<]*)<\/lastmod>(.*?)<\/url>/g)].map(
      ([, loc = '', lastmod = '', images = '']) => [
        loc,
        { lastmod, images: [...images.matchAll(/<image:loc>([^<]*)</g)].map(([, image = '']) => image) },
      ],
    ),
  )

test('a crawler finds every public page, its date and its images in the sitemap', async ({ product }) => {
  const { siteUrl, editor } = product
  const documents = await published(product)
  const sitemap = await read(`${siteUrl}/sitemap.xml`)
  expect(sitemap.headers.get('content-type')).toContain('xml')
  const entries = entriesOf(sitemap.html)
  expect([...entries.keys()].sort()).toEqual([...documents.keys()].map((path) => siteUrl + path).sort())
  for (const route of CONTENT_ROUTES) {
    const { lastmod } = entries.get(siteUrl + route)!
    expect(lastmod >= documents.get(route)!._updatedAt, route).toBe(true)
  }
  expect(entries.get(`${siteUrl}/`)!.images).toHaveLength(5)
  for (const { images } of entries.values())
    for (const image of images) expect((await read(image.replaceAll('&amp;', '&'))).status, image).toBe(200)

  // A plan's price stands on the pricing page, and in the texts that quote it, and nowhere else.
  const plan = (await editor.getDocument('plan-commercial-lead'))!
  const { _updatedAt } = await editor.patch(plan._id).set({ summary: 'Another sentence.' }).commit()
  await until(
    async () => entriesOf((await read(`${siteUrl}/sitemap.xml`)).html).get(`${siteUrl}/pricing`)?.lastmod,
    (lastmod) => lastmod === _updatedAt,
  )
  const after = entriesOf((await read(`${siteUrl}/sitemap.xml`)).html)
  expect(after.get(`${siteUrl}/`)).toEqual(entries.get(`${siteUrl}/`))
  await editor.createOrReplace(plan)
})

test('a shared link shows the page’s address, title, description and image', async ({ product }) => {
  const { siteUrl } = product
  const documents = await published(product)
  const pictures = new Set<string>()
  for (const route of CONTENT_ROUTES) {
    const document = documentOf((await read(siteUrl + route)).html)
    const meta = (name: string) => metaOf(document, name)
    const { title, seoTitle } = documents.get(route)!
    expect(linkOf(document, 'canonical'), route).toBe(siteUrl + route)
    expect(meta('robots')).toBeUndefined()
    expect(meta('og:title')).toBe(seoTitle ?? title)
    expect(document.title).toBe(`${seoTitle ?? title} · Keyturn`)
    expect(meta('og:description')).toBe(meta('description'))
    expect(meta('og:url')).toBe(siteUrl + route)
    expect(meta('og:site_name')).toBe('Keyturn')
    expect(meta('og:type')).toBe(route.startsWith('/resources/') ? 'article' : 'website')
    expect(meta('twitter:card')).toBe('summary_large_image')
    const picture = meta('og:image') ?? ''
    expect(picture, route).toContain(`${siteUrl}/share/`)
    const answer = await fetch(picture)
    expect(answer.status, route).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(answer.headers.get('cache-control')).toContain('immutable')
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], `${route}: its size`).toEqual([1200, 630])
    expect(bytes.length).toBeLessThan(600_000) // WhatsApp shows no larger one
    pictures.add(picture)
  }
  expect(pictures.size).toBe(CONTENT_ROUTES.length)
})
