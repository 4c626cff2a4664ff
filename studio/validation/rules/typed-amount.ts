import type { Rule } from '#studio/validation/rule.ts'
import { typedAmounts } from '#studio/validation/typed-amounts.ts'

/** Warns about a typed amount that equals a plan's figure, because it would not follow the plan. */
export const typedAmount: Rule = {
  name: 'typed-amount',
  title: 'Amounts that are typed instead of quoted',
  help: 'A text contains an amount that equals the price, credit or saving of a plan. It stays as it is when the plan changes. Press the button below the text to quote the plan instead.',
  level: 'warning',
  check: (document, { content }) => typedAmounts(document, content).filter(({ contradicts }) => !contradicts),
}
