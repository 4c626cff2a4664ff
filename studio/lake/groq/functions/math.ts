import type { FunctionDefinition, FunctionSet } from '#studio/lake/groq/functions/definition.ts'
import { finite } from '#studio/lake/groq/values.ts'

/** Nulls are left out; anything else that is no number makes the whole null. */
const ofNumbers = (calculate: (numbers: number[]) => number | null): FunctionDefinition => ({
  arity: [1, 1],
  evaluate(runtime, _, list) {
    if (!Array.isArray(list)) return null
    runtime.budget.steps(list.length)
    const numbers: number[] = []
    for (const value of list) {
      if (typeof value === 'number') numbers.push(value)
      else if (value !== null) return null
    }
    const result = calculate(numbers)
    return result === null ? null : finite(result)
  },
})
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
const best = (better: (a: number, b: number) => number) => (numbers: number[]) =>
  numbers.length === 0 ? null : numbers.reduce(better)

/** https://spec.groq.dev/#sec-Math-namespace */
export const mathFunctions: FunctionSet = {
  avg: ofNumbers((numbers) => (numbers.length === 0 ? null : sum(numbers) / numbers.length)),
  max: ofNumbers(best((a, b) => Math.max(a, b))),
  min: ofNumbers(best((a, b) => Math.min(a, b))),
  sum: ofNumbers(sum),
}
