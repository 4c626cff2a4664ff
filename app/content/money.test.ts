import { expect, test } from 'vitest'
import {
  formatAmount,
  formatPrice,
  formatPropertyValue,
  quotedFigure,
  saleCents,
  savingCents,
  toCents,
} from '#app/content/money.ts'

test('dollars become cents without a floating remainder', () => {
  expect([99, 19.99, 1.1, 0.07].map(toCents)).toEqual([9900, 1999, 110, 7])
})

test('amounts are formatted as by Intl', () => {
  const intl = (options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', ...options })
  const exact = intl({})
  const whole = intl({ maximumFractionDigits: 0 })
  const compact = intl({ notation: 'compact', maximumFractionDigits: 2 })
  const nearEdges = [100_000, 1e8, 1e11, 1e14, 100_500, 99_999_500].flatMap((edge) =>
    [-501, -500, -1, 0, 1, 499, 500].map((by) => edge + by),
  )
  const spread = Array.from({ length: 2_000 }, (_, index) => Math.round(1.017 ** index)).filter(
    (cents) => cents < 9e15,
  )
  for (const cents of [...nearEdges, ...spread, 0, 5, 99]) {
    expect(formatAmount(cents)).toBe(exact.format(cents / 100))
    expect(formatPrice(cents)).toBe((cents % 100 ? exact : whole).format(cents / 100))
    if (cents >= 100_000) expect(formatPropertyValue(cents)).toBe(compact.format(cents / 100))
  }
  expect(formatAmount(-150)).toBe('-$1.50')
})

test('a plan without a title, slug or price is not for sale', () => {
  const plan = { title: 'Starter', slug: 'starter', price: 19.99 }
  expect(saleCents(plan)).toBe(1999)
  for (const missing of [
    { title: null },
    { slug: '' },
    { price: null },
    { price: 0 },
    { price: -5 },
    { price: 0.001 },
  ])
    expect(saleCents({ ...plan, ...missing }), JSON.stringify(missing)).toBeNull()
})

test('the saving is computed from credit and price (specification 9)', () => {
  expect(savingCents({ price: 499, credit: 600 })).toBe(101_00)
  expect(savingCents({ price: 999, credit: 1200 })).toBe(201_00)
  expect(savingCents({ price: 1499, credit: 1800 })).toBe(301_00)
  expect(savingCents({ price: 99, credit: null })).toBeUndefined()
  expect(savingCents({ price: null, credit: 600 })).toBeUndefined()
  expect(savingCents({ price: 600, credit: 600 })).toBeUndefined()
  expect(savingCents({ price: 700, credit: 600 })).toBeUndefined()
})

test('a text quotes the selected figure, or nothing', () => {
  const starter = { price: 499, credit: 600, cap: null }
  expect(quotedFigure({ ...starter, price: 1250 }, 'price')).toBe('$1,250')
  expect(quotedFigure(starter, 'credit')).toBe('$600')
  expect(quotedFigure(starter, 'saving')).toBe('$101')
  expect(quotedFigure({ ...starter, credit: 499 }, 'saving')).toBeUndefined()
  expect(quotedFigure(starter, 'cap')).toBeUndefined()
  expect(quotedFigure({ ...starter, cap: 200_000 }, 'cap')).toBe('$200K')
  expect(quotedFigure(starter, 'discount' as 'price')).toBeUndefined()
})
