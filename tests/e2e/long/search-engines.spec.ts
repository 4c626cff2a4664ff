import { documentOf, jsonLdOf, linkOf, metaOf, said } from '#tests/support/document.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { read, takenOver, until } from '#tests/support/reading.ts'
import { CONTENT_ROUTES, ROUTES } from '#tests/support/routes.ts'
import { type SchemaOrg, schemaOrg } from '#tests/support/schema-org.ts'

// Issue H: what crawlers and networks are told of each page, compared with the content and with the page itself.

test('robots.txt lets everything in that is to be found, and names the sitemap', async ({ product }) => {
  const { siteUrl } = product
  const { html, headers } = await read(`${siteUrl}/robots.txt`)
  expect(headers.get('content-type')).toContain('text/plain')
  expect(html).toContain(`Sitemap: ${siteUrl}/sitemap.xml`)
  // As crawlers read them (RFC 9309, 2.2.3): `*` is anything, `$` the end.
  const refused = [...html.matchAll(/^Disallow: (.+)$/gm)].map(
    ([, path = '']) => new RegExp(`^${path.replace(/[.?+()[\]]/g, '\\$&').replaceAll('*', '.*')}`),
  )
  const isRefused = (path: string) => refused.some((pattern) => pattern.test(path))
  expect(['/checkout/order', '/pricing.data'].filter(isRefused)).toHaveLength(2)
  expect([...CONTENT_ROUTES, '/feed.xml', '/media/images/a.jpg', '/share/a.png'].filter(isRefused)).toEqual(
    [],
  )
})

test('a new title has a new picture; the old address leads to it, an invented one to the true one', async ({
  product,
}) => {
  const { siteUrl, editor } = product
  const shared = async () => metaOf(documentOf((await read(`${siteUrl}/refund-policy`)).html), 'og:image')
  const before = (await shared())!
  const policy = (await editor.getDocument('policy-refund-policy'))!
  await editor.patch(policy._id).set({ 'seo.title': 'Refunds & <Replacements>' }).commit()
  await until(shared, (picture) => picture !== before)
  const after = (await shared())!
  expect((await read(after)).status).toBe(200)
  for (const address of [before, `${siteUrl}/share/refund-policy.0123456789.png`]) {
    const moved = await read(address)
    expect([moved.status, moved.headers.get('location')]).toEqual([302, after.replace(siteUrl, '')])
  }
  for (const name of ['nothing.0123456789.png', 'refund-policy.png', '../pricing.0123456789.png'])
    expect((await read(`${siteUrl}/share/${name}`)).status, name).toBe(404)
  await editor.createOrReplace(policy)
  await until(shared, (picture) => picture === before)
})

test('a picture that an editor chose for sharing stands in for the drawn one', async ({ product }) => {
  const { siteUrl, editor } = product
  const page = (await editor.getDocument('page-resources'))!
  const asset = await editor.fetch<string>('*[_id == "article-speed-to-lead"][0].picture.asset._ref')
  const picture = { _type: 'picture', asset: { _type: 'reference', _ref: asset }, alt: 'A desk' }
  await editor.patch(page._id).set({ 'seo.picture': picture }).commit()
  const shared = async (what = 'og:image') =>
    metaOf(documentOf((await read(`${siteUrl}/resources`)).html), what)
  await until(shared, (address) => address?.includes('/media/') ?? false)
  const address = new URL((await shared())!)
  expect([address.searchParams.get('w'), address.searchParams.get('h')]).toEqual(['1200', '630'])
  const answer = await fetch(address)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect(await shared('og:image:alt')).toBe('A desk')
  const drawing = await editor.fetch<string>('*[_id == "siteSettings"][0].logo.asset._ref')
  await editor.patch(page._id).set({ 'seo.picture.asset._ref': drawing }).commit()
  await until(shared, (address) => address?.includes('/share/') ?? false)
  expect(await shared('og:image:alt')).toBeUndefined()
  await editor.createOrReplace(page)
})

