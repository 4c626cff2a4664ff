import { COMMON_HEADERS } from '#app/server/http/common-headers.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { fetchPage, planCookie, rawRequest } from '#tests/support/http.ts'
import { ROUTES } from '#tests/support/routes.ts'

/** The directives of a policy. Throws if one is repeated. */
function directivesOf(policy: string): Map<string, string[]> {
  const directives = new Map<string, string[]>()
  for (const directive of policy.split(';')) {
    const [name = '', ...sources] = directive.trim().split(/\s+/)
    if (directives.has(name)) throw new Error(`${name} is repeated in the policy`)
    if (name !== '') directives.set(name, sources)
  }
  return directives
}

test('the policy of each page allows its own scripts only, by hash or address', async ({ product }) => {
  for (const route of ROUTES) {
    const { headers } = await fetchPage(product.siteUrl + route)
    const policy = directivesOf(headers.get('content-security-policy') ?? '')
    const allowed = /^'sha256-|^'self'$|^https:\/\/www\.(sandbox\.)?paypal(objects)?\.com$/
    const scripts = policy.get('script-src') ?? []
    expect(scripts.length, route).toBeGreaterThan(0)
    expect(
      scripts.filter((source) => !allowed.test(source)),
      route,
    ).toEqual([])
    expect(policy.get('default-src'), route).toEqual(["'none'"])
    expect(policy.get('frame-ancestors'), route).toEqual([product.studioUrl])
  }
})

test('every kind of response has each security header once', async ({ product }) => {
  const { siteUrl } = product
  const { html, headers: home } = await fetchPage(siteUrl)
  const [, asset = ''] = /href="(\/assets\/[^"]+\.js)"/.exec(html) ?? []
  const [, picture = ''] = /src="(\/media\/[^"]+)"/.exec(html) ?? []
  const [, share = ''] = /property="og:image" content="[^"]*(\/share\/[^"]+)"/.exec(html) ?? []
  const cached = { headers: { 'If-None-Match': home.get('etag') ?? '', 'Accept-Encoding': 'gzip, deflate' } }
  const requests: [number, string, Parameters<typeof rawRequest>[2]?][] = [
    ...ROUTES.map((route): [number, string] => [200, route]),
    [200, '/checkout', { headers: { Cookie: planCookie('pro-closer') } }],
    [304, '/', cached],
    [200, '/', { method: 'HEAD' }],
    [200, '/about-us.data'],
    [200, asset],
    [404, '/assets/gone.js'],
    [200, picture.replaceAll('&amp;', '&')],
    [200, share],
    [200, '/site.webmanifest'],
    [200, '/sitemap.xml'],
    [200, '/search?q=price'],
    [404, '/no-such-page'],
    [301, '/About-Us/'],
    [302, '/checkout/order'],
    [200, '/healthz'],
    [200, '/reviews'],
    [200, '/chat'],
    [200, '/test-payments/sdk/js'],
    [400, '/%E0'],
    [405, '/', { method: 'PUT' }],
    [411, '/contact-us', { method: 'POST', headers: { 'Transfer-Encoding': 'chunked' } }],
    [403, '/contact-us', { method: 'POST' }],
    [204, '/xsrf'],
    [404, '/webhooks/paypal/../nothing'],
  ]
  for (const [status, path, init] of requests) {
    const answer = await rawRequest(siteUrl, path, init)
    expect(answer.status, `${init?.method ?? 'GET'} ${path}`).toBe(status)
    for (const name of Object.keys(COMMON_HEADERS))
      expect(answer.headers.get(name), `${name} of ${path}`).toBeTruthy()
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
