import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { gzipSync } from 'node:zlib'
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
  return `http://localhost:${await listen(site.use(failed))}`
}
const report = (base: string, body: unknown, type = 'application/json') =>
  fetch(`${base}/vitals`, {
    method: 'POST',
    headers: { 'Content-Type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  }).then(({ status }) => status)
const scrape = async (base: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${base}/metrics`, { headers })
  return { status: answer.status, text: await answer.text() }
}

test('web vitals are counted per route', async () => {
  const base = await serve()
  for (const path of ['/pricing', '/resources/one']) routeLabel(path, 200)
  const metrics = [
    { name: 'LCP', value: 1234 },
    { name: 'CLS', value: 0.07 },
  ]
  expect(await report(base, { path: '/pricing', metrics })).toBe(204)
  for (const path of ['/made-up', '/resources/one', '/resources/two'])
    expect(await report(base, { path, metrics })).toBe(204)
  const { text } = await scrape(base)
  for (const page of ['/pricing', 'other']) {
    expect(text).toContain(`web_vitals_lcp_seconds_sum{page="${page}"} 1.234`)
    expect(text).toContain(`web_vitals_cls_bucket{le="0.1",page="${page}"} 1`)
    expect(text).toContain(`web_vitals_cls_bucket{le="0.05",page="${page}"} 0`)
  }
  expect(text).toContain('web_vitals_lcp_seconds_count{page="/resources/…"} 2')
  expect(text).not.toMatch(/made-up|resources\/(?:one|two)/)
})

test('an invalid report is refused and not counted', async () => {
  const base = await serve()
  const metric = { name: 'LCP', value: 1 }
  for (const body of [
    '{',
    '[]',
    {},
    { path: '/pricing', metrics: [] },
    { path: '/pricing', metrics: [{ name: 'LCP', value: -1 }] },
    { path: '/pricing', metrics: [{ name: 'LCP', value: 'Infinity' }] },
    { path: '/pricing', metrics: [{ name: 'other', value: 1 }] },
    { path: '/pricing', metrics: [metric], who: 'me' },
    { path: '/pricing', metrics: Array(6).fill(metric) },
    { path: 'https://elsewhere.example', metrics: [metric] },
  ])
    expect(await report(base, body), JSON.stringify(body)).toBe(400)
  expect(await report(base, { path: '/pricing', metrics: [metric] }, 'text/plain')).toBe(400)
  expect(await report(base, { path: `/${'x'.repeat(5_000)}`, metrics: [metric] })).toBe(413)
  expect((await scrape(base)).text).not.toMatch(/web_vitals_lcp_seconds_count{/)
})

test('reports are limited per address', async () => {
  const base = await serve()
  const metrics = [{ name: 'INP', value: 1 }]
  const statuses = await Promise.all(Array.from({ length: 70 }, () => report(base, { path: '/', metrics })))
  expect(statuses.filter((status) => status === 204)).toHaveLength(60)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
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

test('a metric that can’t be read fails the scrape and nothing else', async () => {
  const metrics = createMetrics()
  metrics.gauge('broken', 'Reads a damaged database.', () => {
    throw new Error('disk I/O error')
  })
  const site = express().get('/metrics', metricsPage({ SITE_URL: 'http://a', METRICS_TOKEN: 't' }, metrics))
  const log = vi.fn()
  const own = metricsServer(0, metrics, log)
  onTestFinished(() => void own.close())
  await once(own, 'listening')
  const { port } = own.address() as AddressInfo
  // An unhandled rejection would fail this run, and end the site's process.
  for (const at of [await listen(site.use(failed)), port])
    expect(await scrape(`http://127.0.0.1:${at}`, { Authorization: 'Bearer t' })).toMatchObject({
      status: 500,
    })
  expect(log).toHaveBeenCalledOnce()
})

test('trailing bytes after a gzipped report don’t crash the site', async () => {
  const uncaught = vi.fn()
  process.on('uncaughtException', uncaught)
  onTestFinished(() => void process.off('uncaughtException', uncaught))
  const { port } = new URL(await serve())
  const report = Buffer.concat([
    gzipSync(JSON.stringify({ path: '/', metrics: [{ name: 'LCP', value: 1 }] })),
    Buffer.from('\0'),
  ])
  const behind = 'no gzip'
  const socket = connect(Number(port), 'localhost')
  socket
    .setEncoding('utf8')
    .write(
      `POST /vitals HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: ${report.length + behind.length}\r\n\r\n`,
    )
  socket.write(report)
  expect((await once(socket, 'data'))[0]).toContain(' 204 ')
  socket.end(behind).resume()
  await once(socket, 'close')
  expect(uncaught).not.toHaveBeenCalled()
})
