import { queryTooLarge } from '#studio/lake/errors.ts'
import type { Budget } from '#studio/lake/groq/budget.ts'

// A query that makes a long text out of short ones, again and again, would use up the memory before its time.
const MOST_CHARACTERS = 16 * 1024 * 1024

/** Before a text of so many characters is made: takes the steps for it, and throws queryTooLarge where it is too long. */
export function spendOnText(length: number, budget: Budget) {
  if (length > MOST_CHARACTERS) throw queryTooLarge(budget.query)
  budget.steps(length / 256)
}

export function joinTexts(texts: string[], separator: string, budget: Budget): string {
  spendOnText(
    texts.reduce((sum, text) => sum + text.length + separator.length, 0),
    budget,
  )
  return texts.join(separator)
}
