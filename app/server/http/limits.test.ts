import express from 'express'
import { expect, test } from 'vitest'
import { inFlightLimit, postLimits, readLimit } from '#app/server/http/limits.ts'
import { listen } from '#app/server/listen.test-support.ts'

const NO_POSTS = { BUDGET_CHECKOUT_PER_MINUTE: 0, BUDGET_POSTS_PER_MINUTE: 0 } as never

test('pages beyond the limit are refused with 503 and Retry-After until one is finished', async () => {
  const waiting: (() => void)[] = []
  const app = express().use(inFlightLimit((path) => path.startsWith('/page'), { pages: 2, others: 1 }))
  app.all('*', ({ method }, response) =>
    method === 'POST' ? void response.send('posted') : void waiting.push(() => response.send('page')),
  )
  const port = await listen(app)
  const ask = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${port}${path}`, { method })
  const first = ask('/page/1')
  const second = ask('/page/2')
  await expect.poll(() => waiting.length).toBe(2)
  const refused = await ask('/page/3')
  expect([refused.status, refused.headers.get('Retry-After'), refused.headers.get('Cache-Control')]).toEqual([
    503,
    '2',
    'no-store',
  ])
  expect((await ask('/page', 'POST')).status, 'posts are limited elsewhere').toBe(200)
  const other = ask('/reviews') // not a page, and counted separately
  await expect.poll(() => waiting.length).toBe(3)
  expect((await ask('/chat')).status).toBe(503)
  for (const finish of waiting.splice(0)) finish()
  for (const response of [first, second, other]) expect((await response).status).toBe(200)
  ask('/page/4').catch(() => {}) // never answered
  await expect.poll(() => waiting.length).toBe(1)
})

test('uncached reads are limited per client and minute', async () => {
  const site = express().use(readLimit({ BUDGET_READS_PER_MINUTE: 2 } as never))
  site.all('*', (_request, response) => void response.send('ok'))
  const port = await listen(site)
  const send = async (method: string) => (await fetch(`http://127.0.0.1:${port}`, { method })).status
  for (const status of [200, 200, 429]) expect(await send('GET')).toBe(status)
  expect(await send('POST'), 'posts are limited elsewhere').toBe(200)
})

test('choosing a plan and saving details have their own limit, in every spelling of the address', async () => {
  const site = express().use(
    postLimits({ BUDGET_CHECKOUT_PER_MINUTE: 4, BUDGET_POSTS_PER_MINUTE: 1 } as never),
  )
  site.all('*', (_request, response) => void response.send('ok'))
  const port = await listen(site)
  const post = async (path: string) =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST' })).status
  for (const path of ['/checkout', '/Checkout/', '/checkout/plan', '/checkout/plan.data'])
    expect(await post(path), path).toBe(200)
  expect(await post('/checkout.data')).toBe(429)
  expect(await post('/checkout/order')).toBe(200)
  const refused = await fetch(`http://127.0.0.1:${port}/chat`, { method: 'POST' })
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '60'])
  for (const path of ['/chat', '/checkout'])
    expect((await fetch(`http://127.0.0.1:${port}${path}`)).status, 'reading is not counted').toBe(200)
})

test('a visitor who posts too often reads when to try again, and the form is not lost', async () => {
  const port = await listen(express().use(postLimits(NO_POSTS)))
  const typed = [
    ['reviewDescription', 'Two lines,\r\n"quoted" & <b>bold</b> – 100 %'],
    ['rating', '<'],
  ]
  const send = (Accept: string, path = '/?index') =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { Accept },
      body: new URLSearchParams(typed),
    })
  const page = await send('text/html,*/*;q=0.8')
  expect(page.status).toBe(429)
  expect(page.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
  // The form may redirect to PayPal, and browsers apply form-action to redirects.
  expect(page.headers.get('Content-Security-Policy')).not.toContain('form-action')
  const html = await page.text()
  expect(html).toMatch(/<h1>Please wait a moment<\/h1>.*Try again in 60 seconds\..*<form method="post">/)
  const entity: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }
  const fields = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(
    ([, ...field]) => field.map((text) => text.replace(/&(\w+);/g, (_, name) => entity[name]!)),
  )
  expect(fields).toEqual(typed)
  const line = await send('*/*', '/index.data')
  expect(line.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
  expect(await line.text()).toMatch(/^Please wait a moment\. .* Try again in 60 seconds\.\n$/)
})
