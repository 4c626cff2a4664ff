import express, { type RequestHandler } from 'express'
import { z } from 'zod'
import { createRateLimiter } from '#app/platform/rate-limit.ts'
import { rateLimit } from '#app/server/http/limits.ts'
import type { Metrics } from '#app/server/observability/metrics.ts'
import { knownLabel } from '#app/server/observability/route-label.ts'

const MAX_BODY = '2kb'
/** Each visit of a page sends a report, and an office shares an address. */
const RATE_LIMIT = { perMinute: 60 }

/** Times are in ms; CLS has no unit. */
const vitalsReport = z.strictObject({
  path: z.string().startsWith('/').max(200),
  metrics: z
    .array(
      z.strictObject({
        name: z.enum(['CLS', 'FCP', 'INP', 'LCP', 'TTFB']),
        value: z.number().min(0).max(600_000),
      }),
    )
    .min(1)
    .max(5),
})

/** Records web vitals (app/analytics/web-vitals.ts) by route label, without visitor data. */
export function vitals(metrics: Metrics): RequestHandler[] {
  return [
    rateLimit(createRateLimiter(RATE_LIMIT)),
    express.json({ limit: MAX_BODY, type: 'application/json' }),
    (request, response) => {
      const report = vitalsReport.safeParse(request.body)
      if (!report.success) return void response.status(400).type('text').send('This is not a report.\n')
      const page = knownLabel(report.data.path)
      for (const { name, value } of report.data.metrics) metrics.vital(name, page, value)
      response.status(204).end()
    },
  ]
}
