import { queryTooLarge } from '../../errors.ts'
import type { Budget } from '../budget.ts'

// A query could double a text again and again.
const MAX_CHARACTERS = 16 * 1024 * 1024

/** Counts steps for a new text. Throws queryTooLarge if it is too long. */
export function chargeForText(length: number, budget: Budget) {
  if (length > MAX_CHARACTERS) throw queryTooLarge(budget.query)
  budget.steps(length / 256)
}

export function joinTexts(texts: string[], separator: string, budget: Budget): string {
  chargeForText(
    texts.reduce((sum, text) => sum + text.length + separator.length, 0),
    budget,
  )
  return texts.join(separator)
}
