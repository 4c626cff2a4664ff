import type { Server } from 'node:http'
import express, { type RequestHandler } from 'express'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Observation } from '#app/host/client.server.ts'
import { isSameSecret } from '#app/platform/constant-time-equal.server.ts'
import type { Env } from '#app/platform/environment.server.ts'
import type { Log } from '#app/platform/log.ts'
import { isLoopbackAddress, isLoopbackName } from '#app/platform/loopback.ts'

export type Vital = 'LCP' | 'INP' | 'CLS' | 'FCP' | 'TTFB'
/** Web vitals with their metrics. The buckets include Google's thresholds for good and poor (web.dev/articles/vitals). */
const VITALS: [Vital, name: string, title: string, buckets: number[]][] = [
  ['LCP', 'web_vitals_lcp_seconds', 'Largest Contentful Paint', [0.5, 1, 1.5, 2, 2.5, 3, 4, 6, 10]],
  ['INP', 'web_vitals_inp_seconds', 'Interaction to Next Paint', [0.05, 0.1, 0.2, 0.3, 0.5, 1]],
  ['CLS', 'web_vitals_cls', 'Cumulative Layout Shift', [0.01, 0.05, 0.1, 0.15, 0.25, 0.5]],
  ['FCP', 'web_vitals_fcp_seconds', 'First Contentful Paint', [0.5, 1, 1.8, 2.5, 3, 5]],
  ['TTFB', 'web_vitals_ttfb_seconds', 'Time to First Byte', [0.1, 0.3, 0.8, 1.2, 1.8, 3]],
]

/** The site's metrics. No label contains an address or a visitor (https://prometheus.io/docs/practices/naming). */
export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const hostCalls = new Histogram({
    name: 'host_call_duration_seconds',
    help: 'Duration and outcome of calls to the backend.',
    labelNames: ['call', 'outcome'] as const,
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const lakeRequests = new Histogram({
    name: 'lake_request_duration_seconds',
    help: 'Duration and outcome (ok, refused, failed) of queries to the lake.',
    labelNames: ['outcome'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  })
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Responses by route, outcome (hit, miss, pass, asset, media) and status.',
    labelNames: ['route', 'outcome', 'status'] as const,
    registers,
  })
  const requestSeconds = new Counter({
    name: 'http_request_seconds_total',
    help: 'Total duration of responses by outcome.',
    labelNames: ['outcome'] as const,
    registers,
  })
  const sources: (() => Promise<void>)[] = []
  const violations = new Counter({
    name: 'csp_violations_total',
    help: 'CSP violations reported by browsers; disposition `report` means report-only.',
    labelNames: ['directive', 'disposition'] as const,
    registers,
  })
  const bots = new Counter({
    name: 'forms_from_bots_total',
    help: 'Forms with the hidden field filled in: answered as usual, but not sent on.',
    labelNames: ['form'] as const,
    registers,
  })
  const vitals = new Map(
    VITALS.map(([vital, name, title, buckets]) => {
      const help = `${title} of real visits.`
      return [vital, new Histogram({ name, help, labelNames: ['page'] as const, buckets, registers })]
    }),
  )
  return {
    registry,
    hostCall: ({ call, outcome, ms }: Observation) => hostCalls.observe({ call, outcome }, ms / 1000),
    lakeRequest: (outcome: 'ok' | 'refused' | 'failed', ms: number) =>
      lakeRequests.observe({ outcome }, ms / 1000),
    response({ route, outcome, status, ms }: { route: string; outcome: string; status: number; ms: number }) {
      requests.inc({ route, outcome, status })
      requestSeconds.inc({ outcome }, ms / 1000)
    },
    violation: (directive: string, disposition: 'enforce' | 'report') =>
      violations.inc({ directive, disposition }),
    bot: (form: 'contact' | 'reviews') => bots.inc({ form }),
    /** `value` is in ms, except for CLS, which has no unit. `page` is a route label (route-label.ts). */
    vital: (name: Vital, page: string, value: number) =>
      vitals.get(name)?.observe({ page }, name === 'CLS' ? value : value / 1000),
    /** Runs `read` before each scrape, for metrics that are read asynchronously. */
    beforeScrape(read: () => Promise<void>): void {
      sources.push(read)
    },
    /** All metrics in Prometheus' text format. */
    async text(): Promise<string> {
      await Promise.all(sources.map((read) => read()))
      return registry.metrics()
    },
    labelled: <L extends string>(name: string, help: string, labelNames: L[] = []) =>
      new Gauge<L>({ name, help, labelNames, registers }),
    /** A gauge whose value is read at each scrape. */
    gauge: (name: string, help: string, read: () => number) =>
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read())
        },
      }),
  }
}

/** Serves metrics on 127.0.0.1 for a local Prometheus. A taken port is logged and ignored. */
export function metricsServer(port: number, metrics: Metrics, log: Log): Server {
  const server = express().get('/metrics', sendMetrics(metrics)).listen(port, '127.0.0.1')
  return server.on('error', ({ message }) =>
    log('warn', 'cannot serve metrics on METRICS_PORT; set another port', { error: message }),
  )
}

/** `GET /metrics`, with the token, or directly from this machine while SITE_URL is on loopback. Otherwise 404. */
export function metricsPage(env: Pick<Env, 'METRICS_TOKEN' | 'SITE_URL'>, metrics: Metrics): RequestHandler {
  const open = isLoopbackName(new URL(env.SITE_URL).hostname)
  const send = sendMetrics(metrics)
  return (request, response, next) => {
    const { socket, headers } = request
    const isAllowed = env.METRICS_TOKEN
      ? isSameSecret(headers.authorization ?? '', `Bearer ${env.METRICS_TOKEN}`)
      : open && isLoopbackAddress(socket.remoteAddress) && !headers['x-forwarded-for']
    return isAllowed ? send(request, response, next) : next()
  }
}

const sendMetrics =
  (metrics: Metrics): RequestHandler =>
  (_request, response, next) => {
    response.set({ 'Content-Type': metrics.registry.contentType, 'Cache-Control': 'no-store' })
    metrics.text().then((text) => response.send(text), next)
  }
