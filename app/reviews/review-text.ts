import { timeOf } from '#app/content/time-of.ts'
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

/** dd-mm-yyyy in UTC (specification 2); undefined for what is no date. */
export function formatReviewDate(date: string | null): string | undefined {
  const time = date === null ? Number.NaN : timeOf(date)
  if (Number.isNaN(time)) return undefined
  const [year, month, day] = new Date(time).toISOString().slice(0, 10).split('-')
  return `${day}-${month}-${year}`
}

/** First and last name, as far as they are there; an empty text without any. */
export const fullName = ({ firstName, lastName }: Pick<Review, 'firstName' | 'lastName'>): string =>
  [firstName, lastName].filter(Boolean).join(' ').trim()
