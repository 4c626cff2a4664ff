import { request as ask } from 'node:http'
import { COMMON_HEADERS } from '#app/server/common-headers.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { directivesOf, observatoryScore } from '#tests/support/observatory.ts'
import { planCookie, read } from '#tests/support/reading.ts'
import { ROUTES } from '#tests/support/routes.ts'

/** What a request gets, whatever it is: fetch would refuse to send some of these. */
const answerTo = (
  siteUrl: string,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<{ status: number; headers: Headers }> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(siteUrl)
    ask({ hostname, port, path, method, headers }, (response) => {
      const pairs = Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      )
      response
        .resume()
        .on('end', () => resolve({ status: response.statusCode ?? 0, headers: new Headers(pairs) }))
    })
      .on('error', reject)
      .end()
  })

test('every answer of every kind says what a browser may do with it, once', async ({ product }) => {
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
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy, path).not.toContain(',')
    expect(directivesOf(policy).get('default-src'), path).toEqual(["'none'"])
    expect(answer.headers.get('x-frame-options'), path).toBeNull()
    if (status === 200 && /no-cache|public/.test(answer.headers.get('cache-control') ?? ''))
      expect(answer.headers.get('set-cookie'), path).toBeNull()
  }
})

test('all 17 pages get A+ by the rules of MDN’s Observatory, with bonuses, and run no script but their own', async ({
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

test('a script that is not the page’s own does not run; that is reported and counted', async ({
  product,
  context,
}) => {
  const before = await violationsOf(product.siteUrl)
  const foreign = await context.newPage() // the fixture’s own page fails at a violation
  await foreign.route(`${product.siteUrl}/about-us`, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace('</body>', '<script>document.title = "taken"</script></body>')
    await route.fulfill({ response: answer, body })
  })
  await foreign.goto('/about-us')
  expect(await foreign.title()).not.toBe('taken')
  await expect.poll(() => violationsOf(product.siteUrl), { timeout: 30_000 }).toBe(before + 1)
})

async function violationsOf(siteUrl: string): Promise<number> {
  const text = await (await fetch(`${siteUrl}/metrics`)).text()
  const [, count = '0'] =
    /csp_violations_total\{directive="script-src-elem",disposition="enforce"\} (\d+)/.exec(text) ?? []
  return Number(count)
}
