import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startTestHost } from '#app/backend/backend.test-support.ts'
import { PLAN_COOKIE } from '#app/checkout/plan-choice.server.ts'
import { HOST_PREFIX } from '#app/platform/cookie.ts'
import { parseEnv } from '#app/platform/environment.server.ts'
import { PREVIEW_COOKIE } from '#app/preview/preview.server.ts'
import { CDN_SECONDS, cdnCacheControl } from '#app/server/http/cache-headers.ts'
import { createMetrics } from '#app/server/observability/metrics.ts'
import { startServices } from '#app/server/services.ts'

const file = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
/** Metrics that Prometheus creates itself. */
const ITS_OWN = ['up']
const FUNCTIONS = /^(?:sum|max|topk|rate|delta|histogram_quantile|by|label_values)$/

/** The metrics in an expression: the names that are neither functions nor labels. */
function metricsOf(expression: string): string[] {
  const bare = expression
    .replace(/\{[^}]*\}/g, ' ')
    .replace(/\[[^\]]*\]/g, ' ')
    .replace(/\bby \([^)]*\)/g, ' ')
  return [...bare.matchAll(/(?<![\w.])[a-z_][a-z0-9_]*(?![\w.])/g)]
    .map(([name]) => name)
    .filter((name) => !FUNCTIONS.test(name) && !ITS_OWN.includes(name))
}

/** The services of a site with an embedded backend, without a lake. */
async function running() {
  const host = await startTestHost()
  const metrics = createMetrics()
  const env = parseEnv({
    STUDIO_PORT: '1',
    HOST_PORT: new URL(host.url).port,
    DATA_DIR: host.dataDir,
  })
  const { services, stop } = await startServices(env, metrics)
  onTestFinished(async () => {
    stop()
    await host.stop().catch(() => {})
  })
  return { host, metrics, services }
}

const expressions = {
  dashboard: () => {
    const { panels } = JSON.parse(file('grafana-dashboard.json')) as {
      panels: { targets: { expr: string }[] }[]
    }
    return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  },
  alerts: () => [...file('prometheus-alerts.yml').matchAll(/^ +expr: (.+)$/gm)].map(([, expr = '']) => expr),
}

test('each metric in dashboard and alerts is exposed, and each own metric is in the dashboard', async () => {
  const { metrics } = await running()
  const exposed = new Set(
    (await metrics.registry.getMetricsAsJSON()).flatMap(({ name, type }) =>
      String(type) === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  )
  const named = { dashboard: expressions.dashboard(), alerts: expressions.alerts() }
  expect(named.dashboard.length).toBeGreaterThan(15)
  expect(named.alerts.length).toBeGreaterThan(10)
  for (const [where, all] of Object.entries(named))
    for (const expression of all) {
      const names = metricsOf(expression)
      if (!expression.startsWith('up{')) expect(names, `${where}: ${expression}`).not.toEqual([])
      for (const name of names) expect(exposed.has(name), `${where}: ${name}`).toBe(true)
    }
  const shown = new Set(
    named.dashboard.flatMap(metricsOf).map((name) => name.replace(/_(bucket|count)$/, '')),
  )
  const own = (await metrics.registry.getMetricsAsJSON())
    .map(({ name }) => name)
    .filter((name) => !/^(?:process|nodejs)_|_(?:fcp|ttfb)_/.test(name))
  expect(own.filter((name) => !shown.has(name))).toEqual([])
})

test('metrics of outbox, orders, lake and bots are correct; without the backend the others remain', async () => {
  const { host, metrics, services } = await running()
  const text = () => metrics.text()
  expect(await text()).toMatch(/^host_up 1$/m)
  expect(await text()).toMatch(/^content_live 0$/m)
  await services.host.createOrder({ amount: '499.00', title: 'Gold', features: [] })
  expect(await text()).toMatch(/^payment_orders\{state="created"\} 1$/m)
  expect(await text()).toMatch(/^lake_request_duration_seconds_count\{outcome="failed"\} [1-9]/m)
  services.countBot('contact')
  expect(await text()).toMatch(/^forms_from_bots_total\{form="contact"\} 1$/m)
  const stranger = await fetch(`${host.url}/api/metrics`)
  expect(stranger.status).toBe(403)
  await host.stop()
  expect(await text()).toMatch(/^host_up 0$/m)
  expect(await text()).toMatch(/^payment_orders\{state="created"\} 1$/m)
})

test('Varnish passes visitors with a chosen plan or a preview to the site, and uses CDN-Cache-Control', () => {
  const vcl = file('varnish.vcl')
  const passedBy = new RegExp(/Cookie ~ "(.+)"/.exec(vcl)?.[1] ?? '$.')
  for (const name of [PLAN_COOKIE, PREVIEW_COOKIE])
    for (const cookie of [`${name}=a`, `b=1; ${HOST_PREFIX}${name}=a`]) expect(cookie).toMatch(passedBy)
  expect('visitor=a; a_plan=b').not.toMatch(passedBy)
  for (const [part, seconds] of [
    ['s-maxage', `${CDN_SECONDS.purged}s`],
    ['stale-if-error', '86400s'],
  ]) {
    const pattern = new RegExp(`"(\\^[^"]*${part}=[^"]*)"`).exec(vcl)?.[1] ?? '$.'
    expect(cdnCacheControl(CDN_SECONDS.purged).replace(new RegExp(pattern), '$1s')).toBe(seconds)
  }
})
