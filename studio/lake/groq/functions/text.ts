import type { Budget } from '../budget.ts'
import type { Node, NodeOf } from '../syntax.ts'
import type { FunctionSet } from './definition.ts'

export const textFunctions: FunctionSet = {
  query: {
    arity: [1, 1],
    compile: (compiler, node) => compiler.fail('text::query() is only allowed on the right of match', node),
  },
  semanticSimilarity: {
    arity: [1, 1],
    compile: (compiler, node) =>
      compiler.fail('text::semanticSimilarity() needs embeddings, which this dataset does not have', node),
  },
}

export const isTextQuery = (node: Node): node is NodeOf<'call'> =>
  node.type === 'call' && node.namespace === 'text' && node.name === 'query'

const TOKENS = /[\p{L}\p{N}_]+/gu
type Term = { tokens: string[]; prefix: boolean; negated: boolean }

/** https://www.sanity.io/docs/specifications/groq-functions#text-query */
export function createTextMatcher(query: unknown, budget: Budget): (value: unknown) => boolean {
  if (typeof query === 'string') budget.steps(query.length / 16)
  const terms = typeof query === 'string' ? termsOf(query) : []
  if (typeof query === 'string' && query.trim() === '*') return () => true
  if (!terms.some((term) => !term.negated)) return () => false
  return (value) => {
    const texts = stringsIn(value, budget).map(tokensOf)
    return terms.every((term) => texts.some((tokens) => contains(tokens, term, budget)) !== term.negated)
  }
}

function termsOf(query: string): Term[] {
  const terms: Term[] = []
  for (const [, minus, phrase, word, star] of query.matchAll(/(-?)(?:"([^"]*)"|([^\s"*]+))(\*?)/gu)) {
    const tokens = tokensOf(phrase ?? word ?? '')
    if (tokens.length > 0) terms.push({ tokens, prefix: star === '*', negated: minus === '-' })
  }
  return terms
}

function contains(tokens: string[], { tokens: termTokens, prefix }: Term, budget: Budget): boolean {
  const last = termTokens.length - 1
  return tokens.some((_, start) => {
    budget.steps(termTokens.length / 16)
    return termTokens.every((term, i) => {
      const token = tokens[start + i]
      return token !== undefined && (prefix && i === last ? token.startsWith(term) : token === term)
    })
  })
}

const tokensOf = (text: string) =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().match(TOKENS) ?? []

function stringsIn(value: unknown, budget: Budget, found: string[] = []): string[] {
  budget.step()
  if (typeof value === 'string') {
    budget.steps(value.length / 16)
    found.push(value)
  } else if (Array.isArray(value)) for (const item of value) stringsIn(item, budget, found)
  else if (value && typeof value === 'object')
    for (const item of Object.values(value)) stringsIn(item, budget, found)
  return found
}
