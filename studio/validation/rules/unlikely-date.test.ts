import { expect, test } from 'vitest'
import { findings } from '#studio/validation/rules/rules.test-support.ts'
import { unlikelyDate } from '#studio/validation/rules/unlikely-date.ts'

const nextYear = new Date().getFullYear() + 1

test.each([
  ['article', 'date', '2026-01-31', false],
  ['article', 'date', '0206-11-01', true],
  ['article', 'date', '2206-11-01', true],
  ['policy', 'effectiveDate', `${nextYear}-01-01`, false],
  ['policy', 'effectiveDate', `${nextYear + 1}-01-01`, true],
  ['policy', 'effectiveDate', 2026, false],
  ['policy', 'date', '0206-11-01', false],
])('%s.%s of %s', (_type, field, date, isUnlikely) => {
  expect(findings(unlikelyDate, { _id: 'a', _type, [field]: date })).toHaveLength(isUnlikely ? 1 : 0)
})