test('checkout, and what an editor keeps out of search engines, say so twice', async ({ product }) => {
  const { siteUrl, editor } = product
  const kept = async (path: string) => {
    const { html, headers } = await read(siteUrl + path)
    const document = documentOf(html)
    return [metaOf(document, 'robots'), headers.get('x-robots-tag'), linkOf(document, 'canonical')]
  }
  expect(await kept('/checkout')).toEqual(['noindex', 'noindex', undefined])
  for (const [id, path] of [
    ['page-partner-playbook', '/partner-playbook'],
    ['policy-terms-of-use', '/terms-of-use'],
    ['article-speed-to-lead', '/resources/speed-to-lead'],
  ] as const) {
    const document = (await editor.getDocument(id))!
    await editor.patch(id).set({ 'seo.noIndex': true }).commit()
    await until(
      () => kept(path),
      ([meta, header]) => meta === 'noindex' && header === 'noindex',
    )
    // Of many publishes in a second a page shows the last a moment later.
    await until(
      async () => (await read(`${siteUrl}/sitemap.xml`)).html,
      (sitemap) => !sitemap.includes(`${siteUrl}${path}<`),
    )
    await editor.createOrReplace(document)
    await until(
      () => kept(path),
      ([meta, header]) => meta === undefined && header === null,
    )
  }
})

test('every page has one address: other spellings lead to it at once', async ({ product }) => {
  const { siteUrl } = product
  for (const route of ROUTES.filter((path) => path !== '/')) {
    const spelled = `${route.toUpperCase()}/?utm_source=A%2FB`
    const { status, headers } = await read(siteUrl + spelled)
    expect([status, headers.get('location')], spelled).toEqual([301, `${route}?utm_source=A%2FB`])
  }
  const posted = await fetch(`${siteUrl}/Contact-Us/`, {
    method: 'POST',
    headers: { Origin: siteUrl },
    body: 'a=b',
    redirect: 'manual',
  })
  expect([posted.status, posted.headers.get('location')]).toEqual([308, '/contact-us'])
})

test('what a page says to machines is well-formed and is what it shows', async ({ product }) => {
  const { siteUrl } = product
  const plans = await product.visitor.fetch<{ title: string; price: number }[]>(
    '*[_type == "plan"]{ title, price }',
  )
  for (const route of CONTENT_ROUTES) {
    const document = documentOf((await read(siteUrl + route)).html)
    const graph = schemaOrg.parse(jsonLdOf(document))
    const ofType = <Type extends SchemaOrg[number]['@type']>(type: Type) =>
      graph.filter((thing): thing is Extract<SchemaOrg[number], { '@type': Type }> => thing['@type'] === type)
    const main = document.querySelector('main')!
    const shown = said(main.textContent)

    const crumbs = ofType('BreadcrumbList').flatMap(({ itemListElement }) => itemListElement)
    expect(crumbs.at(-1)?.item ?? `${siteUrl}/`, route).toBe(siteUrl + route)
    for (const { item } of crumbs) expect((await read(item)).status, item).toBe(200)

    for (const { '@type': _, name, offers, description } of ofType('Product')) {
      const card = [...main.querySelectorAll('form')].find(
        (form) => said(form.querySelector('h3')?.textContent) === name,
      )!
      const dollars = plans.find(({ title }) => title === name)!.price
      expect(Number(offers.price)).toBe(dollars)
      expect(said(card.textContent)).toContain(`$${dollars.toLocaleString('en-US')}`)
      expect(said(card.textContent)).toContain(description)
    }
    expect(ofType('Product')).toHaveLength(route === '/pricing' ? 8 : 0)

    const asked = ofType('FAQPage').flatMap(({ mainEntity }) => mainEntity)
    const items = [...main.querySelectorAll('details')]
    expect(asked.map(({ name }) => name)).toEqual(
      items.map((item) => said(item.querySelector('summary')?.textContent)),
    )
    for (const [index, { acceptedAnswer }] of asked.entries())
      for (const line of acceptedAnswer.text.split('\n'))
        expect(said(items[index]!.textContent)).toContain(said(line))

    const [article] = ofType('Article')
    expect(Boolean(article)).toBe(route.startsWith('/resources/'))
    if (article) {
      expect(said(main.querySelector('h1')?.textContent)).toBe(article.headline)
      expect(main.querySelector('time')?.getAttribute('datetime')).toBe(article.datePublished)
      expect(shown).toContain(article.description)
      expect(shown).toContain(article.articleSection)
      expect((await read(article.image)).status).toBe(200)
    }

    const [organization] = ofType('Organization')
    expect(Boolean(organization), route).toBe(['/', '/contact-us'].includes(route))
    if (organization && route === '/contact-us') {
      expect(shown).toContain(organization.email)
      expect(main.querySelector(`a[href="tel:${organization.telephone}"]`)).not.toBeNull()
      const { streetAddress, addressLocality, addressRegion, postalCode } = organization.address
      expect(shown).toContain(`${streetAddress}, ${addressLocality}, ${addressRegion} ${postalCode}`)
    }
    if (organization) expect((await read(organization.logo)).status).toBe(200)
    expect(ofType('WebSite')).toHaveLength(route === '/' ? 1 : 0)
  }
})

