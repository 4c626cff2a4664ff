import express from 'express'
import { expect, test } from 'vitest'
import { failed } from '#app/server/http/app.ts'
import { listen } from '#app/server/listen.test-support.ts'
import { createMetrics } from '#app/server/observability/metrics.ts'
import { policyReports } from '#app/server/observability/policy-reports.ts'

async function serve() {
  const metrics = createMetrics()
  const site = express()
    .post('/policy-reports', ...policyReports('https://site.example', metrics))
    .use(failed)
  const url = `http://localhost:${await listen(site)}/policy-reports`
  return {
    report: (body: unknown, headers: Record<string, string> = {}) =>
      fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/csp-report', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }).then(({ status }) => status),
    counts: () => metrics.registry.getSingleMetricAsString('csp_violations_total'),
  }
}

const violation = (directive: string, page = 'https://site.example/pricing', more = {}) => ({
  'csp-report': { 'document-uri': page, 'effective-directive': directive, 'blocked-uri': 'inline', ...more },
})

test('violations are counted by directive', async () => {
  const { report, counts } = await serve()
  expect(await report(violation('script-src-elem'))).toBe(204)
  expect(await report(violation('script-src', undefined, { disposition: 'report' }))).toBe(204)
  expect(await report(violation('made-up'))).toBe(204)
  const text = await counts()
  expect(text).toContain('{directive="script-src-elem",disposition="enforce"} 1')
  expect(text).toContain('{directive="script-src",disposition="report"} 1')
  expect(text).toContain('{directive="other",disposition="enforce"} 1')
  expect(text).not.toContain('made-up')
})

test('a report that is invalid, about or from another site is refused and not counted', async () => {
  const { report, counts } = await serve()
  const good = violation('img-src')
  for (const body of [
    '{',
    {},
    violation('img-src', 'https://evil.example/'),
    violation('img-src', 'nonsense'),
  ])
    expect(await report(body), JSON.stringify(body)).toBe(400)
  expect(await report(good, { 'Content-Type': 'text/plain' })).toBe(400)
  expect(await report(good, { Origin: 'https://evil.example' })).toBe(403)
  expect(await report(good, { Origin: 'null' })).toBe(403)
  expect(await report(good, { 'Sec-Fetch-Site': 'cross-site' })).toBe(403)
  expect(await report(violation('img-src', `https://site.example/${'a'.repeat(20_000)}`))).toBe(413)
  expect(await counts()).not.toContain('img-src')
})
