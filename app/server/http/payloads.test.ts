import { rmSync } from 'node:fs'
import { connect } from 'node:net'
import express from 'express'
import { afterEach, expect, test } from 'vitest'
import { movedTo } from '#app/content/redirects.ts'
import { parseEnv } from '#app/platform/environment.server.ts'
import { ownPath } from '#app/preview/preview.server.ts'
import { canonicalAddress } from '#app/server/http/canonical-address.ts'
import { OPEN_REDIRECTS, OUTWARD } from '#app/server/http/payloads.test-support.ts'
import { relay } from '#app/server/http/relay.ts'
import { listen } from '#app/server/listen.test-support.ts'
import { createMedia } from '#app/server/media/media.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

const SITE = 'https://site.example'
const folder = newFolder()
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The origin that a browser on a page of the site would open. */
const destination = (location: string): string | undefined => URL.parse(location, `${SITE}/a/page`)?.origin

test('60 foreign URLs never redirect off this site', () => {
  expect(new Set(OPEN_REDIRECTS).size).toBe(60)
  for (const payload of OPEN_REDIRECTS) {
    const back = ownPath(payload) // the return path of a preview
    expect(back, JSON.stringify(payload)).toMatch(/^\/(?![/\\])/)
    expect(destination(back), JSON.stringify(payload)).toBe(SITE)
    const tidied = canonicalAddress(payload) // the canonical address of a page
    if (tidied !== undefined) expect(destination(tidied), JSON.stringify(payload)).toBe(SITE)
    const query = `?next=${encodeURIComponent(payload)}&to=${payload}`
    const own = canonicalAddress(`/About-Us/${query}`)
    expect(own && destination(own), JSON.stringify(payload)).toBe(SITE)
    // An editor's redirect may have an https target, but no target that only looks like a path.
    const redirect = { from: '/old', to: payload, target: null, permanent: true }
    const moved = movedTo([redirect as never], '/old', query.replaceAll(/\s/g, ''))?.location
    if (moved !== undefined && !payload.startsWith('https://'))
      expect(destination(moved), JSON.stringify(payload)).toBe(SITE)
  }
})

test('60 path traversals never request other addresses of the lake or the backend', async () => {
  expect(new Set(OUTWARD).size).toBe(60)
  const lakeAsked: string[] = []
  const lake = await listen((request, response) => {
    lakeAsked.push(request.url ?? '')
    response.statusCode = 404
    response.end()
  })
  const env = parseEnv({ STUDIO_PORT: String(lake), DATA_DIR: folder })
  const media = await listen(express().use('/media', createMedia({ env, log: () => {} }).handler))
  const picture = `${'a'.repeat(40)}-20x10.jpg`
  for (const payload of OUTWARD)
    for (const path of [
      `/media/${payload}`,
      `/media/images/${payload}`,
      `/media/images/local/production/${payload}`,
      `/media/images/${payload}/${picture}`,
      `/media/images/local/production/${picture}${payload}`,
      `/media/images/local/production/${picture}/${payload}`,
    ]) {
      const query = `w=20&rect=${payload}&url=${payload}&fm=${payload}`
      await raw(media, `GET ${path}?${query} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
    }
  for (const url of lakeAsked) expect(url).toMatch(/^\/images\/local\/production\/a{40}-20x10\.jpg(?:\?|$)/)

  const hostAsked: string[] = []
  const host = await listen((request, response) => {
    hostAsked.push(request.url ?? '')
    response.end('ok')
  })
  const site = express()
  site.use((_request, response, next) => {
    response.locals.requestId = 'r'
    next()
  })
  site.use('/webhooks/paypal', relay(`http://localhost:${host}/api/paypal/webhook`))
  site.use((_request, response) => void response.status(404).end())
  const port = await listen(site)
  for (const payload of OUTWARD) {
    await raw(port, `GET /webhooks/paypal/${payload} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
    await raw(port, `GET ${payload} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`)
  }
  for (const url of hostAsked)
    expect(new URL(url, 'http://host').pathname, url).toMatch(/^\/api\/paypal\/webhook(\/|$)/)
})

/** Sends raw bytes: an HTTP client would normalise them. */
const raw = (port: number, text: string): Promise<void> =>
  new Promise((resolve) => {
    const socket = connect(port, 'localhost', () => socket.write(text))
    socket.on('data', () => {}).on('error', () => {})
    socket.on('close', () => resolve())
  })
