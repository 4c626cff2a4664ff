import { terms } from '#app/backend/assistant/words.ts'
import type { Knowledge, Line, Passage } from '#app/content/knowledge.ts'

/** An answer fits into the widget without scrolling. */
const MOST_CHARS = 500
const LEANS_CHARS = 160

/** Where an answer comes from, for the visitor. */
export const sourceNote = ({ source, path }: { source: string; path: string }): string =>
  source ? `(From “${source}”: ${path})` : `(See ${path})`

/** The answer with its source. */
export const withSource = (text: string, from: { source: string; path: string }): string =>
  `${text} ${sourceNote(from)}`

/** The passage in its own sentences: whole where it is short, otherwise the stretch that speaks most of what was asked. */
export function excerpt(passage: Passage, matched: ReadonlyMap<string, number>): string {
  const room = MOST_CHARS - sourceNote(passage).length - 1
  const { lines } = passage
  const whole = withHeading(passage, joined(lines, passage.heading))
  if (whole.length <= room) return whole
  const values = lines.map(({ text }) =>
    [...new Set(terms(text))].reduce((sum, term) => sum + (matched.get(term) ?? 0), 0),
  )
  let best = ''
  let bestValue = -1
  for (let from = 0; from < lines.length; from++) {
    let value = 0
    for (let to = from; to < lines.length; to++) {
      const text = joined(lines.slice(from, to + 1), passage.heading)
      if (text.length > room) break
      // What follows a stretch that matches explains it: a little for every line, more at the start.
      value += values[to]! + 0.05 - 0.01 * from
      if (value > bestValue) [best, bestValue] = [text, value]
    }
  }
  return best || shortened(whole, room)
}

/**
 * An answer without the “Yes.” or “No.” at its start: that is said to the question above it, and a visitor who finds the
 * same passage may have asked for the opposite (“Can two agents get the same lead?”).
 */
export function withoutVerdict(text: string): string {
  const rest = text.replace(/^(yes|no)\s*[.,!:;–—]\s+/i, '')
  return rest.charAt(0).toUpperCase() + rest.slice(1)
}

/** A card’s words often lean on its heading: “All 50 States: We work nationwide …”. */
function withHeading({ kind, heading }: Passage, text: string): string {
  if (kind !== 'page' || text.length > LEANS_CHARS || text.startsWith(heading)) return text
  return /[.?!]$/.test(heading) ? `${heading} ${text}` : `${heading}: ${text}`
}

/** Lines as one text: items of a list follow what leads into it, the heading where no words do (“What Is Not Refunded”). */
function joined(lines: Line[], heading: string): string {
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

/** A text that has no stop early enough ends at a word. */
function shortened(text: string, room: number): string {
  return `${text.slice(0, room - 1).replace(/\s+\S*$/, '')}…`
}

/** What is said where the content has no answer. */
export const offer = ({ contactPath, pricingPath }: Pick<Knowledge, 'contactPath' | 'pricingPath'>): string =>
  `I can help with our lead rates and prepaid bundles (${pricingPath}), how leads are verified and delivered, replacements and refunds, and our policies and services. For anything else, our team is glad to help: ${contactPath}`
