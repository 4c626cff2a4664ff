import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '#tests/support/fixtures.ts'
import { fetchPage, planCookie, rawRequest, SAME_ORIGIN_HEADERS } from '#tests/support/http.ts'
import { ROUTES } from '#tests/support/routes.ts'

test('the site accepts forms whatever Host header a proxy sends', async ({ product }) => {
  const { siteUrl } = product
  const headers = { Origin: new URL(siteUrl).origin, 'Content-Type': 'application/x-www-form-urlencoded' }
  for (const Host of ['site.internal', 'localhost']) {
    const post = { method: 'POST', body: 'form=enquiry' }
    const own = await rawRequest(siteUrl, '/contact-us.data', { ...post, headers: { ...headers, Host } })
    expect(own.status, Host).toBe(200)
    const foreign = { ...headers, Host, Origin: `http://${Host}` }
    expect((await rawRequest(siteUrl, '/contact-us', { ...post, headers: foreign })).status, Host).toBe(403)
  }
})

test('responses and logs contain no secret, and logs contain no text of a visitor', async ({ product }) => {
  const { siteUrl, dataDir, output } = product
  const secrets = ['session-secret', 'host-secret', 'lake-token', 'staff-token'].map((name) =>
    readFileSync(join(dataDir, name), 'utf8').trim(),
  )
  for (const secret of secrets) expect(secret.length).toBeGreaterThan(16)
  const email = 'canary.zweig@example.com'
  const typed = { firstName: 'Canary', lastName: 'Zweig', email, phone: '(555) 018-7654' }
  const headers = { ...SAME_ORIGIN_HEADERS, Cookie: planCookie('pro-closer') }
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
    seen.push((await fetchPage(siteUrl + path)).html)
  const assets = join(import.meta.dirname, '../../../build/client/assets')
  for (const file of readdirSync(assets).filter((name) => /\.(js|css)$/.test(name)))
    seen.push(readFileSync(join(assets, file), 'utf8'))
  await expect.poll(output).toContain('"/media/none"')
  for (const secret of secrets)
    for (const text of [...seen, output()]) expect(text.includes(secret), 'a secret was shown').toBe(false)
  for (const [name, value] of Object.entries({ ...typed, digits: '5550187654', address: '12 Canary Street' }))
    expect(output().includes(value), `${name} in the log`).toBe(false)
})
