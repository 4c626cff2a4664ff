import { PHRASES, RELATED, SAME, SERVES, STATE, STOP_WORDS } from '#app/backend/assistant/lexicon.ts'
import { stem } from '#app/content/stem.ts'

const CANONICAL = new Map(
  SAME.trim()
    .split('\n')
    .flatMap((line) => {
      const [first, ...others] = line.trim().split(/\s+/)
      return others.map((other) => [stem(other), stem(first!)] as const)
    }),
)

const canonical = (stemmed: string): string => CANONICAL.get(stemmed) ?? stemmed

const RELATED_TERMS = new Map(
  Object.entries(RELATED).map(([word, others]) => [
    canonical(stem(word)),
    others.split(' ').map((other) => canonical(stem(other))),
  ]),
)

/** The stems that a visitor may mean by one. */
export const relatedTerms = (term: string): string[] => RELATED_TERMS.get(term) ?? []

const simplify = (text: string): string => {
  let simple = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/[‘’]/g, "'")
  if (simple.search(STATE) >= 0) simple = simple.replace(STATE, SERVES.test(simple) ? ' state ' : ' ')
  for (const [phrase, word] of PHRASES) simple = simple.replace(phrase, ` ${word} `)
  return simple
}

const wordsOf = (text: string): string[] => simplify(text).match(/[\p{L}\p{N}][\p{L}\p{N}']*/gu) ?? []

/** Every word of a text, in order, stemmed; nothing left out. */
export const allTerms = (text: string): string[] => wordsOf(text).map((word) => canonical(stem(word)))

/** The words of a text that say what it is about, stemmed, in order. */
export const terms = (text: string): string[] =>
  wordsOf(text)
    .filter((word) => word.length > 1 && !STOP_WORDS.has(word))
    .map((word) => canonical(stem(word)))

/** Words that the content may lack, but that are read as others. */
const READ_AS_OTHERS = new Map([...CANONICAL.keys(), ...RELATED_TERMS.keys()].map((word) => [word, 1]))

/**
 * The word that a mistyped one most likely is: one of `known` (with how often it stands there), or one that is read as
 * such. Undefined for one that resembles none.
 */
export function correct(term: string, known: ReadonlyMap<string, number>): string | undefined {
  const found = nearest(term, known)
  if (found) return found
  const other = nearest(term, READ_AS_OTHERS)
  return other && canonical(other)
}

const FREQUENT = 20

function nearest(term: string, known: ReadonlyMap<string, number>): string | undefined {
  if (term.length < 4 || /\d/.test(term)) return undefined
  const allowed = term.length >= 9 ? 2 : 1
  let best: string | undefined
  let bestRank = 0
  for (const [candidate, frequency] of known) {
    if (candidate.length < 3 || candidate[0] !== term[0]) continue
    // A short word resembles many others: only one that is everywhere here is likely meant.
    if (term.length < 5 && frequency < FREQUENT) continue
    if (Math.abs(candidate.length - term.length) > allowed) continue
    const distance = editDistance(term, candidate)
    if (distance > allowed) continue
    const rank = (frequency + 1) / 10 ** distance
    if (rank > bestRank) [best, bestRank] = [candidate, rank]
  }
  return best
}

/** Edits between two words, a swap of neighbours counted as one. */
function editDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let edits = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        edits = Math.min(edits, rows[i - 2]![j - 2]! + 1)
      row.push(edits)
    }
    rows.push(row)
  }
  return rows[a.length]![b.length]!
}
