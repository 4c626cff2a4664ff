import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import express from 'express'
import { beforeEach, expect, test } from 'vitest'
import { parseEnv } from '#app/platform/environment.server.ts'
import { listen } from '#app/server/listen.test-support.ts'
import { createMedia } from '#app/server/media/media.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

const FILE = `${'a'.repeat(40)}-2400x1350.jpg`
const IMAGE = `/media/images/local/production/${FILE}`
const MB = 1024 * 1024
const LIMITS = { shown: { bytes: MB, atOnce: 2, waiting: 9 }, others: { bytes: MB, atOnce: 1, waiting: 2 } }
const crop = (left: number) => `?w=640&rect=${left},0,900,900`
let folder: string
beforeEach(() => {
  folder = newFolder()
})

type Answer = { status?: number; type?: string; body?: Buffer | string }

/** A site with a fake lake that answers with `lake`. Without `lake`, requests wait until the test answers those in `open`. */
async function relaying({ lake, limits = LIMITS }: { lake?: Answer; limits?: typeof LIMITS } = {}) {
  const lakeRequests: string[] = []
  const open: ServerResponse[] = []
  const port = await listen((request, response) => {
    lakeRequests.push(request.url!.split(FILE)[1] ?? request.url!)
    if (lake) answer(response, lake)
    else open.push(response)
  })
  const logged: string[] = []
  const start = () =>
    createMedia({
      env: parseEnv({ STUDIO_PORT: String(port), DATA_DIR: folder }),
      log: (_level, message) => logged.push(message),
      limits,
    })
  let media = start()
  const site = await listen(express().use('/media', (...args) => media.handler(...args)))
  return {
    lakeRequests,
    open,
    logged,
    get: (query = '', init?: RequestInit) => fetch(`http://127.0.0.1:${site}${IMAGE}${query}`, init),
    media: () => media,
    restart: () => {
      media = start()
    },
  }
}

const answer = (
  response: ServerResponse,
  { status = 200, type = 'image/jpeg', body = 'picture' }: Answer = {},
) => response.writeHead(status, { 'Content-Type': type }).end(body)

test('an image is sent as publicly cacheable, and is served while the lake is down and after a restart', async () => {
  const lake: Answer = { type: 'image/avif' }
  const { lakeRequests, get, restart } = await relaying({ lake })
  const visit = async () => {
    const response = await get('?w=640&auto=format', { headers: { Accept: 'image/avif' } })
    expect([response.status, await response.text()]).toEqual([200, 'picture'])
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'content-type': 'image/avif',
      'cross-origin-resource-policy': 'cross-origin',
      vary: 'Accept',
    })
  }
  await visit()
  lake.status = 500
  await visit()
  restart()
  await visit()
  expect(lakeRequests).toEqual(['?w=640&fit=max&fm=avif'])
})

test('arbitrary crops have limited disk space and evict no image of a page', async () => {
  const bytes = 40_000
  const limits = { ...LIMITS, others: { bytes, atOnce: 1, waiting: 2 } }
  const { lakeRequests, get, media } = await relaying({ lake: { body: Buffer.alloc(9_000) }, limits })
  await media().prepare(`<img src="${IMAGE}?w=640">`)
  await get('?w=640')
  for (let left = 1; left <= 30; left++) expect((await get(crop(left))).status).toBe(200)
  const others = join(folder, 'media/others')
  const taken = () => readdirSync(others).reduce((sum, name) => sum + statSync(join(others, name)).size, 0)
  await expect.poll(taken).toBeLessThanOrEqual(bytes)
  const before = lakeRequests.length
  await get('?w=640')
  expect(lakeRequests.length).toBe(before)
})

test('an image that is missing or fails to load is not stored', async () => {
  const lake: Answer = {}
  const { lakeRequests, get, logged } = await relaying({ lake })
  for (const [status, expected, text] of [
    [404, 404, 'No such picture.\n'],
    [400, 404, 'No such picture.\n'],
    [500, 502, 'This picture can’t be shown right now.\n'],
  ] as const) {
    lake.status = status
    const answer = await get()
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([expected, 'no-store'])
    expect(await answer.text()).toBe(text)
  }
  lake.status = 200
  lake.type = 'text/html'
  expect((await get()).status).toBe(502)
  lake.type = 'image/jpeg'
  expect((await get()).status).toBe(200)
  expect(lakeRequests).toHaveLength(5)
  expect(new Set(logged)).toEqual(new Set(['media: could not get an image']))
})

