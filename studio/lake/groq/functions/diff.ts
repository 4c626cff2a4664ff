import { isEqual } from '#studio/lake/groq/compare.ts'
import type { Compiler } from '#studio/lake/groq/compile.ts'
import type { FunctionSet } from '#studio/lake/groq/functions/definition.ts'
import type { Evaluate, Runtime, Scope } from '#studio/lake/groq/runtime.ts'
import { compileSelector, type KeyPath } from '#studio/lake/groq/selector.ts'
import type { Node } from '#studio/lake/groq/syntax.ts'
import { isObject } from '#studio/lake/groq/values.ts'

/** What a document was, and what it became. */
type Sides = (runtime: Runtime, scope: Scope) => [before: unknown, after: unknown]

/** https://spec.groq.dev/#sec-Diff-Extension */
export const diffFunctions: FunctionSet = {
  changedAny: {
    arity: [3, 3],
    compile: (compiler, node) => changedAny(compiler, sidesOf(compiler, node.args), node.args[2]!),
  },
  changedOnly: {
    arity: [3, 3],
    compile: (compiler, node) => changedOnly(compiler, sidesOf(compiler, node.args), node.args[2]!),
  },
}

/** https://spec.groq.dev/#sec-Delta-namespace */
export const deltaFunctions: FunctionSet = {
  changedAny: {
    arity: [1, 1],
    onlyInDelta: true,
    compile: (compiler, node) => changedAny(compiler, deltaSides, node.args[0]!),
  },
  changedOnly: {
    arity: [1, 1],
    onlyInDelta: true,
    compile: (compiler, node) => changedOnly(compiler, deltaSides, node.args[0]!),
  },
  operation: { arity: [0, 0], evaluate: operationOf },
}

/** `create`, `update` or `delete`; null when there was no change. */
export function operationOf({ context: { delta } }: Runtime) {
  if (!delta) return null
  if (!delta.before) return delta.after ? 'create' : null
  return delta.after ? 'update' : 'delete'
}

const deltaSides: Sides = ({ context: { delta } }) => [delta?.before ?? null, delta?.after ?? null]

function sidesOf(compiler: Compiler, [left, right]: Node[]): Sides {
  const before = compiler.expression(left!)
  const after = compiler.expression(right!)
  return (runtime, scope) => [before(runtime, scope), after(runtime, scope)]
}

function changedAny(compiler: Compiler, sides: Sides, selectorNode: Node): Evaluate {
  const selector = compileSelector(compiler, selectorNode)
  return compiler.computed((runtime, scope) => {
    const [before, after] = sides(runtime, scope)
    const selected = [...selector(runtime, before, scope), ...selector(runtime, after, scope)]
    const changed = changedPaths(before, after, runtime)
    return changed.some((path) => {
      runtime.budget.steps(selected.length)
      return selected.some((one) => startsWith(path, one) || startsWith(one, path))
    })
  })
}

function changedOnly(compiler: Compiler, sides: Sides, selectorNode: Node): Evaluate {
  const selector = compileSelector(compiler, selectorNode)
  return compiler.computed((runtime, scope) => {
    const [before, after] = sides(runtime, scope)
    const selected = [...selector(runtime, before, scope), ...selector(runtime, after, scope)]
    return changedPaths(before, after, runtime).every((path) => {
      runtime.budget.steps(selected.length)
      return selected.some((one) => startsWith(path, one))
    })
  })
}

const startsWith = (path: KeyPath, start: KeyPath) => start.every((key, i) => path[i] === key)

/** The deepest places where two values differ. An array of another length differs as a whole. */
function changedPaths(before: unknown, after: unknown, runtime: Runtime, path: KeyPath = []): KeyPath[] {
  runtime.budget.step()
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return before.flatMap((value, i) => changedPaths(value, after[i], runtime, [...path, i]))
  if (isObject(before) && isObject(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)])
    return [...keys].flatMap((key) => changedPaths(before[key], after[key], runtime, [...path, key]))
  }
  return isEqual(before ?? null, after ?? null) ? [] : [path]
}
