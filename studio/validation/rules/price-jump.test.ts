import { expect, test } from 'vitest'
import { priceJump } from '#studio/validation/rules/price-jump.ts'
import { findings, seeded } from '#studio/validation/rules/rules.test-support.ts'

test.each([
  ['plan-hot-seller-lead', { price: 373.75 }, []],
  ['plan-hot-seller-lead', { price: 399 }, ['The price changes from $299 to $399, 33 % more.']],
  ['plan-hot-seller-lead', { price: 2.99 }, ['The price changes from $299 to $2.99, 99 % less.']],
  [
    'plan-hot-seller-lead',
    { cap: 6_000_000 },
    ['The highest property value changes from $600K to $6M, 900 % more.'],
  ],
  ['plan-pro-closer', { credit: 1600 }, ['The lead credit changes from $1,200 to $1,600, 33 % more.']],
  ['plan-pro-closer', { price: undefined }, []],
])('%s with %j', (id, change, expected) => {
  const found = findings(priceJump, seeded(id, change), { published: seeded(id) })
  expect(found.map(({ message }) => message)).toEqual(expected.map((start) => expect.stringContaining(start)))
})

test('a new plan has no earlier price to compare with', () => {
  expect(findings(priceJump, seeded('plan-hot-seller-lead'))).toEqual([])
})
