import type { Rule } from '#studio/validation/rule.ts'
import { typedAmounts } from '#studio/validation/typed-amounts.ts'

/** Warns when a text names a plan with an amount that is not one of its figures. */
export const contradictingAmount: Rule = {
  name: 'contradicting-amount',
  title: 'Amounts that contradict a plan',
  help: 'A text names a plan and an amount that is not its price, credit or saving. Press the button below the text to quote the plan, or correct the plan if the text is right.',
  level: 'warning',
  blocksReleases: true,
  check: (document, { content }) => typedAmounts(document, content).filter(({ contradicts }) => contradicts),
}
