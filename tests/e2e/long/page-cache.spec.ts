import { expect, test } from '#tests/support/fixtures.ts'
import { planCookie, read, reviewsShown } from '#tests/support/reading.ts'
import { CONTENT_ROUTES } from '#tests/support/routes.ts'

/** Two people as different as browsers can be. */
const VISITORS: Record<string, string>[] = [
  {
    'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140',
    'Accept-Language': 'en-US',
    'Accept-Encoding': 'gzip',
  },
  {
    'User-Agent': 'curl/8.5.0',
    'Accept-Language': 'de-CH,de;q=0.8',
    'Accept-Encoding': 'identity',
    Accept: '*/*',
    Cookie: '_ga=GA1.2.3; theme=dark; session=8f1c',
    DNT: '1',
    Referer: 'https://search.example/?q=leads',
    'X-Forwarded-For': '203.0.113.7',
    'Sec-CH-UA-Mobile': '?1',
    Authorization: 'Basic dmlzaXRvcjpzZWNyZXQ=',
  },
]
/** Remix's state and data, what loads the page's script late (app/layout/deferred-scripts.ts), and that script. */
const OWN_SCRIPT = /^(window\.__remixContext\b|\(function loadScriptsLate\b|import "\/assets\/manifest-)/

test('two visitors get the same bytes, whoever comes first, and no cookie', async ({ product }) => {
  await reviewsShown(product.siteUrl)
  for (const [index, route] of CONTENT_ROUTES.entries()) {
    const order = index % 2 ? VISITORS : VISITORS.toReversed()
    const [one, other] = [
      await read(product.siteUrl + route, order[0]),
      await read(product.siteUrl + route, order[1]),
    ]
    expect(one.status, route).toBe(200)
    expect(one.html === other.html, `${route} is the same for both`).toBe(true)
    for (const { headers } of [one, other]) {
      expect(headers.get('set-cookie'), route).toBeNull()
      expect(headers.get('cache-control'), route).not.toMatch(/private|no-store/)
    }
    // What the browser fetches while it goes from page to page.
    const address = `${product.siteUrl}${route === '/' ? '/_root' : route}.data`
    const [data, otherData] = [await read(address, order[0]), await read(address, order[1])]
    expect(data.status, address).toBe(200)
    expect(data.html === otherData.html, `${route}.data is the same for both`).toBe(true)
    expect(data.headers.get('set-cookie')).toBeNull()
  }
})

test('no style attribute, no script of a page’s own', async ({ product }) => {
  for (const route of [...CONTENT_ROUTES, '/checkout']) {
    const { html } = await read(product.siteUrl + route)
    const scripts = [...html.matchAll(/<script\b([^>]*)>(.*?)<\/script>/gs)]
    for (const [, attributes = '', script = ''] of scripts) {
      if (/\bsrc=|type="application\/ld\+json"/.test(attributes)) continue
      expect(script, route).toMatch(OWN_SCRIPT)
    }
    const tags = html.replace(/<script\b.*?<\/script>/gs, '').match(/<[a-z][^>]*>/gi) ?? []
    expect(tags.length).toBeGreaterThan(50)
    expect(
      tags.filter((tag) => /\s(style|on[a-z]+)=/i.test(tag)),
      route,
    ).toEqual([])
  }
})

test('pricing is kept by nobody once it shows a choice, and is the same for everybody without one', async ({
  product,
}) => {
  const pricing = `${product.siteUrl}/pricing`
  const [nobody, chose, forged, otherwise] = [
    await read(pricing),
    await read(pricing, { Cookie: planCookie('pro-closer') }),
    await read(pricing, { Cookie: planCookie('no-such-plan') }),
    await read(pricing, { Cookie: 'plan=%E0%A4%A; plan=1' }),
  ]
  expect(nobody.html.includes('>Selected<')).toBe(false)
  expect(nobody.headers.get('cache-control')).not.toMatch(/private|no-store/)
  expect(nobody.headers.get('vary')).toMatch(/\bCookie\b/i)
  expect(chose.headers.get('cache-control')).toBe('private, no-store')
  expect(chose.headers.get('set-cookie')).toBeNull()
  expect(chose.html.split('>Selected<')).toHaveLength(2)
  for (const answer of [forged, otherwise]) {
    expect(answer.status).toBe(200)
    expect(answer.html === nobody.html, 'a cookie that names no plan changes nothing').toBe(true)
    expect(answer.headers.get('cache-control')).toBe(nobody.headers.get('cache-control'))
  }
})

test('checkout is kept by nobody', async ({ product }) => {
  for (const cookie of ['', planCookie('pro-closer')]) {
    const { headers } = await read(`${product.siteUrl}/checkout`, { Cookie: cookie })
    expect(headers.get('cache-control')).toBe('private, no-store')
  }
})
