import type { Review } from '#app/host/review.ts'

/** Specification 9, "Reviews": longer texts are cut. */
const MAX_TEXT_CHARS = 80
const MAX_LINES = 4
/** Counts graphemes: a flag, a letter with up to nine accents and a joined emoji are one character each. */
const GRAPHEME = String.raw`.[\p{M}\p{EMod}\u{e0020}-\u{e007f}]{0,9}`
const START = new RegExp(
  String.raw`^(?:\p{RI}\p{RI}|${GRAPHEME}(?:\u200d${GRAPHEME}){0,9}){0,${MAX_TEXT_CHARS}}`,
  'su',
)

/** Cuts a text to 80 characters and 4 lines, with an ellipsis. Undefined if the text fits. */
export function cutText(text: string): string | undefined {
  const start = START.exec(text)?.[0] ?? ''
  const lines = text.split('\n')
  if (start.length < text.length) return `${start}…`
  return lines.length > MAX_LINES ? `${lines.slice(0, MAX_LINES).join('\n')}…` : undefined
}

/** Formats an ISO timestamp as dd-mm-yyyy in UTC (specification 2). */
export function formatReviewDate(date: string): string {
  const [year, month, day] = date.slice(0, 10).split('-')
  return `${day}-${month}-${year}`
}

/** Joins first and last name; either may be missing. */
export const fullName = ({ firstName, lastName }: Pick<Review, 'firstName' | 'lastName'>): string =>
  [firstName, lastName].filter(Boolean).join(' ').trim()
