import { expect, test } from 'vitest'
import { amountsIn, verdicts } from '#studio/validation/amounts.ts'
import { seedContent } from '#studio/validation/seed.test-support.ts'

const { plans } = seedContent()

test.each([
  ['$99, $1,499.00 and $0.50', [9_900, 149_900, 50]],
  ['$200K, $1.5M, $18 million', [20_000_000, 150_000_000, 1_800_000_000]],
  ['ZIP 10001, (302) 555 0100, 1 499 homes, 100% exclusive, 1-800-555-0100, 48 hours', []],
])('amounts of "%s"', (text, cents) => {
  expect(amountsIn(text).map((amount) => amount.cents)).toEqual(cents)
})

test.each([
  [
    'Standard Buyer $100, Standard Seller $149, Hot Seller $299.',
    ['$100 ≠ Standard Buyer Lead price', '$149 ≠ Standard Seller Lead price', '$299 = Hot Seller Lead price'],
  ],
  [
    '$100 for a Standard Buyer Lead, $149 for standard seller leads',
    ['$100 ≠ Standard Buyer Lead price', '$149 ≠ Standard Seller Lead price'],
  ],
  [
    'Starter Edge is $499: $700 credit, save $101',
    ['$499 = Starter Edge price', '$700 ≠ Starter Edge credit', '$101 = Starter Edge saving'],
  ],
  ['Exclusive Seller leads, property values up to $500K', ['$500K ≠ Exclusive Seller Lead cap']],
  ['Save $50 today: $99 for a Standard Buyer Lead', ['$99 = Standard Buyer Lead price']],
  ['Pro Closer $950 Starter Edge', ['$950 ≠ Pro Closer price']],
  ['From $99', ['$99 = Standard Buyer Lead price | Standard Seller Lead price']],
  ['A sandwich is $12, a house $420,000, and we sold for $18M.', []],
])('amounts equal or contradict the figures of plans: %s', (text, expected) => {
  const found = verdicts(text, plans).map(({ amount, contradicts, quotes }) => {
    const figures = quotes.map(({ plan, show }) => `${plan.title} ${show}`).join(' | ')
    return `${amount.text} ${contradicts ? '≠' : '='} ${figures}`
  })
  expect(found).toEqual(expected)
})
