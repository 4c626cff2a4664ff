import express, { type RequestHandler } from 'express'
import { z } from 'zod'
import { createRateLimiter } from '#app/platform/rate-limit.ts'
import { rateLimit } from '#app/server/http/limits.ts'
import type { Metrics } from '#app/server/observability/metrics.ts'

const MAX_BODY = '16kb'
const TYPES = ['application/csp-report', 'application/reports+json']
const MAX_REPORTS = 20
/** A broken page sends many reports, and the visitors of one office share an address. */
const RATE_LIMIT = { perMinute: 120 }

/** The body sent to `report-uri` (CSP 3, 5.3). */
const legacyReport = z.object({
  'csp-report': z.object({
    'document-uri': z.string(),
    'effective-directive': z.string(),
    disposition: z.string().optional(),
  }),
})
/** The body sent to `report-to` (Reporting API, "application/reports+json"). */
const reports = z
  .array(
    z.object({
      type: z.literal('csp-violation'),
      body: z.object({
        documentURL: z.string(),
        effectiveDirective: z.string(),
        disposition: z.string().optional(),
      }),
    }),
  )
  .min(1)
  .max(MAX_REPORTS)

/** Directives with a label of their own; others count as `other`. */
const DIRECTIVES = new Set([
  'script-src-elem',
  'script-src-attr',
  'script-src',
  'style-src-elem',
  'style-src-attr',
  'img-src',
  'font-src',
  'connect-src',
  'frame-src',
  'form-action',
  'frame-ancestors',
  'base-uri',
])

type Violation = { page: string; directive: string; disposition: string | undefined }

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
    express.json({ limit: MAX_BODY, type: TYPES }),
    (request, response) => {
      const violations = violationsIn(request.body)
      const ours = violations?.every(({ page }) => URL.parse(page)?.origin === origin)
      if (!violations || !ours) return void response.status(400).type('text').send('This is not a report.\n')
      for (const { directive, disposition } of violations)
        metrics.violation(
          DIRECTIVES.has(directive) ? directive : 'other',
          disposition === 'report' ? 'report' : 'enforce',
        )
      response.status(204).end()
    },
  ]
}

function violationsIn(body: unknown): Violation[] | undefined {
  const legacy = legacyReport.safeParse(body).data?.['csp-report']
  if (legacy) {
    const { 'document-uri': page, 'effective-directive': directive, disposition } = legacy
    return [{ page, directive, disposition }]
  }
  return reports.safeParse(body).data?.map(({ body: { documentURL, effectiveDirective, disposition } }) => ({
    page: documentURL,
    directive: effectiveDirective,
    disposition,
  }))
}