test('what editors type can’t end the block for machines early', async ({ product }) => {
  const { siteUrl, editor } = product
  const article = (await editor.getDocument('article-speed-to-lead'))!
  const title = 'A </script><script>alert(1)</script><!-- & "title"'
  await editor.patch(article._id).set({ title }).commit()
  const headline = async () => {
    const document = documentOf((await read(`${siteUrl}/resources/speed-to-lead`)).html)
    return jsonLdOf(document).find((thing) => thing['@type'] === 'Article')?.headline
  }
  await until(headline, (shown) => shown === title)
  await editor.createOrReplace(article)
  await until(headline, (shown) => shown === article.title)
})

test('the feed has every article, newest first, as the pages have it', async ({ product }) => {
  const { siteUrl } = product
  const articles = await product.visitor.fetch<
    { title: string; slug: string; date: string; description: string }[]
  >('*[_type == "article"] | order(date desc){ title, "slug": slug.current, date, description }')
  const { html: feed, headers } = await read(`${siteUrl}/feed.xml`)
  expect(headers.get('content-type')).toContain('application/atom+xml')
  const entries = [...feed.matchAll(/<entry>(.*?)<\/entry>/gs)].map(([, entry = '']) => {
    const of = (tag: string) => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(entry)?.[1]
    return {
      title: of('title'),
      slug: /href="[^"]*\/resources\/([^"]+)"/.exec(entry)?.[1],
      date: of('published')?.slice(0, 10),
      description: of('summary'),
    }
  })
  expect(entries).toEqual(articles)
  const texts = [...feed.matchAll(/<content type="html">([^<]*)<\/content>/g)].map(([, text = '']) =>
    documentOf(documentOf(text).body.textContent),
  )
  const partsOf = (root: {
    querySelectorAll(selector: string): Iterable<{ tagName: string; textContent: string }>
  }) =>
    [...root.querySelectorAll('h2, p, li')].map(({ tagName, textContent }) => [tagName, said(textContent)])
  for (const [index, { slug }] of articles.entries()) {
    const main = documentOf((await read(`${siteUrl}/resources/${slug}`)).html).querySelector('main')!
    const parts = partsOf(texts[index]!)
    expect(parts.length).toBeGreaterThan(10)
    expect(partsOf(main), slug).toEqual(expect.arrayContaining(parts))
  }
  const ids = [...feed.matchAll(/<id>([^<]*)<\/id>/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(articles.length + 1)
  for (const route of ROUTES) {
    const document = documentOf((await read(siteUrl + route)).html)
    const found = document.querySelector('link[rel="alternate"][type="application/atom+xml"]')
    expect(found?.getAttribute('href'), route).toBe('/feed.xml')
  }
  const etag = headers.get('etag')!
  expect((await read(`${siteUrl}/feed.xml`, { 'If-None-Match': etag })).status).toBe(304)
})

test('an article whose date and address change is the same one to readers of the feed', async ({
  product,
}) => {
  const { siteUrl, editor } = product
  const article = (await editor.getDocument('article-speed-to-lead'))!
  const feed = async () => (await read(`${siteUrl}/feed.xml`)).html
  const idsOf = (text: string) => [...text.matchAll(/<id>([^<]*)<\/id>/g)].map(([, id]) => id).sort()
  const before = idsOf(await feed())
  await editor.patch(article._id).set({ date: '2026-01-02', 'slug.current': 'first-to-answer' }).commit()
  await until(feed, (text) => text.includes('2026-01-02T') && text.includes('/first-to-answer'))
  expect(idsOf(await feed())).toEqual(before)
  await editor.createOrReplace(article)
  await until(feed, (text) => text.includes('/speed-to-lead'))
})

test('security.txt names a contact and an end that is yet to come', async ({ product }) => {
  const { html, headers } = await read(`${product.siteUrl}/.well-known/security.txt`)
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const email = await product.visitor.fetch<string>('*[_id == "siteSettings"][0].email')
  expect(html).toContain(`Contact: mailto:${email}\n`)
  const [, expires = ''] = /^Expires: (.*)$/m.exec(html) ?? []
  const days = (Date.parse(expires) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(30)
  expect(days).toBeLessThan(365)
})

test('the manifest, which a page names once it has been taken over, and its icons', async ({
  page,
  product,
}) => {
  const { siteUrl } = product
  const document = documentOf((await read(siteUrl)).html)
  expect(metaOf(document, 'theme-color')).toMatch(/^#[0-9a-f]{6}$/)
  expect(metaOf(document, 'format-detection')).toBe('telephone=no')
  expect(
    linkOf(document, 'manifest'),
    'nothing that has to be fetched before the first paint',
  ).toBeUndefined()
  await page.goto(siteUrl)
  await takenOver(page)
  const manifestPath = await page.locator('head link[rel=manifest]').getAttribute('href')
  const { html, headers } = await read(siteUrl + manifestPath)
  expect(headers.get('content-type')).toContain('application/manifest+json')
  const manifest = JSON.parse(html)
  expect(manifest).toMatchObject({
    name: 'Keyturn',
    start_url: '/',
    theme_color: metaOf(document, 'theme-color'),
  })
  const icons: { src: string; sizes: string; purpose?: string }[] = manifest.icons
  icons.push({ src: linkOf(document, 'apple-touch-icon')!, sizes: '180x180' })
  const favicons = [...document.querySelectorAll('link[rel=icon]')].map((link) => link.getAttribute('href'))
  expect(favicons[0], 'an address has no spaces').not.toContain(' ')
  expect(decodeURIComponent(favicons[0]!)).toContain("<svg xmlns='http://www.w3.org/2000/svg'")
  expect(favicons[1], 'a file for those who take no data: address').toBe('/icons/mark-192.png')
  const unasked = await fetch(`${siteUrl}/favicon.ico`)
  expect([unasked.status, unasked.headers.get('content-type')], 'where many look without asking').toEqual([
    200,
    'image/x-icon',
  ])
  expect(icons.map(({ sizes }) => sizes).sort()).toEqual(['180x180', '192x192', '512x512', '512x512', 'any'])
  expect(icons.filter(({ purpose }) => purpose === 'maskable')).toHaveLength(1)
  for (const { src, sizes } of icons) {
    const answer = await fetch(siteUrl + src)
    expect(answer.status, src).toBe(200)
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (sizes !== 'any') expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, src).toBe(sizes)
  }
})

test('what is looked for is cut between two signs: half of one would be another in the page than in its data', async ({
  page,
}) => {
  await page.goto(`/search?q=${'a'.repeat(99)}${encodeURIComponent('😀')}`)
  await takenOver(page) // React making the page anew would say so in the console
  await expect(page.getByRole('searchbox')).toHaveValue('a'.repeat(99))
})
