import type { Budget } from './budget.ts'

// Words are separated by white space and punctuation, except dots, underscores and apostrophes.
const WORDS = /[^!@#$%^&*(),\\/?";:{}|[\]+<>\s-]+/g
const WORDS_WITH_WILDCARDS = /[^!@#$%^&(),\\/?";:{}|[\]+<>\s-]+/g
const MAX_PATTERN_LENGTH = 1024
// The saturation parameter of BM25.
const SATURATION = 1.2

type Pattern = { parts: string[] }
type Patterns = Pattern[] | undefined

/** `text match pattern`: every word of the pattern must match a word of the text. https://spec.groq.dev/#sec-Match-operator */
export function matches(budget: Budget, text: unknown, patterns: Patterns): boolean {
  if (!patterns || patterns.length === 0) return false
  const tokens = tokensOf(budget, text)
  return patterns.every((one) => tokens.some((token) => isMatch(budget, token, one)))
}

/** GROQ 0.1: one text must match all words; null if none does and a side has a null. */
export function matchesLegacy(budget: Budget, text: unknown, patterns: Patterns): boolean | null {
  const texts = Array.isArray(text) ? text : [text]
  budget.steps(texts.length)
  if (!patterns) return null
  if (texts.some((one) => matches(budget, one, patterns))) return true
  return texts.every((one) => typeof one === 'string') ? false : null
}

/** Returns the score of a match; 0 means no match. */
export function matchScore(budget: Budget, text: unknown, pattern: unknown): number {
  const patterns = patternsOf(budget, pattern) ?? []
  const tokens = tokensOf(budget, text)
  let score = 0
  for (const one of patterns) {
    const count = tokens.filter((token) => isMatch(budget, token, one)).length
    score += (count * (SATURATION + 1)) / (count + SATURATION)
  }
  return score
}

function tokensOf(budget: Budget, text: unknown): string[] {
  if (Array.isArray(text)) {
    budget.steps(text.length)
    return text.flatMap((part) => (typeof part === 'string' ? tokensOf(budget, part) : []))
  }
  if (typeof text !== 'string') return []
  budget.steps(1 + text.length / 16)
  return wordsIn(text, WORDS)
}

function wordsIn(text: string, pattern: RegExp): string[] {
  const words = text.toLowerCase().match(pattern) ?? []
  if (!text.includes('.')) return words
  return words.map(withoutOuterDots).filter((word) => word !== '')
}

/** Not a regular expression: `\.+$` takes quadratic time. */
function withoutOuterDots(word: string): string {
  let start = 0
  let end = word.length
  while (word[start] === '.') start++
  while (end > start && word[end - 1] === '.') end--
  return word.slice(start, end)
}

export function patternsOf(budget: Budget, given: unknown): Patterns {
  const texts = Array.isArray(given) ? given : [given]
  budget.steps(texts.length)
  if (!texts.every((text) => typeof text === 'string')) return undefined
  return texts.flatMap((text) => {
    budget.steps(text.length / 16)
    return wordsIn(text, WORDS_WITH_WILDCARDS).map((word) => ({
      parts: word.slice(0, MAX_PATTERN_LENGTH).split('*'),
    }))
  })
}

function isMatch(budget: Budget, token: string, { parts }: Pattern): boolean {
  budget.step()
  if (parts.length === 1) return token === parts[0]
  budget.steps(token.length / 64)
  const last = parts[parts.length - 1]!
  if (!token.startsWith(parts[0]!)) return false
  let at = parts[0]!.length
  for (let i = 1; i < parts.length - 1; i++) {
    const found = token.indexOf(parts[i]!, at)
    if (found === -1) return false
    at = found + parts[i]!.length
  }
  return token.length - last.length >= at && token.endsWith(last)
}
