import { expect, onTestFinished, test, vi } from 'vitest'
import { offSale } from '#studio/validation/rules/off-sale.ts'
import { findings, seeded } from '#studio/validation/rules/rules.test-support.ts'

const [may, july] = ['2026-05-01T12:00:00Z', '2026-07-01T12:00:00Z']

test.each([
  [{}, []],
  [{ showFrom: may }, []],
  [{ showFrom: july }, ['showFrom']],
  [{ showUntil: july }, ['showUntil']],
  [{ showFrom: july, showUntil: july }, ['showFrom', 'showUntil']],
])('a plan that texts quote, in June, with %j', (dates, fields) => {
  vi.setSystemTime('2026-06-01T12:00:00Z')
  onTestFinished(() => void vi.useRealTimers())
  const found = findings(offSale, seeded('plan-hot-seller-lead', dates))
  expect(found.map(({ path }) => path[0])).toEqual(fields)
  for (const { message } of found) expect(message).toContain('FAQ item “What does each lead cost?”')
  expect(findings(offSale, seeded('plan-hot-seller-lead', dates), { content: { quotes: [] } })).toEqual([])
})
