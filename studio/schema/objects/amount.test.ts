import { expect, test } from 'vitest'
import { amountOf } from '#studio/schema/objects/amount.ts'

test.each([
  ['99', 99],
  ['99.5', 99.5],
  ['99.', 99],
  ['99,5', 99.5],
  ['99,50', 99.5],
  ['1,200', 1200],
  ['1,200.50', 1200.5],
  ['1,200,50', 1200.5],
  ['1,250,000', 1_250_000],
  ['$99', 99],
  [' $ 1 200 ', 1200],
  ['0', 0],
  ['0.001', 0.001],
  ['-5', -5],
])('%j is %d', (typed, amount) => {
  expect(amountOf(typed)).toBe(amount)
})

test.each(['', ' ', 'ten', '1e3', '1.200', '1.200,50', '12,34,5', '99,5555', '9 9 dollars', '1,2.5'])(
  'of %j nothing is made up',
  (typed) => {
    expect(amountOf(typed)).toBeUndefined()
  },
)
