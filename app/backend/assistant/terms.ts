import { PHRASES, RELATED, SAME, SERVES, STATE, STOP_WORDS } from '#app/backend/assistant/lexicon.ts'
import { stem } from '#app/content/stem.ts'

const CANONICAL = new Map(
  Object.entries(SAME).flatMap(([first, others]) =>
    others.split(' ').map((other) => [stem(other), stem(first)]),
  ),
)
const canonical = (stemmed: string): string => CANONICAL.get(stemmed) ?? stemmed

const RELATED_TERMS = new Map<string, string[]>()
for (const [ours, theirs] of Object.entries(RELATED))
  for (const term of theirs.split(' ').map((word) => canonical(stem(word))))
    RELATED_TERMS.set(term, [...relatedTerms(term), ...ours.split(' ').map((word) => canonical(stem(word)))])

/** The stems that a visitor may mean by one. */
export function relatedTerms(term: string): string[] {
  return RELATED_TERMS.get(term) ?? []
}

function simplify(text: string): string {
  let simple = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/[‘’]/g, "'")
  if (simple.search(STATE) >= 0) simple = simple.replace(STATE, SERVES.test(simple) ? ' state ' : ' ')
  for (const [phrase, word] of PHRASES) simple = simple.replace(phrase, ` ${word} `)
  return simple
}

const wordsOf = (text: string): string[] => simplify(text).match(/[\p{L}\p{N}][\p{L}\p{N}']*/gu) ?? []

const STOP_TERMS = new Set(STOP_WORDS.split(/\s+/).map((word) => canonical(stem(word))))

/** A stemmed word that says nothing about what a question is about. */
export const isStopWord = (term: string): boolean => term.length < 2 || STOP_TERMS.has(term)

/** Every word of a text, in order, stemmed; nothing left out. */
export const allTerms = (text: string): string[] => wordsOf(text).map((word) => canonical(stem(word)))

/** The words of a text that say what it is about, stemmed, in order. */
export const terms = (text: string): string[] => allTerms(text).filter((term) => !isStopWord(term))

/** Words to compare with those of `allTerms`. */
export const termSet = (words: string): Set<string> => new Set(allTerms(words))
