import { expect, test } from 'vitest'
import { bundleCredit } from '#studio/validation/rules/bundle-credit.ts'
import { findings } from '#studio/validation/rules/rules.test-support.ts'

test.each([
  ['bundle', 500, 500, undefined],
  ['bundle', 500, 499, 'error'],
  ['bundle', 500, 1500, undefined],
  ['bundle', 500, 1501, 'warning'],
  ['bundle', undefined, 499, undefined],
  ['bundle', '500', 499, undefined],
  ['rate', 500, 1, undefined],
])('a %s for %s with a credit of %s: %s', (kind, price, credit, level) => {
  const plan = { _id: 'x', _type: 'plan', kind, price, credit }
  expect(findings(bundleCredit, plan).map((found) => found.level ?? bundleCredit.level)).toEqual(
    level ? [level] : [],
  )
})
