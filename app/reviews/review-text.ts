import type { Review } from '#app/host/review.ts'

/** Specification 9, "Reviews": longer texts are cut. */
const MAX_TEXT_CHARS = 80
const MAX_LINES = 4
/**
 * As many characters as readers see: a flag (Scotland's and Texas' are written with tags), a letter with its accents (nine at
 * most: texts can pile them up without end) and an emoji that several are joined to are one.
 */
const MARKED = String.raw`.[\p{M}\p{EMod}\u{e0020}-\u{e007f}]{0,9}`
const START = new RegExp(
  String.raw`^(?:\p{RI}\p{RI}|${MARKED}(?:\u200d${MARKED}){0,9}){0,${MAX_TEXT_CHARS}}`,
  'su',
)

/** Text over 80 characters or 4 lines cut to as much, with an ellipsis; undefined for one that fits. */
export function cutText(text: string): string | undefined {
  const start = START.exec(text)?.[0] ?? ''
  const lines = text.split('\n')
  if (start.length < text.length) return `${start}…`
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
