import type { Review } from '#app/host/review.ts'

/** Specification 9, "Reviews": longer texts are cut. */
const MAX_TEXT_CHARS = 80
const MAX_LINES = 4

/** Text over 80 characters or 4 lines cut to as much, with an ellipsis; undefined for one that fits. */
export function cutText(text: string): string | undefined {
  const characters = [...text]
  const lines = text.split('\n')
  if (characters.length > MAX_TEXT_CHARS) return `${characters.slice(0, MAX_TEXT_CHARS).join('')}…`
  return lines.length > MAX_LINES ? `${lines.slice(0, MAX_LINES).join('\n')}…` : undefined
}

/** An ISO timestamp as dd-mm-yyyy in UTC (specification 2). */
export function formatReviewDate(date: string): string {
  const [year, month, day] = date.slice(0, 10).split('-')
  return `${day}-${month}-${year}`
}

/** First and last name, as far as they are there; an empty text without any. */
export const fullName = ({ firstName, lastName }: Pick<Review, 'firstName' | 'lastName'>): string =>
  [firstName, lastName].filter(Boolean).join(' ').trim()
