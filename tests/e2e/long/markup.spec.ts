import { expect, test } from '#tests/support/fixtures.ts'
import { fetchPage } from '#tests/support/http.ts'
import { documentOf } from '#tests/support/parsed-html.ts'
import { CONTENT_ROUTES } from '#tests/support/routes.ts'

test('no link is dead: every page, every fragment, every script, style and image', async ({ product }) => {
  const { siteUrl } = product
  const pages = new Map<string, ReturnType<typeof documentOf>>()
  const visited = new Set<string>()
  const fragments: { from: string; path: string; id: string }[] = []
  const waiting = [{ path: '/', from: 'the front page' }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { path, from } = next
    if (visited.has(path)) continue
    visited.add(path)
    const { status, html, headers } = await fetchPage(siteUrl + path)
    expect(status, `${path}, linked on ${from}`).toBe(200)
    if (!headers.get('content-type')?.includes('text/html')) continue
    const document = documentOf(html)
    pages.set(path, document)
    for (const element of document.querySelectorAll('a[href], link[href], [src]')) {
      const href = element.getAttribute('href') ?? element.getAttribute('src') ?? ''
      expect(URL.canParse(href, siteUrl), `${href}, linked on ${path}`).toBe(true)
      const url = new URL(href, siteUrl + path)
      if (url.origin === siteUrl) waiting.push({ path: url.pathname + url.search, from: path })
      else
        expect(href).toMatch(/^(https:\/\/[a-z0-9.-]+|tel:\+[1-9]\d{7,14}$|mailto:[^@\s]+@[^@\s]+$|data:)/i)
      if (url.origin === siteUrl && url.hash)
        fragments.push({ from: path, path: url.pathname + url.search, id: url.hash.slice(1) })
    }
  }
  expect([...pages.keys()]).toEqual(expect.arrayContaining(CONTENT_ROUTES))
  for (const { from, path, id } of fragments)
    expect(pages.get(path)?.getElementById(id), `${path}#${id}, linked on ${from}`).toBeTruthy()
})