test('few arbitrary crops render at once, more are refused, and the image of a page does not wait for them', async () => {
  const { lakeRequests, open, get, media } = await relaying()
  void media().prepare(`<img srcSet="${IMAGE}?w=360&amp;q=33 360w, ${IMAGE}?w=640 640w">`)
  const crops = [get(crop(1))]
  await expect.poll(() => lakeRequests.length).toBe(1)
  crops.push(get(crop(2)), get(crop(3)), get(crop(4)))
  const refused = await Promise.race(crops)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  const images = [get('?w=360&q=33'), get('?w=640')]
  await expect.poll(() => lakeRequests.length).toBe(3)
  expect(lakeRequests.slice(1).toSorted()).toEqual(['?w=360&fit=max&q=33', '?w=640&fit=max'])
  for (let done = 0; done < 5; done++) {
    await expect.poll(() => open.length).toBeGreaterThan(done)
    answer(open[done]!)
  }
  expect((await Promise.all(images)).map(({ status }) => status)).toEqual([200, 200])
  expect((await Promise.all(crops)).map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 503])
})

test('a client that disconnects leaves the queue, unless another waits for the same image', async () => {
  const { lakeRequests, open, get } = await relaying()
  const first = get(crop(1))
  await expect.poll(() => lakeRequests.length).toBe(1)
  const leaving = new AbortController()
  const { signal } = leaving
  const left = [get(crop(2), { signal }), get(crop(3), { signal })].map((request) =>
    request.catch(() => 'left'),
  )
  const stays = get(crop(2))
  await expect.poll(async () => (await get(crop(4), { method: 'HEAD' })).status).toBe(503)
  leaving.abort()
  expect(await Promise.all(left)).toEqual(['left', 'left'])
  for (let done = 0; done < 2; done++) {
    await expect.poll(() => open.length).toBeGreaterThan(done)
    answer(open[done]!)
  }
  expect((await Promise.all([first, stays])).map(({ status }) => status)).toEqual([200, 200])
  expect(lakeRequests.join()).not.toContain('rect=3%2C')
})

test('an image that cannot be stored is still shown', async () => {
  const { lakeRequests, get, logged } = await relaying({ lake: {} })
  rmSync(join(folder, 'media'), { recursive: true })
  writeFileSync(join(folder, 'media'), 'no folder')
  for (let visit = 0; visit < 2; visit++) expect(await (await get()).text()).toBe('picture')
  expect(lakeRequests).toHaveLength(2)
  expect(logged).toEqual(Array(2).fill('media: could not store an image'))
})

const preloading = `<link rel="preload" as="image" imageSrcSet="${IMAGE}?rect=0%2C0%2C900%2C1350&amp;w=640&amp;auto=format 640w, ${IMAGE}?w=800&amp;auto=format 800w" imageSizes="100vw"/>`

test('preloaded images are fetched one after the other before a visit, even if one fails', async () => {
  const { lakeRequests, open, media } = await relaying()
  const prepared = media().prepare(`${preloading}<img src="${IMAGE}?w=1100">`)
  await expect.poll(() => open.length).toBe(1)
  expect(lakeRequests).toEqual(['?w=640&fit=max&rect=0%2C0%2C900%2C1350&fm=avif'])
  answer(open[0]!, { status: 500 })
  await expect.poll(() => open.length).toBe(2)
  answer(open[1]!, { type: 'image/avif' })
  await prepared
  await media().prepare('<link rel="preload" as="image" href="https://cdn.sanity.io/images/p/d/x.jpg"/>')
  expect(lakeRequests.slice(1)).toEqual(['?w=800&fit=max&fm=avif'])
})

test('the text of a review does not count as an image of the page', async () => {
  const { get, media } = await relaying({ lake: {} })
  const text = `src=&quot;${IMAGE}${crop(1)}&quot; `
  await media().prepare(`<p>${text}</p><script>{"text":"src=\\"${IMAGE}${crop(1)}"}</script>`)
  await get(crop(1))
  expect(readdirSync(join(folder, 'media'))).toEqual(['others'])
  expect(readdirSync(join(folder, 'media/others'))).toHaveLength(1)
})
