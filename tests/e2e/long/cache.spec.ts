import { expect, test } from '#tests/support/fixtures.ts'
import { read, reviewsShown, until } from '#tests/support/reading.ts'

/** Where the last answer at a path came from, by the site's own log, which is written a moment later. */
const outcomeOf = (output: () => string, path: string): string | undefined =>
  output()
    .split('\n')
    .findLast((line) => line.includes(`"path":"${path}"`) && line.includes('"outcome"'))
    ?.match(/"outcome":"(\w+)"/)?.[1]

test.beforeAll(async ({ product }) => {
  await reviewsShown(product.siteUrl)
})

test('a publish makes anew the pages that show it, and no other', async ({ product }) => {
  const { editor, siteUrl } = product
  const tagOf = async (path: string) =>
    (await read(siteUrl + path, { 'Accept-Encoding': 'identity' })).headers.get('etag')
  const paths = ['/', '/about-us', '/refund-policy', '/refund-policy.data', '/terms-of-use']
  const before = await Promise.all(paths.map(tagOf))
  expect(before).not.toContain(null)
  const [policy] = await editor.fetch<{ _id: string; title: string }[]>(
    '*[_type == "policy" && slug.current == "refund-policy" && !(_id in path("drafts.**"))]{_id, title}',
  )
  const { _id, title } = policy!
  try {
    await editor
      .patch(_id)
      .set({ title: `${title}, anew` })
      .commit()
    await until(
      () => tagOf('/refund-policy'),
      (tag) => tag !== before[2],
    )
    const after = await Promise.all(paths.map(tagOf))
    expect(after.map((tag, index) => tag === before[index])).toEqual([true, true, false, false, true])
    expect((await read(`${siteUrl}/refund-policy`)).html).toContain(`${title}, anew`)
  } finally {
    await editor.patch(_id).set({ title }).commit()
  }
  // The same words give the same bytes, and so the same tag.
  await until(
    () => tagOf('/refund-policy'),
    (tag) => tag === before[2],
  )
})

test('a browser that has the page is told that it still holds', async ({ product }) => {
  for (const path of ['/', '/_root.data', '/resources/speed-to-lead']) {
    const first = await read(product.siteUrl + path)
    const again = await read(product.siteUrl + path, { 'If-None-Match': first.headers.get('etag') ?? '' })
    expect([again.status, again.html], path).toEqual([304, ''])
  }
})

test('a post, a junk preview cookie and a failed form leave the cache as it is', async ({ product }) => {
  const { siteUrl, output } = product
  const path = '/contact-us'
  const clean = await read(siteUrl + path)
  const posted = await fetch(siteUrl + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/html', Origin: siteUrl },
    body: 'form=enquiry&email=no-address',
  })
  expect(posted.status).toBe(422)
  expect(await posted.text()).toContain('no-address')
  const after = await read(`${siteUrl}${path}?email=another`)
  expect(after.html === clean.html, 'the next visitor gets the page as it was').toBe(true)
  const junk = await read(siteUrl + path, { Cookie: '__Host-preview=1' })
  expect(junk.headers.get('etag'), 'a preview cookie that does not open counts as none').toBe(
    clean.headers.get('etag'),
  )
  await expect.poll(() => outcomeOf(output, path)).toBe('hit')
})

test('pages, assets and images are answered without Remix', async ({ product, page }) => {
  const { output, siteUrl } = product
  await page.goto('/')
  await page.goto('/about-us')
  const asset = await page.locator('link[rel=stylesheet]').first().getAttribute('href')
  const picture = await page.locator('img[src^="/media/"]').first().getAttribute('src')
  for (const address of ['/about-us', asset, picture]) await read(siteUrl + address)
  await expect.poll(() => outcomeOf(output, '/about-us')).toBe('hit')
  await expect.poll(() => outcomeOf(output, String(asset))).toBe('asset')
  await expect.poll(() => outcomeOf(output, String(picture).split('?')[0]!)).toBe('media')
})
