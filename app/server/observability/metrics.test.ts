import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { expect, onTestFinished, test, vi } from 'vitest'
import { failed } from '#app/server/http/app.ts'
import { listen } from '#app/server/listen.test-support.ts'
import { createMetrics, metricsPage, metricsServer } from '#app/server/observability/metrics.ts'
import { routeLabel } from '#app/server/observability/route-label.ts'
import { vitals } from '#app/server/observability/vitals.ts'

async function serve(env: { METRICS_TOKEN?: string; SITE_URL?: string } = {}): Promise<string> {
  const metrics = createMetrics()
  const site = express()
  site.get(
    '/metrics',
    metricsPage({ SITE_URL: 'http://localhost:3000', METRICS_TOKEN: undefined, ...env }, metrics),
  )
  site.post('/vitals', ...vitals(metrics))
  site.use((_request, response) => void response.status(404).end())
  return `http://127.0.0.1:${await listen(site.use(failed))}`
}
const report = (base: string, body: unknown, type = 'application/json') =>
  fetch(`${base}/vitals`, {
    method: 'POST',
    headers: { 'Content-Type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  }).then(({ status }) => status)
const scrape = async (base: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${base}/metrics`, { headers })
  return { status: response.status, text: await response.text() }
}

test('web vitals are counted per route', async () => {
  const base = await serve()
  for (const path of ['/pricing', '/resources/one']) routeLabel(path, 200)
  const metrics = [
    { name: 'LCP', value: 1234 },
    { name: 'CLS', value: 0.07 },
  ]
  for (const path of ['/pricing', '/made-up', '/resources/one', '/resources/two'])
    expect(await report(base, { path, metrics })).toBe(204)
  const { text } = await scrape(base)
  for (const page of ['/pricing', 'other']) {
    expect(text).toContain(`web_vitals_lcp_seconds_sum{page="${page}"} 1.234`)
    expect(text).toContain(`web_vitals_cls_bucket{le="0.1",page="${page}"} 1`)
  }
  expect(text).toContain('web_vitals_lcp_seconds_count{page="/resources/…"} 2')
  expect(text).not.toMatch(/made-up|resources\/(?:one|two)/)
})

test('an invalid report is refused and not counted; reports are limited per client', async () => {
  const base = await serve()
  const metrics = [{ name: 'LCP', value: 1 }]
  for (const body of [
    '{',
    { path: '/pricing', metrics: [] },
    { path: '/pricing', metrics: [{ name: 'LCP', value: -1 }] },
    { path: '/pricing', metrics: [{ name: 'other', value: 1 }] },
    { path: '/pricing', metrics, who: 'me' },
    { path: 'https://elsewhere.example', metrics },
  ])
    expect(await report(base, body), JSON.stringify(body)).toBe(400)
  expect(await report(base, { path: `/${'x'.repeat(5_000)}`, metrics })).toBe(413)
  expect((await scrape(base)).text).not.toMatch(/web_vitals_lcp_seconds_count{/)
  const statuses = await Promise.all(Array.from({ length: 70 }, () => report(base, { path: '/', metrics })))
  expect(new Set(statuses)).toEqual(new Set([204, 429]))
})

test('metrics need the token, or a direct request from this machine while SITE_URL is a loopback address', async () => {
  const token = 'a-token-of-some-length'
  const guarded = await serve({ METRICS_TOKEN: token })
  expect((await scrape(guarded)).status).toBe(404)
  expect((await scrape(guarded, { Authorization: 'Bearer another-token-of-it' })).status).toBe(404)
  const shown = await scrape(guarded, { Authorization: `Bearer ${token}` })
  expect(shown.status).toBe(200)
  expect(shown.text).toContain('process_cpu_seconds_total')

  const open = await serve()
  expect((await scrape(open)).status).toBe(200)
  expect((await scrape(open, { 'X-Forwarded-For': '203.0.113.7' })).status).toBe(404)

  const behindProxy = await serve({ SITE_URL: 'https://www.site.example' })
  expect((await scrape(behindProxy)).status).toBe(404)
})

test('metrics have a port of their own, on this machine only; a taken port is logged and ignored', async () => {
  const log = vi.fn()
  const start = (port: number) => {
    const server = metricsServer(port, createMetrics(), log)
    onTestFinished(() => void server.close().closeAllConnections())
    return server
  }
  const server = start(0)
  await once(server, 'listening')
  const { port, address } = server.address() as AddressInfo
  expect(address).toBe('127.0.0.1')
  expect((await scrape(`http://127.0.0.1:${port}`)).text).toContain('# TYPE http_requests_total counter')
  start(port)
  await expect
    .poll(() => log.mock.lastCall?.[1])
    .toBe('cannot serve metrics on METRICS_PORT; set another port')
})
