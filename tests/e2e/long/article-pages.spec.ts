import { ARTICLES_PER_PAGE } from '#app/content/article-pages.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { fetchPage } from '#tests/support/http.ts'

const ADDED = 30

test('a visitor reads older articles on further pages of the list', async ({ product, page, request }) => {
  const { editor, siteUrl } = product
  const before = await editor.fetch<number>(`count(*[_type == "article"])`)
  const numbers = Array.from({ length: ADDED }, (_, index) => index + 1)
  const transaction = () => editor.transaction()
  await numbers
    .reduce(
      (adding, number) =>
        adding.createOrReplace({
          _id: `article-paged-${number}`,
          _type: 'article',
          title: `Paged ${number}`,
          slug: { _type: 'slug', current: `paged-${number}` },
          date: `2001-01-${String(ADDED + 1 - number).padStart(2, '0')}`,
        }),
      transaction(),
    )
    .commit()
  const statusOf = async (path: string) => (await fetchPage(siteUrl + path)).status
  try {
    await expect.poll(() => statusOf('/resources/page/2')).toBe(200)
    await page.goto('/resources')
    await expect(page.getByRole('article')).toHaveCount(ARTICLES_PER_PAGE)
    await page
      .getByRole('navigation', { name: 'Page 1 / 2' })
      .getByRole('link', { name: 'Older articles' })
      .click()
    await expect(page).toHaveURL('/resources/page/2')
    await expect(page).toHaveTitle(/^[^·]+ \(2\) · /)
    await expect(page.getByRole('article')).toHaveCount(before + ADDED - ARTICLES_PER_PAGE)
    await expect(page.getByRole('heading', { name: 'Paged 30' })).toBeVisible()
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/resources\/page\/2$/)
    for (const path of ['/resources/page/3', '/resources/page/02', '/about-us/page/2', '/page/2'])
      expect(await statusOf(path), path).toBe(404)
    const first = await request.get(`${siteUrl}/resources/page/1`, { maxRedirects: 0 })
    expect([first.status(), first.headers().location]).toEqual([301, '/resources'])
  } finally {
    await numbers
      .reduce((removing, number) => removing.delete(`article-paged-${number}`), transaction())
      .commit()
  }
  await expect.poll(() => statusOf('/resources/page/2')).toBe(404)
})
