import { isEqual } from '../compare.ts'
import type { Compiler } from '../compiler.ts'
import { TracedList } from '../origin.ts'
import type { Evaluate } from '../runtime.ts'
import type { NodeOf } from '../syntax.ts'
import { DateTime } from '../values.ts'
import type { FunctionSet } from './definition.ts'
import { joinTexts, textOf } from './string.ts'

/** https://spec.groq.dev/#sec-Array-namespace */
export const arrayFunctions: FunctionSet = {
  compact: {
    arity: [1, 1],
    compile: (compiler, node) => compileArrayFilter(compiler, node, () => (value) => value !== null),
  },
  intersects: {
    arity: [2, 2],
    evaluate(runtime, _, a, b) {
      if (!Array.isArray(a) || !Array.isArray(b)) return null
      runtime.budget.steps(a.length + b.length)
      const identities = new Set<unknown>(b.map(identityOf).filter((identity) => identity !== undefined))
      return a.some((value) => identities.has(identityOf(value)))
    },
  },
  /** Sanity documents `<INVALID>`: https://www.sanity.io/docs/groq-functions */
  join: {
    arity: [2, 2],
    evaluate(runtime, _, list, separator) {
      if (!Array.isArray(list) || typeof separator !== 'string') return null
      runtime.budget.steps(list.length)
      const texts = list.map((value) => textOf(value) ?? '<INVALID>')
      return joinTexts(texts, separator, runtime.budget)
    },
  },
  unique: {
    arity: [1, 1],
    compile: (compiler, node) =>
      compileArrayFilter(compiler, node, () => {
        const seen = new Set<unknown>()
        return (value) => {
          const identity = identityOf(value)
          if (identity === undefined) return true
          if (seen.has(identity)) return false
          seen.add(identity)
          return true
        }
      }),
  },
}

/** Equal values have the same identity. Arrays and objects have none. */
function identityOf(value: unknown): unknown {
  if (value instanceof DateTime) return `time:${value.time}`
  if (typeof value === 'string') return `text:${value}`
  return isEqual(value, value) ? value : undefined
}

function compileArrayFilter(
  compiler: Compiler,
  node: NodeOf<'call'>,
  start: () => (value: unknown) => boolean,
): Evaluate {
  const list = compiler.expression(node.args[0]!)
  return (runtime, scope) => {
    const values = list(runtime, scope)
    if (!Array.isArray(values)) return null
    const from = runtime.origin
    const filtered = new TracedList(compiler.tracing)
    const include = start()
    for (const [i, value] of values.entries()) {
      runtime.budget.step()
      if (include(value ?? null)) filtered.addFrom(from, i, value)
    }
    return filtered.result(runtime)
  }
}
