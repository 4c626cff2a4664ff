import { documentOf, metaOf, said } from '#tests/support/document.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { read, until } from '#tests/support/reading.ts'

test('a visitor searches without JavaScript; result pages stay out of search engines', async ({
  product,
}) => {
  const { siteUrl, editor } = product
  const results = async (query: string) => {
    const { html, headers } = await read(`${siteUrl}/search?q=${encodeURIComponent(query)}`)
    const document = documentOf(html)
    expect([metaOf(document, 'robots'), headers.get('x-robots-tag')]).toEqual(['noindex', 'noindex'])
    const found = [...document.querySelectorAll('main li')]
    return found.map((result) => ({
      href: result.querySelector('a')?.getAttribute('href') ?? '',
      text: said(result.textContent),
    }))
  }
  const [first] = await results('bundle credits expire')
  expect(first?.href).toBe('/pricing')
  expect(first?.text).toContain('Bundle credits never expire.')
  expect((await results('60-day window'))[0]?.href).toBe('/refund-policy')
  for (const { href } of await results('lead')) expect((await read(siteUrl + href)).status, href).toBe(200)

  const typed = '<img src=x onerror=wwwww> "zzzz"'
  expect(await results(typed)).toEqual([])
  const { html } = await read(`${siteUrl}/search?q=${encodeURIComponent(typed)}`)
  const document = documentOf(html)
  expect(document.querySelector('main input[name="q"]')?.getAttribute('value')).toBe(typed)
  expect(said(document.querySelector('main h2')?.textContent)).toContain(typed)
  expect(document.querySelector('main img')).toBeNull()
  expect(await results('')).toEqual([])
  // Firefox calls what is required and empty invalid from the start, and so do screen readers there.
  expect(document.querySelector('main input[name="q"]')?.hasAttribute('required')).toBe(false)

  const item = (await editor.fetch<{ _id: string }[]>('*[_type == "faqItem"]'))[0]!
  await editor.patch(item._id).set({ question: 'May I bring my xylophone?' }).commit()
  await until(
    () => results('xylophone'),
    (found) => found[0]?.href === '/pricing',
  )
  await editor.createOrReplace(item as never)
  await until(
    () => results('xylophone'),
    (found) => found.length === 0,
  )
})

test('a page that does not exist suggests similar pages and a search', async ({ product }) => {
  const { siteUrl } = product
  for (const [address, meant] of [
    ['/prices', '/pricing'],
    ['/blog/speed-to-lead.html', '/resources/speed-to-lead'],
    ['/resources/live-3-way-call', '/resources/live-three-way-call'],
    ['/legal/privacy', '/privacy-policy'],
  ]) {
    const { status, html } = await read(siteUrl + address)
    expect(status, address).toBe(404)
    const main = documentOf(html).querySelector('main')!
    const links = [...main.querySelectorAll('li a')].map((link) => link.getAttribute('href'))
    expect(links, address).toContain(meant)
    expect(main.querySelector('form[action="/search"] input[name="q"]'), address).not.toBeNull()
  }
})
