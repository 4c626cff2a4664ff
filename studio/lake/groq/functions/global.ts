import type { Budget } from '../budget.ts'
import type { Runtime } from '../runtime.ts'
import { DateTime, isObject, Path } from '../values.ts'
import type { FunctionSet } from './definition.ts'
import { operation, sideOfDelta } from './delta.ts'
import { toGeometry } from './geo.ts'
import { portableText } from './pt.ts'
import { lower, textOf, upper } from './string.ts'

/** https://spec.groq.dev/#sec-Global-namespace */
export const globalFunctions: FunctionSet = {
  after: sideOfDelta('after'),
  before: sideOfDelta('before'),
  boost: {
    arity: [2, 2],
    compile(compiler, node) {
      if (!compiler.scoring) compiler.fail('boost() is only allowed in score()', node)
      const predicate = compiler.expression(node.args[0]!)
      const amount = compiler.expression(node.args[1]!)
      return compiler.computed((runtime, scope) => {
        const by = amount(runtime, scope)
        return typeof by === 'number' && by >= 0 ? predicate(runtime, scope) : null
      })
    },
  },
  coalesce: {
    arity: [0, Number.POSITIVE_INFINITY],
    compile(compiler, node) {
      const args = node.args.map((arg) => compiler.expression(arg))
      return (runtime, scope) => {
        for (const arg of args) {
          const value = arg(runtime, scope)
          if (value !== null) return value
        }
        return null
      }
    },
  },
  count: { arity: [1, 1], evaluate: (_, __, value) => (Array.isArray(value) ? value.length : null) },
  dateTime: {
    arity: [1, 1],
    evaluate(runtime, _, value) {
      if (value instanceof DateTime) return value
      if (typeof value !== 'string') return null
      runtime.budget.steps(value.length / 64)
      return DateTime.parse(value)
    },
  },
  defined: { arity: [1, 1], evaluate: (_, __, value) => value !== null },
  geo: { arity: [1, 1], evaluate: (runtime, _, value) => toGeometry(value, runtime.budget) },
  identity: { arity: [0, 0], evaluate: (runtime) => runtime.context.identity },
  length: {
    arity: [1, 1],
    evaluate(runtime, _, value) {
      if (typeof value === 'string') return codePoints(value, runtime)
      return Array.isArray(value) ? value.length : null
    },
  },
  lower: { arity: [1, 1], evaluate: lower },
  now: { arity: [0, 0], evaluate: (runtime) => new Date(runtime.time).toISOString() },
  operation,
  path: {
    arity: [1, 1],
    evaluate(runtime, _, value) {
      if (typeof value !== 'string') return null
      runtime.budget.steps(value.length / 16)
      return new Path(value)
    },
  },
  pt: {
    arity: [1, 1],
    evaluate: (runtime, _, value) => (portableText(value, runtime.budget) === null ? null : value),
  },
  references: {
    arity: [1, Number.POSITIVE_INFINITY],
    evaluate(runtime, scope, ...args) {
      const ids = new Set<string>()
      for (const arg of args) {
        const given = Array.isArray(arg) ? arg : [arg]
        runtime.budget.steps(given.length)
        for (const id of given) if (typeof id === 'string') ids.add(id)
      }
      return ids.size > 0 && hasReferenceTo(scope.value, ids, runtime.budget)
    },
  },
  round: {
    arity: [1, 2],
    evaluate(_, __, value, digits: unknown = 0) {
      if (typeof value !== 'number' || typeof digits !== 'number' || !Number.isInteger(digits)) return null
      return digits < 0 || digits > 100 ? null : Number(value.toFixed(digits)) // half away from zero
    },
  },
  select: {
    arity: [0, Number.POSITIVE_INFINITY],
    compile(compiler, node) {
      const fallback = node.args.findIndex((arg) => arg.type !== 'pair')
      if (fallback !== -1 && fallback < node.args.length - 1 && !compiler.legacy)
        compiler.fail(
          'unexpected argument to select(): the default must be the last',
          node.args[fallback + 1]!,
        )
      const choices = node.args.map((arg) =>
        arg.type === 'pair'
          ? { condition: compiler.expression(arg.left), value: compiler.expression(arg.right) }
          : { condition: () => true, value: compiler.expression(arg) },
      )
      return (runtime, scope) => {
        for (const { condition, value } of choices)
          if (condition(runtime, scope) === true) return value(runtime, scope)
        return null
      }
    },
  },
  string: {
    arity: [1, 1],
    evaluate: (_, __, value) => textOf(value),
  },
  upper: { arity: [1, 1], evaluate: upper },
}

function codePoints(text: string, runtime: Runtime): number {
  runtime.budget.steps(text.length / 16)
  let count = 0
  for (const _ of text) count++
  return count
}

/** https://spec.groq.dev/#global_HasReferenceTo() */
function hasReferenceTo(value: unknown, ids: Set<string>, budget: Budget): boolean {
  budget.step()
  if (Array.isArray(value)) return value.some((element) => hasReferenceTo(element, ids, budget))
  if (!isObject(value)) return false
  if (Object.hasOwn(value, '_ref')) return typeof value._ref === 'string' && ids.has(value._ref)
  for (const key in value) if (hasReferenceTo(value[key], ids, budget)) return true
  return false
}
