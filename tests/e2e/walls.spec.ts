import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { COMMON_HEADERS } from '#app/server/http/common-headers.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { directivesOf, observatoryScore } from '#tests/support/observatory.ts'
import { answerTo, FROM_OWN_PAGE, planCookie, read } from '#tests/support/reading.ts'
import { ROUTES } from '#tests/support/routes.ts'

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

test('forms are taken whatever name a proxy in front knows the site by', async ({ product }) => {
  const { siteUrl } = product
  const headers = { Origin: new URL(siteUrl).origin, 'Content-Type': 'application/x-www-form-urlencoded' }
  for (const Host of ['127.0.0.1:3000', 'site.internal', 'localhost'])
    for (const path of ['/contact-us', '/contact-us.data']) {
      const post = { method: 'POST', body: 'form=enquiry' }
      const own = await answerTo(siteUrl, path, { ...post, headers: { ...headers, Host } })
      expect(own.status, `${path} with Host: ${Host}`).toBe(200)
      const foreign = { ...headers, Host, Origin: `http://${Host}` }
      expect((await answerTo(siteUrl, path, { ...post, headers: foreign })).status, Host).toBe(403)
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
  await expect.poll(() => violationsOf(product.siteUrl)).toBe(before + 1)
})

test('no secret in what browsers get, in errors or in the log; nothing that a visitor typed in the log', async ({
  product,
}) => {
  const { siteUrl, dataDir, output } = product
  const secrets = ['session-secret', 'host-secret', 'lake-token', 'staff-token'].map((name) =>
    readFileSync(join(dataDir, name), 'utf8').trim(),
  )
  for (const secret of secrets) expect(secret.length).toBeGreaterThan(16)
  const typed = {
    firstName: 'Canary',
    lastName: 'Zweig',
    email: 'canary.zweig@example.com',
    phone: '(555) 018-7654',
  }
  const headers = { ...FROM_OWN_PAGE, Cookie: planCookie('pro-closer') }
  const posts: [string, Record<string, string>][] = [
    ['/contact-us', { form: 'enquiry', ...typed }],
    ['/contact-us', { form: 'enquiry', ...typed, email: `${typed.email}<` }],
    ['/checkout', { intent: 'save', ...typed, address: '12 Canary Street' }],
    ['/checkout/order', typed],
    ['/checkout/capture', { orderID: typed.email }],
    ['/chat', { message: `I am ${typed.email}, call ${typed.phone}` }],
  ]
  const seen: string[] = []
  for (const [path, fields] of posts) {
    const answer = await fetch(siteUrl + path, { method: 'POST', headers, body: new URLSearchParams(fields) })
    expect(answer.status, path).toBeLessThan(500)
    seen.push(await answer.text())
  }
  for (const path of [...ROUTES, '/_root.data', '/no-such-page', '/%E0', '/xsrf', '/metrics', '/media/none'])
    seen.push((await read(siteUrl + path)).html)
  const assets = join(import.meta.dirname, '../../build/client/assets')
  for (const file of readdirSync(assets).filter((name) => /\.(js|css)$/.test(name)))
    seen.push(readFileSync(join(assets, file), 'utf8'))
  await expect.poll(output).toContain('"/media/none"')
  for (const secret of secrets)
    for (const text of [...seen, output()]) expect(text.includes(secret), 'a secret was shown').toBe(false)
  for (const [name, value] of Object.entries({ ...typed, digits: '5550187654', address: '12 Canary Street' }))
    expect(output().includes(value), `${name} in the log`).toBe(false)
})

async function violationsOf(siteUrl: string): Promise<number> {
  const text = await (await fetch(`${siteUrl}/metrics`)).text()
  const [, count = '0'] =
    /csp_violations_total\{directive="script-src-elem",disposition="enforce"\} (\d+)/.exec(text) ?? []
  return Number(count)
}
