import { expect, test } from 'vitest'
import { answer, findings } from '#studio/validation/rules/rules.test-support.ts'
import { typedAmount } from '#studio/validation/rules/typed-amount.ts'

test.each([
  ['A Hot Seller Lead costs $299.', '“$299” is typed, and equals the price of Hot Seller Lead: $299.', 1],
  [
    'From $99',
    '“$99” is typed, and equals the price of Standard Buyer Lead: $99, or the price of Standard',
    2,
  ],
  ['A Hot Seller Lead costs $250.', undefined, 0],
  ['A sandwich costs $12.', undefined, 0],
])('%s', (text, message, fixes) => {
  const found = findings(typedAmount, answer(text))
  expect(found.map((one) => one.message)).toEqual(message ? [expect.stringContaining(message)] : [])
  expect(found.map((one) => one.fixes?.length)).toEqual(message ? [fixes] : [])
})

test('a field that cannot quote a plan offers no fix', () => {
  const found = findings(typedAmount, { ...answer(''), question: 'Is a Hot Seller Lead $299?' })
  expect(found).toMatchObject([
    { path: ['question'], message: expect.stringContaining('cannot quote a plan') },
  ])
  expect(found[0]?.fixes).toBeUndefined()
})
