import { expect, test } from '#tests/support/fixtures.ts'
import { fetchPage } from '#tests/support/http.ts'
import { collapseSpace, documentOf, jsonLdOf, linkOf, metaOf } from '#tests/support/parsed-html.ts'
import { CONTENT_ROUTES } from '#tests/support/routes.ts'

test('robots.txt allows every page and names the sitemap', async ({ product }) => {
  const { html, headers } = await fetchPage(`${product.siteUrl}/robots.txt`)
  expect(headers.get('content-type')).toContain('text/plain')
  expect(html).toContain(`Sitemap: ${product.siteUrl}/sitemap.xml`)
  expect(html.match(/^Disallow: .+$/gm)).toEqual(['Disallow: /checkout/', 'Disallow: /*.data$'])
})

test('an editor chooses the share image of a page', async ({ product }) => {
  const { siteUrl, editor } = product
  const page = (await editor.getDocument('page-resources'))!
  const asset = await editor.fetch<string>('*[_id == "article-speed-to-lead"][0].picture.asset._ref')
  const picture = { _type: 'picture', asset: { _type: 'reference', _ref: asset }, alt: 'A desk' }
  await editor.patch(page._id).set({ 'seo.picture': picture }).commit()
  const meta = async (name: string) =>
    metaOf(documentOf((await fetchPage(`${siteUrl}/resources`)).html), name)
  await expect.poll(() => meta('og:image')).toContain('/media/')
  const url = new URL((await meta('og:image'))!)
  expect([url.searchParams.get('w'), url.searchParams.get('h')]).toEqual(['1200', '630'])
  const response = await fetch(url)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect(await meta('og:image:alt')).toBe('A desk')
  await editor.createOrReplace(page)
})

test('checkout and hidden documents are not indexed', async ({ product }) => {
  const { siteUrl, editor } = product
  const indexing = async (path: string) => {
    const { html, headers } = await fetchPage(siteUrl + path)
    return [metaOf(documentOf(html), 'robots'), headers.get('x-robots-tag')].join()
  }
  expect(await indexing('/checkout')).toBe('noindex,noindex')
  for (const [id, path] of [
    ['page-partner-playbook', '/partner-playbook'],
    ['policy-terms-of-use', '/terms-of-use'],
    ['article-speed-to-lead', '/resources/speed-to-lead'],
  ] as const) {
    const document = (await editor.getDocument(id))!
    await editor.patch(id).set({ 'seo.noIndex': true }).commit()
    await expect.poll(() => indexing(path)).toBe('noindex,noindex')
    const sitemap = async () => (await fetchPage(`${siteUrl}/sitemap.xml`)).html
    await expect.poll(sitemap).not.toContain(`${siteUrl}${path}<`)
    await editor.createOrReplace(document)
  }
})

test('structured data matches the visible page', async ({ product }) => {
  const { siteUrl } = product
  for (const route of CONTENT_ROUTES) {
    const document = documentOf((await fetchPage(siteUrl + route)).html)
    const main = document.querySelector('main')!
    const text = collapseSpace(main.textContent)
    const things = Map.groupBy(jsonLdOf(document), (thing) => thing['@type'])
    const all = (type: string) => things.get(type) ?? []

    const crumbs = all('BreadcrumbList').flatMap(({ itemListElement }) => itemListElement)
    expect(crumbs.at(-1)?.item ?? `${siteUrl}/`, route).toBe(siteUrl + route)

    expect(all('Product')).toHaveLength(route === '/pricing' ? 8 : 0)
    for (const { name, offers, description } of all('Product')) {
      const card = [...main.querySelectorAll('form')].find(
        (form) => collapseSpace(form.querySelector('h3')?.textContent) === name,
      )!
      expect(collapseSpace(card.textContent)).toContain(`$${Number(offers.price).toLocaleString('en-US')}`)
      expect(collapseSpace(card.textContent)).toContain(description)
    }

    const questions = all('FAQPage').flatMap(({ mainEntity }) => mainEntity)
    const items = [...main.querySelectorAll('details')]
    expect(questions.map(({ name }) => name)).toEqual(
      items.map((item) => collapseSpace(item.querySelector('summary')?.textContent)),
    )
    for (const [index, { acceptedAnswer }] of questions.entries())
      for (const line of acceptedAnswer.text.split('\n'))
        expect(collapseSpace(items[index]!.textContent)).toContain(collapseSpace(line))

    expect(all('Article')).toHaveLength(route.startsWith('/resources/') ? 1 : 0)
    for (const { headline, datePublished, description, image } of all('Article')) {
      expect(text).toContain(headline)
      expect(text).toContain(description)
      expect(main.querySelector('time')?.getAttribute('datetime')).toBe(datePublished)
      expect((await fetchPage(image)).status).toBe(200)
    }

    expect(all('Organization')).toHaveLength(['/', '/contact-us'].includes(route) ? 1 : 0)
    if (route === '/contact-us') {
      const [{ email, telephone, address }] = all('Organization')
      for (const part of [email, address.streetAddress, address.postalCode]) expect(text).toContain(part)
      expect(main.querySelector(`a[href="tel:${telephone}"]`)).not.toBeNull()
    }
  }
})

test('the feed contains every article; ids stay the same after a new date and slug', async ({ product }) => {
  const { siteUrl, editor } = product
  const articles = await product.visitor.fetch<{ title: string }[]>(
    '*[_type == "article"] | order(date desc){ title }',
  )
  const feed = async () => (await fetchPage(`${siteUrl}/feed.xml`)).html
  const { html, headers } = await fetchPage(`${siteUrl}/feed.xml`)
  expect(headers.get('content-type')).toContain('application/atom+xml')
  const entries = [...html.matchAll(/<entry>(.*?)<\/entry>/gs)].map(([, entry = '']) => entry)
  expect(entries.map((entry) => /<title>([^<]*)</.exec(entry)?.[1])).toEqual(
    articles.map(({ title }) => title),
  )
  expect(linkOf(documentOf((await fetchPage(siteUrl)).html), 'alternate')).toBe('/feed.xml')

  const idsOf = (text: string) => [...text.matchAll(/<id>([^<]*)<\/id>/g)].map(([, id]) => id).sort()
  const article = (await editor.getDocument('article-speed-to-lead'))!
  await editor.patch(article._id).set({ date: '2026-01-02', 'slug.current': 'first-to-answer' }).commit()
  await expect.poll(feed).toMatch(/\/first-to-answer.*2026-01-02T|2026-01-02T.*\/first-to-answer/s)
  expect(idsOf(await feed())).toEqual(idsOf(html))
  await editor.createOrReplace(article)
})

test('security.txt has a contact and a future expiry date', async ({ product }) => {
  const { html, headers } = await fetchPage(`${product.siteUrl}/.well-known/security.txt`)
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(html).toContain('Contact: mailto:hello@keyturn.example\n')
  const days = (Date.parse(/^Expires: (.*)$/m.exec(html)?.[1] ?? '') - Date.now()) / 86_400_000
  expect([days > 30, days < 365]).toEqual([true, true])
})
