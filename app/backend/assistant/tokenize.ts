import {
  ASKS_WHERE_WE_WORK,
  PHRASES,
  RELATED_WORDS,
  STOP_WORDS,
  SYNONYMS,
  US_STATE,
} from '#app/backend/assistant/vocabulary.ts'
import { stem } from '#app/content/stem.ts'

const CANONICAL = new Map(
  Object.entries(SYNONYMS).flatMap(([first, others]) =>
    others.split(' ').map((other) => [stem(other), stem(first)]),
  ),
)
const canonical = (stemmed: string): string => CANONICAL.get(stemmed) ?? stemmed

const RELATED_TERMS = new Map<string, string[]>()
for (const [ours, theirs] of Object.entries(RELATED_WORDS))
  for (const term of theirs.split(' ').map((word) => canonical(stem(word))))
    RELATED_TERMS.set(term, [...relatedWords(term), ...ours.split(' ').map((word) => canonical(stem(word)))])

/** Related stems in the content. */
export function relatedWords(term: string): string[] {
  return RELATED_TERMS.get(term) ?? []
}

function simplify(text: string): string {
  let simple = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/[‘’]/g, "'")
  if (simple.search(US_STATE) >= 0)
    simple = simple.replace(US_STATE, ASKS_WHERE_WE_WORK.test(simple) ? ' state ' : ' ')
  for (const [phrase, word] of PHRASES) simple = simple.replace(phrase, ` ${word} `)
  return simple
}

const split = (text: string): string[] => simplify(text).match(/[\p{L}\p{N}][\p{L}\p{N}']*/gu) ?? []

const STOP_TERMS = new Set(STOP_WORDS.split(/\s+/).map((word) => canonical(stem(word))))

/** Whether a stemmed word says nothing about the topic of a question. */
export const isStopWord = (term: string): boolean => term.length < 2 || STOP_TERMS.has(term)

/** All words of a text, in order, stemmed, with synonyms unified. */
export const tokenize = (text: string): string[] => split(text).map((word) => canonical(stem(word)))

/** The words of `tokenize` without stop words. */
export const keywords = (text: string): string[] => tokenize(text).filter((term) => !isStopWord(term))

/** A set of words to compare with those of `tokenize`. */
export const wordSet = (words: string): Set<string> => new Set(tokenize(words))
