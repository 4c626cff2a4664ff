import express from 'express'
import { expect, test } from 'vitest'
import { createXsrf } from '#app/server/http/xsrf.ts'
import { listen } from '#app/server/listen.test-support.ts'

const SITE = 'https://site.example'

/** A site that answers each accepted post with 200. */
async function serve(siteUrl = SITE, secret = 'a secret') {
  const { issueToken, requireProof } = createXsrf(siteUrl, secret)
  const site = express().get('/xsrf', issueToken).use(requireProof)
  site.all('*', ({ headers }, response) => void response.set('X-Accepted', headers.accept).send('reached'))
  const base = `http://localhost:${await listen(site)}`
  const post = (headers: Record<string, string> = {}, path = '/contact-us') =>
    fetch(base + path, { method: 'POST', headers, body: 'a=b' })
  /** A browser whose page has fetched a token. */
  async function visitor(cookies = '') {
    const answer = await fetch(`${base}/xsrf`, { headers: { Cookie: cookies } })
    const set = answer.headers.getSetCookie()
    const pairs = set.map((cookie) => cookie.split(';')[0] ?? '')
    const token = pairs.find((pair) => pair.startsWith('XSRF-TOKEN='))?.slice('XSRF-TOKEN='.length) ?? ''
    return { answer, set, cookie: pairs.join('; '), token }
  }
  return { post, visitor, base }
}

test("a token is in a cookie for scripts, is bound to the visitor's HttpOnly cookie, and is not cacheable", async () => {
  const { visitor } = await serve()
  const { answer, set } = await visitor()
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([204, 'no-store'])
  expect(set).toEqual([
    expect.stringMatching(/^__Host-visitor=[\w-]{24}; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    expect.stringMatching(/^XSRF-TOKEN=[\w-]{24}\.[\w-]{43}; Path=\/; Secure; SameSite=Lax$/),
  ])
  const plain = await (await serve('http://localhost:3000')).visitor()
  expect(plain.set[0]).toMatch(/^visitor=[\w-]{24}; Path=\/; HttpOnly; SameSite=Lax$/)
})

test('a post with a token, or from a page of this site according to the browser, is accepted', async () => {
  const { post, visitor } = await serve()
  const { cookie, token } = await visitor()
  const again = await visitor(cookie)
  expect(again.cookie.split('; ')[0], 'the visitor stays the same').toBe(cookie.split('; ')[0])
  const proofs: Record<string, string>[] = [
    { Cookie: cookie, 'X-XSRF-TOKEN': token },
    { Cookie: cookie, 'X-XSRF-TOKEN': token, Origin: SITE, 'Sec-Fetch-Site': 'same-origin' },
    { 'Sec-Fetch-Site': 'same-origin' },
    { Origin: SITE },
    { Referer: `${SITE}/contact-us` },
  ]
  for (const headers of proofs) expect((await post(headers)).status, JSON.stringify(headers)).toBe(200)
  const local = await serve('http://localhost:3000')
  for (const Origin of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
    expect((await local.post({ Origin })).status, Origin).toBe(200)
  for (const Origin of [
    'http://localhost:3001',
    'https://localhost:3000',
    'http://localhost.evil.example:3000',
  ])
    expect((await local.post({ Origin })).status, Origin).toBe(403)
})

test('forged posts of other sites and of scripts outside a browser are refused', async () => {
  const { post, visitor } = await serve()
  const [mine, theirs] = [await visitor(), await visitor()]
  const foreign = await (await serve(SITE, 'another secret')).visitor()
  const valid = { Cookie: mine.cookie, 'X-XSRF-TOKEN': mine.token }
  const [id = ''] = mine.cookie.split('; ')
  const [salt = '', mac = ''] = mine.token.split('.')
  const origins = [
    'https://evil.example',
    'https://site.example.evil.example',
    'https://sub.site.example',
    'http://site.example',
    'https://site.example:8443',
    'https://site.example, https://evil.example',
    'null',
    '',
  ]
  const tokens = [
    '',
    '.',
    salt,
    `${salt}.`,
    `.${mac}`,
    `${mine.token}x`,
    mine.token.toUpperCase(),
    theirs.token,
  ]
  const forged: Record<string, string>[] = [
    {},
    { Cookie: mine.cookie },
    { Referer: `https://evil.example/?${SITE}/contact-us` },
    { 'X-XSRF-TOKEN': mine.token },
    { 'X-XSRF-TOKEN': mine.token, Cookie: `XSRF-TOKEN=${mine.token}` },
    { 'X-XSRF-TOKEN': theirs.token, Cookie: `${id}; XSRF-TOKEN=${theirs.token}` },
    { 'X-XSRF-TOKEN': foreign.token, Cookie: foreign.cookie },
    { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' },
    // The token has leaked: everything is valid except the origin.
    ...origins.map((Origin) => ({ ...valid, Origin, Referer: `${SITE}/contact-us` })),
    ...['cross-site', 'same-site', 'none', ''].map((site) => ({
      ...valid,
      Origin: SITE,
      'Sec-Fetch-Site': site,
    })),
    ...tokens.map((token) => ({ Origin: SITE, 'X-XSRF-TOKEN': token, Cookie: `${id}; XSRF-TOKEN=${token}` })),
  ]
  for (const headers of forged) expect((await post(headers)).status, JSON.stringify(headers)).toBe(403)
})

test('a refused visitor reads the reason, as a page or as a line of text', async () => {
  const { post } = await serve()
  const page = await post({ Accept: 'text/html,*/*;q=0.8' })
  expect([page.status, page.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8'])
  expect(await page.text()).toMatch(/<h1>This was not sent<\/h1>.* from the <a href="\/">/)
  const line = await post({ Accept: 'application/json' })
  expect(line.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(line.headers.get('cache-control')).toBe('no-store')
})

test('posts to every address are checked, except exempt ones; reads are not', async () => {
  const { post, base } = await serve()
  const headers = { Origin: 'https://evil.example' }
  for (const path of ['/', '/chat.data', '/vitals', '/api/preview/share/x'])
    expect((await post(headers, path)).status, path).toBe(403)
  expect((await post({ Origin: 'https://studio.example' }, '/api/preview/share')).status).toBe(200)
  expect((await fetch(`${base}/contact-us`, { headers })).status).toBe(200)
})
