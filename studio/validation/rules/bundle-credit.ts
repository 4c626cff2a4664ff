import { figuresOf } from '#studio/validation/amounts.ts'
import type { Rule } from '#studio/validation/rule.ts'

const MAX_TIMES_PRICE = 3

/** Refuses a bundle that gives less than it costs; warns about an unusually high credit. */
export const bundleCredit: Rule = {
  name: 'bundle-credit',
  title: 'Bundles whose price and credit do not fit',
  help: 'A bundle whose lead credit is below its price cannot be published. A credit of more than three times the price is usually a typing mistake: check both amounts.',
  level: 'warning',
  blocksReleases: true,
  types: ['plan'],
  check(document) {
    const { price, credit } = figuresOf(document)
    if (price === null || credit === null || price <= 0) return []
    const value = `$${credit} for $${price}`
    if (credit < price)
      return [
        {
          path: ['credit'],
          message: `The credit ($${credit}) is below the price ($${price}), so buyers would lose money. Raise the credit or lower the price.`,
          value,
          level: 'error',
        },
      ]
    if (credit <= MAX_TIMES_PRICE * price) return []
    return [
      {
        path: ['credit'],
        message: `The credit ($${credit}) is more than ${MAX_TIMES_PRICE} times the price ($${price}). Check both amounts for typing mistakes.`,
        value,
      },
    ]
  },
}
