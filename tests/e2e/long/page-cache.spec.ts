import { expect, test } from '#tests/support/fixtures.ts'
import { fetchPage, planCookie, waitForReviews } from '#tests/support/http.ts'
import { CONTENT_ROUTES } from '#tests/support/routes.ts'

const VISITORS: Record<string, string>[] = [
  { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140', 'Accept-Encoding': 'gzip' },
  {
    'User-Agent': 'curl/8.5.0',
    'Accept-Language': 'de-CH,de;q=0.8',
    'Accept-Encoding': 'identity',
    Cookie: '_ga=GA1.2.3; __Host-preview=1; plan=%E0%A4%A; session=8f1c',
    Authorization: 'Basic dmlzaXRvcjpzZWNyZXQ=',
  },
]

test.beforeAll(async ({ product }) => {
  await waitForReviews(product.siteUrl)
})

test('two visitors get the same bytes of each page and its data, and no cookie', async ({ product }) => {
  for (const route of CONTENT_ROUTES)
    for (const path of [route, `${route === '/' ? '/_root' : route}.data`]) {
      const [one, other] = [
        await fetchPage(product.siteUrl + path, VISITORS[0]),
        await fetchPage(product.siteUrl + path, VISITORS[1]),
      ]
      expect(one.status, path).toBe(200)
      expect(one.html === other.html, `${path} is the same for both`).toBe(true)
      for (const { headers } of [one, other]) {
        expect(headers.get('set-cookie'), path).toBeNull()
        expect(headers.get('cache-control'), path).not.toMatch(/private|no-store/)
      }
    }
})

test('pricing with a chosen plan and checkout are private; without a choice, pricing is the same for everybody', async ({
  product,
}) => {
  const pricing = `${product.siteUrl}/pricing`
  const none = await fetchPage(pricing)
  expect(none.html.includes('>Selected<')).toBe(false)
  expect(none.headers.get('vary')).toMatch(/\bCookie\b/i)
  const chosen = await fetchPage(pricing, { Cookie: planCookie('pro-closer') })
  expect(chosen.headers.get('cache-control')).toBe('private, no-store')
  expect(chosen.headers.get('set-cookie')).toBeNull()
  expect(chosen.html.split('>Selected<')).toHaveLength(2)
  const forged = await fetchPage(pricing, { Cookie: planCookie('no-such-plan') })
  expect(forged.html === none.html).toBe(true)
  const checkout = await fetchPage(`${product.siteUrl}/checkout`)
  expect(checkout.headers.get('cache-control')).toBe('private, no-store')
})
