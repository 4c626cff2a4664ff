import express, { type RequestHandler } from 'express'
import type { Content } from '#app/content/content.server.ts'
import { hrefOf } from '#app/content/href.ts'
import { Budgets } from '#app/host/embedded/budgets.ts'
import { budgeted } from '#app/server/limits.ts'
import type { Metrics } from '#app/server/metrics.ts'
import { vitalsReport } from '#app/server/vitals-report.ts'

const MAX_BODY = '2kb'
/** A visitor puts a page away now and then; an office shares an address. */
const BUDGET = { perMinute: 60, perHour: 1_000 }
const OWN_PAGES = ['/checkout', '/search']

/** Takes in how pages felt to real visitors (app/visit/web-vitals.ts): figures by page, nothing of who. */
export function vitals(content: Content, metrics: Metrics): RequestHandler[] {
  return [
    budgeted(new Budgets(BUDGET)),
    express.json({ limit: MAX_BODY, type: 'application/json' }),
    async (request, response) => {
      const report = vitalsReport.safeParse(request.body)
      if (!report.success) return void response.status(400).type('text').send('That is no report.\n')
      const page = await pageOf(report.data.path, content).catch(() => 'other')
      for (const { name, value } of report.data.metrics) metrics.vital(name, page, value)
      response.status(204).end()
    },
  ]
}

/** Only addresses that exist are counted apart: what is made up doesn't grow. */
async function pageOf(path: string, content: Content): Promise<string> {
  const known = (await content.shown()).some((document) => hrefOf(document) === path)
  return known || OWN_PAGES.includes(path) ? path : 'other'
}
