/** A word, or an escape of JSON, HTML or an address, which is part of none. */
const WORD_OR_ESCAPE = /\\(?:u[\da-fA-F]{4}|[nrt])|&#?\w{1,8};|%[\da-fA-F]{2}|([\p{L}\p{N}]+)/gu

/** Stands in no word. */
const BETWEEN = '\0'

/** A state or a name that is as short (IN, A) is a word of a host's own as well: it is sought as it was typed. */
const SHORT = 2

/**
 * A host's words as the log may hold them: what a visitor typed, which many a host says back, is `***`. Compared word by word, in
 * any case, for a page of a fault has other signs between them (`O&#39;Brien`); not within other words, where a short name may
 * stand. No pattern: a form takes more than V8 makes one of.
 */
export function withoutTyped(typed: string[]): (text: string) => string {
  const sought = [...new Set(typed.map((value) => joined(wordsOf(value))))]
    .filter((words) => words !== BETWEEN)
    .sort((a, b) => b.length - a.length) // a name may stand in an address
  return (text) => {
    const words = wordsOf(text)
    const within = joined(words)
    const numberAt = new Map<number, number>()
    let place = 0
    for (const [number, { word }] of words.entries()) {
      numberAt.set(place, number)
      place += BETWEEN.length + word.length
    }
    numberAt.set(place, words.length)
    const taken = new Uint8Array(words.length)
    const spans: { start: number; end: number }[] = []
    for (const value of sought) {
      const length = value.length - BETWEEN.length
      for (let at = within.indexOf(value); at >= 0; at = within.indexOf(value, at + length)) {
        const [first, next] = [numberAt.get(at)!, numberAt.get(at + length)!]
        if (taken[first] || taken[next - 1]) continue
        const [{ start }, { end }] = [words[first]!, words[next - 1]!]
        if (end - start <= SHORT && !typed.some((one) => one.trim() === text.slice(start, end))) continue
        taken.fill(1, first, next)
        spans.push({ start, end })
      }
    }
    spans.sort((a, b) => a.start - b.start)
    const rests = spans.map(({ end }, number) => text.slice(end, spans[number + 1]?.start))
    return [text.slice(0, spans[0]?.start), ...rests].join('***')
  }
}

type Word = { word: string; start: number; end: number }

const wordsOf = (text: string): Word[] =>
  [...text.matchAll(WORD_OR_ESCAPE)].flatMap(({ 1: word, index }) =>
    word ? [{ word: word.toLowerCase(), start: index, end: index + word.length }] : [],
  )

const joined = (words: Word[]): string => [BETWEEN, ...words.map(({ word }) => word + BETWEEN)].join('')
