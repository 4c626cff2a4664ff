import { finiteOrNull } from '../values.ts'
import type { FunctionDefinition, FunctionSet } from './definition.ts'

/** Ignores nulls. Any other non-number makes the result null. */
const aggregate = (calculate: (numbers: number[]) => number): FunctionDefinition => ({
  arity: [1, 1],
  evaluate(runtime, _, list) {
    if (!Array.isArray(list)) return null
    runtime.budget.steps(list.length)
    const numbers: number[] = []
    for (const value of list) {
      if (typeof value === 'number') numbers.push(value)
      else if (value !== null) return null
    }
    return finiteOrNull(calculate(numbers))
  },
})
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** https://spec.groq.dev/#sec-Math-namespace */
export const mathFunctions: FunctionSet = {
  avg: aggregate((numbers) => sum(numbers) / numbers.length),
  max: aggregate((numbers) => numbers.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)),
  min: aggregate((numbers) => numbers.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)),
  sum: aggregate(sum),
}
