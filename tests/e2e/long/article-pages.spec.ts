import { expect, test } from '#tests/support/fixtures.ts'
import { read } from '#tests/support/reading.ts'

/** As many as one page has room for (app/content/article-pages.ts). */
const PER_PAGE = 24
const MORE = 30
const idOf = (number: number) => `article-paged-${number}`

const titlesIn = (html: string) => [...html.matchAll(/>Paged (\d+)</g)].map(([, number]) => Number(number))

test('a long list of articles goes on at an address of its own, for readers, machines and the next publish', async ({
  product,
  page,
  request,
}) => {
  const { editor, siteUrl } = product
  const before = (await editor.fetch(`count(*[_type == "article"])`)) as number
  const adding = editor.transaction()
  for (let number = 1; number <= MORE; number++)
    adding.createOrReplace({
      _id: idOf(number),
      _type: 'article',
      title: `Paged ${number}`,
      slug: { _type: 'slug', current: `paged-${number}` },
      date: `2001-01-${String(MORE + 1 - number).padStart(2, '0')}`,
    })
  await adding.commit()
  try {
    const first = PER_PAGE - before
    const html = (path: string) => read(`${siteUrl}${path}`)
    await expect.poll(async () => titlesIn((await html('/resources')).html)).toHaveLength(first)

    await page.goto('/resources')
    await expect(page.getByRole('article')).toHaveCount(PER_PAGE)
    const pages = page.getByRole('navigation', { name: 'Page 1 / 2' })
    await expect(pages.getByRole('link')).toHaveText(['Older articles'])
    await pages.getByRole('link', { name: 'Older articles' }).click()
    await expect(page).toHaveURL('/resources/page/2')
    await expect(page).toHaveTitle(/^[^·]+ \(2\) · /)
    await expect(page.getByRole('article')).toHaveCount(before + MORE - PER_PAGE)
    await expect(page.getByRole('heading', { name: 'Paged 30' })).toBeVisible()
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/resources\/page\/2$/)

    const second = await html('/resources/page/2?utm_source=somewhere')
    expect(second.status).toBe(200)
    expect(titlesIn(second.html)).toEqual(
      Array.from({ length: MORE - first }, (_, index) => first + index + 1),
    )
    for (const path of ['/resources/page/3', '/resources/page/02', '/resources/page/0', '/resources/page/x'])
      expect((await html(path)).status, path).toBe(404)
    for (const path of ['/about-us/page/2', '/page/2', '/privacy-policy/page/2'])
      expect((await html(path)).status, path).toBe(404)
    const one = await request.get(`${siteUrl}/resources/page/1`, { maxRedirects: 0 })
    expect([one.status(), one.headers().location]).toEqual([301, '/resources'])

    await editor.patch(idOf(MORE)).set({ title: 'Paged 99' }).commit()
    await expect.poll(async () => titlesIn((await html('/resources/page/2')).html)).toContain(99)
    await page.getByRole('link', { name: 'Newer articles' }).click()
    await expect(page).toHaveURL('/resources')
  } finally {
    const removing = editor.transaction()
    for (let number = 1; number <= MORE; number++) removing.delete(idOf(number))
    await removing.commit()
  }
  await expect.poll(async () => (await read(`${siteUrl}/resources/page/2`)).status).toBe(404)
})
