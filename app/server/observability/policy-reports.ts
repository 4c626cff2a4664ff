import express, { type RequestHandler } from 'express'
import { z } from 'zod'
import { createRateLimiter } from '#app/platform/rate-limit.ts'
import { rateLimit } from '#app/server/http/limits.ts'
import type { Metrics } from '#app/server/observability/metrics.ts'

const MAX_BODY = '16kb'
const TYPE = 'application/csp-report'
/** A broken page sends many reports, and the visitors of one office share an address. */
const RATE_LIMIT = { perMinute: 120 }

/** The body sent to `report-uri` (CSP 3, 5.3). */
const violation = z.object({
  'csp-report': z.object({
    'document-uri': z.string(),
    'effective-directive': z.string(),
    disposition: z.string().optional(),
  }),
})

/** Directives with a label of their own; others count as `other`. */
const DIRECTIVE =
  /^(?:(?:script|style)-src(?:-elem|-attr)?|(?:img|font|connect|frame)-src|form-action|frame-ancestors|base-uri)$/

/** Counts CSP violations by directive. Reports carry no XSRF token, so their origin is checked. */
export function policyReports(siteUrl: string, metrics: Metrics): RequestHandler[] {
  const { origin } = new URL(siteUrl)
  return [
    (request, response, next) => {
      const { origin: from = origin } = request.headers
      const site = request.get('Sec-Fetch-Site') ?? 'same-origin'
      if (from !== origin || site !== 'same-origin') return void response.status(403).end()
      next()
    },
    rateLimit(createRateLimiter(RATE_LIMIT)),
    express.json({ limit: MAX_BODY, type: TYPE }),
    (request, response) => {
      const report = violation.safeParse(request.body).data?.['csp-report']
      if (!report || URL.parse(report['document-uri'])?.origin !== origin)
        return void response.status(400).type('text').send('This is not a report.\n')
      const { 'effective-directive': directive, disposition } = report
      metrics.violation(
        DIRECTIVE.test(directive) ? directive : 'other',
        disposition === 'report' ? 'report' : 'enforce',
      )
      response.status(204).end()
    },
  ]
}
