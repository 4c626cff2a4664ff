import { queryTooLarge } from '#studio/lake/errors.ts'
import type { Budget } from '#studio/lake/groq/budget.ts'

// The limit for texts, which a query could double again and again.
const MOST_CHARACTERS = 16 * 1024 * 1024

/** Takes steps for a new text. Throws queryTooLarge if it is too long. */
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
