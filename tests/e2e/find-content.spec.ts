import { expect, test } from '#tests/support/fixtures.ts'
import { fetchPage } from '#tests/support/http.ts'
import { collapseSpace, documentOf, linkOf, metaOf } from '#tests/support/parsed-html.ts'
import { CONTENT_ROUTES } from '#tests/support/routes.ts'

const lastModified = (sitemap: string) =>
  new Map(
    [...sitemap.matchAll(/<loc>([^<]*)<\/loc><lastmod>([^<]*)</g)].map(([, path = '', day]) => [path, day]),
  )

test('a crawler finds every public page, its images and its last change in the sitemap', async ({
  product,
}) => {
  const { siteUrl, editor } = product
  const slugs = await product.visitor.fetch<string[]>(
    '*[_type in ["page", "policy", "article"]].slug.current',
  )
  const sitemap = async () => (await fetchPage(`${siteUrl}/sitemap.xml`)).html
  const before = await sitemap()
  const dates = lastModified(before)
  expect([...dates.keys()]).toEqual(expect.arrayContaining(CONTENT_ROUTES.map((route) => siteUrl + route)))
  expect(dates.size).toBe(slugs.length)
  const images = [...before.matchAll(/<image:loc>([^<]*)</g)].map(([, image = '']) => image)
  expect(images.length).toBeGreaterThan(10)
  for (const image of images)
    expect((await fetchPage(image.replaceAll('&amp;', '&'))).status, image).toBe(200)

  const plan = (await editor.getDocument('plan-commercial-lead'))!
  const { _updatedAt } = await editor.patch(plan._id).set({ summary: 'Another sentence.' }).commit()
  await expect.poll(async () => lastModified(await sitemap()).get(`${siteUrl}/pricing`)).toBe(_updatedAt)
  expect(lastModified(await sitemap()).get(`${siteUrl}/`)).toBe(dates.get(`${siteUrl}/`))
  await editor.createOrReplace(plan)
})

test('a shared link shows the title, description and image of its page', async ({ product }) => {
  const { siteUrl } = product
  const images = new Set<string>()
  for (const route of CONTENT_ROUTES) {
    const document = documentOf((await fetchPage(siteUrl + route)).html)
    const meta = (name: string) => metaOf(document, name)
    expect(linkOf(document, 'canonical'), route).toBe(siteUrl + route)
    expect(meta('robots')).toBeUndefined()
    expect(document.title).toBe(`${meta('og:title')} · Keyturn`)
    expect(meta('og:description')).toBe(meta('description'))
    expect([meta('og:url'), meta('og:site_name')]).toEqual([siteUrl + route, 'Keyturn'])
    expect(meta('og:type')).toBe(route.startsWith('/resources/') ? 'article' : 'website')
    const image = meta('og:image') ?? ''
    const response = await fetch(image)
    expect([response.status, response.headers.get('content-type')], route).toEqual([200, 'image/png'])
    const bytes = Buffer.from(await response.arrayBuffer())
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], route).toEqual([1200, 630])
    images.add(image)
  }
  expect(images.size).toBe(CONTENT_ROUTES.length)
})

test('a visitor searches without JavaScript and finds what was just published', async ({ product }) => {
  const { siteUrl, editor } = product
  const search = async (query: string) => {
    const { html, headers } = await fetchPage(`${siteUrl}/search?q=${encodeURIComponent(query)}`)
    const document = documentOf(html)
    expect([metaOf(document, 'robots'), headers.get('x-robots-tag')]).toEqual(['noindex', 'noindex'])
    return document
  }
  const linksTo = async (query: string) =>
    [...(await search(query)).querySelectorAll('main li a')].map((link) => link.getAttribute('href') ?? '')
  expect((await linksTo('bundle credits expire'))[0]).toBe('/pricing')
  expect((await linksTo('60-day window'))[0]).toBe('/refund-policy')
  for (const href of await linksTo('lead')) expect((await fetchPage(siteUrl + href)).status, href).toBe(200)

  const typed = '<img src=x onerror=wwwww> "zzzz"'
  const document = await search(typed)
  expect(document.querySelector('main input[name="q"]')?.getAttribute('value')).toBe(typed)
  expect(collapseSpace(document.querySelector('main h2')?.textContent)).toContain(typed)
  expect(document.querySelectorAll('main img, main li')).toHaveLength(0)

  const item = (await editor.fetch<{ _id: string }[]>('*[_type == "faqItem"]'))[0]!
  await editor.patch(item._id).set({ question: 'May I bring my xylophone?' }).commit()
  await expect.poll(async () => (await linksTo('xylophone'))[0]).toBe('/pricing')
  await editor.createOrReplace(item as never)
})

test('a missing page suggests similar pages and a search', async ({ product }) => {
  for (const [path, similar] of [
    ['/prices', '/pricing'],
    ['/blog/speed-to-lead.html', '/resources/speed-to-lead'],
    ['/resources/live-3-way-call', '/resources/live-three-way-call'],
  ]) {
    const { status, html } = await fetchPage(product.siteUrl + path)
    expect(status, path).toBe(404)
    const main = documentOf(html).querySelector('main')!
    expect([...main.querySelectorAll('li a')].map((link) => link.getAttribute('href'))).toContain(similar)
    expect(main.querySelector('form[action="/search"] input[name="q"]'), path).not.toBeNull()
  }
})
