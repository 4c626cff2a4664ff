import { keywords } from '#app/backend/assistant/tokenize.ts'
import type { Line, Passage } from '#app/content/knowledge.ts'

/** An answer fits into the widget without scrolling. */
const MAX_CHARS = 500
/** A shorter text needs its heading to be understood. */
const SHORT_CHARS = 160

export const sourceNote = ({ source, path }: { source: string; path: string }): string =>
  source ? `(From “${source}”: ${path})` : `(See ${path})`

/** The answer with its source. */
export const withSource = (text: string, from: { source: string; path: string }): string =>
  `${text} ${sourceNote(from)}`

/** The whole passage if it is short, otherwise the part from the best matching line on. */
export function excerpt(passage: Passage, matched: string[]): string {
  const maxChars = MAX_CHARS - sourceNote(passage).length - 1
  const { lines } = passage
  const passageText = withHeading(passage, joinLines(lines, passage.heading))
  if (passageText.length <= maxChars) return passageText
  const matches = lines.map(
    ({ text }) => new Set(keywords(text).filter((term) => matched.includes(term))).size,
  )
  const start = matches.indexOf(Math.max(...matches))
  let best = ''
  for (let end = start + 1; end <= lines.length; end++) {
    const text = joinLines(lines.slice(start, end), passage.heading)
    if (text.length > maxChars) break
    best = text
  }
  // Without a line break early enough, the text is cut at a word.
  return best || `${passageText.slice(0, maxChars - 1).replace(/\s+\S*$/, '')}…`
}

/** Removes “Yes.” or “No.”, because the visitor may have asked the opposite of the passage's question. */
export function withoutYesOrNo(text: string): string {
  const rest = text.replace(/^(yes|no)\s*[.,!:;–—]\s+/i, '')
  return rest.charAt(0).toUpperCase() + rest.slice(1)
}

/** “All 50 States: We work nationwide …” */
function withHeading({ kind, heading }: Passage, text: string): string {
  if (kind !== 'page' || text.length > SHORT_CHARS || text.startsWith(heading)) return text
  return /[.?!]$/.test(heading) ? `${heading} ${text}` : `${heading}: ${text}`
}

/** Joins lines to one text. A list follows its introduction or the heading. */
function joinLines(lines: Line[], heading: string): string {
  const parts: string[] = []
  for (const [index, { text, listOf }] of lines.entries()) {
    if (listOf === undefined) {
      parts.push(text)
      continue
    }
    const before = lines[index - 1]
    const begins = before?.listOf !== listOf
    const lead = listOf || heading
    if (begins && before?.text !== listOf && lead) parts.push(lead.replace(/[.:]?$/, ':').replace('?:', '?'))
    const bare = text.replace(/[;,]$/, '')
    const ends = lines[index + 1]?.listOf !== listOf
    parts.push(/[.!?”]$/.test(bare) ? bare : `${bare}${ends ? '.' : ';'}`)
  }
  return parts.join(' ')
}
