import { type BinaryOperator, type Node, ungrouped } from './syntax.ts'
import type { Token } from './tokens.ts'

/** The precedence of unary `-`. Unary `+` and `!` give the same values at this level. */
export const SIGN = 8
const PAIR = 1
const COMPARISON = 4
const RANGE = 5
/** https://spec.groq.dev/#sec-Precedence-and-associativity */
const PRECEDENCE: Record<string, number> = {
  '=>': PAIR,
  '||': 2,
  '&&': 3,
  '==': COMPARISON,
  '!=': COMPARISON,
  '<': COMPARISON,
  '<=': COMPARISON,
  '>': COMPARISON,
  '>=': COMPARISON,
  in: COMPARISON,
  match: COMPARISON,
  asc: COMPARISON,
  desc: COMPARISON,
  '..': RANGE,
  '...': RANGE,
  '+': 6,
  '-': 6,
  '*': 7,
  '/': 7,
  '%': 7,
  '**': 9,
}
const WORDS = new Set(['in', 'match', 'asc', 'desc'])
const NON_ASSOCIATIVE = new Set([PAIR, COMPARISON, RANGE])
const LOGICAL = new Set<string>(['==', '!=', '<', '<=', '>', '>=', 'in', 'match', '&&', '||'])
const ARITHMETIC = new Set<string>(['+', '-', '*', '/', '%', '**', '&&', '||'])

export const isWordOperator = ({ type, text }: Token) => type === 'name' && WORDS.has(text)
/** Returns the precedence of an operator; undefined for other tokens. */
export const precedenceOf = (token: Token): number | undefined =>
  token.type === 'symbol' || isWordOperator(token) ? PRECEDENCE[token.text] : undefined
/** Whether operators cannot be chained, as in `a < b < c`. */
export const isNonAssociative = (precedence: number) => NON_ASSOCIATIVE.has(precedence)

export function infixNode(op: string, left: Node, right: Node): Node {
  const span = { start: left.start, end: right.end }
  if (op === '=>') return { type: 'pair', left, right, ...span }
  if (op === '..' || op === '...') return { type: 'range', left, right, inclusive: op === '..', ...span }
  return { type: 'binary', op: op as BinaryOperator, left, right, ...span }
}

/** Returns the first invalid operand and the problem. */
export function invalidOperand(node: Node): { operand: Node; problem: string } | undefined {
  if (node.type === 'range') {
    const operand = [node.left, node.right].find((side) => !isComparable(ungrouped(side)))
    return operand && { operand, problem: 'ranges must have comparable endpoints' }
  }
  const operands =
    node.type === 'unary'
      ? [node.expr]
      : node.type === 'binary' && ARITHMETIC.has(node.op)
        ? [node.left, node.right]
        : []
  const operand = operands.map(ungrouped).find(isRangeOrPair)
  return operand && { operand, problem: `unexpected ${operand.type}` }
}

const isRangeOrPair = ({ type }: Node) => type === 'range' || type === 'pair'
const isComparable = (node: Node) => !isRangeOrPair(node) && !(node.type === 'binary' && LOGICAL.has(node.op))
