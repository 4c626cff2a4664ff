import express from 'express'
import { expect, test } from 'vitest'
import { findRedirect } from '#app/content/redirects.ts'
import { parseEnv } from '#app/platform/environment.server.ts'
import { sameSitePath } from '#app/preview/preview.server.ts'
import { canonicalAddress } from '#app/server/http/canonical-address.ts'
import { relay } from '#app/server/http/relay.ts'
import { listen, sendRaw } from '#app/server/listen.test-support.ts'
import { createMedia } from '#app/server/media/media.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

const SITE = 'https://site.example'
/** The origin that a browser on a page of the site would open. */
const destination = (location: string): string | undefined => URL.parse(location, `${SITE}/a/page`)?.origin

test.each([
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  'https://evil.example',
  'https:evil.example',
  'javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '/\t/evil.example',
  '/\n/evil.example',
  ' //evil.example',
  '\u0000//evil.example',
  '/%5cevil.example',
  '/..//evil.example',
  '//site@evil.example',
  '//evil.example#@site',
  '//evil。example',
])('%j never redirects off this site', (payload) => {
  const back = sameSitePath(payload) // the return path of a preview
  expect(back).toMatch(/^\/(?![/\\])/)
  expect(destination(back)).toBe(SITE)
  const canonical = canonicalAddress(payload)
  if (canonical !== undefined) expect(destination(canonical)).toBe(SITE)
  const query = `?next=${encodeURIComponent(payload)}&to=${payload}`
  expect(destination(canonicalAddress(`/About-Us/${query}`)!)).toBe(SITE)
  // An editor's redirect may have an https target, but no target that only looks like a path.
  const redirect = { from: '/old', to: payload, target: null, permanent: true }
  const moved = findRedirect([redirect as never], '/old', query.replaceAll(/\s/g, ''))?.location
  if (moved !== undefined && !payload.startsWith('https://')) expect(destination(moved)).toBe(SITE)
})

const OUTWARD = [
  'http://169.254.169.254/latest/meta-data',
  'file:///etc/passwd',
  '//169.254.169.254/',
  '@127.0.0.1/',
  '../../../v1/users/me',
  '%2e%2e%2f',
  '..;/',
  '..%00/',
  '..%0d%0a',
  'a/%2e%2e/%2e%2e/',
  '?x=http://127.0.0.1',
  '%0d%0aHost:%20evil.example',
  'local/production/../../v1',
  'local%2fproduction',
  'local/production/..',
]

test('path traversals never request other addresses of the lake or the backend', async () => {
  const requested: { lake: string[]; backend: string[] } = { lake: [], backend: [] }
  const record = (kind: 'lake' | 'backend') =>
    listen((request, response) => {
      requested[kind].push(request.url ?? '')
      response.writeHead(404).end()
    })
  const env = parseEnv({ STUDIO_PORT: String(await record('lake')), DATA_DIR: newFolder() })
  const site = express()
  site.use((_request, response, next) => {
    response.locals.requestId = 'r'
    next()
  })
  site.use('/media', createMedia({ env, log: () => {} }).handler)
  site.use('/webhooks/paypal', relay(`http://127.0.0.1:${await record('backend')}/api/paypal/webhook`))
  const port = await listen(site)
  const image = `local/production/${'a'.repeat(40)}-20x10.jpg`
  for (const payload of OUTWARD)
    for (const path of [
      `/media/${payload}`,
      `/media/images/${payload}`,
      `/media/images/local/production/${payload}`,
      `/media/images/${image}${payload}`,
      `/media/images/${image}/${payload}?w=20&rect=${payload}&url=${payload}&fm=${payload}`,
      `/webhooks/paypal/${payload}`,
      payload,
    ])
      await sendRaw(port, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
  expect(requested.lake.length).toBeGreaterThan(0)
  for (const url of requested.lake)
    expect(url).toMatch(/^\/images\/local\/production\/a{40}-20x10\.jpg(?:\?|$)/)
  expect(requested.backend.length).toBeGreaterThan(0)
  for (const url of requested.backend)
    expect(new URL(url, 'http://host').pathname, url).toMatch(/^\/api\/paypal\/webhook(\/|$)/)
})
