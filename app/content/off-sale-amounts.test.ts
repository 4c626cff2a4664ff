import { expect, test } from 'vitest'
import { goneSaidOnce } from '#app/content/off-sale-amounts.ts'

const sold = { price: 499, credit: 600, cap: null }
const quote = (plan: object | null, show = 'price') => ({ _type: 'priceReference', show, plan })
const words = (text: string) => ({ _type: 'span', text })
const END = words('.')
/** As the starting content has it of each bundle. */
const item = (...[price, credit, saving]: [object | null, object | null, object | null]) => [
  words('Edge: '),
  quote(price),
  words(' buys '),
  quote(credit, 'credit'),
  words('. You save '),
  quote(saving, 'saving'),
  END,
]

test('an item of a list says once that a plan is not on sale', () => {
  const gone = item(null, null, null)
  expect(goneSaidOnce(gone)).toEqual([...gone.slice(0, 2), END])
  const noCredit = { ...sold, credit: null }
  const lacking = item(noCredit, noCredit, noCredit)
  expect(goneSaidOnce(lacking), 'nor what it gives').toEqual([...lacking.slice(0, 4), END])
})

test('another plan’s is not taken for one of its own: the words between name that', () => {
  const both = [
    words('Starter for '),
    quote(null),
    words(' or Pro for '),
    quote(null),
    words(' refund in 14 days.'),
  ]
  expect(goneSaidOnce(both)).toBe(both)
  const twoBundles = [...item(null, null, null), ...item(null, null, null)]
  expect(goneSaidOnce(twoBundles)).toBe(twoBundles)
})

test('a condition that stands between is no repetition', () => {
  const refund = [
    quote(null),
    words(' is paid back where a report comes within 48 hours, of which '),
    quote(null, 'saving'),
    words(' at once.'),
  ]
  expect(goneSaidOnce(refund)).toBe(refund)
})

test('what a plan on sale says between stays, and so does what says it once', () => {
  for (const pieces of [item(null, sold, null), item(sold, sold, null), item(sold, sold, sold), [END]])
    expect(goneSaidOnce(pieces)).toBe(pieces)
})
