import type { Budget } from '../budget.ts'
import type { Runtime, Scope } from '../runtime.ts'
import { DateTime } from '../values.ts'
import type { FunctionSet } from './definition.ts'

const changedCase = (change: (text: string) => string) => (runtime: Runtime, _: Scope, value: unknown) => {
  if (typeof value !== 'string') return null
  runtime.budget.steps(value.length / 64)
  return change(value)
}
export const lower = changedCase((text) => text.toLowerCase())
export const upper = changedCase((text) => text.toUpperCase())

/** https://spec.groq.dev/#sec-String-namespace */
export const stringFunctions: FunctionSet = {
  lower: { arity: [1, 1], evaluate: lower },
  upper: { arity: [1, 1], evaluate: upper },
  split: {
    arity: [2, 2],
    evaluate(runtime, _, text, separator) {
      if (typeof text !== 'string' || typeof separator !== 'string') return null
      runtime.budget.steps(text.length)
      if (text === '') return []
      return separator === '' ? Array.from(text) : text.split(separator)
    },
  },
  startsWith: {
    arity: [2, 2],
    evaluate: (_, __, text, prefix) =>
      typeof text === 'string' && typeof prefix === 'string' ? text.startsWith(prefix) : null,
  },
}

export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' || value instanceof DateTime
    ? String(value)
    : null
}

export function joinTexts(texts: string[], separator: string, budget: Budget): string {
  budget.text(texts.reduce((sum, text) => sum + text.length + separator.length, 0))
  return texts.join(separator)
}
