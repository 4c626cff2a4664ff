import { expect, test } from 'vitest'
import { plan } from '#studio/schema/documents/plan.ts'

test.each([
  [299, '$299 · lead rate'],
  [309.5, '$309.50 · lead rate'],
  [1499, '$1,499 · lead rate'],
  [undefined, 'no price · lead rate'],
  [1e308, 'no price · lead rate'],
])('a price of %s stands in the list as on the card', (price, subtitle) => {
  expect(
    plan.preview?.prepare?.({
      title: 'A plan',
      slug: null,
      price,
      kind: 'rate',
      showFrom: null,
      showUntil: null,
    }),
  ).toEqual({
    title: 'A plan',
    subtitle,
  })
})
