import { queryParseError } from '../errors.ts'
import type { Span } from './syntax.ts'
import { type Token, tokenize } from './tokens.ts'

export class Cursor {
  readonly text: string
  readonly #tokens: Token[]
  #at = 0

  constructor(text: string) {
    this.text = text
    this.#tokens = tokenize(text)
  }

  get peek(): Token {
    return this.#tokens[this.#at]!
  }
  get after(): Token {
    return this.#tokens[Math.min(this.#at + 1, this.#tokens.length - 1)]!
  }
  next(): Token {
    const token = this.peek
    if (token.type !== 'end') this.#at++
    return token
  }
  is(symbol: string, token = this.peek) {
    return token.type === 'symbol' && token.text === symbol
  }
  take(symbol: string) {
    if (!this.is(symbol)) return false
    this.#at++
    return true
  }
  fail(description: string, { start, end }: Span): never {
    throw queryParseError(this.text, description, start, Math.min(end, this.text.length))
  }
  expectedExpression(): never {
    const { type, start, end } = this.peek
    const seen = type === 'end' ? 'end-of-file' : `token ${JSON.stringify(this.text.slice(start, end))}`
    this.fail(`unexpected ${seen}, expected expression`, this.peek)
  }
  close(symbol: string, following: string, start: number): number {
    const token = this.peek
    if (!this.take(symbol))
      this.fail(`expected '${symbol}' following ${following}`, { start, end: token.end })
    return token.end
  }

  insert(token: Token) {
    this.#tokens.splice(this.#at, 0, token)
  }
}
