import type { Span } from './syntax.ts'

export type Token = Span & {
  type: 'name' | 'parameter' | 'number' | 'string' | 'symbol' | 'illegal' | 'end'
  /** The source; for a string its value, for a parameter its name. */
  text: string
  /** Whether white space or a comment precedes it. */
  spaced: boolean
}

// https://spec.groq.dev/#sec-White-Space
const BLANK = /(?:[\t\n\v\f\r \u0085\u00A0]+|\/\/[^\n]*)+/y
const NAME = /[A-Za-z_][A-Za-z_0-9]*/y
const NUMBER = /\d+(?:\.(?!\.)\d*)?(?:[eE][+-]?\d*)?/y
const WHOLE_NUMBER = /^\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const SYMBOL = /\.{1,}|::|==|!=|<=|>=|=>|->|\*\*|&&|\|\||[-+*/%<>=!|@^(){}[\],:;]/y
// One code point in braces, a pair of surrogates, or one code unit.
const UNICODE =
  /^\\u(?:\{[0-9a-fA-F]+\}|[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|[0-9a-fA-F]{4})/
const ESCAPES: Record<string, string> = {
  "'": "'",
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

/** Splits a query into tokens. Invalid text becomes a token of type `illegal`. */
export function tokenize(query: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  const matched = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    return pattern.exec(query)?.[0]
  }
  while (true) {
    const blank = matched(BLANK)
    if (blank) at += blank.length
    const start = at
    const add = (type: Token['type'], text: string, end: number) => {
      tokens.push({ type, text, start, end, spaced: blank !== undefined })
      at = end
    }
    if (at >= query.length) {
      add('end', '', at)
      return tokens
    }
    const char = query[at]!
    if (char === '"' || char === "'") {
      const read = readString(query, at)
      add(read.text === null ? 'illegal' : 'string', read.text ?? query.slice(at, read.end), read.end)
      continue
    }
    if (char === '$') {
      at++
      const name = matched(NAME)
      add(name ? 'parameter' : 'illegal', name ?? '$', at + (name?.length ?? 0))
      continue
    }
    const name = matched(NAME)
    if (name) {
      add('name', name, at + name.length)
      continue
    }
    const number = matched(NUMBER)
    if (number) {
      add(WHOLE_NUMBER.test(number) ? 'number' : 'illegal', number, at + number.length)
      continue
    }
    const symbol = matched(SYMBOL)
    if (symbol) add(symbol.length > 3 ? 'illegal' : 'symbol', symbol, at + symbol.length)
    else {
      const character = String.fromCodePoint(query.codePointAt(at)!)
      add('illegal', character, at + character.length)
    }
  }
}

/** `text` is null for an unclosed string or an unknown escape. */
function readString(query: string, start: number): { text: string | null; end: number } {
  const quote = query[start]
  let text = ''
  let at = start + 1
  while (at < query.length) {
    const char = query[at]!
    if (char === quote) return { text, end: at + 1 }
    if (char !== '\\') {
      text += char
      at++
      continue
    }
    const next = query[at + 1] ?? ''
    if (next !== 'u') {
      const meaning = ESCAPES[next]
      if (meaning === undefined) return { text: null, end: Math.min(at + 2, query.length) }
      text += meaning
      at += 2
      continue
    }
    const [all] = UNICODE.exec(query.slice(at, at + 16)) ?? []
    if (!all) return { text: null, end: Math.min(at + 2, query.length) }
    const codes = [...all.matchAll(/[0-9a-fA-F]+/g)].map(([hex]) => Number.parseInt(hex, 16))
    const isPair = codes.length === 2
    if (!isPair && (codes[0]! > 0x10ffff || (codes[0]! >= 0xd800 && codes[0]! <= 0xdfff)))
      return { text: null, end: at + all.length }
    text += isPair ? String.fromCharCode(...codes) : String.fromCodePoint(codes[0]!)
    at += all.length
  }
  return { text: null, end: query.length }
}
