import { expect, test } from 'vitest'
import { contradictingAmount } from '#studio/validation/rules/contradicting-amount.ts'
import { answer, findings } from '#studio/validation/rules/rules.test-support.ts'

test.each([
  ['A Hot Seller Lead costs $250.', '“$250” contradicts the price of Hot Seller Lead: $299.'],
  ['Pro Closer comes with $1,100 in credit.', '“$1,100” contradicts the lead credit of Pro Closer: $1,200.'],
  ['A Hot Seller Lead costs $299.', undefined],
  ['With a Hot Seller Lead we sold a house for $420,000.', undefined],
])('%s', (text, message) => {
  const found = findings(contradictingAmount, answer(text))
  expect(found.map((one) => one.message)).toEqual(message ? [expect.stringContaining(message)] : [])
  expect(found.map(({ fixes }) => fixes?.length)).toEqual(message ? [1] : [])
})
