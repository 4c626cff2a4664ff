import { COMMON_HEADERS } from '#app/server/http/common-headers.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { directivesOf, observatoryScore } from '#tests/support/observatory.ts'
import { answerTo, planCookie, read } from '#tests/support/reading.ts'
import { ROUTES } from '#tests/support/routes.ts'

test('all 17 pages score A+ by the rules of MDN’s Observatory and run only their own scripts', async ({
  product,
}) => {
  for (const route of ROUTES) {
    const { headers, html } = await read(product.siteUrl + route)
    // The Studio of this product stands on http://localhost; a live site's doesn't.
    const asOnline = new Headers(headers)
    const policy = headers.get('content-security-policy') ?? ''
    asOnline.set('content-security-policy', policy.replace(/http:\/\/localhost:\d+/g, 'https://a.example'))
    expect(observatoryScore({ headers: asOnline, html }), route).toBeGreaterThanOrEqual(125)
    const scripts = directivesOf(policy).get('script-src') ?? []
    expect(
      scripts.filter(
        (source) => !/^'sha256-|^'self'$|^https:\/\/www\.(sandbox\.)?paypal(objects)?\.com$/.test(source),
      ),
      route,
    ).toEqual([])
    expect(policy).toContain(`frame-ancestors ${product.studioUrl};`)
  }
})

test('every kind of answer carries each security header once', async ({ product }) => {
  const { siteUrl } = product
  const { html, headers: home } = await read(siteUrl)
  const [, asset = ''] = /href="(\/assets\/[^"]+\.js)"/.exec(html) ?? []
  const [, picture = ''] = /src="(\/media\/[^"]+)"/.exec(html) ?? []
  const [, share = ''] = /property="og:image" content="[^"]*(\/share\/[^"]+)"/.exec(html) ?? []
  const known = { headers: { 'If-None-Match': home.get('etag') ?? '', 'Accept-Encoding': 'gzip, deflate' } }
  const asked: [number, string, Parameters<typeof answerTo>[2]?][] = [
    ...ROUTES.map((route): [number, string] => [200, route]),
    [200, '/checkout', { headers: { Cookie: planCookie('pro-closer') } }],
    [200, '/pricing', { headers: { Cookie: planCookie('pro-closer') } }],
    [304, '/', known],
    [200, '/', { method: 'HEAD' }],
    [200, '/about-us.data'],
    [200, asset],
    [404, '/assets/gone.js'],
    [200, picture.replaceAll('&amp;', '&')],
    [404, '/media/nothing'],
    [200, share],
    [200, '/site.webmanifest'],
    [200, '/robots.txt'],
    [200, '/sitemap.xml'],
    [200, '/feed.xml'],
    [200, '/icons/mark.svg'],
    [200, '/search?q=price'],
    [404, '/no-such-page'],
    [301, '/About-Us/'],
    [301, '/home'],
    [301, '/resources/page/1'],
    [302, '/checkout/order'],
    [200, '/healthz'],
    [200, '/readyz'],
    [200, '/reviews'],
    [200, '/chat'],
    [200, '/test-payments/sdk/js'],
    [404, '/test-payments/nothing'],
    [400, '/%E0'],
    [405, '/', { method: 'PUT' }],
    [411, '/contact-us', { method: 'POST', headers: { 'Transfer-Encoding': 'chunked' } }],
    [403, '/contact-us', { method: 'POST' }],
    [204, '/xsrf'],
    [404, '/webhooks/paypal/../nothing'],
  ]
  for (const [status, path, how] of asked) {
    const answer = await answerTo(siteUrl, path, how)
    expect(answer.status, `${how?.method ?? 'GET'} ${path}`).toBe(status)
    for (const name of Object.keys(COMMON_HEADERS))
      expect(answer.headers.get(name), `${name} of ${path}`).toBeTruthy()
    // Said once: a list of several would be read as the strictest of them.
    expect(answer.headers.get('cache-control'), path).toMatch(
      /^(no-cache|(private, )?no-store|public, max-age=\d+(, immutable)?)$/,
    )
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy, path).not.toContain(',')
    expect(directivesOf(policy).get('default-src'), path).toEqual(["'none'"])
    expect(answer.headers.get('x-frame-options'), path).toBeNull()
    if (status === 200 && /no-cache|public/.test(answer.headers.get('cache-control') ?? ''))
      expect(answer.headers.get('set-cookie'), path).toBeNull()
  }
})
