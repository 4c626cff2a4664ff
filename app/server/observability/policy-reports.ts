import express, { type RequestHandler } from 'express'
import { z } from 'zod'
import { Budgets } from '#app/host/embedded/budgets.ts'
import { rateLimit } from '#app/server/http/limits.ts'
import type { Metrics } from '#app/server/observability/metrics.ts'

const MAX_BODY = '16kb'
const TYPES = ['application/csp-report', 'application/reports+json']
const MAX_REPORTS = 20
/** A page that is broken reports a lot; an office shares an address. */
const BUDGET = { perMinute: 120, perHour: 1_000 }

/** What `report-uri` gets (CSP 3, 5.3). */
const legacyReport = z.object({
  'csp-report': z.object({
    'document-uri': z.string(),
    'effective-directive': z.string(),
    disposition: z.string().optional(),
  }),
})
/** What `report-to` gets (Reporting API, "application/reports+json"). */
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

/** Figures are kept by these; anything else is `other`. */
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

/**
 * Counts what browsers say was against a page's policy (app/layout/document-policy.server.ts): by directive, nothing of who or
 * where. Reports carry no token; theirs is that the page is one of this site's, and that no other site sends them.
 */
export function policyReports(siteUrl: string, metrics: Metrics): RequestHandler[] {
  const { origin } = new URL(siteUrl)
  return [
    (request, response, next) => {
      const { origin: from = origin } = request.headers
      const site = request.get('Sec-Fetch-Site') ?? 'same-origin'
      if (from !== origin || site !== 'same-origin') return void response.status(403).end()
      next()
    },
    rateLimit(new Budgets(BUDGET)),
    express.json({ limit: MAX_BODY, type: TYPES }),
    (request, response) => {
      const violations = violationsIn(request.body)
      const ours = violations?.every(({ page }) => URL.parse(page)?.origin === origin)
      if (!violations || !ours) return void response.status(400).type('text').send('That is no report.\n')
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
