import { FIGURE_NAMES, figuresOf } from '#studio/validation/amounts.ts'
import type { Rule } from '#studio/validation/rule.ts'
import { quotedFigure } from '../../../app/content/money.ts'

const MAX_CHANGE_PERCENT = 25
/** The saving is calculated from price and credit. */
const TYPED_FIGURES = ['price', 'credit', 'cap'] as const

/** Warns when a price, credit or cap changes by more than a quarter. */
export const priceJump: Rule = {
  name: 'price-jump',
  title: 'Prices that change by more than a quarter',
  help: 'The price, lead credit or highest property value of a plan is more than 25 % above or below the published one. Check for a mistyped digit. Cards, checkout and every text that quotes the plan follow as soon as it is published.',
  level: 'warning',
  blocksReleases: true,
  types: ['plan'],
  check(document, { published }) {
    if (!published) return []
    const [earlier, current] = [figuresOf(published), figuresOf(document)]
    return TYPED_FIGURES.flatMap((show) => {
      const [before, after] = [earlier[show], current[show]]
      if (before === null || after === null || before <= 0) return []
      const percent = Math.round((Math.abs(after - before) / before) * 100)
      if (Math.abs(after - before) * 100 <= MAX_CHANGE_PERCENT * before) return []
      const [from, to] = [quotedFigure(earlier, show), quotedFigure(current, show)]
      return [
        {
          path: [show],
          message: `The ${FIGURE_NAMES[show]} changes from ${from} to ${to}, ${percent} % ${after > before ? 'more' : 'less'}. Check for a mistyped digit: cards, checkout and texts that quote the plan follow.`,
          value: `${from} → ${to}`,
        },
      ]
    })
  },
}
